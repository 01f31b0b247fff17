-- Which devices may be pushed to, what is pushed, and what became of it at each device?

create table push_devices (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    expo_push_token text not null unique,
    platform text check (platform in ('ios', 'android')),
    timezone text,
    registered_at timestamptz not null default steward_now(), -- last: a receipt of what was sent before says nothing now
    disabled_at timestamptz,
    disabled_reason text,
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now(),
    check ((disabled_at is null) = (disabled_reason is null))
);
create index ix_push_devices_user_id on push_devices (user_id, id);

create table pushes (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    kind text not null,
    opens text not null, -- `id` of api.md
    url text not null,
    title text not null,
    body text not null,
    once text, -- a user is pushed to once for each
    sources jsonb not null default '[]', -- [{"kind", "id"}]: what the words are from
    state text not null check (state in ('none', 'queued', 'held', 'sending', 'sent', 'unknown', 'failed')),
    due_at timestamptz not null,
    attempts integer not null default 0,
    sending_job uuid, -- whose call is under way: when that attempt is lost, nobody knows what came of it
    sending_until timestamptz,
    sent_at timestamptz,
    redacted_at timestamptz,
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now(),
    check ((state = 'sending') = (sending_job is not null and sending_until is not null))
);
create unique index uq_pushes_once on pushes (user_id, once) where once is not null;
create index ix_pushes_user_id on pushes (user_id, id);
create index ix_pushes_due on pushes (due_at, id) where state in ('queued', 'held');
create index ix_pushes_sending on pushes (sending_until) where state = 'sending';
create index ix_pushes_created_at on pushes (created_at);

create table push_deliveries (
    id uuid primary key,
    push_id uuid not null references pushes (id) on delete cascade,
    user_id uuid not null references users (id) on delete cascade,
    device_id uuid not null references push_devices (id) on delete cascade,
    state text not null check (state in ('queued', 'sending', 'sent', 'unknown', 'failed')),
    ticket_id text,
    sent_at timestamptz,
    error text,
    detail text,
    receipt text check (receipt in ('ok', 'error', 'missing')),
    receipt_at timestamptz,
    receipt_due_at timestamptz,
    unique (push_id, device_id)
);
create index ix_push_deliveries_device_id on push_deliveries (device_id);
create index ix_push_deliveries_user_id on push_deliveries (user_id);
create index ix_push_deliveries_receipt on push_deliveries (receipt_due_at) where receipt_due_at is not null;
