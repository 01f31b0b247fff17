-- A contact that came under another source and is somebody who is here for sure: the one that it waits to be merged into.
-- It is hidden meanwhile. No reference: what it waits for may be erased or merged, which `contacts/waiting.py` follows.
alter table contacts
    add column waits_for uuid;
create index ix_contacts_waits_for on contacts (user_id, waits_for) where waits_for is not null;
