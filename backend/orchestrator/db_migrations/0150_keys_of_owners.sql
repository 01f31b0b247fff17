-- migrate: no-transaction
-- Unique keys that begin with the owner, beside those that are there: reads and writes go on meanwhile. What a try that
-- was cut off left is made anew. Those that end in "as_before" are what older processes name in ON CONFLICT
-- (docs/decisions/0132).
drop index concurrently if exists agent_calls_new_pkey;
create unique index concurrently agent_calls_new_pkey
    on agent_calls (user_id, id);
drop index concurrently if exists agent_calls_id_as_before;
create unique index concurrently agent_calls_id_as_before
    on agent_calls (id);
drop index concurrently if exists agent_runs_new_pkey;
create unique index concurrently agent_runs_new_pkey
    on agent_runs (user_id, id);
drop index concurrently if exists agent_runs_id_as_before;
create unique index concurrently agent_runs_id_as_before
    on agent_runs (id);
drop index concurrently if exists uq_agent_runs_running_of_owner;
create unique index concurrently uq_agent_runs_running_of_owner
    on agent_runs (user_id, thread_id) where state = 'running'::text;
drop index concurrently if exists agent_steps_new_pkey;
create unique index concurrently agent_steps_new_pkey
    on agent_steps (user_id, run_id, index);
drop index concurrently if exists agent_steps_run_id_index_as_before;
create unique index concurrently agent_steps_run_id_index_as_before
    on agent_steps (run_id, index);
drop index concurrently if exists agents_new_pkey;
create unique index concurrently agents_new_pkey
    on agents (user_id, id);
drop index concurrently if exists agents_id_as_before;
create unique index concurrently agents_id_as_before
    on agents (id);
drop index concurrently if exists briefings_new_pkey;
create unique index concurrently briefings_new_pkey
    on briefings (user_id, id);
drop index concurrently if exists briefings_id_as_before;
create unique index concurrently briefings_id_as_before
    on briefings (id);
drop index concurrently if exists connection_collections_new_pkey;
create unique index concurrently connection_collections_new_pkey
    on connection_collections (user_id, id);
drop index concurrently if exists connection_collections_user_id_connection_id_href_key;
create unique index concurrently connection_collections_user_id_connection_id_href_key
    on connection_collections (user_id, connection_id, href);
drop index concurrently if exists connection_groups_new_pkey;
create unique index concurrently connection_groups_new_pkey
    on connection_groups (user_id, collection_id, uid);
drop index concurrently if exists connection_groups_collection_id_uid_as_before;
create unique index concurrently connection_groups_collection_id_uid_as_before
    on connection_groups (collection_id, uid);
drop index concurrently if exists connection_objects_new_pkey;
create unique index concurrently connection_objects_new_pkey
    on connection_objects (user_id, collection_id, href);
drop index concurrently if exists connection_objects_collection_id_href_as_before;
create unique index concurrently connection_objects_collection_id_href_as_before
    on connection_objects (collection_id, href);
drop index concurrently if exists connection_removals_new_pkey;
create unique index concurrently connection_removals_new_pkey
    on connection_removals (user_id, id);
drop index concurrently if exists connection_removals_user_id_collection_id_href_key;
create unique index concurrently connection_removals_user_id_collection_id_href_key
    on connection_removals (user_id, collection_id, href);
drop index concurrently if exists connections_new_pkey;
create unique index concurrently connections_new_pkey
    on connections (user_id, id);
drop index concurrently if exists contact_groups_new_pkey;
create unique index concurrently contact_groups_new_pkey
    on contact_groups (user_id, id);
drop index concurrently if exists contact_groups_id_as_before;
create unique index concurrently contact_groups_id_as_before
    on contact_groups (id);
drop index concurrently if exists contact_merges_new_pkey;
create unique index concurrently contact_merges_new_pkey
    on contact_merges (user_id, id);
