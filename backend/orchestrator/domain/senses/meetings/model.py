"""The tables `meetings`, `meeting_transcripts` and `meeting_action_items`."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import BigInteger, DateTime, text
from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.base import Base, Owned


class Meeting(Owned, Base):
    """A meeting by the caller's id, with its newest summary.

    `attendees`: `[{"name", "email", "contact_id", "is_user"}]`; `decisions`: `[{"speaker", "quote", "start_s"}]`;
    `speakers`: see `labels`.
    `last_error`: why the reader stood in for a model. `occurrence`: which one of a series it was, by its place there.
    The summary is of the transcript whose hash is `summarized_hash`.
    """

    __tablename__ = "meetings"

    external_id: Mapped[str] = mapped_column()
    title: Mapped[str | None] = mapped_column()
    started_at: Mapped[datetime | None] = mapped_column()
    ended_at: Mapped[datetime | None] = mapped_column()
    event_id: Mapped[UUID | None] = mapped_column()
    occurrence: Mapped[datetime | None] = mapped_column(DateTime(timezone=False))
    attendees: Mapped[list[dict[str, Any]]] = mapped_column(default=list)
    speakers: Mapped[list[dict[str, Any]]] = mapped_column(default=list)
    summary: Mapped[str | None] = mapped_column()
    decisions: Mapped[list[dict[str, Any]]] = mapped_column(default=list)
    generated_by: Mapped[str | None] = mapped_column()
    last_error: Mapped[str | None] = mapped_column()
    summarized_hash: Mapped[str | None] = mapped_column()
    summarized_at: Mapped[datetime | None] = mapped_column()
    reruns_wanted: Mapped[int] = mapped_column(default=0)
    reruns_done: Mapped[int] = mapped_column(default=0)
    job_id: Mapped[UUID | None] = mapped_column()


class Transcript(Base):
    """The newest submission of a meeting as it came; `arrival`: its place in the order of arrival."""

    __tablename__ = "meeting_transcripts"

    meeting_id: Mapped[UUID] = mapped_column(primary_key=True)
    user_id: Mapped[UUID] = mapped_column(primary_key=True)
    raw: Mapped[dict[str, Any]] = mapped_column()
    transcript_hash: Mapped[str] = mapped_column()
    arrival: Mapped[int] = mapped_column(BigInteger)
    received_at: Mapped[datetime] = mapped_column(server_default=text("steward_now()"))


class ActionItem(Owned, Base):
    """Something that somebody is to do. `quote`: the transcript's own words. `withdrawn_at`: a later summary does not
    hold it; the row is kept, so that what was done about it is known when it comes back. `todo_hidden`: its todo was
    hidden then, not by the user."""

    __tablename__ = "meeting_action_items"

    meeting_id: Mapped[UUID] = mapped_column()
    position: Mapped[int] = mapped_column()
    text: Mapped[str] = mapped_column()
    assignee: Mapped[str | None] = mapped_column()
    email: Mapped[str | None] = mapped_column()
    mine: Mapped[bool] = mapped_column(default=False)
    quote: Mapped[str] = mapped_column()
    todo_id: Mapped[UUID | None] = mapped_column()
    todo_erased: Mapped[bool] = mapped_column(default=False)
    todo_hidden: Mapped[bool] = mapped_column(default=False)
    withdrawn_at: Mapped[datetime | None] = mapped_column()

    @property
    def shown_todo(self) -> UUID | None:
        """Its todo, as long as the item is the user's own."""
        return None if self.todo_hidden else self.todo_id
