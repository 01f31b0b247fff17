-- More words of everyday life have come to the vocabulary (opticians, hairdressers, what people write of them): what was
-- indexed before does not know them.
update search_documents set state = 'stale' where state = 'indexed';

insert into async_jobs (id, user_id, job_type, payload, dedupe_key, max_attempts)
select gen_random_uuid(), user_id, 'search.reindex', '{}', 'all', 10
  from (select distinct user_id from search_documents where state = 'stale') s
 where not exists (
     select 1 from async_jobs j
      where j.user_id = s.user_id and j.job_type = 'search.reindex' and j.state in ('pending', 'running')
 );
