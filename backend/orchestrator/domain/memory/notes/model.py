"""The table `notes`."""

from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.repository import EntityRow


class Note(EntityRow):
    """A raw observation about the user. `agent`: who observed it, None for the user; `confidence` 0 to 1."""

    __tablename__ = "notes"

    text: Mapped[str] = mapped_column()
    category: Mapped[str | None] = mapped_column()
    confidence: Mapped[float] = mapped_column(default=0.5)
    agent: Mapped[str | None] = mapped_column()
    subjects: Mapped[list[str]] = mapped_column(default=list)
    session_id: Mapped[str | None] = mapped_column()
