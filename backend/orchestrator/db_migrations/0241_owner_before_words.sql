-- migrate: extension btree_gin 1.3
-- So that such an index begins with the owner, and nobody's search reads what is others'.
create extension if not exists btree_gin;
