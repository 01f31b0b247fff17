"""What was observed about the user, raw? Written by agents, read by people: no agent is ever shown a note."""

from collections.abc import Mapping
from typing import Any, ClassVar
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.domain.ground.entities.schemas import lines
from orchestrator.domain.ground.entities.service import EntityService
from orchestrator.domain.ground.search.service import IndexEntry
from orchestrator.domain.memory.notes import repository
from orchestrator.domain.memory.notes.model import Note
from orchestrator.domain.memory.notes.schemas import NoteFields, NoteOut
from orchestrator.kit.text import shorten
from orchestrator.language.fold import fold

TITLE_CHARACTERS = 80


class NoteService(EntityService[Note, NoteFields]):
    """Notes."""

    kind: ClassVar[str] = "note"
    fields = NoteFields
    out = NoteOut
    repository = repository.notes

    async def columns(self, session: AsyncSession, owner_id: UUID, fields: NoteFields, zone: str) -> Mapping[str, Any]:
        del session, owner_id, zone
        columns = fields.model_dump(exclude={"external_id", "source", "tags"})
        return {**columns, "folded": fold(lines([fields.text, fields.category, *fields.subjects]))}

    def entry(self, row: Note) -> IndexEntry:
        text = lines([row.text, row.category, *row.subjects, *row.tags])
        title = shorten(row.text, TITLE_CHARACTERS)
        return IndexEntry("note", row.id, title, text, row.created_at, origin=row.origin, external_id=row.external_id)


notes = NoteService()
