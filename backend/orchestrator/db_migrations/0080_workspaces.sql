-- Workspaces: a folder a mission (domain/work/workspaces). What the files hold lies in the folder, STEWARD_HOME/workspaces/<id>.

create table workspaces (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    name text not null,
    mission_id uuid, -- no foreign key: a mission that goes takes its workspace along by the erasure
    template text,
    version integer not null default 1,
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now(),
    unique (user_id, mission_id)
);
create index ix_workspaces_user_id on workspaces (user_id, id);

-- What is known of each file: whose words it holds, and its digest as it was last looked at (`seen`).
create table workspace_files (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    workspace_id uuid not null references workspaces (id) on delete cascade,
    path text not null,
    size_bytes bigint not null,
    sha256 text not null,
    origin text not null,
    executable boolean not null default false,
    seen text, -- inode, size and times: the digest is made anew when one of these changed
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now(),
    unique (workspace_id, path)
);
create index ix_workspace_files_user_id on workspace_files (user_id, workspace_id);

-- How a workspace stood at a moment; the contents lie in .steward/objects, named by their digests.
create table workspace_snapshots (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    workspace_id uuid not null references workspaces (id) on delete cascade,
    label text not null,
    files jsonb not null, -- [{"path", "sha256", "size_bytes", "origin", "executable"}]
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now()
);
create index ix_workspace_snapshots_workspace_id on workspace_snapshots (user_id, workspace_id, id);
