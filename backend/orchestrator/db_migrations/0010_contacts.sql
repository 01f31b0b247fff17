-- The people the user knows, what they are to each other, and their places.
create table contacts (
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
    display_name text not null,
    given_name text,
    family_name text,
    aliases text[] not null default '{}',
    nicknames text[] not null default '{}',
    emails jsonb not null default '[]',
    email_keys text[] not null default '{}', -- folded addresses, to match participants by
    phones jsonb not null default '[]',
    organization text,
    title text,
    birthday text check (birthday ~ '^([0-9]{4}-|--)[0-9]{2}-[0-9]{2}$'), -- the year may be unknown
    notes text,
    groups text[] not null default '{}',
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now()
);
create unique index uq_contacts_external on contacts (user_id, source, external_id) nulls not distinct
    where external_id is not null;
create index ix_contacts_user_id on contacts (user_id, id);
create index ix_contacts_email_keys on contacts using gin (email_keys);

-- `label`: what `other_id` is to `contact_id`; `reciprocal_label`: the other way round.
create table contact_relationships (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    contact_id uuid not null references contacts (id) on delete cascade,
    other_id uuid not null references contacts (id) on delete cascade,
    label text,
    reciprocal_label text,
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now(),
    check (contact_id <> other_id)
);
create index ix_contact_relationships_contact on contact_relationships (user_id, contact_id);
create index ix_contact_relationships_other on contact_relationships (user_id, other_id);

create table contact_places (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    contact_id uuid not null references contacts (id) on delete cascade,
    place_id uuid not null references places (id) on delete cascade,
    label text,
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now(),
    unique nulls not distinct (user_id, contact_id, place_id, label)
);
create index ix_contact_places_place on contact_places (user_id, place_id);
