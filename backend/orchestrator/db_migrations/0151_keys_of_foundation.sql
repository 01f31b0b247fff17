-- The tables of foundation: references to them hold the owner, and so do their keys. The indexes are built (0150), rows
-- are looked at later (0157): none is read or written here. Each table is locked whole until this ends, and that is
-- waited for only so long, again and again (docs/decisions/0132).
set local lock_timeout = '3s';

alter table search_vectors drop constraint search_vectors_doc_fkey,
    add constraint search_vectors_doc_fkey foreign key (user_id, doc)
    references search_documents (user_id, doc) on delete cascade not valid;

alter table derivations drop constraint derivations_pkey,
    add constraint derivations_pkey primary key using index derivations_new_pkey;
alter table search_vectors drop constraint search_vectors_pkey,
    add constraint search_vectors_pkey primary key using index search_vectors_new_pkey;

drop index uq_search_documents_doc;

-- They begin as a key begins now.
drop index ix_search_vectors_user_id;