drop index concurrently if exists contact_merges_id_as_before;
create unique index concurrently contact_merges_id_as_before
    on contact_merges (id);
drop index concurrently if exists contact_places_new_pkey;
create unique index concurrently contact_places_new_pkey
    on contact_places (user_id, id);
drop index concurrently if exists contact_places_id_as_before;
create unique index concurrently contact_places_id_as_before
    on contact_places (id);
drop index concurrently if exists contact_relationships_new_pkey;
create unique index concurrently contact_relationships_new_pkey
    on contact_relationships (user_id, id);
drop index concurrently if exists contact_relationships_id_as_before;
create unique index concurrently contact_relationships_id_as_before
    on contact_relationships (id);
drop index concurrently if exists contacts_new_pkey;
create unique index concurrently contacts_new_pkey
    on contacts (user_id, id);
drop index concurrently if exists contacts_id_as_before;
create unique index concurrently contacts_id_as_before
    on contacts (id);
drop index concurrently if exists conversation_summaries_new_pkey;
create unique index concurrently conversation_summaries_new_pkey
    on conversation_summaries (user_id, id);
drop index concurrently if exists conversation_summaries_id_as_before;
create unique index concurrently conversation_summaries_id_as_before
    on conversation_summaries (id);
drop index concurrently if exists conversation_summaries_user_id_thread_id_from_id_key;
create unique index concurrently conversation_summaries_user_id_thread_id_from_id_key
    on conversation_summaries (user_id, thread_id, from_id);
drop index concurrently if exists conversation_summaries_user_id_thread_id_to_id_key;
create unique index concurrently conversation_summaries_user_id_thread_id_to_id_key
    on conversation_summaries (user_id, thread_id, to_id);
drop index concurrently if exists derivations_new_pkey;
create unique index concurrently derivations_new_pkey
    on derivations (user_id, id);
drop index concurrently if exists document_attachments_new_pkey;
create unique index concurrently document_attachments_new_pkey
    on document_attachments (user_id, mail_id, document_id);
drop index concurrently if exists document_chunks_new_pkey;
create unique index concurrently document_chunks_new_pkey
    on document_chunks (user_id, id);
drop index concurrently if exists document_chunks_user_id_document_id_ordinal_key;
create unique index concurrently document_chunks_user_id_document_id_ordinal_key
    on document_chunks (user_id, document_id, ordinal);
drop index concurrently if exists document_contacts_new_pkey;
create unique index concurrently document_contacts_new_pkey
    on document_contacts (user_id, id);
drop index concurrently if exists document_contacts_id_as_before;
create unique index concurrently document_contacts_id_as_before
    on document_contacts (id);
drop index concurrently if exists document_contacts_user_id_document_id_contact_id_key;
create unique index concurrently document_contacts_user_id_document_id_contact_id_key
    on document_contacts (user_id, document_id, contact_id);
drop index concurrently if exists document_parts_new_pkey;
create unique index concurrently document_parts_new_pkey
    on document_parts (user_id, id);
drop index concurrently if exists document_parts_user_id_document_id_ordinal_key;
create unique index concurrently document_parts_user_id_document_id_ordinal_key
    on document_parts (user_id, document_id, ordinal);
drop index concurrently if exists documents_new_pkey;
create unique index concurrently documents_new_pkey
    on documents (user_id, id);
drop index concurrently if exists documents_id_as_before;
create unique index concurrently documents_id_as_before
    on documents (id);
drop index concurrently if exists episodes_new_pkey;
create unique index concurrently episodes_new_pkey
    on episodes (user_id, id);
drop index concurrently if exists episodes_id_as_before;
create unique index concurrently episodes_id_as_before
    on episodes (id);
drop index concurrently if exists event_imports_new_pkey;
create unique index concurrently event_imports_new_pkey
    on event_imports (user_id, event_id);
