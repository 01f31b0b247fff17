-- How was each turn decided? A run, its steps, its lease while it goes on, and what it read.

create table agent_runs (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    thread_id uuid not null references threads (id) on delete cascade,
    message_id uuid not null references messages (id) on delete cascade,
    answer_message_id uuid references messages (id) on delete set null,
    client_message_id text,
    question text not null,
    zone text not null,
    locale text not null,
    state text not null default 'running' check (state in ('running', 'settled')),
    lease_until timestamptz not null,
    cancel_requested_at timestamptz,
    status text,
    run jsonb not null default '{}',
    explanation jsonb not null default '{}',
    bundle jsonb,
    read_ids uuid[] not null default '{}', -- entities and messages that entered its prompts or were written by it
    rating text check (rating in ('good', 'bad')),
    comment text,
    rated_at timestamptz,
    started_at timestamptz not null default steward_now(),
    finished_at timestamptz,
    redacted_at timestamptz,
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now()
);
create unique index uq_agent_runs_client_message_id on agent_runs (user_id, client_message_id)
    where client_message_id is not null;
create unique index uq_agent_runs_running on agent_runs (thread_id) where state = 'running';
create index ix_agent_runs_lease on agent_runs (lease_until) where state = 'running';
create index ix_agent_runs_user_id on agent_runs (user_id, started_at desc, id desc);
create index ix_agent_runs_thread_id on agent_runs (thread_id, started_at);
create index ix_agent_runs_read_ids on agent_runs using gin (read_ids);

create table agent_steps (
    run_id uuid not null references agent_runs (id) on delete cascade,
    index integer not null check (index >= 0),
    user_id uuid not null references users (id) on delete cascade,
    model_call jsonb not null default '{}',
    proposals jsonb not null default '[]',
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now(),
    primary key (run_id, index)
);
