-- The one clock of rows, jobs and leases. `steward.clock_offset_s` (seconds, a server, database or session setting)
-- moves it, so that tests and replicas can share a moved clock.
create function steward_now() returns timestamptz
    language sql stable parallel safe
    return statement_timestamp()
        + coalesce(nullif(current_setting('steward.clock_offset_s', true), '')::double precision, 0) * interval '1 second';
