-- Whom a place's address and coordinates are to be credited to, where a geocoder gave them.
alter table places add column attribution text;

-- What a geocoder said to a user's question, so that it is not asked again. `key` is a hash of the question: neither
-- words nor coordinates stand in it. `answer`: null where nothing was found.
create table geocoder_answers (
    user_id uuid not null references users (id) on delete cascade,
    key bytea not null,
    answer jsonb,
    expires_at timestamptz not null,
    primary key (user_id, key)
);
create index ix_geocoder_answers_expires_at on geocoder_answers (expires_at);

-- How often a geocoder was asked on a day (UTC), by all users: its quota is the operator's.
create table geocoder_usage (
    day date not null,
    geocoder text not null,
    calls integer not null default 0,
    primary key (day, geocoder)
);
