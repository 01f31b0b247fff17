-- When are a thread's sessions to be read next for facts about the user? As `sessions_due_at` for episodes: 30 minutes
-- after its last message, at once where older ones came in. Null: all that ended were read.
alter table threads add column facts_due_at timestamptz;
update threads set facts_due_at = steward_now() where last_message_at is not null;
create index ix_threads_facts_due_at on threads (facts_due_at) where facts_due_at is not null;

-- Was this message read for facts, or a fact that was taken from it forgotten? It is read once, and again where its words
-- change.
alter table messages add column facts_read boolean not null default false;
