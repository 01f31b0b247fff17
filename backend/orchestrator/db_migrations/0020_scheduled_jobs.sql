-- What happens by itself, when, and what became of it?

-- Debouncing: of submissions with one key the newest by arrival stays, and none waits longer than its caller allows.
-- `scheduled`: it was set off by the registry, whose history learns how it ended.
create sequence async_jobs_arrivals;
alter table async_jobs
    add column arrival bigint not null default nextval('async_jobs_arrivals'),
    add column waiting_since timestamptz not null default steward_now(),
    add column scheduled boolean not null default false;
alter sequence async_jobs_arrivals owned by async_jobs.arrival;
create index ix_async_jobs_arrivals on async_jobs (job_type, user_id, dedupe_key, arrival)
    where dedupe_key is not null;

-- The registry as the code of the newest start has it. `next_fire_at` null: external, or not enabled.
create table scheduled_jobs (
    name text primary key check (name <> ''),
    job_type text not null,
    worker_module text not null,
    trigger_kind text not null check (trigger_kind in ('daily', 'interval', 'external')),
    utc_time time,
    interval_s double precision check (interval_s > 0),
    poll_interval_s double precision check (poll_interval_s > 0),
    retry_interval_s double precision not null,
    trigger_source text not null,
    misfire_grace_s double precision not null,
    coalesces boolean not null,
    enabled boolean not null,
    next_fire_at timestamptz,
    registered_at timestamptz not null default steward_now(),
    check ((trigger_kind = 'daily') = (utc_time is not null)),
    check ((trigger_kind = 'interval') = (interval_s is not null))
);

-- What became of each tick, and of each run by hand. `outcome` null: still waiting or at work. `ticks` > 1: so many in a
-- row, up to `last_tick_at`, that had the same outcome and are too many to list.
create table scheduled_job_runs (
    id uuid primary key,
    name text not null references scheduled_jobs (name) on delete cascade,
    source text not null check (source in ('schedule', 'manual')),
    tick_at timestamptz not null,
    last_tick_at timestamptz not null check (last_tick_at >= tick_at),
    ticks integer not null default 1 check (ticks > 0),
    outcome text check (outcome in ('ok', 'late', 'coalesced', 'missed', 'skipped', 'failed', 'undelivered')),
    job_id uuid references async_jobs (id) on delete set null,
    started_at timestamptz,
    finished_at timestamptz,
    late_s double precision,
    detail text
);
-- One run a tick, over any number of replicas and whatever their clock does.
create unique index uq_scheduled_job_runs_tick on scheduled_job_runs (name, tick_at) where source = 'schedule';
create index ix_scheduled_job_runs_newest on scheduled_job_runs (name, tick_at desc, id desc);
create index ix_scheduled_job_runs_job_id on scheduled_job_runs (job_id) where job_id is not null;
