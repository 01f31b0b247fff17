-- Into which calendar elsewhere new events go whose calendar nobody named: the `source` of its events. Null = the only
-- one that may be written into, where there is exactly one.
alter table users
    add column default_calendar text;

-- Objects that are to be taken away from a calendar elsewhere: their events are erased here, their server was down.
create table connection_removals (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    collection_id uuid not null references connection_collections (id) on delete cascade,
    href text not null,
    etag text, -- of what was read last; null = it was never there, as far as is known here
    refused text, -- why it will not be taken away; null = it waits
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now(),
    unique (collection_id, href)
);
create index ix_connection_removals_user on connection_removals (user_id);
