"""Reads and writes `notes`."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import ColumnElement, select

from orchestrator.db.repository import OwnedRepository
from orchestrator.db.tx import Tx
from orchestrator.domain.memory.notes.model import Note

notes = OwnedRepository(Note, "note")


@dataclass(frozen=True)
class NoteFilter:
    """Which notes. `promoted`: those that became part of a rule, or those that did not."""

    category: str | None = None
    agent: str | None = None
    source: str | None = None
    promoted: bool | None = None

    def conditions(self) -> list[ColumnElement[bool]]:
        """The conditions over `notes`."""
        given = ((Note.category, self.category), (Note.agent, self.agent), (Note.source, self.source))
        found: list[ColumnElement[bool]] = [column == value for column, value in given if value is not None]
        if self.promoted is not None:
            found.append(Note.promoted_to.is_not(None) if self.promoted else Note.promoted_to.is_(None))
        return found


async def promoted(tx: Tx, fact_ids: Sequence[UUID]) -> list[tuple[UUID, UUID]]:
    """(note, rule) of the notes that became part of these rules, oldest first."""
    statement = (
        select(Note.id, Note.promoted_to)
        .where(Note.user_id == tx.owner_id, Note.promoted_to.in_(list(fact_ids)))
        .order_by(Note.id)
    )
    return [(note, rule) for note, rule in await tx.session.execute(statement) if rule is not None]
