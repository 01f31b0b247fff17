-- Until when does an entry tell what is so? What a fact says may end ("until June"): from then on it is found no more.
alter table search_documents add column ends_at timestamptz;
update search_documents d set ends_at = f.valid_to from user_facts f
 where d.user_id = f.user_id and d.kind = 'fact' and d.entity_id = f.id and f.valid_to is not null;
