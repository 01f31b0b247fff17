-- The tables of world: references to them hold the owner, and so do their keys. The indexes are built (0150), rows
-- are looked at later (0157): none is read or written here. Each table is locked whole until this ends, and that is
-- waited for only so long, again and again (docs/decisions/0132).
set local lock_timeout = '3s';

alter table connection_collections drop constraint connection_collections_connection_id_fkey,
    add constraint connection_collections_connection_id_fkey foreign key (user_id, connection_id)
    references connections (user_id, id) on delete cascade not valid;
alter table connection_groups drop constraint connection_groups_collection_id_fkey,
    add constraint connection_groups_collection_id_fkey foreign key (user_id, collection_id)
    references connection_collections (user_id, id) on delete cascade not valid;
alter table connection_objects drop constraint connection_objects_collection_id_fkey,
    add constraint connection_objects_collection_id_fkey foreign key (user_id, collection_id)
    references connection_collections (user_id, id) on delete cascade not valid;
alter table connection_removals drop constraint connection_removals_collection_id_fkey,
    add constraint connection_removals_collection_id_fkey foreign key (user_id, collection_id)
    references connection_collections (user_id, id) on delete cascade not valid;
alter table contact_places drop constraint contact_places_contact_id_fkey,
    add constraint contact_places_contact_id_fkey foreign key (user_id, contact_id)
    references contacts (user_id, id) on delete cascade not valid;
alter table contact_places drop constraint contact_places_place_id_fkey,
    add constraint contact_places_place_id_fkey foreign key (user_id, place_id)
    references places (user_id, id) on delete cascade not valid;
alter table contact_relationships drop constraint contact_relationships_contact_id_fkey,
    add constraint contact_relationships_contact_id_fkey foreign key (user_id, contact_id)
    references contacts (user_id, id) on delete cascade not valid;
alter table contact_relationships drop constraint contact_relationships_other_id_fkey,
    add constraint contact_relationships_other_id_fkey foreign key (user_id, other_id)
    references contacts (user_id, id) on delete cascade not valid;
alter table document_attachments drop constraint document_attachments_document_id_fkey,
    add constraint document_attachments_document_id_fkey foreign key (user_id, document_id)
    references documents (user_id, id) on delete cascade not valid;
alter table document_attachments drop constraint document_attachments_mail_id_fkey,
    add constraint document_attachments_mail_id_fkey foreign key (user_id, mail_id)
    references documents (user_id, id) on delete cascade not valid;
alter table document_chunks drop constraint document_chunks_document_id_fkey,
    add constraint document_chunks_document_id_fkey foreign key (user_id, document_id)
    references documents (user_id, id) on delete cascade not valid;
alter table document_contacts drop constraint document_contacts_document_id_fkey,
    add constraint document_contacts_document_id_fkey foreign key (user_id, document_id)
    references documents (user_id, id) on delete cascade not valid;
alter table document_parts drop constraint document_parts_document_id_fkey,
    add constraint document_parts_document_id_fkey foreign key (user_id, document_id)
    references documents (user_id, id) on delete cascade not valid;
alter table event_imports drop constraint event_imports_event_id_fkey,
    add constraint event_imports_event_id_fkey foreign key (user_id, event_id)
    references events (user_id, id) on delete cascade not valid;
alter table event_occurrences drop constraint event_occurrences_event_id_fkey,
    add constraint event_occurrences_event_id_fkey foreign key (user_id, event_id)
    references event_series (user_id, event_id) on delete cascade not valid;
alter table event_series drop constraint event_series_event_id_fkey,
    add constraint event_series_event_id_fkey foreign key (user_id, event_id)
    references events (user_id, id) on delete cascade not valid;
alter table event_writes drop constraint event_writes_event_id_fkey,
    add constraint event_writes_event_id_fkey foreign key (user_id, event_id)
    references events (user_id, id) on delete cascade not valid;
alter table events drop constraint events_place_id_fkey,
    add constraint events_place_id_fkey foreign key (user_id, place_id)
    references places (user_id, id) on delete set null (place_id) not valid;
alter table meetings drop constraint meetings_event_id_fkey,
    add constraint meetings_event_id_fkey foreign key (user_id, event_id)
    references events (user_id, id) on delete set null (event_id) not valid;
alter table proposed_events drop constraint proposed_events_place_id_fkey,
    add constraint proposed_events_place_id_fkey foreign key (user_id, place_id)
    references places (user_id, id) on delete set null (place_id) not valid;

alter table connection_collections drop constraint connection_collections_pkey,
    add constraint connection_collections_pkey primary key using index connection_collections_new_pkey;
alter table connection_groups drop constraint connection_groups_pkey,
    add constraint connection_groups_pkey primary key using index connection_groups_new_pkey;
alter table connection_objects drop constraint connection_objects_pkey,
    add constraint connection_objects_pkey primary key using index connection_objects_new_pkey;
alter table connection_removals drop constraint connection_removals_pkey,
    add constraint connection_removals_pkey primary key using index connection_removals_new_pkey;
