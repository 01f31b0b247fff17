-- How a tick is missed and how ticks coalesce is read from the code alone, and nobody asks when a job was registered.
alter table scheduled_jobs
    drop column misfire_grace_s,
    drop column coalesces,
    drop column registered_at;
