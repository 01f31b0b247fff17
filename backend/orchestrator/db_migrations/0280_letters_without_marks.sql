-- "œ", "æ", "ø", "ł" and "đ" are compared as the letters that people write in their place: what was folded before is
-- folded so too, and what was indexed with them is indexed anew. Only rows that hold one are touched.
create function pg_temp.plain(said text) returns text language sql immutable as $$
    select translate(replace(replace(said, 'œ', 'oe'), 'æ', 'ae'), 'øłđ', 'old')
$$;

do $$
declare
    one record;
begin
    for one in
        select c.table_name as of_table, c.column_name as of_column, c.data_type = 'ARRAY' as listed
          from information_schema.columns c
          join information_schema.tables t using (table_schema, table_name)
         where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
           and ((c.column_name = 'folded' and c.data_type = 'text')
             or (c.column_name in ('alias_keys', 'subject_keys', 'participant_keys') and c.udt_name = '_text'))
    loop
        if one.listed then
            execute format(
                'update %1$I set %2$I = array(select pg_temp.plain(said) from unnest(%2$I) with ordinality u (said, n) order by n) '
                'where array_to_string(%2$I, '' '') ~ ''[œæøłđ]''', one.of_table, one.of_column);
        else
            execute format('update %1$I set %2$I = pg_temp.plain(%2$I) where %2$I ~ ''[œæøłđ]''', one.of_table, one.of_column);
        end if;
    end loop;
    -- Names that are one thing now stay apart: the one whose new key is taken keeps its own.
    for one in select unnest(array['agents', 'contact_groups']) as of_table loop
        execute format(
            'update %1$I a set name_key = pg_temp.plain(name_key) where name_key ~ ''[œæøłđ]'' and not exists '
            '(select 1 from %1$I b where b.user_id = a.user_id and b.name_key = pg_temp.plain(a.name_key))', one.of_table);
    end loop;
end;
$$;

update search_documents set state = 'stale' where state = 'indexed' and array_to_string(lexemes, ' ') ~ '[œæøłđ]';
insert into async_jobs (id, user_id, job_type, payload, dedupe_key, max_attempts)
select gen_random_uuid(), user_id, 'search.reindex', '{}', 'all', 10
  from (select distinct user_id from search_documents where state = 'stale') s
 where not exists (
     select 1 from async_jobs j where j.user_id = s.user_id and j.job_type = 'search.reindex' and j.state in ('pending', 'running')
 );
