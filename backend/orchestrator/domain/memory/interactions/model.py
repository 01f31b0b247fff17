"""The tables `interactions` and `agent_calls`."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.base import Base, Owned
from orchestrator.db.repository import EntityRow


class Interaction(EntityRow):
    """One generation by some agent, and whether it was corrected. `client`: the MCP client that reported it. Of a turn
    of Steward's own (`run_id`) the words stand in the run, `prompt`, `response` and `correction` are empty. The other
    columns: `0049_own_turns.sql`."""

    __tablename__ = "interactions"

    session_id: Mapped[str] = mapped_column()
    agent: Mapped[str] = mapped_column()
    model: Mapped[str] = mapped_column()
    prompt: Mapped[str] = mapped_column()
    response: Mapped[str] = mapped_column()
    was_corrected: Mapped[bool] = mapped_column()
    correction: Mapped[str | None] = mapped_column()
    latency_ms: Mapped[int | None] = mapped_column()
    edit_count: Mapped[int] = mapped_column(default=0)
    friction_score: Mapped[float] = mapped_column()
    vibe_match: Mapped[bool] = mapped_column()
    client: Mapped[str | None] = mapped_column()
    run_id: Mapped[UUID | None] = mapped_column()
    thread_id: Mapped[UUID | None] = mapped_column()
    signs: Mapped[list[str]] = mapped_column(default=list)
    rejected_by: Mapped[UUID | None] = mapped_column()
    edited_fields: Mapped[list[str]] = mapped_column(default=list)
    judged: Mapped[bool] = mapped_column(default=True)
    response_characters: Mapped[int] = mapped_column(default=0)
    rule_ids: Mapped[list[UUID]] = mapped_column(default=list)
    aligned: Mapped[list[UUID]] = mapped_column(default=list)
    inferred_at: Mapped[datetime | None] = mapped_column()
    infer_attempts: Mapped[int] = mapped_column(default=0)


class AgentCall(Owned, Base):
    """One call of a tool by an outside agent, without its words. `told`: the entities that the answer was made of."""

    __tablename__ = "agent_calls"

    client: Mapped[str] = mapped_column()
    known_as: Mapped[str] = mapped_column()
    tool: Mapped[str] = mapped_column()
    outcome: Mapped[str] = mapped_column()
    session_id: Mapped[str | None] = mapped_column()
    preview_id: Mapped[UUID | None] = mapped_column()
    told: Mapped[list[dict[str, Any]]] = mapped_column(default=list)
    duration_ms: Mapped[int] = mapped_column()
