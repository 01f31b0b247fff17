-- Which tags did code or a model make of which state of an entity? The entity's own `tags` hold them beside the user's;
-- here stands which of them are not the user's, so that one that the user took off does not come back.
create table tagged (
    user_id uuid not null references users (id) on delete cascade,
    kind text not null,
    entity_id uuid not null,
    version integer not null, -- of the entity when it was looked at
    tags text[] not null default '{}',
    generated_by text not null,
    tagged_at timestamptz not null default steward_now(),
    primary key (kind, entity_id)
);
create index ix_tagged_user on tagged (user_id);
