-- Which skills did the user take in, as they were sent (contracts/skills.md)? One row a name and digest of the whole folder;
-- `skill_files` keeps what was reviewed, so that a change on the disk can be shown and put right.

create table skills (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    name text not null,
    digest text not null check (digest ~ '^[0-9a-f]{64}$'),
    description text not null,
    body text not null,
    state text not null default 'pending' check (state in ('pending', 'enabled', 'changed', 'revoked')),
    origin text not null check (origin in ('owner', 'third_party')),
    licence text not null default '',
    compatibility text not null default '',
    tools text[] not null default '{}',
    details jsonb not null default '{}',
    findings jsonb not null default '[]',
    changes jsonb not null default '[]',
    approved_at timestamptz,
    version integer not null default 1,
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now(),
    unique (user_id, name, digest)
);

-- One version of a name at most is in force, or was until its files changed.
create unique index skills_one_in_force on skills (user_id, name) where state in ('enabled', 'changed');

create table skill_files (
    skill_id uuid not null references skills (id) on delete cascade,
    user_id uuid not null references users (id) on delete cascade,
    path text not null,
    sha256 text not null,
    kind text not null check (kind in ('text', 'script', 'binary')),
    size_bytes integer not null,
    content bytea not null,
    primary key (skill_id, path)
);

-- When was a skill last of use, shipped ones too? `withdrawn`: a shipped one that the user switched off.
create table skill_uses (
    user_id uuid not null references users (id) on delete cascade,
    name text not null,
    uses integer not null default 0,
    last_used_at timestamptz,
    withdrawn boolean not null default false,
    updated_at timestamptz not null default steward_now(),
    primary key (user_id, name)
);