alter table connections drop constraint connections_pkey,
    add constraint connections_pkey primary key using index connections_new_pkey;
alter table contact_groups drop constraint contact_groups_pkey,
    add constraint contact_groups_pkey primary key using index contact_groups_new_pkey;
alter table contact_merges drop constraint contact_merges_pkey,
    add constraint contact_merges_pkey primary key using index contact_merges_new_pkey;
alter table contact_places drop constraint contact_places_pkey,
    add constraint contact_places_pkey primary key using index contact_places_new_pkey;
alter table contact_relationships drop constraint contact_relationships_pkey,
    add constraint contact_relationships_pkey primary key using index contact_relationships_new_pkey;
alter table contacts drop constraint contacts_pkey,
    add constraint contacts_pkey primary key using index contacts_new_pkey;
alter table document_attachments drop constraint document_attachments_pkey,
    add constraint document_attachments_pkey primary key using index document_attachments_new_pkey;
alter table document_chunks drop constraint document_chunks_pkey,
    add constraint document_chunks_pkey primary key using index document_chunks_new_pkey;
alter table document_contacts drop constraint document_contacts_pkey,
    add constraint document_contacts_pkey primary key using index document_contacts_new_pkey;
alter table document_parts drop constraint document_parts_pkey,
    add constraint document_parts_pkey primary key using index document_parts_new_pkey;
alter table documents drop constraint documents_pkey,
    add constraint documents_pkey primary key using index documents_new_pkey;
alter table event_imports drop constraint event_imports_pkey,
    add constraint event_imports_pkey primary key using index event_imports_new_pkey;
alter table event_occurrences drop constraint event_occurrences_pkey,
    add constraint event_occurrences_pkey primary key using index event_occurrences_new_pkey;
alter table event_series drop constraint event_series_pkey,
    add constraint event_series_pkey primary key using index event_series_new_pkey;
alter table event_writes drop constraint event_writes_pkey,
    add constraint event_writes_pkey primary key using index event_writes_new_pkey;
alter table events drop constraint events_pkey,
    add constraint events_pkey primary key using index events_new_pkey;
alter table places drop constraint places_pkey,
    add constraint places_pkey primary key using index places_new_pkey;
alter table tagged drop constraint tagged_pkey,
    add constraint tagged_pkey primary key using index tagged_new_pkey;
alter table todos drop constraint todos_pkey,
    add constraint todos_pkey primary key using index todos_new_pkey;

alter table connection_collections drop constraint connection_collections_connection_id_href_key,
    add constraint connection_collections_user_id_connection_id_href_key unique
    using index connection_collections_user_id_connection_id_href_key;
alter table connection_removals add constraint connection_removals_user_id_collection_id_href_key unique
    using index connection_removals_user_id_collection_id_href_key;
alter table document_chunks drop constraint document_chunks_document_id_ordinal_key,
    add constraint document_chunks_user_id_document_id_ordinal_key unique
    using index document_chunks_user_id_document_id_ordinal_key;
alter table document_contacts drop constraint document_contacts_document_id_contact_id_key,
    add constraint document_contacts_user_id_document_id_contact_id_key unique
    using index document_contacts_user_id_document_id_contact_id_key;
alter table document_parts drop constraint document_parts_document_id_ordinal_key,
    add constraint document_parts_user_id_document_id_ordinal_key unique
    using index document_parts_user_id_document_id_ordinal_key;

-- They begin as a key begins now.
drop index ix_connection_collections_user_id;
drop index ix_connection_objects_user_id;
drop index ix_connection_removals_user;
drop index ix_connections_user_id;
drop index ix_contact_groups_user_id;
drop index ix_contacts_user_id;
drop index ix_document_chunks_user_id;
drop index ix_document_parts_user_id;
drop index ix_documents_user_id;
drop index ix_event_imports_user_id;
drop index ix_places_user_id;
drop index ix_tagged_user;
drop index ix_todos_user_id;

comment on index connection_groups_collection_id_uid_as_before is 'as before, until the next version';
comment on index connection_objects_collection_id_href_as_before is 'as before, until the next version';
comment on index connection_removals_collection_id_href_key is 'as before, until the next version';
comment on index contact_groups_id_as_before is 'as before, until the next version';
comment on index contact_merges_id_as_before is 'as before, until the next version';
comment on index contact_places_id_as_before is 'as before, until the next version';
comment on index contact_relationships_id_as_before is 'as before, until the next version';
comment on index contacts_id_as_before is 'as before, until the next version';
comment on index document_contacts_id_as_before is 'as before, until the next version';
comment on index documents_id_as_before is 'as before, until the next version';
comment on index event_imports_event_id_as_before is 'as before, until the next version';
comment on index event_writes_event_id_as_before is 'as before, until the next version';
comment on index events_id_as_before is 'as before, until the next version';
comment on index places_id_as_before is 'as before, until the next version';
comment on index tagged_kind_entity_id_as_before is 'as before, until the next version';
comment on index todos_id_as_before is 'as before, until the next version';
