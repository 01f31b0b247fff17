"""What of documents goes into an archive? Their rows; `whole/portability` carries their files. Those that nobody has
read yet are read where they arrive."""

from orchestrator.db.portable import ENTITY_SAME, Portable
from orchestrator.domain.world.documents.model import (
    Document,
    DocumentAttachment,
    DocumentChunk,
    DocumentContact,
    DocumentPart,
)
from orchestrator.domain.world.documents.service import documents, read_unread

FILES_OF = Document.__tablename__
"""The table whose rows have files, by their ids."""
_OF_DOCUMENT = (Document.__tablename__, "document_id")
PORTABLES = (
    Portable(
        Document.__tablename__,
        same=(ENTITY_SAME,),
        check=documents.read_again,
        not_told={"job_id": "null"},
        follow=read_unread,
    ),
    Portable(DocumentPart.__tablename__, newer=None, part_of=_OF_DOCUMENT),
    Portable(DocumentChunk.__tablename__, newer=None, part_of=_OF_DOCUMENT),
    Portable(DocumentContact.__tablename__, same=(("contact_id", "document_id"),)),
    Portable(DocumentAttachment.__tablename__, key=("mail_id", "document_id"), newer=None, part_of=_OF_DOCUMENT),
)
