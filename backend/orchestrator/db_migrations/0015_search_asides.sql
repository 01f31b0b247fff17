-- What was only asked of Steward, and what it answered, is no evidence: searches of agents leave it out.
alter table search_documents add column aside boolean not null default false;
update search_documents d set aside = true from messages m
 where d.kind = 'message' and m.id = d.entity_id and m.item_key is null and m.role = 'assistant';
