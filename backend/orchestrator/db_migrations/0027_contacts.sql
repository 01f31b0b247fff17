-- Contacts whole: phones to match by, groups of their own, contacts merged into others, pairs that were proposed.

alter table contacts add column phone_keys text[] not null default '{}'; -- E.164, or the digits of what is no number
create index ix_contacts_phone_keys on contacts using gin (phone_keys);
create index ix_contacts_groups on contacts using gin (groups);

-- Who is in a group is said by `contacts.groups`, by its name. `name_key`: the folded name. `implied`: made because a
-- contact names it; it goes with its last member.
create table contact_groups (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    external_id text,
    source text,
    origin text not null default 'own_data' check (origin in ('user', 'own_data', 'agent', 'third_party')),
    version integer not null default 1,
    tags text[] not null default '{}',
    user_fields text[] not null default '{}',
    hidden_at timestamptz,
    folded text not null default '',
    name text not null,
    name_key text not null,
    aliases text[] not null default '{}',
    alias_keys text[] not null default '{}',
    selector jsonb, -- {"kind", "value"}: by what its members were chosen
    description text,
    implied boolean not null default false,
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now()
);
create unique index uq_contact_groups_external on contact_groups (user_id, source, external_id) nulls not distinct
    where external_id is not null;
create unique index uq_contact_groups_name_key on contact_groups (user_id, name_key);
create index ix_contact_groups_user_id on contact_groups (user_id, id);

-- The groups that contacts name already, one for all spellings that differ by case and accents alone.
create temporary table spelled_groups on commit drop as
select user_id, name, name_key, min(name) over (partition by user_id, name_key) as chosen
  from (select distinct user_id, name,
               regexp_replace(normalize(lower(btrim(name)), NFKD), '[\u0300-\u036f]', '', 'g') as name_key
          from contacts, unnest(groups) as name) as named;
insert into contact_groups (id, user_id, name, name_key, folded, implied)
select gen_random_uuid(), user_id, chosen, name_key, name_key, true
  from (select distinct user_id, chosen, name_key from spelled_groups) as one;
update contacts c
   set groups = array(select distinct s.chosen from unnest(c.groups) as g (name)
                        join spelled_groups s on s.user_id = c.user_id and s.name = g.name)
 where exists (select from spelled_groups s where s.user_id = c.user_id and s.name <> s.chosen and s.name = any (c.groups));

-- `contact`: the row of a contact as it was when it was merged into `keep_id` (which may be one that was merged in its
-- turn, so it refers to no row). `gain`: what the kept one has from it. `links`, `referrers`: what was pointed to the
-- kept one. A second delivery by (source, external_id) goes on to the kept one.
create table contact_merges (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    keep_id uuid not null,
    merged_id uuid not null,
    source text,
    external_id text,
    contact jsonb not null,
    gain jsonb not null,
    links jsonb not null,
    referrers jsonb not null,
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now(),
    unique (user_id, merged_id)
);
create index ix_contact_merges_keep on contact_merges (user_id, keep_id);

-- Two contacts that were proposed as one, or un-merged: not proposed again. `first_id` < `second_id`; a merged one
-- has no row, so they refer to none.
create table contact_duplicates (
    user_id uuid not null references users (id) on delete cascade,
    first_id uuid not null,
    second_id uuid not null,
    preview_id uuid,
    created_at timestamptz not null default steward_now(),
    primary key (user_id, first_id, second_id)
);
create index ix_contact_duplicates_second on contact_duplicates (user_id, second_id);
