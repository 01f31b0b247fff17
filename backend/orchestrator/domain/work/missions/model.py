"""The tables of missions (db_migrations/0085)."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import BigInteger, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.base import Base, Owned


def _amount() -> Any:
    return mapped_column(BigInteger, default=0)


class Mission(Owned, Base):
    """A goal with its plan and its ledger. Money in micro-units, time in milliseconds of agents at work."""

    __tablename__ = "missions"

    state: Mapped[str] = mapped_column(default="draft")
    goal: Mapped[str]
    deliverable: Mapped[str] = mapped_column(default="")
    checks: Mapped[list[Any]] = mapped_column(JSONB, default=list)
    deadline: Mapped[datetime | None]
    budget: Mapped[dict[str, Any]] = mapped_column(default=dict)
    currency: Mapped[str] = mapped_column(default="USD")
    delegation: Mapped[str] = mapped_column(default="per_request")
    agents: Mapped[list[str]] = mapped_column(default=list)
    allowed_tools: Mapped[list[str]] = mapped_column(default=list)
    timezone: Mapped[str]
    locale: Mapped[str]
    graph: Mapped[dict[str, Any]] = mapped_column(default=dict)
    plan_hash: Mapped[str | None]
    approved_hash: Mapped[str | None]
    planned_by: Mapped[str] = mapped_column(default="")
    feedback: Mapped[str] = mapped_column(default="")
    estimate: Mapped[dict[str, Any]] = mapped_column(default=dict)
    limit_tokens: Mapped[int] = _amount()
    limit_money: Mapped[int | None] = mapped_column(BigInteger)
    limit_ms: Mapped[int] = _amount()
    limit_calls: Mapped[int] = _amount()
    reserved_tokens: Mapped[int] = _amount()
    reserved_money: Mapped[int] = _amount()
    reserved_ms: Mapped[int] = _amount()
    reserved_calls: Mapped[int] = _amount()
    spent_tokens: Mapped[int] = _amount()
    spent_money: Mapped[int] = _amount()
    spent_ms: Mapped[int] = _amount()
    spent_calls: Mapped[int] = _amount()
    overrun: Mapped[dict[str, Any]] = mapped_column(default=dict)
    epoch: Mapped[int] = _amount()
    crashes: Mapped[int] = mapped_column(default=0)
    report: Mapped[str | None]
    deliverables: Mapped[list[dict[str, Any]]] = mapped_column(default=list)
    workspace_id: Mapped[UUID | None]
    last_error: Mapped[str | None]
    version: Mapped[int] = mapped_column(default=1)
    approved_at: Mapped[datetime | None]
    started_at: Mapped[datetime | None]
    finished_at: Mapped[datetime | None]


class MissionStep(Owned, Base):
    """Where one step of the plan stands."""

    __tablename__ = "mission_steps"

    mission_id: Mapped[UUID]
    step_key: Mapped[str]
    position: Mapped[int]
    state: Mapped[str] = mapped_column(default="pending")
    attempts: Mapped[int] = mapped_column(default=0)
    output: Mapped[dict[str, Any]] = mapped_column(default=dict)
    error: Mapped[str | None]


class MissionBrief(Owned, Base):
    """One attempt of one agent at one thing: what it was handed, within which bounds, and what it gave back."""

    __tablename__ = "mission_briefs"

    mission_id: Mapped[UUID]
    step_key: Mapped[str]
    parent_id: Mapped[UUID | None]
    agent: Mapped[str]
    objective: Mapped[str]
    context: Mapped[str] = mapped_column(default="")
    constraints: Mapped[dict[str, Any]] = mapped_column(default=dict)
    deliverables: Mapped[list[Any]] = mapped_column(JSONB, default=list)
    tools_approved: Mapped[list[str]] = mapped_column(default=list)
    agents_approved: Mapped[list[str]] = mapped_column(default=list)
    depth: Mapped[int] = mapped_column(default=0)
    attempt: Mapped[int] = mapped_column(default=1)
    status: Mapped[str] = mapped_column(default="assigned")
    stop_reason: Mapped[str | None]
    run_id: Mapped[UUID | None]
    limit_tokens: Mapped[int] = _amount()
    reserved_tokens: Mapped[int] = _amount()
    spent_tokens: Mapped[int] = _amount()
    reserved_money: Mapped[int] = _amount()
    spent_money: Mapped[int] = _amount()
    result: Mapped[dict[str, Any]] = mapped_column(default=dict)
    finished_at: Mapped[datetime | None]


class MissionDelegation(Owned, Base):
    """One agent asked another."""

    __tablename__ = "mission_delegations"

    mission_id: Mapped[UUID]
    parent_brief_id: Mapped[UUID]
    child_brief_id: Mapped[UUID | None]
    requesting_agent: Mapped[str]
    target_agent: Mapped[str]
    objective: Mapped[str]
    reason: Mapped[str] = mapped_column(default="")
    status: Mapped[str] = mapped_column(default="requested")
    approved_by: Mapped[str | None]
    tokens_budget: Mapped[int] = _amount()
    tokens_used: Mapped[int] = _amount()


class MissionExecution(Owned, Base):
    """One call of a tool: written before it is made, settled after."""

    __tablename__ = "mission_executions"

    mission_id: Mapped[UUID]
    brief_id: Mapped[UUID | None]
    step_key: Mapped[str]
    call_id: Mapped[str] = mapped_column(default="")
    tool: Mapped[str]
    arguments: Mapped[dict[str, Any]] = mapped_column(default=dict)
    effect: Mapped[str]
    idempotency_key: Mapped[str]
    state: Mapped[str] = mapped_column(default="started")
    summary: Mapped[str] = mapped_column(default="")
    data: Mapped[dict[str, Any]] = mapped_column(default=dict)
    result_hash: Mapped[str | None]
    origin: Mapped[str] = mapped_column(default="own_data")
    read_ids: Mapped[list[UUID]] = mapped_column(default=list)
    preview_id: Mapped[UUID | None]
    run_id: Mapped[UUID | None]
    started_at: Mapped[datetime] = mapped_column(server_default=text("steward_now()"))
    finished_at: Mapped[datetime | None]


class MissionQuestion(Owned, Base):
    """What an agent could not know. `asked_at`: since when the user is asked; one at a time. `purpose`: `delegation`
    where a yes lets one agent ask another."""

    __tablename__ = "mission_questions"

    mission_id: Mapped[UUID]
    brief_id: Mapped[UUID | None]
    step_key: Mapped[str]
    question: Mapped[str]
    options: Mapped[list[dict[str, Any]]] = mapped_column(default=list)
    default_answer: Mapped[str | None]
    deadline_at: Mapped[datetime | None]
    asked_at: Mapped[datetime | None]
    answer: Mapped[str | None]
    answered_by: Mapped[str | None]
    source: Mapped[dict[str, Any]] = mapped_column(default=dict)
    answered_at: Mapped[datetime | None]
    purpose: Mapped[str] = mapped_column(default="question")


class MissionClaim(Owned, Base):
    """What an agent says, and what code made of it."""

    __tablename__ = "mission_claims"

    mission_id: Mapped[UUID]
    brief_id: Mapped[UUID | None]
    step_key: Mapped[str]
    text: Mapped[str]
    label: Mapped[str]
    why: Mapped[str] = mapped_column(default="")
    evidence: Mapped[list[dict[str, Any]]] = mapped_column(default=list)


class MissionLesson(Owned, Base):
    """What a mission taught; it outlives the mission."""

    __tablename__ = "mission_memory"

    mission_id: Mapped[UUID | None]
    lesson: Mapped[str]
    outcome: Mapped[str] = mapped_column(default="neutral")
    proposed: Mapped[bool] = mapped_column(default=False)


class MissionEvent(Base):
    """What a stream tells, in order."""

    __tablename__ = "mission_events"

    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=True)
    user_id: Mapped[UUID] = mapped_column(primary_key=True)
    mission_id: Mapped[UUID]
    name: Mapped[str]
    data: Mapped[dict[str, Any]]
    created_at: Mapped[datetime] = mapped_column(server_default=text("steward_now()"))
