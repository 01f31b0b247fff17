-- migrate: contract after 0157
-- What made the keys of before unique where it was a constraint, not an index alone: processes name the owner in
-- ON CONFLICT since 0157 (docs/decisions/0152). The catalogue alone is changed, and for that each table is locked whole
-- a moment, which gives way to whoever holds it.
set local lock_timeout = '3s';

alter table connection_removals drop constraint if exists connection_removals_collection_id_href_key;
alter table fact_reviews drop constraint if exists fact_reviews_fact_id_key;
alter table fact_uses drop constraint if exists fact_uses_fact_id_session_key;
alter table push_deliveries drop constraint if exists push_deliveries_push_id_device_id_key;
alter table workspace_files drop constraint if exists workspace_files_workspace_id_path_key;
