-- Who works for the user (agents), and what do they work on (missions)?

-- A run that no user asked for in a conversation: jobs' model calls do not wait for it as they do for turns.
alter table agent_runs add column delegated boolean not null default false;

-- `shipped`: comes with Steward; it can be changed, not deleted. `name_key`: the name as it is compared.
create table agents (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    name text not null,
    name_key text not null,
    purpose text not null default '',
    instructions text not null default '',
    model_role text not null default 'smart' check (model_role in ('smart', 'fast')),
    effort text not null default 'medium' check (effort in ('none', 'low', 'medium', 'high')),
    tools text[] not null default '{}',
    skills text[] not null default '{}',
    collaborators text[] not null default '{}',
    budget jsonb not null default '{}',
    shipped boolean not null default false,
    version integer not null default 1,
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now(),
    unique (user_id, name_key)
);

-- The ledger: what was set aside before a call (`reserved`) and what is gone (`spent`), never more than `limit` together.
-- Money in micro-units of `currency`; time in milliseconds of agents at work. `epoch`: which process drives it; what an
-- older one wants to spend is refused. `graph`: the plan as it was validated, `plan_hash` over all of it; `approved_hash`:
-- what the user said yes to. `stage`: how far the end of it is.
create table missions (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    state text not null default 'draft' check (state in ('draft', 'planned', 'approved', 'running', 'waiting', 'paused',
        'done', 'partial', 'failed', 'cancelled')),
    goal text not null,
    deliverable text not null default '',
    checks jsonb not null default '[]',
    deadline timestamptz,
    budget jsonb not null default '{}',
    currency text not null default 'USD',
    delegation text not null default 'per_request' check (delegation in ('pre_approved', 'per_request', 'mesh')),
    agents text[] not null default '{}',
    allowed_tools text[] not null default '{}',
    timezone text not null,
    locale text not null,
    graph jsonb not null default '{}',
    plan_hash text,
    approved_hash text,
    planned_by text not null default '',
    feedback text not null default '',
    estimate jsonb not null default '{}',
    limit_tokens bigint not null default 0,
    limit_money bigint,
    limit_ms bigint not null default 0,
    limit_calls bigint not null default 0,
    reserved_tokens bigint not null default 0,
    reserved_money bigint not null default 0,
    reserved_ms bigint not null default 0,
    reserved_calls bigint not null default 0,
    spent_tokens bigint not null default 0,
    spent_money bigint not null default 0,
    spent_ms bigint not null default 0,
    spent_calls bigint not null default 0,
    overrun jsonb not null default '{}',
    epoch bigint not null default 0,
    crashes integer not null default 0,
    report text,
    deliverables jsonb not null default '[]',
    workspace_id uuid,
    last_error text,
    version integer not null default 1,
    approved_at timestamptz,
    started_at timestamptz,
    finished_at timestamptz,
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now(),
    check (reserved_tokens >= 0 and reserved_money >= 0 and reserved_ms >= 0 and reserved_calls >= 0),
    check (spent_tokens + reserved_tokens <= limit_tokens),
    check (limit_money is null or spent_money + reserved_money <= limit_money),
    check (spent_ms + reserved_ms <= limit_ms),
    check (spent_calls + reserved_calls <= limit_calls)
);
create index ix_missions_created_at on missions (user_id, created_at desc, id desc);
create index ix_missions_going_on on missions (state) where state in ('approved', 'running', 'waiting');

create table mission_steps (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    mission_id uuid not null references missions (id) on delete cascade,
    step_key text not null,
    position integer not null,
    state text not null default 'pending' check (state in ('pending', 'running', 'waiting', 'done', 'failed', 'skipped')),
    attempts integer not null default 0,
    output jsonb not null default '{}',
    error text,
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now(),
    unique (mission_id, step_key)
);

-- One attempt of one agent at one thing: what it was handed, within which bounds, and what it gave back.
create table mission_briefs (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    mission_id uuid not null references missions (id) on delete cascade,
    step_key text not null,
    parent_id uuid references mission_briefs (id) on delete cascade,
    agent text not null,
    objective text not null,
    context text not null default '',
    constraints jsonb not null default '{}',
    deliverables jsonb not null default '[]',
    tools_approved text[] not null default '{}',
    agents_approved text[] not null default '{}',
    depth integer not null default 0,
    attempt integer not null default 1,
    status text not null default 'assigned' check (status in ('assigned', 'running', 'waiting', 'done', 'failed',
        'interrupted')),
    stop_reason text,
    run_id uuid,
    limit_tokens bigint not null default 0,
    reserved_tokens bigint not null default 0,
    spent_tokens bigint not null default 0,
    result jsonb not null default '{}',
    finished_at timestamptz,
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now(),
    check (spent_tokens + reserved_tokens <= limit_tokens)
);
create index ix_mission_briefs_mission_id on mission_briefs (mission_id);

