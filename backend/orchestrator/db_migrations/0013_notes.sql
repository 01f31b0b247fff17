-- Raw observations about the user.
create table notes (
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
    text text not null,
    category text,
    confidence double precision not null default 0.5 check (confidence between 0 and 1),
    agent text,
    subjects text[] not null default '{}',
    session_id text,
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now()
);
create unique index uq_notes_external on notes (user_id, source, external_id) nulls not distinct
    where external_id is not null;
create index ix_notes_user_id on notes (user_id, id);
