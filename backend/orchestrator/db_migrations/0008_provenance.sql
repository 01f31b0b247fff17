-- What was derived from what, and what was erased for good (a hash, no content).
create table derivations (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    source_kind text not null,
    source_id uuid not null,
    derived_kind text not null,
    derived_id uuid not null,
    created_at timestamptz not null default steward_now(),
    unique (user_id, source_kind, source_id, derived_kind, derived_id)
);

create index ix_derivations_derived on derivations (user_id, derived_kind, derived_id);

create table tombstones (
    user_id uuid not null references users (id) on delete cascade,
    kind text not null,
    digest bytea not null,
    created_at timestamptz not null default steward_now(),
    primary key (user_id, kind, digest)
);
