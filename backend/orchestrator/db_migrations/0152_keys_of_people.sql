-- The tables of people: references to them hold the owner, and so do their keys. The indexes are built (0150), rows
-- are looked at later (0157): none is read or written here. Each table is locked whole until this ends, and that is
-- waited for only so long, again and again (docs/decisions/0132).
set local lock_timeout = '3s';

alter table agent_runs drop constraint agent_runs_answer_message_id_fkey,
    add constraint agent_runs_answer_message_id_fkey foreign key (user_id, answer_message_id)
    references messages (user_id, id) on delete set null (answer_message_id) not valid;
alter table agent_runs drop constraint agent_runs_message_id_fkey,
    add constraint agent_runs_message_id_fkey foreign key (user_id, message_id)
    references messages (user_id, id) on delete cascade not valid;
alter table agent_runs drop constraint agent_runs_thread_id_fkey,
    add constraint agent_runs_thread_id_fkey foreign key (user_id, thread_id)
    references threads (user_id, id) on delete cascade not valid;
alter table agent_steps drop constraint agent_steps_run_id_fkey,
    add constraint agent_steps_run_id_fkey foreign key (user_id, run_id)
    references agent_runs (user_id, id) on delete cascade not valid;
alter table conversation_summaries drop constraint conversation_summaries_thread_id_fkey,
    add constraint conversation_summaries_thread_id_fkey foreign key (user_id, thread_id)
    references threads (user_id, id) on delete cascade not valid;
alter table knowledge_uses drop constraint knowledge_uses_run_id_fkey,
    add constraint knowledge_uses_run_id_fkey foreign key (user_id, run_id)
    references agent_runs (user_id, id) on delete cascade not valid;
alter table messages drop constraint messages_summary_id_fkey,
    add constraint messages_summary_id_fkey foreign key (user_id, summary_id)
    references conversation_summaries (user_id, id) on delete set null (summary_id) not valid;
alter table messages drop constraint messages_thread_id_fkey,
    add constraint messages_thread_id_fkey foreign key (user_id, thread_id)
    references threads (user_id, id) on delete cascade not valid;
alter table previews drop constraint previews_run_id_fkey,
    add constraint previews_run_id_fkey foreign key (user_id, run_id)
    references agent_runs (user_id, id) on delete cascade not valid;
alter table previews drop constraint previews_thread_id_fkey,
    add constraint previews_thread_id_fkey foreign key (user_id, thread_id)
    references threads (user_id, id) on delete cascade not valid;
alter table run_answers drop constraint run_answers_run_id_fkey,
    add constraint run_answers_run_id_fkey foreign key (user_id, run_id)
    references agent_runs (user_id, id) on delete cascade not valid;

alter table agent_runs drop constraint agent_runs_pkey,
    add constraint agent_runs_pkey primary key using index agent_runs_new_pkey;
alter table agent_steps drop constraint agent_steps_pkey,
    add constraint agent_steps_pkey primary key using index agent_steps_new_pkey;
alter table conversation_summaries drop constraint conversation_summaries_pkey,
    add constraint conversation_summaries_pkey primary key using index conversation_summaries_new_pkey;
alter table messages drop constraint messages_pkey,
    add constraint messages_pkey primary key using index messages_new_pkey;
alter table previews drop constraint previews_pkey,
    add constraint previews_pkey primary key using index previews_new_pkey;
alter table run_answers drop constraint run_answers_pkey,
    add constraint run_answers_pkey primary key using index run_answers_new_pkey;
alter table threads drop constraint threads_pkey,
    add constraint threads_pkey primary key using index threads_new_pkey;

drop index uq_agent_runs_running;
alter table conversation_summaries drop constraint conversation_summaries_thread_id_from_id_key,
    add constraint conversation_summaries_user_id_thread_id_from_id_key unique
    using index conversation_summaries_user_id_thread_id_from_id_key;
alter table conversation_summaries drop constraint conversation_summaries_thread_id_to_id_key,
    add constraint conversation_summaries_user_id_thread_id_to_id_key unique
    using index conversation_summaries_user_id_thread_id_to_id_key;

-- They begin as a key begins now.
drop index ix_conversation_summaries_user_id;
drop index ix_messages_user_id;

comment on index agent_runs_id_as_before is 'as before, until the next version';
comment on index agent_steps_run_id_index_as_before is 'as before, until the next version';
comment on index conversation_summaries_id_as_before is 'as before, until the next version';
comment on index messages_id_as_before is 'as before, until the next version';
comment on index uq_messages_item_key is 'as before, until the next version';
comment on index previews_id_as_before is 'as before, until the next version';
comment on index threads_id_as_before is 'as before, until the next version';
