-- migrate: extension pg_trgm 1.6
-- Lists are searched by parts of words; its index finds them without reading every row (0242).
create extension if not exists pg_trgm;
