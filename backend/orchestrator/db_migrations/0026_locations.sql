-- Where was the user, by which device, and when? Raw samples: they stand in no index and in no prompt.

-- '' in `source` and `device`: not told. Without an external id a sample is known by its source, device and instant.
create table locations (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    external_id text,
    source text not null default '',
    origin text not null check (origin in ('user', 'own_data', 'agent', 'third_party')),
    version integer not null default 1,
    tags text[] not null default '{}',
    device text not null default '',
    captured_at timestamptz not null,
    lat double precision not null check (lat between -90 and 90),
    lon double precision not null check (lon between -180 and 180),
    accuracy_m double precision check (accuracy_m >= 0),
    altitude_m double precision,
    vertical_accuracy_m double precision check (vertical_accuracy_m >= 0),
    speed_mps double precision check (speed_mps >= 0),
    course_deg double precision check (course_deg between 0 and 360),
    battery double precision check (battery between 0 and 1),
    battery_state text check (battery_state in ('unknown', 'unplugged', 'charging', 'full')),
    motion text[] not null default '{}',
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now()
);
create unique index uq_locations_sample on locations (user_id, source, device, captured_at) where external_id is null;
create unique index uq_locations_external on locations (user_id, source, external_id) where external_id is not null;
create index ix_locations_captured_at on locations (user_id, captured_at desc, id desc);
