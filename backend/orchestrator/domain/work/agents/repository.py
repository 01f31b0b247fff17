"""What reads and writes the table `agents`."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert

from orchestrator.db.tx import Tx
from orchestrator.domain.work.agents.model import AgentRow


async def every(tx: Tx) -> Sequence[AgentRow]:
    """All of the owner's, by name."""
    found: Sequence[AgentRow] = (
        await tx.session.scalars(select(AgentRow).where(AgentRow.user_id == tx.owner_id).order_by(AgentRow.name_key))
    ).all()
    return found


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
