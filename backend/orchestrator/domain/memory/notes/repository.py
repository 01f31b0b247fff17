"""The table `notes`, and what reads and writes it."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.repository import EntityRow, OwnedRepository
from orchestrator.db.tx import Tx


class Note(EntityRow):
    """A raw observation about the user. `agent`: who observed it, None for the user; `confidence` 0 to 1;
    `promoted_to`: the rule that it became part of."""

    __tablename__ = "notes"

    text: Mapped[str] = mapped_column()
    category: Mapped[str | None] = mapped_column()
    confidence: Mapped[float] = mapped_column(default=0.5)
    agent: Mapped[str | None] = mapped_column()
    subjects: Mapped[list[str]] = mapped_column(default=list)
    session_id: Mapped[str | None] = mapped_column()
    promoted_to: Mapped[UUID | None] = mapped_column()


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
