-- With which one-time code may a new device of this user come in? The newest one, hashed with a salt of its own.

create table pairing_codes (
    user_id uuid primary key references users (id) on delete cascade,
    scopes text[] not null,
    salt bytea not null,
    hash bytea not null,
    tries integer not null default 0, -- wrong codes that were sent while it waited
    expires_at timestamptz not null,
    used_at timestamptz,
    created_at timestamptz not null default steward_now()
);
