-- Which MCP servers does a user let Steward use, and which of their tools did they approve?

-- `sealed`: `env` and `secret`, encrypted for this row alone; `enabled`: the owner did not stop it; `refused`: tools that
-- can't be used ({name, reason}); `failures`: in a row.
create table mcp_servers (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    name text not null,
    slug text not null check (slug <> ''),
    transport text not null check (transport in ('stdio', 'http')),
    command text,
    args text[] not null default '{}',
    url text,
    sealed bytea,
    enabled boolean not null default true,
    state text not null default 'starting'
        check (state in ('starting', 'ready', 'degraded', 'quarantined', 'stopped')),
    last_error text,
    last_ok_at timestamptz,
    identity jsonb not null default '{}',
    refused jsonb not null default '[]',
    version integer not null default 1,
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now(),
    unique (user_id, slug),
    check ((transport = 'stdio' and command is not null) or (transport = 'http' and url is not null))
);

-- Their tools, as they were listed last. `pin`: a digest of all that the server tells of one; `approved_pin`: of what
-- the owner approved, `approved`: that itself, for the difference; `present`: it was in the last list; `version`: moves
-- with whatever a frozen call was shown against.
create table mcp_tools (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    server_id uuid not null references mcp_servers (id) on delete cascade,
    name text not null,
    offered_as text not null,
    position integer not null default 0,
    definition jsonb not null,
    pin text not null,
    approved_pin text,
    approved jsonb,
    effect text not null default 'outbound' check (effect in ('outbound', 'read')),
    present boolean not null default true,
    version integer not null default 1,
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now(),
    unique (server_id, name),
    unique (user_id, offered_as)
);
