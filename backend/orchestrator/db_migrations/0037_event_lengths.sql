-- How far back an event may begin that still lasts at a given time: the longest of those that happen once.
create index ix_events_length on events (user_id, (end_utc - start_utc)) where recurrence is null;
