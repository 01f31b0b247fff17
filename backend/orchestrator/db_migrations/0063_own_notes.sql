-- The user's own notes answer questions: the index has to know whose a note is.
update search_documents d set origin = 'user', state = 'stale'
  from notes n
 where d.kind = 'note' and d.user_id = n.user_id and d.entity_id = n.id and d.state <> 'withdrawn'
   and n.agent is null and n.origin = 'own_data';

insert into async_jobs (id, user_id, job_type, payload, dedupe_key, max_attempts)
select gen_random_uuid(), user_id, 'search.reindex', '{}', 'all', 5
  from (select distinct user_id from search_documents where state = 'stale') s
 where not exists (
     select 1 from async_jobs j
      where j.user_id = s.user_id and j.job_type = 'search.reindex' and j.state in ('pending', 'running')
 );
