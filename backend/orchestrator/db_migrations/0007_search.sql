-- The index of everything that can be found. `doc` is a short number for postings; `state` says what the unit of work
-- still owes the postings ('indexed' in every committed row);
-- `lexemes` and `length` are those in the postings, null before the first time.
create table search_documents (
    user_id uuid not null references users (id) on delete cascade,
    kind text not null,
    entity_id uuid not null,
    doc bigint generated always as identity,
    state text not null default 'changed' check (state in ('indexed', 'changed', 'withdrawn')),
    title text not null,
    body text not null,
    at timestamptz,
    origin text not null,
    speaker text,
    speaker_words text[] not null default '{}',
    group_id uuid,
    external_id text,
    language text,
    lexemes text[],
    length integer,
    primary key (user_id, kind, entity_id)
);

create unique index uq_search_documents_doc on search_documents (doc);
create index ix_search_documents_user_at on search_documents (user_id, at desc nulls last);
create index ix_search_documents_owed on search_documents (user_id) where state <> 'indexed';

create table search_postings (
    user_id uuid not null references users (id) on delete cascade,
    lexeme text not null,
    doc bigint not null,
    tf integer not null,
    length integer not null,
    primary key (user_id, lexeme, doc) include (tf, length)
);

create table search_lexemes (
    user_id uuid not null references users (id) on delete cascade,
    lexeme text not null,
    df integer not null,
    primary key (user_id, lexeme)
);

create table search_totals (
    user_id uuid primary key references users (id) on delete cascade,
    documents bigint not null,
    length bigint not null
);
