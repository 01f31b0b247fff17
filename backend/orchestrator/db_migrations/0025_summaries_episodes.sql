-- What did the older part of a thread say, for the prompts of its next turns? A summary covers messages; a message is
-- covered by one summary at most, and stands in the window again when its summary goes.
create table conversation_summaries (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    thread_id uuid not null references threads (id) on delete cascade,
    from_id uuid not null, -- the first and the last message that it covers
    to_id uuid not null,
    count integer not null check (count > 0),
    since_at timestamptz not null, -- when those were said
    until_at timestamptz not null,
    text text not null,
    origin text not null check (origin in ('user', 'own_data', 'agent', 'third_party')),
    generated_by text not null, -- the model's name, or `reader`: sentences taken from the messages by code
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now(),
    unique (thread_id, from_id),
    unique (thread_id, to_id)
);
create index ix_conversation_summaries_order on conversation_summaries (thread_id, until_at, id);
create index ix_conversation_summaries_user_id on conversation_summaries (user_id);

alter table messages add column summary_id uuid references conversation_summaries (id) on delete set null;
create index ix_messages_summary_id on messages (summary_id) where summary_id is not null;

-- When are a thread's sessions to be looked at next? 30 minutes after its last message; at once where older messages came
-- in or changed. Null: all that ended were looked at.
alter table threads add column sessions_due_at timestamptz;
update threads set sessions_due_at = steward_now() where last_message_at is not null;
create index ix_threads_sessions_due_at on threads (sessions_due_at) where sessions_due_at is not null;

-- What happened in a session, in a few sentences. Those that Steward distils have the source `steward.sessions` and the id
-- of the session's first message as `external_id`: once a session. They cover what was said in `thread_id` from
-- `covers_since` to `covers_until`; `made_from`: the state of those messages then, empty where it is to be made again.
-- No foreign key to threads: an episode that the user edited stays when its thread goes.
create table episodes (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    external_id text,
    source text,
    origin text not null default 'own_data' check (origin in ('user', 'own_data', 'agent', 'third_party')),
    version integer not null default 1,
    tags text[] not null default '{}',
    user_fields text[] not null default '{}',
    hidden_at timestamptz,
    folded text not null default '',
    title text not null,
    summary text not null,
    event_type text not null,
    session_id text,
    started_at timestamptz not null default steward_now(),
    ended_at timestamptz not null default steward_now(),
    context jsonb not null default '{}',
    thread_id uuid,
    covers_since timestamptz,
    covers_until timestamptz,
    made_from text,
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now()
);
create unique index uq_episodes_external on episodes (user_id, source, external_id) nulls not distinct
    where external_id is not null;
create index ix_episodes_started_at on episodes (user_id, started_at, id);
create index ix_episodes_thread_id on episodes (thread_id) where thread_id is not null;
