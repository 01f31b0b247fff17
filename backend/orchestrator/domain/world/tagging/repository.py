"""The table of what was tagged (db_migrations/0032), and what reads and writes it."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import ColumnElement, and_, delete, func, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.base import Base
from orchestrator.db.repository import EntityRow
from orchestrator.db.tx import Tx
from orchestrator.scheduling.model import in_seconds


class Tagged(Base):
    """The tags that were made of an entity at `version`; those that the user took off since stay here."""

    __tablename__ = "tagged"

    kind: Mapped[str] = mapped_column(primary_key=True)
    entity_id: Mapped[UUID] = mapped_column(primary_key=True)
    user_id: Mapped[UUID] = mapped_column(primary_key=True)
    version: Mapped[int]
    tags: Mapped[list[str]] = mapped_column(default=list)
    generated_by: Mapped[str]
    tagged_at: Mapped[datetime] = mapped_column(server_default=text("steward_now()"))


async def due(
    session: AsyncSession,
    model: type[EntityRow],
    kind: str,
    *conditions: ColumnElement[bool],
    quiet_s: float,
    limit: int,
) -> Sequence[tuple[UUID, UUID]]:
    """(owner, id) of the entities of all users that changed since they were tagged, and rest since `quiet_s`."""
    of_it = and_(Tagged.user_id == model.user_id, Tagged.kind == kind, Tagged.entity_id == model.id)
    statement = (
        select(model.user_id, model.id)
        .outerjoin(Tagged, of_it)
        .where(
            Tagged.version.is_distinct_from(model.version),
            model.hidden_at.is_(None),
            model.updated_at <= in_seconds(-quiet_s),
            *conditions,
        )
        .order_by(model.updated_at, model.id)
        .limit(limit)
    )
    return [(owner_id, entity_id) for owner_id, entity_id in await session.execute(statement)]


async def made(tx: Tx, kind: str, entity_id: UUID) -> list[str]:
    """The tags that were made of the entity before."""
    statement = select(Tagged.tags).where(
        Tagged.user_id == tx.owner_id, Tagged.kind == kind, Tagged.entity_id == entity_id
    )
    return list((await tx.session.execute(statement)).scalar_one_or_none() or [])


async def put(tx: Tx, kind: str, entity_id: UUID, *, version: int, tags: Sequence[str], generated_by: str) -> None:
    """Note what was made of the entity at `version`."""
    values = {"version": version, "tags": list(tags), "generated_by": generated_by, "tagged_at": func.steward_now()}
    statement = insert(Tagged).values(user_id=tx.owner_id, kind=kind, entity_id=entity_id, **values)
    await tx.session.execute(
        statement.on_conflict_do_update(index_elements=["user_id", "kind", "entity_id"], set_=values)
    )


async def forget(tx: Tx, kind: str, ids: Sequence[UUID]) -> int:
    """Delete what was made of these; answers how many there were."""
    statement = (
        delete(Tagged)
        .where(Tagged.user_id == tx.owner_id, Tagged.kind == kind, Tagged.entity_id.in_(ids))
        .returning(Tagged.entity_id)
    )
    return len((await tx.session.execute(statement)).all())
