"""How are runs and their steps stored? (db_migrations/0004, 0018)"""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.dialects.postgresql import BYTEA, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.base import Base, Owned


class AgentRun(Owned, Base):
    """One turn's record. `running` under a lease that its process renews, then `settled` for good.

    `zone`, `locale`, `question`: what is needed to answer for a process that died. `read_ids`: entities and messages
    whose content entered its prompts or that it wrote; erasing one of them redacts the run. One without thread and
    message is a turn over the client's own history: what it answered stands in `RunAnswer`.
    """

    __tablename__ = "agent_runs"

    thread_id: Mapped[UUID | None]
    message_id: Mapped[UUID | None]
    answer_message_id: Mapped[UUID | None]
    client_message_id: Mapped[str | None]
    question: Mapped[str]
    zone: Mapped[str]
    locale: Mapped[str]
    state: Mapped[str] = mapped_column(default="running")
    delegated: Mapped[bool] = mapped_column(default=False)
    lease_until: Mapped[datetime]
    cancel_requested_at: Mapped[datetime | None]
    status: Mapped[str | None]
    run: Mapped[dict[str, Any]] = mapped_column(default=dict)
    explanation: Mapped[dict[str, Any]] = mapped_column(default=dict)
    bundle: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    read_ids: Mapped[list[UUID]] = mapped_column(default=list)
    rating: Mapped[str | None]
    comment: Mapped[str | None]
    rated_at: Mapped[datetime | None]
    started_at: Mapped[datetime] = mapped_column(server_default=text("steward_now()"))
    finished_at: Mapped[datetime | None]
    redacted_at: Mapped[datetime | None]


class RunAnswer(Base):
    """What the next turn needs of an answer that its client holds: label and metadata. `answer` and `conversation` are
    sha256 of the text as the client got it, and of the whole conversation up to it: no word of either is kept here. Of
    an answer that is a message of a thread there is the label alone."""

    __tablename__ = "run_answers"

    run_id: Mapped[UUID] = mapped_column(primary_key=True)
    user_id: Mapped[UUID] = mapped_column(primary_key=True)
    origin: Mapped[str]
    # `metadata` is SQLAlchemy's own name on a declarative class
    details: Mapped[dict[str, Any]] = mapped_column("metadata", default=dict)
    answer: Mapped[bytes | None] = mapped_column(BYTEA)
    conversation: Mapped[bytes | None] = mapped_column(BYTEA)


class AgentStep(Base):
    """One round of model and tools within a run."""

    __tablename__ = "agent_steps"

    run_id: Mapped[UUID] = mapped_column(primary_key=True)
    index: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[UUID] = mapped_column(primary_key=True)
    model_call: Mapped[dict[str, Any]] = mapped_column(default=dict)
    proposals: Mapped[list[dict[str, Any]]] = mapped_column(default=list)
    created_at: Mapped[datetime] = mapped_column(server_default=text("steward_now()"))
    updated_at: Mapped[datetime] = mapped_column(server_default=text("steward_now()"))
