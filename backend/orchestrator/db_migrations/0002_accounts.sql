-- Who has an account, and with which tokens may they (or their programs) come in?

create table users (
    id uuid primary key,
    email text not null check (email <> ''),
    name text not null default '',
    is_owner boolean not null default false,
    timezone text,
    locale text not null default 'en',
    briefing_time text not null default '07:00',
    quiet_hours jsonb,
    auto_confirm text[] not null default '{}',
    identifiers text[] not null default '{}',
    home_place_id uuid,
    captured_timezone text,
    captured_at timestamptz,
    last_active_at timestamptz,
    version integer not null default 1,
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now()
);
create unique index uq_users_email on users (lower(email));
create unique index uq_users_owner on users (is_owner) where is_owner;

create table api_tokens (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    name text not null,
    sha256 bytea not null check (length(sha256) = 32),
    scopes text[] not null,
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now(),
    last_used_at timestamptz,
    revoked_at timestamptz
);
create unique index uq_api_tokens_sha256 on api_tokens (sha256);
create index ix_api_tokens_user_id on api_tokens (user_id, created_at, id);
