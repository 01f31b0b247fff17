-- What was said, by whom, and when? Threads and their messages, of this agent and of ingested conversations.

create table threads (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    external_id text,
    source text,
    origin text not null default 'own_data' check (origin in ('user', 'own_data', 'agent', 'third_party')),
    version integer not null default 1,
    tags text[] not null default '{}',
    user_fields text[] not null default '{}',
    hidden_at timestamptz,
    title text not null default '',
    last_message_at timestamptz,
    archived_at timestamptz,
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now()
);
create unique index uq_threads_external on threads (user_id, source, external_id) nulls not distinct
    where external_id is not null;
create index ix_threads_recent on threads (user_id, coalesce(last_message_at, created_at) desc, id desc);

create table messages (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    thread_id uuid not null references threads (id) on delete cascade,
    role text not null check (role in ('user', 'assistant', 'system')),
    content text not null,
    origin text not null check (origin in ('user', 'own_data', 'agent', 'third_party')),
    speaker text,
    metadata jsonb not null default '{}',
    run_id uuid,
    external_id text,
    item_key text, -- what makes an ingested message the same one when it comes again
    at timestamptz not null,
    position integer not null default 0,
    redacted_at timestamptz,
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now()
);
create unique index uq_messages_item_key on messages (thread_id, item_key) where item_key is not null;
create index ix_messages_order on messages (thread_id, at, position, id);
create index ix_messages_user_id on messages (user_id);
create index ix_messages_run_id on messages (run_id) where run_id is not null;
