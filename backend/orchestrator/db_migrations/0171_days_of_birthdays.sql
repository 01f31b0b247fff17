-- Whose birthday is it on these days? Asked by every briefing; every contact was read for it.

create index ix_contacts_day on contacts (user_id, right(birthday, 5)) where birthday is not null;
