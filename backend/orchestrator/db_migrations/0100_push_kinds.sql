-- Devices of every kind: Expo's apps as they were, browsers (Web Push), topics of ntfy, what Apprise reaches. Where they
-- are pushed to is a secret for all but Expo's tokens, so it is sealed; `identity` tells the same one again.

alter table push_devices rename column expo_push_token to identity; -- Expo's token, else a hash of the address
alter table push_devices
    add column kind text not null default 'expo' check (kind in ('expo', 'webpush', 'ntfy', 'apprise')),
    add column name text, -- as the user knows it
    add column host text, -- which service carries it: what of its address may be shown
    add column sealed bytea, -- {"to", "keys"} under the home's key
    add column answers boolean not null default false, -- its token may confirm: notifications there may have buttons
    add constraint push_devices_sealed check (kind <> 'expo' or sealed is null);
alter table push_devices alter column kind drop default;
create index ix_push_devices_seen on push_devices (registered_at) where kind = 'webpush' and disabled_at is null;

alter table pushes
    add column device_id uuid references push_devices (id) on delete cascade, -- that one alone (a trial)
    add column preview_id uuid, -- what can be answered from the notification itself
    add column preview_digest text,
    add constraint pushes_preview check ((preview_id is null) = (preview_digest is null));
create index ix_pushes_device_id on pushes (device_id) where device_id is not null;

-- Until when a button of the notification answers; null where it has none, or was used: its addresses are good once.
alter table push_deliveries add column answer_until timestamptz;
