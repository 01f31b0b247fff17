-- What is known of the user, curated: hard rules and soft facts, each with two clocks. `valid_from`/`valid_to`: when it
-- holds in the world (null = open); `recorded_at`/`superseded_at`: when it was believed here.
-- `valid_to_at`: when a change or a retirement set `valid_to` (null: it was given with the fact); before that moment
-- `valid_to_before` was believed. `superseded_by`: the row that corrected this one; `replaces`: the rows that this one
-- corrected or ended. No foreign keys between them: each may be erased alone.
-- `attribute`, `attribute_value`: what a simple statement says of whom ("self lives_in", "porto"), read from its text by
-- code; two open facts of one attribute never hold two values. `ratified_at`: when the user made it theirs by an act of
-- its own (authored, ratified, confirmed, edited); it then stays when what it was taken from is erased.
-- `provenance`: [{kind, id, start, end, quote, text}]: the exact span; `text` is what the fact said by that source alone.
create table user_facts (
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
    kind text not null default 'soft_fact' check (kind in ('hard_rule', 'soft_fact')),
    text text not null,
    category text not null default 'fact',
    subjects text[] not null default '{}',
    subject_keys text[] not null default '{}', -- the subjects folded
    scope_type text not null default 'global'
        check (scope_type in ('global', 'project', 'language', 'person', 'place', 'domain')),
    scope_ref text,
    effect jsonb,
    importance smallint not null default 5 check (importance between 1 and 10),
    confidence double precision not null default 1 check (confidence between 0 and 1),
    alignment double precision not null default 0 check (alignment between 0 and 1),
    trust text not null check (trust in ('confirmed', 'learned', 'proposed')),
    valid_from timestamptz,
    valid_to timestamptz,
    valid_to_at timestamptz,
    valid_to_before timestamptz,
    recorded_at timestamptz not null default steward_now(),
    superseded_at timestamptz,
    superseded_by uuid,
    replaces uuid[] not null default '{}',
    last_confirmed_at timestamptz,
    review_after timestamptz,
    ratified_at timestamptz,
    provenance jsonb not null default '[]',
    attribute text,
    attribute_value text,
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now(),
    check (effect is null or kind = 'hard_rule'),
    check (kind = 'soft_fact' or trust in ('confirmed', 'proposed')), -- nobody learns a rule
    check (scope_type = 'global' or scope_ref is not null)
);
create unique index uq_user_facts_external on user_facts (user_id, source, external_id) nulls not distinct
    where external_id is not null;
create index ix_user_facts_user_id on user_facts (user_id, id);
create index ix_user_facts_current on user_facts (user_id, kind, trust) where superseded_at is null;
create index ix_user_facts_attribute on user_facts (user_id, attribute)
    where attribute is not null and superseded_at is null;
create index ix_user_facts_subject_keys on user_facts using gin (subject_keys);

-- In which sessions did an answer use a fact? `session`: the thread, or the run where there is none.
create table fact_uses (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    fact_id uuid not null references user_facts (id) on delete cascade,
    session text not null,
    used_at timestamptz not null default steward_now(),
    unique (fact_id, session)
);
create index ix_fact_uses_user_id on fact_uses (user_id, fact_id);
