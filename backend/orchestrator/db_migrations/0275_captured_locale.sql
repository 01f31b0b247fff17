-- In which language and region a client last spoke for its user: what Steward says by itself (briefings, pushes,
-- proposals) follows it where the account names none.
alter table users add column captured_locale text;
