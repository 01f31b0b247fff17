-- What of a turn whose conversation the client keeps itself? Its run without a thread, and how its answer is known again.

alter table agent_runs alter column thread_id drop not null;
alter table agent_runs alter column message_id drop not null;
alter table agent_runs add constraint ck_agent_runs_thread check ((thread_id is null) = (message_id is null));

create table run_answers (
    run_id uuid primary key references agent_runs (id) on delete cascade,
    user_id uuid not null references users (id) on delete cascade,
    origin text not null check (origin in ('user', 'own_data', 'agent', 'third_party')),
    metadata jsonb not null default '{}',
    answer bytea check (length(answer) = 32), -- sha256 of the text as the client got it
    conversation bytea check (length(conversation) = 32) -- sha256 of the conversation that it ends
);
create index ix_run_answers_answer on run_answers (user_id, answer, run_id);
create index ix_run_answers_conversation on run_answers (user_id, conversation, run_id);
