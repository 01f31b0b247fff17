"""What was observed about the user, raw? What agents wrote is read by people alone; what the user noted down answers
their questions."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar
from uuid import UUID

from orchestrator.agent.types.origin import Origin
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.entities.schemas import lines
from orchestrator.domain.foundation.entities.service import EntityService
from orchestrator.domain.foundation.search.schemas import IndexEntry
from orchestrator.domain.foundation.slices.erasable import Erasable
from orchestrator.domain.memory.notes import repository
from orchestrator.domain.memory.notes.repository import Note
from orchestrator.domain.memory.notes.schemas import NoteFields, NoteOut
from orchestrator.kit.text import shorten
from orchestrator.language.text.normalize import normalize

TITLE_CHARACTERS = 80
RULE = "fact"


class NoteService(EntityService[Note, NoteFields]):
    """Notes."""

    kind: ClassVar[str] = "note"
    fields = NoteFields
    out = NoteOut
    repository = repository.notes

    async def columns(self, tx: Tx, fields: NoteFields, zone: str) -> Mapping[str, Any]:
        del tx, zone
        columns = fields.model_dump(exclude={"external_id", "source", "tags"})
        return {**columns, "folded": normalize(lines([fields.text, fields.category, *fields.subjects]))}

    def entry(self, row: Note) -> IndexEntry:
        text = lines([row.text, row.category, *row.subjects, *row.tags])
        title = shorten(row.text, TITLE_CHARACTERS)
        own = row.agent is None and row.origin == Origin.OWN_DATA
        origin = Origin.USER.value if own else row.origin
        return IndexEntry("note", row.id, title, text, row.created_at, origin=origin, external_id=row.external_id)

    async def promoted(self, tx: Tx, ids: Sequence[UUID], fact_id: UUID) -> None:
        """These notes became part of a rule: it stands in `promoted_to`."""
        for row in await self.many(tx, ids):
            if row.promoted_to != fact_id:
                row.promoted_to = fact_id
                await self._bump(tx.session, row)

    async def follow(self, tx: Tx, old_id: UUID, new_id: UUID) -> None:
        """The notes of a rule are those of the one that took its place."""
        made_of = await repository.promoted(tx, [old_id])
        await self.promoted(tx, [note_id for note_id, _ in made_of], new_id)

    async def redact(self, tx: Tx, erased: Sequence[tuple[str, UUID]]) -> Mapping[str, int]:
        """Notes of a rule that is gone are no part of one: they may become another. Counts `note`."""
        rules = [entity_id for kind, entity_id in erased if kind == RULE]
        made_of = await repository.promoted(tx, rules) if rules else []
        rows = await self.many(tx, [note_id for note_id, _ in made_of])
        for row in rows:
            row.promoted_to = None
            await self._bump(tx.session, row)
        return {self.kind: len(rows)} if rows else {}

    def erasable(self) -> Erasable:
        return replace(super().erasable(), redact=self.redact)

    async def promoted_to(self, tx: Tx, fact_ids: Sequence[UUID]) -> dict[UUID, list[UUID]]:
        """The notes that these rules were made of, by rule."""
        found: dict[UUID, list[UUID]] = {}
        for note_id, fact_id in await repository.promoted(tx, fact_ids):
            found.setdefault(fact_id, []).append(note_id)
        return found


notes = NoteService()
