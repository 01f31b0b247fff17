-- For a Postgres of your own (docker-compose.yml mounts this): the extensions alone. Tables are made by the migrations,
-- which run as an ordinary role that may not create extensions everywhere.
create extension if not exists vector;
create extension if not exists pg_trgm;
create extension if not exists btree_gin;
create extension if not exists unaccent;
