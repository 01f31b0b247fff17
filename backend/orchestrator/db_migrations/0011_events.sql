-- What happens when. `start_at`, `end_at` are wall time in `timezone`; `start_utc`, `end_utc` the same as instants.
create table events (
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
    title text not null,
    description text,
    start_at timestamp not null,
    end_at timestamp,
    timezone text not null,
    all_day boolean not null default false,
    start_utc timestamptz not null,
    end_utc timestamptz not null, -- of an event without an end: its start
    place_id uuid references places (id) on delete set null,
    location_text text,
    participants jsonb not null default '[]',
    participant_keys text[] not null default '{}', -- c:<contact id>, e:<email>, n:<folded name>, w:<word of the name>
    recurrence jsonb,
    status text not null default 'confirmed' check (status in ('confirmed', 'tentative', 'cancelled')),
    busy boolean not null default true,
    calendar text,
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now(),
    check (end_utc >= start_utc)
);
create unique index uq_events_external on events (user_id, source, external_id) nulls not distinct
    where external_id is not null;
create index ix_events_start on events (user_id, start_utc, id);
create index ix_events_end on events (user_id, end_utc);
create index ix_events_participant_keys on events using gin (participant_keys);
create index ix_events_place on events (user_id, place_id) where place_id is not null;
