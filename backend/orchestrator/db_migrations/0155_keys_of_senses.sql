-- The tables of senses: references to them hold the owner, and so do their keys. The indexes are built (0150), rows
-- are looked at later (0157): none is read or written here. Each table is locked whole until this ends, and that is
-- waited for only so long, again and again (docs/decisions/0132).
set local lock_timeout = '3s';

alter table event_photo_contacts drop constraint event_photo_contacts_photo_id_fkey,
    add constraint event_photo_contacts_photo_id_fkey foreign key (user_id, photo_id)
    references event_photos (user_id, id) on delete cascade not valid;
alter table meeting_action_items drop constraint meeting_action_items_meeting_id_fkey,
    add constraint meeting_action_items_meeting_id_fkey foreign key (user_id, meeting_id)
    references meetings (user_id, id) on delete cascade not valid;
alter table meeting_transcripts drop constraint meeting_transcripts_meeting_id_fkey,
    add constraint meeting_transcripts_meeting_id_fkey foreign key (user_id, meeting_id)
    references meetings (user_id, id) on delete cascade not valid;
alter table voice_clusters drop constraint voice_clusters_id_fkey,
    add constraint voice_clusters_id_fkey foreign key (user_id, id)
    references voice_samples (user_id, id) on delete cascade not valid;

alter table event_photo_contacts drop constraint event_photo_contacts_pkey,
    add constraint event_photo_contacts_pkey primary key using index event_photo_contacts_new_pkey;
alter table event_photos drop constraint event_photos_pkey,
    add constraint event_photos_pkey primary key using index event_photos_new_pkey;
alter table locations drop constraint locations_pkey,
    add constraint locations_pkey primary key using index locations_new_pkey;
alter table meeting_action_items drop constraint meeting_action_items_pkey,
    add constraint meeting_action_items_pkey primary key using index meeting_action_items_new_pkey;
alter table meeting_transcripts drop constraint meeting_transcripts_pkey,
    add constraint meeting_transcripts_pkey primary key using index meeting_transcripts_new_pkey;
alter table meetings drop constraint meetings_pkey,
    add constraint meetings_pkey primary key using index meetings_new_pkey;
alter table photo_persons drop constraint photo_persons_pkey,
    add constraint photo_persons_pkey primary key using index photo_persons_new_pkey;
alter table photo_uploads drop constraint photo_uploads_pkey,
    add constraint photo_uploads_pkey primary key using index photo_uploads_new_pkey;
alter table stays drop constraint stays_pkey,
    add constraint stays_pkey primary key using index stays_new_pkey;
alter table voice_clusters drop constraint voice_clusters_pkey,
    add constraint voice_clusters_pkey primary key using index voice_clusters_new_pkey;
alter table voice_consents drop constraint voice_consents_pkey,
    add constraint voice_consents_pkey primary key using index voice_consents_new_pkey;
alter table voice_rejections drop constraint voice_rejections_pkey,
    add constraint voice_rejections_pkey primary key using index voice_rejections_new_pkey;
alter table voice_samples drop constraint voice_samples_pkey,
    add constraint voice_samples_pkey primary key using index voice_samples_new_pkey;

alter table event_photo_contacts drop constraint event_photo_contacts_photo_id_person_id_key,
    add constraint event_photo_contacts_user_id_photo_id_person_id_key unique
    using index event_photo_contacts_user_id_photo_id_person_id_key;

-- They begin as a key begins now.
drop index ix_meeting_transcripts_user_id;

comment on index event_photo_contacts_id_as_before is 'as before, until the next version';
comment on index event_photos_id_as_before is 'as before, until the next version';
comment on index locations_id_as_before is 'as before, until the next version';
comment on index meeting_action_items_id_as_before is 'as before, until the next version';
comment on index meeting_transcripts_meeting_id_as_before is 'as before, until the next version';
comment on index meetings_id_as_before is 'as before, until the next version';
comment on index photo_persons_id_as_before is 'as before, until the next version';
comment on index photo_uploads_id_as_before is 'as before, until the next version';
comment on index stays_id_as_before is 'as before, until the next version';
comment on index voice_consents_id_as_before is 'as before, until the next version';
comment on index voice_rejections_id_as_before is 'as before, until the next version';
comment on index voice_samples_id_as_before is 'as before, until the next version';
