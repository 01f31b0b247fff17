-- migrate: extension vector 0.7
-- Which entries lie near a question in meaning? Vectors are made by the job `search.embed`, after their source is stored.
create extension if not exists vector;

-- `part`: 0 = the whole text, 1, 2, … = its sentences. `vector` null: `model` can make none of this text. `digest`: of the
-- text that was embedded.
-- Read by doc alone, a few hundred at once: an index over the vectors would find next to nothing behind a user's filter.
create table search_vectors (
    doc bigint not null references search_documents (doc) on delete cascade,
    part smallint not null,
    user_id uuid not null references users (id) on delete cascade,
    model text not null,
    digest uuid not null,
    vector halfvec,
    primary key (doc, part)
);
create index ix_search_vectors_user_id on search_vectors (user_id);
create index ix_search_documents_embedded on search_documents (user_id, doc) where not aside;

-- How far a long job has come.
alter table async_jobs
    add column progress_done integer,
    add column progress_total integer,
    add constraint async_jobs_progress_check check ((progress_done is null) = (progress_total is null));
