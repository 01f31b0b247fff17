-- Which jobs are due, longest waiting first? A function, for the planner is to walk the index in its order: where
-- thousands wait of which it has no statistics yet, it would read and sort them all at each claim.
-- A job waits while another with its key runs.
create function async_jobs_due(types text[], most integer) returns setof uuid
    language sql volatile rows 10
    set enable_sort = off
    set enable_bitmapscan = off
    set enable_seqscan = off
as $$
    select j.id from async_jobs j
     where j.state = 'pending' and j.run_after <= steward_now() and j.job_type = any(types)
       and (j.dedupe_key is null or not exists (
           select 1 from async_jobs r
            where r.state = 'running' and r.job_type = j.job_type and r.user_id is not distinct from j.user_id
              and r.dedupe_key = j.dedupe_key))
     order by j.run_after, j.id
     limit most
       for update of j skip locked
$$;
