-- What happened lately to single occurrences of a series, which a briefing tells. `changed_days`: by the occurrence's place
-- in the series (ISO wall time), `moved_at`, `moved_from` (the start before) and `cancelled_at`; `days_changed_at`: when
-- the last of it happened.
alter table events
    add column changed_days jsonb not null default '{}',
    add column days_changed_at timestamptz;
create index ix_events_days_changed on events (user_id, days_changed_at) where days_changed_at is not null;
