-- migrate: extension vector 0.7
-- Whose voice is it? What the user confirmed, contact by contact that was opted in, and voices that nobody named.

create table voice_consents (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    contact_id uuid not null, -- no foreign key: a merge takes the contact away and an un-merge brings it back
    enabled boolean not null,
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now(),
    unique (user_id, contact_id)
);

-- Speech of one speaker of one meeting. Without a contact: heard, and known to nobody.
create table voice_samples (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    contact_id uuid,
    meeting_id uuid not null, -- `meetings.id`; the sample goes with it, counted
    speaker text not null, -- the recorder's label
    model text not null,
    vector vector not null, -- of length 1
    speech_s double precision not null check (speech_s >= 0),
    own_score double precision, -- before it was learnt: against its contact's clusters
    other_score double precision, -- and against the nearest other contact
    heard_at timestamptz not null,
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now(),
    unique (user_id, meeting_id, speaker, model)
);
create index ix_voice_samples_contact_id on voice_samples (user_id, contact_id, model, created_at, id);

-- Made of the samples, all anew whenever these change. The id is that of the first sample.
create table voice_clusters (
    id uuid primary key references voice_samples (id) on delete cascade,
    user_id uuid not null references users (id) on delete cascade,
    contact_id uuid,
    model text not null,
    vector vector not null,
    samples integer not null,
    meetings integer not null,
    speech_s double precision not null,
    last_heard_at timestamptz not null
);
create index ix_voice_clusters_user_id on voice_clusters (user_id, model, contact_id);

-- "That was not Ana": evidence beside the clusters, never part of one.
create table voice_rejections (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    contact_id uuid not null,
    meeting_id uuid not null,
    speaker text not null,
    model text not null,
    vector vector,
    speech_s double precision not null check (speech_s >= 0),
    score double precision,
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now(),
    unique (user_id, meeting_id, speaker, contact_id, model)
);
create index ix_voice_rejections_contact_id on voice_rejections (user_id, contact_id);
