-- Events that repeat. What a series says of single occurrences stands in `overrides`; `absent_since`: no longer in the
-- feed that it came from.
alter table events
    add column overrides jsonb not null default '[]',
    add column absent_since timestamptz;

-- Which years of a series are expanded into `event_occurrences`: that is done once a year, when it is first looked into
-- (docs/decisions/0025). `reach`: by how much an occurrence may lie around its place in the series.
create table event_series (
    event_id uuid primary key references events (id) on delete cascade,
    user_id uuid not null references users (id) on delete cascade,
    first_utc timestamptz not null,
    last_utc timestamptz, -- no occurrence starts later; null = not known
    reach interval not null,
    years integer[] not null default '{}'
);
create index ix_event_series_user_id on event_series (user_id, first_utc);

-- `recurrence_id`: the wall time that the series gives to it, in the series' zone. `override`: what it has of its own.
create table event_occurrences (
    event_id uuid not null references event_series (event_id) on delete cascade,
    recurrence_id timestamp not null,
    user_id uuid not null references users (id) on delete cascade,
    start_at timestamp not null,
    end_at timestamp,
    start_utc timestamptz not null,
    end_utc timestamptz not null,
    status text not null check (status in ('confirmed', 'tentative', 'cancelled')),
    override jsonb,
    participant_keys text[], -- null = those of the series
    primary key (event_id, recurrence_id),
    check (end_utc >= start_utc)
);
create index ix_event_occurrences_start on event_occurrences (user_id, start_utc, event_id, recurrence_id);
create index ix_event_occurrences_end on event_occurrences (user_id, end_utc);

-- What an imported event was made of, so that what we don't read comes out again as it came in.
create table event_imports (
    event_id uuid primary key references events (id) on delete cascade,
    user_id uuid not null references users (id) on delete cascade,
    raw text not null,
    digest text not null -- of all that the import was read from
);
create index ix_event_imports_user_id on event_imports (user_id);

insert into event_series (event_id, user_id, first_utc, reach)
select id, user_id, start_utc, interval '2 days' + (end_utc - start_utc) from events where recurrence is not null;
