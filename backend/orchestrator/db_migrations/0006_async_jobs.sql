-- Which background work waits, runs or is settled, and which workers are there to do it?

create table async_jobs (
    id uuid primary key,
    user_id uuid references users (id) on delete cascade,
    job_type text not null check (job_type <> ''),
    payload jsonb not null,
    dedupe_key text,
    state text not null default 'pending' check (state in ('pending', 'running', 'done', 'failed', 'superseded')),
    run_after timestamptz not null default steward_now(),
    attempts integer not null default 0,
    max_attempts integer not null check (max_attempts > 0),
    claim uuid,
    worker_id uuid,
    lease_until timestamptz,
    last_error text,
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now(),
    started_at timestamptz,
    finished_at timestamptz,
    check ((state = 'running') = (claim is not null and lease_until is not null))
);
create index ix_async_jobs_due on async_jobs (run_after, id) where state = 'pending';
create index ix_async_jobs_running on async_jobs (lease_until) where state = 'running';
create index ix_async_jobs_finished on async_jobs (finished_at) where finished_at is not null;
create index ix_async_jobs_failed on async_jobs (job_type) where state = 'failed';
create index ix_async_jobs_user_id on async_jobs (user_id) where user_id is not null;
-- One waiting job a key, and one at work: what comes while it runs waits its turn.
create unique index uq_async_jobs_waiting on async_jobs (job_type, user_id, dedupe_key) nulls not distinct
    where state = 'pending' and dedupe_key is not null;
create unique index uq_async_jobs_at_work on async_jobs (job_type, user_id, dedupe_key) nulls not distinct
    where state = 'running' and dedupe_key is not null;

create table job_workers (
    id uuid primary key,
    host text not null,
    started_at timestamptz not null default steward_now(),
    heartbeat_at timestamptz not null default steward_now()
);
