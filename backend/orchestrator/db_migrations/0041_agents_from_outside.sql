-- What outside agents leave here (by MCP), raw, and what they were told.

-- One generation by some agent, and whether it was corrected. Never read back to agents: only counted.
-- `friction_score`, `vibe_match`: computed when it is written (domain/memory/interactions/scoring.py). `client`: which MCP
-- client reported it, null where it came over the API.
create table interactions (
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
    session_id text not null,
    agent text not null,
    model text not null,
    prompt text not null,
    response text not null,
    was_corrected boolean not null,
    correction text,
    latency_ms integer check (latency_ms >= 0),
    edit_count integer not null default 0 check (edit_count >= 0),
    friction_score double precision not null check (friction_score between 0 and 1),
    vibe_match boolean not null,
    client text,
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now()
);
create unique index uq_interactions_external on interactions (user_id, source, external_id) nulls not distinct
    where external_id is not null;
create index ix_interactions_user_id on interactions (user_id, id);
create index ix_interactions_created_at on interactions (user_id, created_at);
create index ix_interactions_session_id on interactions (user_id, session_id, created_at);

-- What was an outside agent told, and what did it do here? One call of a tool each, without its words: `told` names the
-- entities that the answer was made of ([{type, id}]).
create table agent_calls (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    client text not null,
    known_as text not null,
    tool text not null,
    outcome text not null check (outcome in ('done', 'waiting', 'asked', 'refused', 'failed')),
    session_id text,
    preview_id uuid,
    told jsonb not null default '[]',
    duration_ms integer not null,
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now()
);
create index ix_agent_calls_created_at on agent_calls (user_id, created_at, id);

-- What an agent keeps for the rest of its session: gone by time.
create table scratchpad (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    session_id text not null,
    key text not null,
    value jsonb not null,
    bytes integer not null check (bytes >= 0),
    expires_at timestamptz not null,
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now(),
    unique (user_id, session_id, key)
);
create index ix_scratchpad_expires_at on scratchpad (expires_at);
