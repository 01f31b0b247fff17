-- migrate: no-transaction
-- A word that stands in few rows of a list, or in none, was looked for in every one of them; so was each word that a
-- turn looks for in the calendar. Reads and writes go on meanwhile.
drop index concurrently if exists ix_events_words;
create index concurrently ix_events_words
    on events using gin (user_id, folded gin_trgm_ops);
drop index concurrently if exists ix_contacts_words;
create index concurrently ix_contacts_words
    on contacts using gin (user_id, folded gin_trgm_ops);
drop index concurrently if exists ix_todos_words;
create index concurrently ix_todos_words
    on todos using gin (user_id, folded gin_trgm_ops);
drop index concurrently if exists ix_notes_words;
create index concurrently ix_notes_words
    on notes using gin (user_id, folded gin_trgm_ops);
drop index concurrently if exists ix_user_facts_words;
create index concurrently ix_user_facts_words
    on user_facts using gin (user_id, folded gin_trgm_ops);
