-- What papers has the user, what do they say, and whose are they? The files themselves lie under STEWARD_HOME/files.
create table documents (
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
    title text not null,
    filename text not null,
    media_type text not null,
    size_bytes bigint not null check (size_bytes >= 0),
    sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
    enhancement_status text not null default 'pending'
        check (enhancement_status in ('pending', 'running', 'done', 'failed')),
    enhancement_error text,
    job_id uuid, -- of async_jobs: the one that reads it next, or read it last
    summary text,
    generated_by text, -- of the summary: a model's name, or 'reader'
    language text,
    kinds text[] not null default '{}', -- language/documents.py
    pages integer check (pages >= 0), -- null: it has none (mail, plain text)
    notices text[] not null default '{}',
    extracted_by text,
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now()
);
create unique index uq_documents_external on documents (user_id, source, external_id) nulls not distinct
    where external_id is not null;
create index ix_documents_user_id on documents (user_id, id);
create index ix_documents_sha256 on documents (user_id, sha256);
create index ix_documents_kinds on documents using gin (kinds);
create index ix_documents_unread on documents (enhancement_status) where enhancement_status in ('pending', 'running');

-- The text, by page or section, as it was read; together they are the document's text, joined by '\n\n'.
create table document_parts (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    document_id uuid not null references documents (id) on delete cascade,
    ordinal integer not null,
    page integer,
    section text,
    text text not null,
    folded text not null, -- names are looked for in it
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now(),
    unique (document_id, ordinal)
);
create index ix_document_parts_user_id on document_parts (user_id, document_id, ordinal);

-- What of it is found: each chunk is an entry of the search index, kind 'document', group = the document.
-- `char_from`, `char_to`: its place in the document's text.
create table document_chunks (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    document_id uuid not null references documents (id) on delete cascade,
    ordinal integer not null,
    page integer,
    section text,
    char_from integer not null,
    char_to integer not null check (char_to > char_from),
    sha256 text not null,
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now(),
    unique (document_id, ordinal)
);
create index ix_document_chunks_user_id on document_chunks (user_id, document_id, ordinal);

-- Whose it is and whom it names; `quote` and `page` are the evidence of a link that was read from the text, null where
-- the user made it.
create table document_contacts (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    document_id uuid not null references documents (id) on delete cascade,
    contact_id uuid not null, -- no foreign key: an erased contact's links are dropped, and counted, by redaction
    label text,
    origin text not null check (origin in ('own_data', 'third_party')),
    quote text,
    page integer,
    section text,
    created_at timestamptz not null default steward_now(),
    updated_at timestamptz not null default steward_now(),
    unique (document_id, contact_id)
);
create index ix_document_contacts_contact on document_contacts (user_id, contact_id);
