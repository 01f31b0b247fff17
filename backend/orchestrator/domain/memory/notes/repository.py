"""The table `notes`, and what reads and writes it."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import select
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


async def promoted(tx: Tx, fact_ids: Sequence[UUID]) -> list[tuple[UUID, UUID]]:
    """(note, rule) of the notes that became part of these rules, oldest first."""
    statement = (
        select(Note.id, Note.promoted_to)
        .where(Note.user_id == tx.owner_id, Note.promoted_to.in_(list(fact_ids)))
        .order_by(Note.id)
    )
    return [(note, rule) for note, rule in await tx.session.execute(statement) if rule is not None]
