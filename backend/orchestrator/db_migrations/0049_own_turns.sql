-- Steward's own turns are interactions too. `run_id`, `thread_id`: of which turn; its words are not copied: prompt and
-- response stand in the run. `signs`: by what it counts as corrected (edited, undone, rated_bad, rejected), or that the
-- user called it good; `rejected_by`: the run whose question rejected it; `edited_fields`: of its previews, by name.
-- `judged`: whether it is known that the user let it stand. `rule_ids`: the rules that its agent was told; `aligned`:
-- those whose alignment it raised. `inferred_at`: when it was read for the principle that it violated; `infer_attempts`:
-- how often that failed.
alter table interactions
    add column run_id uuid,
    add column thread_id uuid,
    add column signs text[] not null default '{}',
    add column rejected_by uuid,
    add column edited_fields text[] not null default '{}',
    add column judged boolean not null default true,
    add column response_characters integer not null default 0,
    add column rule_ids uuid[] not null default '{}',
    add column aligned uuid[] not null default '{}',
    add column inferred_at timestamptz,
    add column infer_attempts integer not null default 0;

-- Counting reads every row of a time: prompts and answers lie beside the table, not in the rows between the numbers.
alter table interactions set (toast_tuple_target = 256);
update interactions set response_characters = char_length(btrim(response));

create unique index uq_interactions_run_id on interactions (user_id, run_id) where run_id is not null;
create index ix_interactions_thread_id on interactions (user_id, thread_id, created_at) where thread_id is not null;
create index ix_interactions_unjudged on interactions (user_id, created_at) where not judged;
create index ix_interactions_uninferred on interactions (created_at, user_id) where was_corrected and inferred_at is null;