drop index concurrently if exists event_imports_event_id_as_before;
create unique index concurrently event_imports_event_id_as_before
    on event_imports (event_id);
drop index concurrently if exists event_occurrences_new_pkey;
create unique index concurrently event_occurrences_new_pkey
    on event_occurrences (user_id, event_id, recurrence_id);
drop index concurrently if exists event_photo_contacts_new_pkey;
create unique index concurrently event_photo_contacts_new_pkey
    on event_photo_contacts (user_id, id);
drop index concurrently if exists event_photo_contacts_id_as_before;
create unique index concurrently event_photo_contacts_id_as_before
    on event_photo_contacts (id);
drop index concurrently if exists event_photo_contacts_user_id_photo_id_person_id_key;
create unique index concurrently event_photo_contacts_user_id_photo_id_person_id_key
    on event_photo_contacts (user_id, photo_id, person_id);
drop index concurrently if exists event_photos_new_pkey;
create unique index concurrently event_photos_new_pkey
    on event_photos (user_id, id);
drop index concurrently if exists event_photos_id_as_before;
create unique index concurrently event_photos_id_as_before
    on event_photos (id);
drop index concurrently if exists event_series_new_pkey;
create unique index concurrently event_series_new_pkey
    on event_series (user_id, event_id);
drop index concurrently if exists event_writes_new_pkey;
create unique index concurrently event_writes_new_pkey
    on event_writes (user_id, event_id);
drop index concurrently if exists event_writes_event_id_as_before;
create unique index concurrently event_writes_event_id_as_before
    on event_writes (event_id);
drop index concurrently if exists events_new_pkey;
create unique index concurrently events_new_pkey
    on events (user_id, id);
drop index concurrently if exists events_id_as_before;
create unique index concurrently events_id_as_before
    on events (id);
drop index concurrently if exists fact_looks_new_pkey;
create unique index concurrently fact_looks_new_pkey
    on fact_looks (user_id, fact_id);
drop index concurrently if exists fact_looks_fact_id_as_before;
create unique index concurrently fact_looks_fact_id_as_before
    on fact_looks (fact_id);
drop index concurrently if exists fact_reviews_new_pkey;
create unique index concurrently fact_reviews_new_pkey
    on fact_reviews (user_id, id);
drop index concurrently if exists fact_reviews_user_id_fact_id_key;
create unique index concurrently fact_reviews_user_id_fact_id_key
    on fact_reviews (user_id, fact_id);
drop index concurrently if exists fact_uses_new_pkey;
create unique index concurrently fact_uses_new_pkey
    on fact_uses (user_id, id);
drop index concurrently if exists fact_uses_user_id_fact_id_session_key;
create unique index concurrently fact_uses_user_id_fact_id_session_key
    on fact_uses (user_id, fact_id, session);
drop index concurrently if exists interactions_new_pkey;
create unique index concurrently interactions_new_pkey
    on interactions (user_id, id);
drop index concurrently if exists interactions_id_as_before;
create unique index concurrently interactions_id_as_before
    on interactions (id);
drop index concurrently if exists knowledge_new_pkey;
create unique index concurrently knowledge_new_pkey
    on knowledge (user_id, id);
drop index concurrently if exists knowledge_id_as_before;
create unique index concurrently knowledge_id_as_before
    on knowledge (id);
drop index concurrently if exists knowledge_steps_new_pkey;
create unique index concurrently knowledge_steps_new_pkey
    on knowledge_steps (user_id, id);
drop index concurrently if exists knowledge_steps_id_as_before;
create unique index concurrently knowledge_steps_id_as_before
    on knowledge_steps (id);
drop index concurrently if exists knowledge_uses_new_pkey;
create unique index concurrently knowledge_uses_new_pkey
    on knowledge_uses (user_id, knowledge_id, run_id);
drop index concurrently if exists locations_new_pkey;
create unique index concurrently locations_new_pkey
    on locations (user_id, id);
