"""How are threads, messages and summaries stored? (db_migrations/0003, 0025)"""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.base import Base, Entity, Owned


class Thread(Entity, Base):
    """A conversation. One that was ingested has a `source` and an `external_id`. `sessions_due_at`,
    `facts_due_at`: when its sessions are to be looked at next, for episodes and for facts (`sessions.py`)."""

    __tablename__ = "threads"

    title: Mapped[str] = mapped_column(default="")
    last_message_at: Mapped[datetime | None]
    archived_at: Mapped[datetime | None]
    sessions_due_at: Mapped[datetime | None]
    facts_due_at: Mapped[datetime | None]


class MessageRow(Owned, Base):
    """One entry of a thread. Order: `at`, then `position`. `speaker` is the label that an ingested message came with.

    Role `user` alone does not make a text the user's own: that says `origin` (third parties have role `user` too).
    `item_key` identifies an ingested message within its thread; `redacted_at`: its text was taken away by an erasure;
    `summary_id`: the summary that stands for it in prompts; `facts_read`: it was read for facts about the user.
    """

    __tablename__ = "messages"

    thread_id: Mapped[UUID]
    role: Mapped[str]
    content: Mapped[str]
    origin: Mapped[str]
    speaker: Mapped[str | None]
    # `metadata` is SQLAlchemy's own name on a declarative class
    details: Mapped[dict[str, Any]] = mapped_column("metadata", default=dict)
    run_id: Mapped[UUID | None]
    external_id: Mapped[str | None]
    item_key: Mapped[str | None]
    at: Mapped[datetime]
    position: Mapped[int] = mapped_column(default=0)
    redacted_at: Mapped[datetime | None]
    summary_id: Mapped[UUID | None]
    facts_read: Mapped[bool] = mapped_column(default=False)


class ConversationSummary(Owned, Base):
    """What `count` messages from `from_id` to `to_id` said. `origin`: the label of the least trusted one;
    `generated_by`: a model's name, or `reader`."""

    __tablename__ = "conversation_summaries"

    thread_id: Mapped[UUID]
    from_id: Mapped[UUID]
    to_id: Mapped[UUID]
    count: Mapped[int]
    since_at: Mapped[datetime]
    until_at: Mapped[datetime]
    text: Mapped[str]
    origin: Mapped[str]
    generated_by: Mapped[str]