create table mission_delegations (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    mission_id uuid not null references missions (id) on delete cascade,
    parent_brief_id uuid not null references mission_briefs (id) on delete cascade,
    child_brief_id uuid references mission_briefs (id) on delete cascade,
    requesting_agent text not null,
    target_agent text not null,
    objective text not null,
    reason text not null default '',
    status text not null default 'requested' check (status in ('requested', 'approved', 'refused', 'done', 'failed')),
    approved_by text,
    tokens_budget bigint not null default 0,
    tokens_used bigint not null default 0,
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now()
);
create index ix_mission_delegations_mission_id on mission_delegations (mission_id);

-- One call of a tool: written before it is made (`started`), settled after. `idempotency_key`: over mission, step and the
-- exact call. `read_ids`: what its result was taken from.
create table mission_executions (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    mission_id uuid not null references missions (id) on delete cascade,
    brief_id uuid references mission_briefs (id) on delete cascade,
    step_key text not null,
    call_id text not null default '',
    tool text not null,
    arguments jsonb not null default '{}',
    effect text not null,
    idempotency_key text not null,
    state text not null default 'started' check (state in ('started', 'done', 'waiting', 'refused', 'failed',
        'interrupted', 'unknown')),
    summary text not null default '',
    data jsonb not null default '{}',
    result_hash text,
    origin text not null default 'own_data',
    read_ids uuid[] not null default '{}',
    preview_id uuid,
    run_id uuid,
    started_at timestamptz not null default steward_now(),
    finished_at timestamptz,
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now()
);
create index ix_mission_executions_mission_id on mission_executions (mission_id, id);
create index ix_mission_executions_preview_id on mission_executions (preview_id) where preview_id is not null;

create table mission_questions (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    mission_id uuid not null references missions (id) on delete cascade,
    brief_id uuid references mission_briefs (id) on delete cascade,
    step_key text not null,
    question text not null,
    options jsonb not null default '[]',
    default_answer text,
    deadline_at timestamptz,
    asked_at timestamptz,
    answer text,
    answered_by text,
    source jsonb not null default '{}',
    answered_at timestamptz,
    purpose text not null default 'question',
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now()
);
create index ix_mission_questions_mission_id on mission_questions (mission_id);

create table mission_claims (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    mission_id uuid not null references missions (id) on delete cascade,
    brief_id uuid references mission_briefs (id) on delete cascade,
    step_key text not null,
    text text not null,
    label text not null check (label in ('verified', 'supported', 'unverified', 'struck')),
    why text not null default '',
    evidence jsonb not null default '[]',
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now()
);
create index ix_mission_claims_mission_id on mission_claims (mission_id);

-- What a mission taught. It outlives the mission.
create table mission_memory (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    mission_id uuid references missions (id) on delete set null,
    lesson text not null,
    outcome text not null default 'neutral' check (outcome in ('success', 'failure', 'neutral')),
    proposed boolean not null default false,
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now()
);
create index ix_mission_memory_user_id on mission_memory (user_id, created_at desc);

-- What one call under way may use at worst; gone once it is settled. What a crash leaves here counts as spent.
create table mission_reservations (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    mission_id uuid not null references missions (id) on delete cascade,
    brief_id uuid references mission_briefs (id) on delete cascade,
    epoch bigint not null,
    tokens bigint not null default 0,
    money bigint not null default 0,
    ms bigint not null default 0,
    calls bigint not null default 0,
    created_at timestamptz not null default steward_now()
);
create index ix_mission_reservations_mission_id on mission_reservations (mission_id);

-- What a stream tells, in order.
create table mission_events (
    id bigint generated always as identity primary key,
    user_id uuid not null references users (id) on delete cascade,
    mission_id uuid not null references missions (id) on delete cascade,
    name text not null check (name in ('state', 'step', 'execution', 'preview', 'question', 'final')),
    data jsonb not null,
    created_at timestamptz not null default steward_now()
);
create index ix_mission_events_mission_id on mission_events (mission_id, id);
