-- A place that became part of another one: its row as it was, what the kept one has from it, and what pointed to it. It
-- has no row in `places` meanwhile, so this table refers to none.
create table place_merges (
    id uuid not null,
    user_id uuid not null references users (id) on delete cascade,
    keep_id uuid not null,
    merged_id uuid not null,
    source text,
    external_id text,
    place jsonb not null,
    gain jsonb not null,
    referrers jsonb not null,
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now(),
    primary key (user_id, id),
    unique (user_id, merged_id)
);
create index ix_place_merges_keep on place_merges (user_id, keep_id);
create index ix_place_merges_key on place_merges (user_id, source, external_id) where external_id is not null;
