"""The table `agents` (db_migrations/0085), and what reads and writes it."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.base import Base, Owned
from orchestrator.db.tx import Tx


class AgentRow(Owned, Base):
    """One agent of a user's, shipped or their own."""

    __tablename__ = "agents"

    name: Mapped[str]
    name_key: Mapped[str]
    purpose: Mapped[str] = mapped_column(default="")
    instructions: Mapped[str] = mapped_column(default="")
    model_role: Mapped[str] = mapped_column(default="smart")
    effort: Mapped[str] = mapped_column(default="medium")
    tools: Mapped[list[str]] = mapped_column(default=list)
    skills: Mapped[list[str]] = mapped_column(default=list)
    collaborators: Mapped[list[str]] = mapped_column(default=list)
    budget: Mapped[dict[str, Any]] = mapped_column(default=dict)
    shipped: Mapped[bool] = mapped_column(default=False)
    version: Mapped[int] = mapped_column(default=1)


async def every(tx: Tx) -> Sequence[AgentRow]:
    """All of the owner's, by name."""
    found: Sequence[AgentRow] = (
        await tx.session.scalars(select(AgentRow).where(AgentRow.user_id == tx.owner_id).order_by(AgentRow.name_key))
    ).all()
    return found


async def keys(tx: Tx) -> list[tuple[UUID, str | None, str | None]]:
    """(id, source, external_id) of each: a tombstone names one by its id."""
    found = await tx.session.scalars(select(AgentRow.id).where(AgentRow.user_id == tx.owner_id))
    return [(agent_id, None, None) for agent_id in found]


async def get(tx: Tx, agent_id: UUID, *, for_update: bool = False) -> AgentRow | None:
    """The owner's agent."""
    statement = select(AgentRow).where(AgentRow.user_id == tx.owner_id, AgentRow.id == agent_id)
    statement = statement.execution_options(populate_existing=True)
    found: AgentRow | None = await tx.session.scalar(statement.with_for_update() if for_update else statement)
    return found


async def by_key(tx: Tx, key: str) -> AgentRow | None:
    """The owner's agent of that name."""
    found: AgentRow | None = await tx.session.scalar(
        select(AgentRow).where(AgentRow.user_id == tx.owner_id, AgentRow.name_key == key)
    )
    return found


async def add(tx: Tx, rows: Sequence[Mapping[str, Any]]) -> list[UUID]:
    """Insert those whose names are not taken; answers the ids of these."""
    statement = insert(AgentRow).values([{**row, "user_id": tx.owner_id} for row in rows])
    made = statement.on_conflict_do_nothing(index_elements=[AgentRow.user_id, AgentRow.name_key]).returning(AgentRow.id)
    return list((await tx.session.scalars(made)).all())


async def remove(tx: Tx, agent_id: UUID) -> None:
    """Delete one."""
    await tx.session.execute(delete(AgentRow).where(AgentRow.user_id == tx.owner_id, AgentRow.id == agent_id))
