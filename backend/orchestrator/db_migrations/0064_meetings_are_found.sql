-- What is said in meetings answers questions: their transcripts are read for the search, and for what was decided.
alter table meetings add column decisions jsonb not null default '[]';

insert into async_jobs (id, user_id, job_type, payload, dedupe_key, max_attempts)
select gen_random_uuid(), t.user_id, 'meetings.index', jsonb_build_object('meeting_row_id', t.meeting_id),
       t.meeting_id::text, 5
  from meeting_transcripts t;
