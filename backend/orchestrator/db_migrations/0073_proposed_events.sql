-- What does Steward propose as events, by where the user stayed, and what did the user say to it?

-- A decided row stays: no other is proposed over its interval, and the rejections of a place count.
-- `announced_at`: a push told of it; `version`: what a frozen answer was frozen against.
create table proposed_events (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    state text not null default 'pending' check (state in ('pending', 'accepted', 'dismissed', 'expired')),
    version integer not null default 1,
    confidence text not null check (confidence in ('medium', 'high')),
    score double precision not null,
    stay_id uuid,
    place_id uuid references places (id) on delete set null,
    title text not null,
    start_at timestamptz not null,
    end_at timestamptz not null check (end_at > start_at),
    timezone text not null,
    day date not null,
    suggested_summary text not null,
    suggested_contacts jsonb not null default '[]',
    place_candidates jsonb not null default '[]',
    reason text not null,
    evidence jsonb not null default '[]',
    expires_at timestamptz not null,
    hidden_until timestamptz,
    put_off integer not null default 0,
    decided_at timestamptz,
    decision text check (decision in ('not_an_event', 'other_place', 'never_here', 'later')),
    event_id uuid,
    announced_at timestamptz,
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now()
);
create index ix_proposed_events_start_at on proposed_events (user_id, start_at desc, id desc);
create index ix_proposed_events_place_id on proposed_events (place_id);
