-- Which frozen writes wait for the user, and what became of each?

create table previews (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    thread_id uuid references threads (id) on delete cascade,
    run_id uuid references agent_runs (id) on delete cascade,
    tool text not null,
    title text not null,
    summary text not null,
    arguments jsonb not null,
    draft jsonb not null default '{}',
    digest text not null,
    editable_fields text[] not null default '{}',
    timezone text not null,
    locale text not null,
    idempotency_key text not null,
    expires_at timestamptz not null,
    state text not null default 'pending' check (state in
        ('pending', 'executing', 'confirmed', 'cancelled', 'superseded', 'expired', 'undone', 'unknown')),
    origin text not null default 'own_data' check (origin in ('user', 'own_data', 'agent', 'third_party')),
    tainted boolean not null default false,
    target_type text,
    target_id uuid,
    target_title text,
    target_version integer,
    held_by_rule text,
    superseded_by uuid,
    last_error text,
    result jsonb,
    undo jsonb,
    undo_until timestamptz,
    lease_until timestamptz,
    redacted_at timestamptz,
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now()
);
create unique index uq_previews_idempotency_key on previews (user_id, idempotency_key);
create index ix_previews_user_id on previews (user_id, created_at desc, id desc);
create index ix_previews_pending on previews (user_id, expires_at) where state = 'pending';
create index ix_previews_stuck on previews (lease_until) where state = 'executing';
create index ix_previews_thread_id on previews (thread_id) where thread_id is not null;
create index ix_previews_run_id on previews (run_id) where run_id is not null;
