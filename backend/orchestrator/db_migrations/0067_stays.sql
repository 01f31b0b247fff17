-- Where did the user stay, from when to when? Computed from samples (domain/senses/stays), again wherever these change.

create table location_changes (
    user_id uuid not null references users (id) on delete cascade,
    source text not null,
    device text not null,
    day date not null,
    primary key (user_id, source, device, day)
);

-- The id follows from device, start and place, and is kept where a stay changes.
create table stays (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    source text not null,
    device text not null,
    origin text not null check (origin in ('user', 'own_data', 'agent', 'third_party')),
    started_at timestamptz not null,
    ended_at timestamptz not null check (ended_at >= started_at),
    timezone text not null,
    lat double precision not null check (lat between -90 and 90),
    lon double precision not null check (lon between -180 and 180),
    radius_m double precision not null check (radius_m > 0),
    inferred boolean not null,
    samples integer not null check (samples > 0),
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now()
);
create index ix_stays_started_at on stays (user_id, started_at desc, id desc);
create index ix_stays_track on stays (user_id, source, device, started_at);
create index ix_stays_lat on stays (user_id, lat);

-- What is there already is computed by the first job.
insert into location_changes (user_id, source, device, day)
select distinct user_id, source, device, (captured_at at time zone 'UTC')::date from locations;

insert into async_jobs (id, user_id, job_type, payload, dedupe_key, max_attempts)
select gen_random_uuid(), user_id, 'stays.compute', '{}', 'all', 5
  from (select distinct user_id from location_changes) s;