drop index concurrently if exists locations_id_as_before;
create unique index concurrently locations_id_as_before
    on locations (id);
drop index concurrently if exists mcp_servers_new_pkey;
create unique index concurrently mcp_servers_new_pkey
    on mcp_servers (user_id, id);
drop index concurrently if exists mcp_tools_new_pkey;
create unique index concurrently mcp_tools_new_pkey
    on mcp_tools (user_id, id);
drop index concurrently if exists mcp_tools_user_id_server_id_name_key;
create unique index concurrently mcp_tools_user_id_server_id_name_key
    on mcp_tools (user_id, server_id, name);
drop index concurrently if exists meeting_action_items_new_pkey;
create unique index concurrently meeting_action_items_new_pkey
    on meeting_action_items (user_id, id);
drop index concurrently if exists meeting_action_items_id_as_before;
create unique index concurrently meeting_action_items_id_as_before
    on meeting_action_items (id);
drop index concurrently if exists meeting_transcripts_new_pkey;
create unique index concurrently meeting_transcripts_new_pkey
    on meeting_transcripts (user_id, meeting_id);
drop index concurrently if exists meeting_transcripts_meeting_id_as_before;
create unique index concurrently meeting_transcripts_meeting_id_as_before
    on meeting_transcripts (meeting_id);
drop index concurrently if exists meetings_new_pkey;
create unique index concurrently meetings_new_pkey
    on meetings (user_id, id);
drop index concurrently if exists meetings_id_as_before;
create unique index concurrently meetings_id_as_before
    on meetings (id);
drop index concurrently if exists messages_new_pkey;
create unique index concurrently messages_new_pkey
    on messages (user_id, id);
drop index concurrently if exists messages_id_as_before;
create unique index concurrently messages_id_as_before
    on messages (id);
drop index concurrently if exists uq_messages_item_key_of_owner;
create unique index concurrently uq_messages_item_key_of_owner
    on messages (user_id, thread_id, item_key) where item_key IS NOT NULL;
drop index concurrently if exists mission_briefs_new_pkey;
create unique index concurrently mission_briefs_new_pkey
    on mission_briefs (user_id, id);
drop index concurrently if exists mission_briefs_id_as_before;
create unique index concurrently mission_briefs_id_as_before
    on mission_briefs (id);
drop index concurrently if exists mission_claims_new_pkey;
create unique index concurrently mission_claims_new_pkey
    on mission_claims (user_id, id);
drop index concurrently if exists mission_claims_id_as_before;
create unique index concurrently mission_claims_id_as_before
    on mission_claims (id);
drop index concurrently if exists mission_delegations_new_pkey;
create unique index concurrently mission_delegations_new_pkey
    on mission_delegations (user_id, id);
drop index concurrently if exists mission_delegations_id_as_before;
create unique index concurrently mission_delegations_id_as_before
    on mission_delegations (id);
drop index concurrently if exists mission_events_new_pkey;
create unique index concurrently mission_events_new_pkey
    on mission_events (user_id, id);
drop index concurrently if exists mission_executions_new_pkey;
create unique index concurrently mission_executions_new_pkey
    on mission_executions (user_id, id);
drop index concurrently if exists mission_executions_id_as_before;
create unique index concurrently mission_executions_id_as_before
    on mission_executions (id);
drop index concurrently if exists mission_memory_new_pkey;
create unique index concurrently mission_memory_new_pkey
    on mission_memory (user_id, id);
drop index concurrently if exists mission_memory_id_as_before;
create unique index concurrently mission_memory_id_as_before
    on mission_memory (id);
drop index concurrently if exists mission_questions_new_pkey;
create unique index concurrently mission_questions_new_pkey
    on mission_questions (user_id, id);
drop index concurrently if exists mission_questions_id_as_before;
create unique index concurrently mission_questions_id_as_before
    on mission_questions (id);
