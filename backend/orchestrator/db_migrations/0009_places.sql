-- Where things happen and people live. `folded`: what `?q=` looks into.
create table places (
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
    name text not null,
    aliases text[] not null default '{}',
    category text,
    address text,
    lat double precision check (lat between -90 and 90),
    lon double precision check (lon between -180 and 180),
    radius_m double precision check (radius_m > 0),
    home_like boolean not null default false,
    ignored boolean not null default false,
    timezone text,
    description text,
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now()
);
create unique index uq_places_external on places (user_id, source, external_id) nulls not distinct
    where external_id is not null;
create index ix_places_user_id on places (user_id, id);
