"""The table `notes`."""

from uuid import UUID

from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.repository import EntityRow


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