drop index concurrently if exists mission_reservations_new_pkey;
create unique index concurrently mission_reservations_new_pkey
    on mission_reservations (user_id, id);
drop index concurrently if exists mission_steps_new_pkey;
create unique index concurrently mission_steps_new_pkey
    on mission_steps (user_id, id);
drop index concurrently if exists mission_steps_id_as_before;
create unique index concurrently mission_steps_id_as_before
    on mission_steps (id);
drop index concurrently if exists mission_steps_user_id_mission_id_step_key_key;
create unique index concurrently mission_steps_user_id_mission_id_step_key_key
    on mission_steps (user_id, mission_id, step_key);
drop index concurrently if exists missions_new_pkey;
create unique index concurrently missions_new_pkey
    on missions (user_id, id);
drop index concurrently if exists missions_id_as_before;
create unique index concurrently missions_id_as_before
    on missions (id);
drop index concurrently if exists notes_new_pkey;
create unique index concurrently notes_new_pkey
    on notes (user_id, id);
drop index concurrently if exists notes_id_as_before;
create unique index concurrently notes_id_as_before
    on notes (id);
drop index concurrently if exists photo_persons_new_pkey;
create unique index concurrently photo_persons_new_pkey
    on photo_persons (user_id, id);
drop index concurrently if exists photo_persons_id_as_before;
create unique index concurrently photo_persons_id_as_before
    on photo_persons (id);
drop index concurrently if exists photo_uploads_new_pkey;
create unique index concurrently photo_uploads_new_pkey
    on photo_uploads (user_id, id);
drop index concurrently if exists photo_uploads_id_as_before;
create unique index concurrently photo_uploads_id_as_before
    on photo_uploads (id);
drop index concurrently if exists places_new_pkey;
create unique index concurrently places_new_pkey
    on places (user_id, id);
drop index concurrently if exists places_id_as_before;
create unique index concurrently places_id_as_before
    on places (id);
drop index concurrently if exists previews_new_pkey;
create unique index concurrently previews_new_pkey
    on previews (user_id, id);
drop index concurrently if exists previews_id_as_before;
create unique index concurrently previews_id_as_before
    on previews (id);
drop index concurrently if exists proposed_events_new_pkey;
create unique index concurrently proposed_events_new_pkey
    on proposed_events (user_id, id);
drop index concurrently if exists proposed_events_id_as_before;
create unique index concurrently proposed_events_id_as_before
    on proposed_events (id);
drop index concurrently if exists push_deliveries_new_pkey;
create unique index concurrently push_deliveries_new_pkey
    on push_deliveries (user_id, id);
drop index concurrently if exists push_deliveries_user_id_push_id_device_id_key;
create unique index concurrently push_deliveries_user_id_push_id_device_id_key
    on push_deliveries (user_id, push_id, device_id);
drop index concurrently if exists pushes_new_pkey;
create unique index concurrently pushes_new_pkey
    on pushes (user_id, id);
drop index concurrently if exists run_answers_new_pkey;
create unique index concurrently run_answers_new_pkey
    on run_answers (user_id, run_id);
drop index concurrently if exists scratchpad_new_pkey;
create unique index concurrently scratchpad_new_pkey
    on scratchpad (user_id, id);
drop index concurrently if exists scratchpad_id_as_before;
create unique index concurrently scratchpad_id_as_before
    on scratchpad (id);
drop index concurrently if exists uq_search_documents_doc_of_owner;
create unique index concurrently uq_search_documents_doc_of_owner
    on search_documents (user_id, doc);
drop index concurrently if exists search_vectors_new_pkey;
create unique index concurrently search_vectors_new_pkey
    on search_vectors (user_id, doc, part);
drop index concurrently if exists skill_files_new_pkey;
create unique index concurrently skill_files_new_pkey
    on skill_files (user_id, skill_id, path);
drop index concurrently if exists skills_new_pkey;
create unique index concurrently skills_new_pkey
    on skills (user_id, id);
