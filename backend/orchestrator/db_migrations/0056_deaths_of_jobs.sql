-- How often did the process that ran this job end in the middle? Counted apart from attempts: a job that kills its
-- process is taken up again twice, however many attempts it has left.

alter table async_jobs add column deaths integer not null default 0 check (deaths >= 0);
