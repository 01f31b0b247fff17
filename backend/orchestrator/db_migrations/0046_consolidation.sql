-- Consolidation asks and never rewrites. A question of its is a proposal (trust 'proposed') of a kind of its own:
-- `asks` merge: shall these be one fact, with this text? contradiction: which of these holds? `concerns`: the facts that
-- it is about; `concerned_as`: in the same order, a digest of what each said then, so that a question is not asked twice
-- and not answered about something else. `reason`: why, in the user's words.
alter table user_facts
    add column asks text check (asks in ('merge', 'contradiction')),
    add column concerns uuid[] not null default '{}',
    add column concerned_as text[] not null default '{}',
    add column reason text;
alter table user_facts add check (asks is null or cardinality(concerns) = cardinality(concerned_as));
create index ix_user_facts_concerns on user_facts using gin (concerns) where asks is not null;

-- Facts that the user should look at again, beside those whose `review_after` is past. `reason`: source_gone,
-- source_changed: what a learned fact was taken from is not there, or says something else; unused: learned, and no answer
-- used it for long. Confirming the fact later than `marked_at` settles it.
create table fact_reviews (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    fact_id uuid not null references user_facts (id) on delete cascade unique,
    reason text not null check (reason in ('source_gone', 'source_changed', 'unused')),
    marked_at timestamptz not null default steward_now()
);
create index ix_fact_reviews_user_id on fact_reviews (user_id);

-- What background work has looked at. `compared`: the version of the fact that was compared with the others, `compared_by`:
-- by which state of the code; `verified_at`: when its sources were looked at.
create table fact_looks (
    fact_id uuid primary key references user_facts (id) on delete cascade,
    user_id uuid not null references users (id) on delete cascade,
    compared integer,
    compared_by text,
    verified_at timestamptz
);
create index ix_fact_looks_user_id on fact_looks (user_id);

-- The friction clusters of a user's newest corrections, as idle work made them. `made_of` changes with any of these.
create table vibe_maps (
    user_id uuid primary key references users (id) on delete cascade,
    made_of text not null,
    told jsonb not null,
    made_at timestamptz not null default steward_now()
);