drop index concurrently if exists skills_id_as_before;
create unique index concurrently skills_id_as_before
    on skills (id);
drop index concurrently if exists stays_new_pkey;
create unique index concurrently stays_new_pkey
    on stays (user_id, id);
drop index concurrently if exists stays_id_as_before;
create unique index concurrently stays_id_as_before
    on stays (id);
drop index concurrently if exists tagged_new_pkey;
create unique index concurrently tagged_new_pkey
    on tagged (user_id, kind, entity_id);
drop index concurrently if exists tagged_kind_entity_id_as_before;
create unique index concurrently tagged_kind_entity_id_as_before
    on tagged (kind, entity_id);
drop index concurrently if exists threads_new_pkey;
create unique index concurrently threads_new_pkey
    on threads (user_id, id);
drop index concurrently if exists threads_id_as_before;
create unique index concurrently threads_id_as_before
    on threads (id);
drop index concurrently if exists todos_new_pkey;
create unique index concurrently todos_new_pkey
    on todos (user_id, id);
drop index concurrently if exists todos_id_as_before;
create unique index concurrently todos_id_as_before
    on todos (id);
drop index concurrently if exists user_facts_new_pkey;
create unique index concurrently user_facts_new_pkey
    on user_facts (user_id, id);
drop index concurrently if exists user_facts_id_as_before;
create unique index concurrently user_facts_id_as_before
    on user_facts (id);
drop index concurrently if exists voice_clusters_new_pkey;
create unique index concurrently voice_clusters_new_pkey
    on voice_clusters (user_id, id);
drop index concurrently if exists voice_consents_new_pkey;
create unique index concurrently voice_consents_new_pkey
    on voice_consents (user_id, id);
drop index concurrently if exists voice_consents_id_as_before;
create unique index concurrently voice_consents_id_as_before
    on voice_consents (id);
drop index concurrently if exists voice_rejections_new_pkey;
create unique index concurrently voice_rejections_new_pkey
    on voice_rejections (user_id, id);
drop index concurrently if exists voice_rejections_id_as_before;
create unique index concurrently voice_rejections_id_as_before
    on voice_rejections (id);
drop index concurrently if exists voice_samples_new_pkey;
create unique index concurrently voice_samples_new_pkey
    on voice_samples (user_id, id);
drop index concurrently if exists voice_samples_id_as_before;
create unique index concurrently voice_samples_id_as_before
    on voice_samples (id);
drop index concurrently if exists workspace_cli_runs_new_pkey;
create unique index concurrently workspace_cli_runs_new_pkey
    on workspace_cli_runs (user_id, id);
drop index concurrently if exists workspace_files_new_pkey;
create unique index concurrently workspace_files_new_pkey
    on workspace_files (user_id, id);
drop index concurrently if exists workspace_files_id_as_before;
create unique index concurrently workspace_files_id_as_before
    on workspace_files (id);
drop index concurrently if exists workspace_files_user_id_workspace_id_path_key;
create unique index concurrently workspace_files_user_id_workspace_id_path_key
    on workspace_files (user_id, workspace_id, path);
drop index concurrently if exists workspace_snapshots_new_pkey;
create unique index concurrently workspace_snapshots_new_pkey
    on workspace_snapshots (user_id, id);
drop index concurrently if exists workspaces_new_pkey;
create unique index concurrently workspaces_new_pkey
    on workspaces (user_id, id);
drop index concurrently if exists workspaces_id_as_before;
create unique index concurrently workspaces_id_as_before
    on workspaces (id);
-- The outbox takes up several owners' pushes at once, and an answer to a notification names its delivery alone.
drop index concurrently if exists ix_pushes_id;
create index concurrently ix_pushes_id on pushes (id);
drop index concurrently if exists ix_push_deliveries_id;
create index concurrently ix_push_deliveries_id on push_deliveries (id);
