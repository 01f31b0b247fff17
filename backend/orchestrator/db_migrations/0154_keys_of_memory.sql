-- The tables of memory: references to them hold the owner, and so do their keys. The indexes are built (0150), rows
-- are looked at later (0157): none is read or written here. Each table is locked whole until this ends, and that is
-- waited for only so long, again and again (docs/decisions/0132).
set local lock_timeout = '3s';

alter table fact_looks drop constraint fact_looks_fact_id_fkey,
    add constraint fact_looks_fact_id_fkey foreign key (user_id, fact_id)
    references user_facts (user_id, id) on delete cascade not valid;
alter table fact_reviews drop constraint fact_reviews_fact_id_fkey,
    add constraint fact_reviews_fact_id_fkey foreign key (user_id, fact_id)
    references user_facts (user_id, id) on delete cascade not valid;
alter table fact_uses drop constraint fact_uses_fact_id_fkey,
    add constraint fact_uses_fact_id_fkey foreign key (user_id, fact_id)
    references user_facts (user_id, id) on delete cascade not valid;
alter table knowledge_steps drop constraint knowledge_steps_knowledge_id_fkey,
    add constraint knowledge_steps_knowledge_id_fkey foreign key (user_id, knowledge_id)
    references knowledge (user_id, id) on delete cascade not valid;
alter table knowledge_uses drop constraint knowledge_uses_knowledge_id_fkey,
    add constraint knowledge_uses_knowledge_id_fkey foreign key (user_id, knowledge_id)
    references knowledge (user_id, id) on delete cascade not valid;

alter table agent_calls drop constraint agent_calls_pkey,
    add constraint agent_calls_pkey primary key using index agent_calls_new_pkey;
alter table episodes drop constraint episodes_pkey,
    add constraint episodes_pkey primary key using index episodes_new_pkey;
alter table fact_looks drop constraint fact_looks_pkey,
    add constraint fact_looks_pkey primary key using index fact_looks_new_pkey;
alter table fact_reviews drop constraint fact_reviews_pkey,
    add constraint fact_reviews_pkey primary key using index fact_reviews_new_pkey;
alter table fact_uses drop constraint fact_uses_pkey,
    add constraint fact_uses_pkey primary key using index fact_uses_new_pkey;
alter table interactions drop constraint interactions_pkey,
    add constraint interactions_pkey primary key using index interactions_new_pkey;
alter table knowledge drop constraint knowledge_pkey,
    add constraint knowledge_pkey primary key using index knowledge_new_pkey;
alter table knowledge_steps drop constraint knowledge_steps_pkey,
    add constraint knowledge_steps_pkey primary key using index knowledge_steps_new_pkey;
alter table knowledge_uses drop constraint knowledge_uses_pkey,
    add constraint knowledge_uses_pkey primary key using index knowledge_uses_new_pkey;
alter table notes drop constraint notes_pkey,
    add constraint notes_pkey primary key using index notes_new_pkey;
alter table scratchpad drop constraint scratchpad_pkey,
    add constraint scratchpad_pkey primary key using index scratchpad_new_pkey;
alter table user_facts drop constraint user_facts_pkey,
    add constraint user_facts_pkey primary key using index user_facts_new_pkey;

alter table fact_reviews add constraint fact_reviews_user_id_fact_id_key unique
    using index fact_reviews_user_id_fact_id_key;
alter table fact_uses add constraint fact_uses_user_id_fact_id_session_key unique
    using index fact_uses_user_id_fact_id_session_key;

-- They begin as a key begins now.
drop index ix_fact_looks_user_id;
drop index ix_fact_reviews_user_id;
drop index ix_fact_uses_user_id;
drop index ix_interactions_user_id;
drop index ix_knowledge_user_id;
drop index ix_notes_user_id;
drop index ix_user_facts_user_id;

comment on index agent_calls_id_as_before is 'as before, until the next version';
comment on index episodes_id_as_before is 'as before, until the next version';
comment on index fact_looks_fact_id_as_before is 'as before, until the next version';
comment on index fact_reviews_fact_id_key is 'as before, until the next version';
comment on index fact_uses_fact_id_session_key is 'as before, until the next version';
comment on index interactions_id_as_before is 'as before, until the next version';
comment on index knowledge_id_as_before is 'as before, until the next version';
comment on index knowledge_steps_id_as_before is 'as before, until the next version';
comment on index notes_id_as_before is 'as before, until the next version';
comment on index scratchpad_id_as_before is 'as before, until the next version';
comment on index user_facts_id_as_before is 'as before, until the next version';
