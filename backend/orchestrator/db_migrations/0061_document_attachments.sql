-- What hung on a mail: documents of their own. One that hung on several mails is one document.
create table document_attachments (
    mail_id uuid not null references documents (id) on delete cascade,
    document_id uuid not null references documents (id) on delete cascade,
    user_id uuid not null references users (id) on delete cascade,
    ordinal integer not null, -- its place in the mail
    primary key (mail_id, document_id)
);
create index ix_document_attachments_document on document_attachments (user_id, document_id);
