-- What went wrong, and what helped? An error with its fix, climbing a ladder of confidence: .7 when it is learned (or
-- filed), .85 after three successful uses, .95 when the user reviewed it, 1.0 when they approved it; .5 when it failed
-- three times in a row. Only the user's own acts change `state`.
-- `error_hash`: sha256 of the normalised error; `digest`: of the normalised error and fix, by which it is known again.
-- `tool`, `domain`: the agent's tool that it was learned at, and the group that the tool belongs to.
-- `streak`: successful uses in a row since the last failure, negative: failures in a row since the last success.
create table knowledge (
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
    error text not null,
    fix text not null,
    tool text,
    domain text,
    scope_type text not null check (scope_type in ('project', 'language', 'universal')),
    scope_ref text,
    error_hash bytea not null,
    digest bytea not null,
    state text not null default 'learning' check (state in ('learning', 'reviewed', 'approved')),
    confidence double precision not null default 0.7,
    streak integer not null default 0,
    uses integer not null default 0 check (uses >= 0),
    successes integer not null default 0 check (successes >= 0),
    failures integer not null default 0 check (failures >= 0),
    last_used_at timestamptz,
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now(),
    check ((scope_type = 'universal') = (scope_ref is null)),
    check (
        (state = 'learning' and confidence in (0.5, 0.7, 0.85))
        or (state = 'reviewed' and confidence = 0.95)
        or (state = 'approved' and confidence = 1)
    )
);
create unique index uq_knowledge_external on knowledge (user_id, source, external_id) nulls not distinct
    where external_id is not null;
create unique index uq_knowledge_digest on knowledge (user_id, digest, scope_type, scope_ref, tool) nulls not distinct;
create index ix_knowledge_user_id on knowledge (user_id, id);
create index ix_knowledge_error_hash on knowledge (user_id, error_hash);
create index ix_knowledge_approved on knowledge (user_id, id) where state = 'approved';

-- Who moved it on its way, and when? `by`: `user` (`known_as`: how they call their token) or `steward`, which counts.
create table knowledge_steps (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    knowledge_id uuid not null references knowledge (id) on delete cascade,
    act text not null check (
        act in ('learned', 'filed', 'proven', 'fell_back', 'doubted', 'edited', 'reviewed', 'approved', 'promoted')
    ),
    by text not null check (by in ('user', 'steward')),
    known_as text,
    confidence double precision not null,
    scope_type text not null,
    scope_ref text,
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now()
);
create index ix_knowledge_steps_knowledge_id on knowledge_steps (user_id, knowledge_id, id);

-- In which runs was it told, or found out once more, and did it help? A run counts once.
create table knowledge_uses (
    knowledge_id uuid not null references knowledge (id) on delete cascade,
    run_id uuid not null references agent_runs (id) on delete cascade,
    user_id uuid not null references users (id) on delete cascade,
    helped boolean,
    used_at timestamptz not null default steward_now(),
    primary key (knowledge_id, run_id)
);
create index ix_knowledge_uses_run_id on knowledge_uses (run_id);
