-- Runs of command-line agents on copies of workspaces (domain/work/workspaces/agent_clis). `running` is committed before the
-- program starts: what a crash left there becomes `unknown` and is never run again by itself.
create table workspace_cli_runs (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    workspace_id uuid not null references workspaces (id) on delete cascade,
    cli text not null,
    prompt text not null,
    state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'unknown')),
    said text not null default '',
    detail text not null default '',
    changes jsonb not null default '[]', -- [{"path", "before", "after", "size_bytes", "executable"}]
    preview_id uuid, -- the preview that applies the changes
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now()
);
create index ix_workspace_cli_runs_workspace_id on workspace_cli_runs (user_id, workspace_id, id);
