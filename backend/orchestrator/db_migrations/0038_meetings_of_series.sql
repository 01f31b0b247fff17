-- A meeting may be one occurrence of a series: `occurrence` is its place there (wall time in the series' zone).
-- `occurrence_meetings`: by that place, what the event shows of it, `{"meeting", "action_items"}`.
alter table meetings add column occurrence timestamp;
alter table events add column occurrence_meetings jsonb not null default '{}';
