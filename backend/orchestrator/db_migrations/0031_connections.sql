-- Which calendars and address books elsewhere does the user read here, and how far was each read?
create table connections (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    kind text not null check (kind in ('ics', 'caldav', 'carddav')),
    url text not null,
    name text,
    username text,
    sealed bytea, -- the secret, encrypted under STEWARD_SECRET_KEY_FILE
    writable boolean not null default false,
    state text not null default 'pending' check (state in ('pending', 'ok', 'failing', 'needs_attention')),
    last_sync_at timestamptz, -- the last one that went well
    last_error text,
    last_result jsonb, -- counts by what became of the items, and notes for the user
    failures integer not null default 0, -- in a row
    next_sync_at timestamptz, -- null = when the user asks for it
    etag text, -- of an ICS feed, as its server gave them
    last_modified text,
    version integer not null default 1,
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now()
);
create index ix_connections_user_id on connections (user_id, id);
create index ix_connections_due on connections (next_sync_at) where next_sync_at is not null;

-- The calendars or address books of a CalDAV or CardDAV account; `href` as the server gave it, made absolute.
create table connection_collections (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    connection_id uuid not null references connections (id) on delete cascade,
    href text not null,
    name text not null,
    sync_token text, -- up to which all its objects are here; null = not known
    present boolean not null default true, -- the server still has it
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now(),
    unique (connection_id, href)
);
create index ix_connection_collections_user_id on connection_collections (user_id);

-- Their objects: one calendar object or card each. `hid`: gone from the server, and its contact was hidden for that.
create table connection_objects (
    collection_id uuid not null references connection_collections (id) on delete cascade,
    href text not null,
    user_id uuid not null references users (id) on delete cascade,
    etag text not null, -- '' = to be read again
    uid text not null,
    hid boolean not null default false,
    primary key (collection_id, href)
);
create index ix_connection_objects_user_id on connection_objects (user_id);
