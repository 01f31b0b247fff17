"""Which statements read and write previews?"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Row, and_, bindparam, func, or_, select, text, tuple_, update
from sqlalchemy.dialects.postgresql import UUID as PgUUID
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.folding import holds
from orchestrator.db.locks import lock_writers
from orchestrator.db.tx import Tx
from orchestrator.domain.people.previews.model import PreviewRow


def _is_in(state: str) -> ColumnElement[bool]:
    """In this state as it is told: a pending one whose time is up counts as expired."""
    over = PreviewRow.expires_at <= func.steward_now()
    if state == "pending":
        return and_(PreviewRow.state == "pending", ~over)
    if state == "expired":
        return or_(PreviewRow.state == "expired", and_(PreviewRow.state == "pending", over))
    return PreviewRow.state == state


async def add(tx: Tx, values: Mapping[str, Any]) -> None:
    """Insert a preview."""
    await tx.session.execute(insert(PreviewRow).values(user_id=tx.owner_id, **values))


async def get(tx: Tx, preview_id: UUID, *, for_update: bool = False) -> tuple[PreviewRow, bool] | None:
    """The owner's preview, and whether its time is up."""
    statement = select(PreviewRow, PreviewRow.expires_at <= func.steward_now()).where(
        PreviewRow.user_id == tx.owner_id, PreviewRow.id == preview_id
    )
    if for_update:
        await lock_writers(tx)  # what a preview does is written after it was locked
        statement = statement.with_for_update()
    found = (await tx.session.execute(statement.execution_options(populate_existing=True))).first()
    return (found[0], bool(found[1])) if found is not None else None


async def replace(tx: Tx, preview_id: UUID, values: Mapping[str, Any]) -> bool:
    """Set columns of a preview; False where there is none."""
    statement = (
        update(PreviewRow)
        .where(PreviewRow.user_id == tx.owner_id, PreviewRow.id == preview_id)
        .values(updated_at=func.steward_now(), **values)
        .returning(PreviewRow.id)
        .execution_options(synchronize_session=False)
    )
    return (await tx.session.execute(statement)).first() is not None


async def pending(tx: Tx, *, thread_id: UUID | None, limit: int) -> Sequence[PreviewRow]:
    """Waiting previews, newest first."""
    conditions = [PreviewRow.user_id == tx.owner_id, _is_in("pending")]
    if thread_id is not None:
        conditions.append(PreviewRow.thread_id == thread_id)
    statement = (
        select(PreviewRow)
        .where(*conditions)
        .order_by(PreviewRow.created_at.desc(), PreviewRow.id.desc())
        .limit(limit)
        .execution_options(populate_existing=True)
    )
    return (await tx.session.execute(statement)).scalars().all()


async def waiting_in(tx: Tx, thread_ids: Sequence[UUID]) -> Sequence[tuple[UUID, UUID]]:
    """(thread, preview) of the waiting previews of these threads."""
    statement = select(PreviewRow.thread_id, PreviewRow.id).where(
        PreviewRow.user_id == tx.owner_id, PreviewRow.thread_id.in_(thread_ids), _is_in("pending")
    )
    return [(thread_id, preview_id) for thread_id, preview_id in await tx.session.execute(statement) if thread_id]


# Read before every turn, so written out (docs/decisions/0007).
_WAITING = text(
    "select tool, summary, origin, tainted, expires_at, target_type, target_id, run_id from previews "
    "where user_id = :owner and state = 'pending' and expires_at > steward_now() "
    "order by created_at desc, id desc limit :limit"
).bindparams(bindparam("owner", type_=PgUUID(as_uuid=True)))


async def waiting(tx: Tx, *, limit: int) -> Sequence[Row[Any]]:
    """tool, summary, origin, tainted, expires_at, target_type, target_id and run_id of the newest pending previews."""
    return (await tx.session.execute(_WAITING, {"owner": tx.owner_id, "limit": limit})).all()


async def stuck(session: AsyncSession, *, limit: int) -> Sequence[PreviewRow]:
    """`executing` previews whose lease has ended, locked, skipping those locked elsewhere."""
    statement = (
        select(PreviewRow)
        .where(PreviewRow.state == "executing", PreviewRow.lease_until < func.steward_now())
        .order_by(PreviewRow.lease_until)
        .limit(limit)
        .with_for_update(skip_locked=True)
        .execution_options(populate_existing=True)
    )
    return (await session.execute(statement)).scalars().all()


async def page(
    tx: Tx, *, after: tuple[datetime, UUID] | None, limit: int, q: str | None, state: str | None, thread_id: UUID | None
) -> Sequence[tuple[PreviewRow, bool]]:
    """Previews and whether their time is up, newest first."""
    conditions: list[ColumnElement[bool]] = [PreviewRow.user_id == tx.owner_id]
    if after is not None:
        conditions.append(tuple_(PreviewRow.created_at, PreviewRow.id) < after)
    if state is not None:
        conditions.append(_is_in(state))
    if thread_id is not None:
        conditions.append(PreviewRow.thread_id == thread_id)
    if q:
        conditions += holds(q, PreviewRow.title, PreviewRow.summary, PreviewRow.tool)
    statement = (
        select(PreviewRow, PreviewRow.expires_at <= func.steward_now())
        .where(and_(*conditions))
        .order_by(PreviewRow.created_at.desc(), PreviewRow.id.desc())
        .limit(limit)
        .execution_options(populate_existing=True)
    )
    return [(row, bool(over)) for row, over in await tx.session.execute(statement)]


async def waiting_until(tx: Tx, ids: Sequence[UUID]) -> list[tuple[UUID, datetime]]:
    """Those of `ids` that wait for the user, and until when."""
    statement = select(PreviewRow.id, PreviewRow.expires_at).where(
        PreviewRow.user_id == tx.owner_id, PreviewRow.id.in_(ids), PreviewRow.state == "pending"
    )
    return [(preview_id, at) for preview_id, at in await tx.session.execute(statement)]


async def redacted(tx: Tx, ids: Sequence[UUID]) -> set[UUID]:
    """Those of `ids` that hold no words any more."""
    statement = select(PreviewRow.id).where(
        PreviewRow.user_id == tx.owner_id, PreviewRow.id.in_(ids), PreviewRow.redacted_at.is_not(None)
    )
    return set(await tx.session.scalars(statement))


async def to_redact(tx: Tx) -> Sequence[PreviewRow]:
    """All previews of the owner that still hold their words, but for those whose effect is under way."""
    statement = (
        select(PreviewRow)
        .where(PreviewRow.user_id == tx.owner_id, PreviewRow.redacted_at.is_(None), PreviewRow.state != "executing")
        .order_by(PreviewRow.id)
        .with_for_update()
        .execution_options(populate_existing=True)
    )
    return (await tx.session.execute(statement)).scalars().all()


async def carried_out_on(tx: Tx, kind: str, entity_id: UUID) -> UUID | None:
    """The latest write of an entity that was carried out."""
    statement = select(PreviewRow.id).where(
        PreviewRow.user_id == tx.owner_id,
        PreviewRow.target_type == kind,
        PreviewRow.target_id == entity_id,
        PreviewRow.state.in_(("confirmed", "undone")),
    )
    found: UUID | None = await tx.session.scalar(
        statement.order_by(PreviewRow.created_at.desc(), PreviewRow.id.desc()).limit(1)
    )
    return found
