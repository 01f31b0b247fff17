-- The calendars elsewhere into which the user's events may be written; `source` is that of their events.
create table event_calendars (
    user_id uuid not null references users (id) on delete cascade,
    source text not null,
    name text not null,
    account text not null,
    primary key (user_id, source)
);

-- What of an event that lives in such a calendar the user changed here: on its way there, or written.
create table event_writes (
    event_id uuid primary key references events (id) on delete cascade,
    user_id uuid not null references users (id) on delete cascade,
    state text not null check (state in ('waiting', 'written', 'refused')),
    names text[] not null default '{}', -- the fields that were changed since it was written last
    base text, -- while it waits: what its calendar said of it before the first of these changes (VEVENTs)
    number integer not null default 1, -- of the change: what is written is settled only if it was the last
    error text, -- why it still waits, or was refused
    note text, -- what the user should know of the last writing
    since timestamptz not null default steward_now(), -- since when it is in this state
    updated_at timestamptz not null default steward_now()
);
create index ix_event_writes_waiting on event_writes (user_id) where state = 'waiting';

-- The group cards of an address book and whom they name: its cards come a few at a time, and in any order.
create table connection_groups (
    collection_id uuid not null references connection_collections (id) on delete cascade,
    uid text not null,
    user_id uuid not null references users (id) on delete cascade,
    name text not null,
    members text[] not null, -- UIDs
    primary key (collection_id, uid)
);
create index ix_connection_groups_members on connection_groups using gin (members);

-- Address books are read whole once more, to know their groups.
update connection_objects as o set etag = ''
  from connection_collections as c join connections as k on k.id = c.connection_id
 where o.collection_id = c.id and k.kind = 'carddav';
update connection_collections as c set sync_token = null
  from connections as k where k.id = c.connection_id and k.kind = 'carddav';
