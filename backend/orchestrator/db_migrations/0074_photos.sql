-- Photos of events: links to assets of a library elsewhere (domain/senses/photos), never copies.

create table event_photos (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    event_id uuid not null, -- the link goes with it, counted
    asset_id uuid not null, -- the library's own id
    taken_at timestamptz,
    gone boolean not null default false, -- the library has it no more, or in its trash
    refreshed_at timestamptz, -- when the library was last asked about it
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now(),
    unique (user_id, event_id, asset_id)
);
create index ix_event_photos_asset_id on event_photos (user_id, asset_id);
create index ix_event_photos_refreshed_at on event_photos (user_id, refreshed_at nulls first);

-- Who is on a photo, as the library recognises them; which contact that is stands in `photo_persons`.
create table event_photo_contacts (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    photo_id uuid not null references event_photos (id) on delete cascade,
    person_id uuid not null, -- the library's own id
    name text not null,
    place integer not null,
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now(),
    unique (photo_id, person_id)
);
create index ix_event_photo_contacts_person_id on event_photo_contacts (user_id, person_id);

-- The library's persons that the user said are contacts of theirs.
create table photo_persons (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    contact_id uuid not null, -- no foreign key: a merge takes the contact away and an un-merge brings it back
    person_id uuid not null,
    name text not null,
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now(),
    unique (user_id, person_id)
);
create index ix_photo_persons_contact_id on photo_persons (user_id, contact_id);

-- Photos that the library does not have yet: the bytes themselves, or the document whose file they are.
create table photo_uploads (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    event_id uuid not null,
    document_id uuid,
    content bytea,
    sha1 bytea,
    filename text not null,
    media_type text not null,
    state text not null default 'pending' check (state in ('pending', 'failed')),
    attempts integer not null default 0 check (attempts >= 0),
    last_error text,
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now(),
    check ((document_id is null) <> (content is null and sha1 is null)),
    unique (user_id, event_id, sha1),
    unique (user_id, event_id, document_id)
);
