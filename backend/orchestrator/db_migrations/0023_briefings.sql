-- What a user is told of a day, once a local date; and what of an event changed lately, which a briefing tells.

create table briefings (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    date date not null, -- the user's local date
    timezone text not null,
    title text not null default '',
    items jsonb not null default '[]', -- lines in order, each with its section, its sources and the lines it was made of
    headings jsonb not null default '{}', -- the words around them, to write `markdown` anew without an erased line
    markdown text not null default '',
    source_ids uuid[] not null default '{}', -- of all items: what an erasure looks for
    generated_by text not null default '',
    push_id uuid, -- no foreign key: pushes are forgotten after a while
    scheduled_at timestamptz, -- when its morning set it off, which it does once; null = made by hand alone
    made_at timestamptz, -- null = under way for the first time
    version integer not null default 1,
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now(),
    unique (user_id, date)
);
create index ix_briefings_made on briefings (user_id, made_at) where made_at is not null;
create index ix_briefings_scheduled on briefings (date, user_id) where scheduled_at is not null;

alter table events
    add column moved_at timestamptz, -- last; moves within a day count as one
    add column moved_from timestamptz, -- the start before it; null where the two can't be compared (all day or not)
    add column cancelled_at timestamptz;
