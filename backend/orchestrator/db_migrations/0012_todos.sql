-- What is to be done. Times are wall time in `timezone`; `due_utc` is the same instant.
create table todos (
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
    notes text,
    due_at timestamp,
    due_utc timestamptz,
    remind_at timestamp,
    timezone text not null,
    done_at timestamp,
    priority smallint check (priority between 1 and 9),
    source_kind text,
    source_id uuid,
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now()
);
create unique index uq_todos_external on todos (user_id, source, external_id) nulls not distinct
    where external_id is not null;
create index ix_todos_user_id on todos (user_id, id);
create index ix_todos_due on todos (user_id, due_utc) where done_at is null;
