-- Transcripts of meetings, and what was made of them. An event shows the meeting that it was.

create table meetings (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    external_id text not null, -- the caller's `meeting_id`
    title text,
    started_at timestamptz,
    ended_at timestamptz,
    event_id uuid references events (id) on delete set null,
    attendees jsonb not null default '[]', -- [{"name", "email", "contact_id", "is_user"}]
    summary text,
    generated_by text,
    last_error text, -- why the built-in reader stood in for a model
    summarized_hash text, -- of the transcript that the summary is of
    summarized_at timestamptz,
    reruns_wanted integer not null default 0,
    reruns_done integer not null default 0,
    job_id uuid, -- the job that makes, or made, the summary
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now(),
    unique (user_id, external_id),
    check ((summary is null) = (generated_by is null))
);
create index ix_meetings_event_id on meetings (event_id) where event_id is not null;

create table meeting_transcripts (
    meeting_id uuid primary key references meetings (id) on delete cascade,
    user_id uuid not null references users (id) on delete cascade,
    raw jsonb not null, -- the newest submission as it came
    transcript_hash text not null,
    arrival bigint not null, -- its place in the order of arrival
    received_at timestamptz not null default steward_now()
);
create index ix_meeting_transcripts_user_id on meeting_transcripts (user_id);

create table meeting_action_items (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    meeting_id uuid not null references meetings (id) on delete cascade,
    position integer not null,
    text text not null,
    assignee text,
    email text,
    mine boolean not null, -- the user's own
    quote text not null, -- the transcript's own words
    todo_id uuid, -- no foreign key: that its todo was erased has to be known
    todo_erased boolean not null default false,
    todo_hidden boolean not null default false, -- when it was withdrawn, not by the user
    withdrawn_at timestamptz, -- a later summary does not hold it; kept, so that it is known when it comes back
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now()
);
create index ix_meeting_action_items_meeting_id on meeting_action_items (meeting_id, position);
create index ix_meeting_action_items_user_id on meeting_action_items (user_id, created_at) where withdrawn_at is null;
create index ix_meeting_action_items_todo_id on meeting_action_items (todo_id) where todo_id is not null;

-- What an event shows of its meeting; written by the meetings slice through the events service.
alter table events
    add column meeting jsonb,
    add column action_items jsonb not null default '[]';
