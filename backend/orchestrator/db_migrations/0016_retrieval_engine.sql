-- Which entries hold a lexeme, and which messages stand beside them? Every entry has a position of its user; those of one
-- session of a talk among people follow each other, all others stand apart, so that neighbours are arithmetic.
-- Postings are kept in chunks of positions, one row a lexeme and chunk: a question reads a few rows a word, not thousands.
drop table search_postings;
drop table search_lexemes;
drop table search_totals;

create table search_postings (
    user_id uuid not null references users (id) on delete cascade,
    lexeme text not null,
    chunk integer not null, -- positions divided by postings.CHUNK
    entries integer not null,
    data bytea not null, -- records of postings.POSTING, in no order
    primary key (user_id, lexeme, chunk)
) with (fillfactor = 80, toast_tuple_target = 4080);
alter table search_postings alter column data set storage external;

-- `class`: what lengths are compared within: 0 talks among people, 1 other messages, 2 everything else.
create table search_totals (
    user_id uuid not null references users (id) on delete cascade,
    class smallint not null,
    documents bigint not null,
    length bigint not null,
    primary key (user_id, class)
);

create table search_ends (
    user_id uuid primary key references users (id) on delete cascade,
    next_position integer not null
);

-- A session of a talk: the positions from `first_position` on, `used` of `room`.
create table search_sessions (
    user_id uuid not null references users (id) on delete cascade,
    first_position integer not null,
    room integer not null,
    used integer not null,
    group_id uuid not null,
    first_at timestamptz not null,
    last_at timestamptz not null,
    primary key (user_id, first_position)
);
create index ix_search_sessions_group on search_sessions (user_id, group_id, last_at);

-- `counted_in`: the class of search_totals in which its length counts. `talk`: a message of a conversation among people, which has neighbours. `marks`: what marks.py read in the text.
-- `moved`: it is said at another time or elsewhere than its position tells.
-- 'stale': to be indexed anew by the job `search.reindex`, a batch at a time; it is not found until then.
alter table search_documents
    add column talk boolean not null default false,
    add column counted_in smallint,
    add column position integer,
    add column moved boolean not null default false,
    add column marks smallint not null default 0,
    drop constraint search_documents_state_check,
    add constraint search_documents_state_check check (state in ('indexed', 'changed', 'withdrawn', 'stale'));

update search_documents set state = 'stale', lexemes = null, length = null;
update search_documents d set talk = true from messages m
 where d.kind = 'message' and m.id = d.entity_id and m.item_key is not null
   and not exists (select 1 from messages a where a.thread_id = m.thread_id and a.role = 'assistant');

drop index ix_search_documents_owed;
create index ix_search_documents_owed on search_documents (user_id) where state in ('changed', 'withdrawn');
create index ix_search_documents_stale on search_documents (user_id, at desc nulls first, entity_id)
    where state = 'stale';
create unique index uq_search_documents_position on search_documents (user_id, position);

insert into async_jobs (id, user_id, job_type, payload, dedupe_key, max_attempts)
select gen_random_uuid(), user_id, 'search.reindex', '{}', 'all', 5
  from (select distinct user_id from search_documents where state = 'stale') s;
