"""What of notes goes into an archive?"""

from orchestrator.db.portable import ENTITY_SAME, Portable
from orchestrator.domain.memory.notes.model import Note
from orchestrator.domain.memory.notes.service import notes

PORTABLES = (Portable(Note.__tablename__, same=(ENTITY_SAME,), check=notes.read_again),)
