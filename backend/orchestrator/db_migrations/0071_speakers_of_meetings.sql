-- Who speaks in a meeting: the recorder's labels with whom they stand for.
-- [{"speaker", "name", "contact_id", "is_user", "confirmed"}]; `confirmed`: the user said so.
alter table meetings add column speakers jsonb not null default '[]';
