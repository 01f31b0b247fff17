-- Words of errands have come to the vocabulary (watering, picking up, giving back): what was indexed before does not know
-- them. Later vocabularies call this too.
create function steward_index_anew() returns void language sql as $$
    update search_documents set state = 'stale' where state = 'indexed';
    insert into async_jobs (id, user_id, job_type, payload, dedupe_key, max_attempts)
    select gen_random_uuid(), user_id, 'search.reindex', '{}', 'all', 10
      from (select distinct user_id from search_documents where state = 'stale') s
     where not exists (
         select 1 from async_jobs j
          where j.user_id = s.user_id and j.job_type = 'search.reindex' and j.state in ('pending', 'running')
     );
$$;

select steward_index_anew();
