"""Which statements read and write pushes and deliveries? Those of devices: `device_rows.py`.

The outbox is the system's: `due`, `lost`, `awaited`, `settle` and what they lead to work for all users at once, and
name the owner of each row. Everything else takes the owner id.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, cast
from uuid import UUID

from sqlalchemy import ColumnElement, CursorResult, bindparam, delete, func, or_, select, text, update
from sqlalchemy.dialects.postgresql import ARRAY, TEXT, insert
from sqlalchemy.dialects.postgresql import UUID as PgUUID
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.tx import Tx
from orchestrator.domain.work.pushes.model import Delivery, Device, PushRow
from orchestrator.integrations.push.port import Kind
from orchestrator.kit.ids import new_id

NOW: ColumnElement[datetime] = func.steward_now()
_UUIDS = ARRAY(PgUUID(as_uuid=True))
UNSENT = ("queued", "held")
_DUE_LOCK = text("select pg_advisory_xact_lock(hashtextextended('pushes:due', 0))")


async def now(session: AsyncSession) -> datetime:
    """The moment by the clock of rows and jobs."""
    return (await session.execute(select(NOW))).scalar_one()


# --- pushes


async def put(tx: Tx, values: Mapping[str, Any]) -> tuple[UUID, bool]:
    """Store a push; where the same was stored before it stays, unless there was nothing to push it to. Answers its id,
    and True where it is to be sent."""
    statement = insert(PushRow).values(id=new_id(), user_id=tx.owner_id, **values)
    if values["once"] is not None:
        statement = statement.on_conflict_do_update(
            index_elements=[PushRow.user_id, PushRow.once],
            index_where=text("once is not null"),
            set_={**values, "attempts": 0, "updated_at": NOW},
            where=(PushRow.state == "none") & PushRow.redacted_at.is_(None),
        )
    stored = (await tx.session.execute(statement.returning(PushRow.id))).scalar_one_or_none()
    if stored is not None:
        return stored, True
    known = select(PushRow.id).where(PushRow.user_id == tx.owner_id, PushRow.once == values["once"])
    return (await tx.session.execute(known)).scalar_one(), False


async def many(tx: Tx, push_ids: Sequence[UUID]) -> list[PushRow]:
    """Those of the user's pushes that there are."""
    return list(
        await tx.session.scalars(select(PushRow).where(PushRow.user_id == tx.owner_id, PushRow.id.in_(push_ids)))
    )


async def deliveries(tx: Tx, push_ids: Sequence[UUID]) -> list[Delivery]:
    """What became of them at each device."""
    statement = select(Delivery).where(Delivery.user_id == tx.owner_id, Delivery.push_id.in_(push_ids))
    return list(await tx.session.scalars(statement.order_by(Delivery.id)))


async def waiting(tx: Tx) -> list[PushRow]:
    """The user's pushes that did not go out yet, locked; one that is being sent just now is none of them."""
    statement = select(PushRow).where(PushRow.user_id == tx.owner_id, PushRow.state.in_(UNSENT)).order_by(PushRow.id)
    return list(await tx.session.scalars(statement.with_for_update().execution_options(populate_existing=True)))


async def waited_for(session: AsyncSession) -> list[UUID]:
    """The users with pushes whose time has not come."""
    statement = select(PushRow.user_id).where(PushRow.state.in_(UNSENT), PushRow.due_at > NOW).distinct()
    return list(await session.scalars(statement.order_by(PushRow.user_id)))


async def redact(tx: Tx, erased: Sequence[tuple[str, UUID]]) -> int:
    """Empty what quotes one of these, and let none of it go out that has not; answers how many."""
    statement = text("""
        with quoting as (
            select q.id from pushes q
             where q.user_id = :owner and q.redacted_at is null and exists (
                   select 1 from jsonb_to_recordset(q.sources) as s(kind text, id uuid)
                     join unnest(:kinds, :ids) as e(kind, id) on e.kind = s.kind and e.id = s.id)
             order by q.id for update)
        update pushes p set title = '', body = '', redacted_at = steward_now(), updated_at = steward_now(),
               state = case when p.state in ('queued', 'held') then 'none' else p.state end
          from quoting where p.user_id = :owner and p.id = quoting.id returning p.id
    """).bindparams(bindparam("kinds", type_=ARRAY(TEXT())), bindparam("ids", type_=_UUIDS))
    values = {"owner": tx.owner_id, "kinds": [kind for kind, _ in erased], "ids": [entity for _, entity in erased]}
    ids = list((await tx.session.execute(statement, values)).scalars())
    if ids:
        waiting = (Delivery.user_id == tx.owner_id, Delivery.push_id.in_(ids), Delivery.state == "queued")
        await _deliveries(tx.session, *waiting, values={"state": "failed", "error": "erased"})
    return len(ids)


# --- the outbox


@dataclass(frozen=True)
class Addressed:
    """A delivery under way, and where to."""

    delivery_id: UUID
    push_id: UUID
    device_id: UUID
    kind: Kind
    identity: str
    sealed: bytes | None
    answers: bool


async def due(session: AsyncSession, *, limit: int) -> list[PushRow]:
    """Pushes whose time has come, locked. Those who look at the same moment do so one after the other, so that the
    first gets a full batch, not each a part of it; a row that somebody changes is left for the next look."""
    await session.execute(_DUE_LOCK)
    statement = (
        select(PushRow)
        .where(PushRow.state.in_(UNSENT), PushRow.due_at <= NOW)
        .order_by(PushRow.due_at, PushRow.id)
        .limit(limit)
        .with_for_update(skip_locked=True)
        .execution_options(populate_existing=True)
    )
    return list(await session.scalars(statement))


async def address(session: AsyncSession, pushes: Sequence[PushRow]) -> list[Addressed]:
    """Make the deliveries of these pushes, or take up those that wait for another try, as `sending`. A device that was
    signed out, or is another user's by now, gets nothing."""
    owners = sorted({push.user_id for push in pushes})
    first = [push.id for push in pushes if push.attempts == 0]
    again = [push.id for push in pushes if push.attempts > 0]
    made = text("""
        insert into push_deliveries (id, push_id, user_id, device_id, state)
        select gen_random_uuid(), p.id, p.user_id, d.id, 'queued'
          from pushes p join push_devices d on d.user_id = p.user_id and d.disabled_at is null
           and (p.device_id is null or p.device_id = d.id)
         where p.user_id = any(:owners) and p.id = any(:first)
        on conflict (user_id, push_id, device_id) do nothing
    """).bindparams(bindparam("owners", type_=_UUIDS), bindparam("first", type_=_UUIDS))
    await session.execute(made, {"owners": owners, "first": first})
    found = await session.execute(
        select(
            Delivery.id,
            Delivery.push_id,
            Device.id.label("device_id"),
            Device.kind,
            Device.identity,
            Device.sealed,
            Device.answers,
        )
        .join(Device, Device.id == Delivery.device_id)
        .where(Delivery.user_id.in_(owners), Delivery.push_id.in_([*first, *again]), Delivery.state == "queued")
        .where(Device.user_id == Delivery.user_id, Device.disabled_at.is_(None))
        .order_by(Delivery.push_id, Delivery.id)
        .with_for_update(of=Device, read=True)  # a device does not change hands between this and `sending`
    )
    wanted = [Addressed(*row) for row in found]
    reached = [one.delivery_id for one in wanted]
    await _deliveries(session, Delivery.id.in_(reached), values={"state": "sending", "answer_until": None})
    left = (Delivery.user_id.in_(owners), Delivery.push_id.in_(again), Delivery.state == "queued")
    await _deliveries(session, *left, values={"state": "failed", "error": "signed_out"})
    return wanted


async def await_answers(session: AsyncSession, delivery_ids: Sequence[UUID], *, seconds: float) -> None:
    """Their buttons answer for so long."""
    until = NOW + func.make_interval(0, 0, 0, 0, 0, 0, seconds)
    await _deliveries(session, Delivery.id.in_(delivery_ids), values={"answer_until": until})


@dataclass(frozen=True)
class Answerable:
    """A delivery whose notification has buttons, used or not."""

    user_id: UUID
    preview_id: UUID
    preview_digest: str


async def answerable(session: AsyncSession, delivery_id: UUID) -> Answerable | None:
    """What the buttons of this delivery are about; None where it has none, or its device is signed out."""
    statement = (
        select(PushRow.user_id, PushRow.preview_id, PushRow.preview_digest)
        .join(Delivery, (Delivery.user_id == PushRow.user_id) & (Delivery.push_id == PushRow.id))
        .join(Device, Device.id == Delivery.device_id)
        .where(Delivery.id == delivery_id, PushRow.preview_id.is_not(None), Device.disabled_at.is_(None))
        .where(Device.user_id == PushRow.user_id, Device.answers)
    )
    row = (await session.execute(statement)).first()
    if row is None or row.preview_id is None or row.preview_digest is None:
        return None
    return Answerable(row.user_id, row.preview_id, row.preview_digest)


async def take_answer(session: AsyncSession, delivery_id: UUID) -> bool:
    """Use up the buttons of this delivery; False where they were used, or their time is over."""
    statement = (
        update(Delivery)
        .where(Delivery.id == delivery_id, Delivery.answer_until > NOW)
        .values(answer_until=None)
        .execution_options(synchronize_session=False)
    )
    return cast("CursorResult[Any]", await session.execute(statement)).rowcount == 1


async def settle_delivery(session: AsyncSession, delivery_id: UUID, values: Mapping[str, Any]) -> None:
    """Note what came of a call; nothing where that was given up meanwhile."""
    await _deliveries(session, Delivery.id == delivery_id, Delivery.state == "sending", values=values)


async def settle(
    session: AsyncSession, push_ids: Sequence[UUID], *, state: Literal["sending", "sent"]
) -> dict[UUID, str]:
    """Sum up the deliveries of those of these pushes that are in `state`; answers the states that they have now. What
    is `sending` again is left to the call that is under way."""
    statement = text("""
        update pushes p set state = s.state, sending_job = null, sending_until = null, updated_at = steward_now(),
               sent_at = coalesce(p.sent_at, s.sent_at)
          from (select w.id, min(d.sent_at) filter (where d.state = 'sent') as sent_at,
                       case when bool_or(d.state = 'queued') and w.redacted_at is null then 'queued'
                            when bool_or(d.state = 'sent') then 'sent'
                            when bool_or(d.state in ('unknown', 'sending')) then 'unknown'
                            when bool_or(d.state = 'failed') then 'failed' else 'none' end as state
                  from pushes w left join push_deliveries d on d.user_id = w.user_id and d.push_id = w.id
                 where w.id = any(:ids) group by w.id, w.redacted_at) as s
         where p.id = s.id and p.state = :state returning p.id, p.state
    """).bindparams(bindparam("ids", type_=_UUIDS))
    await session.execute(select(PushRow.id).where(PushRow.id.in_(push_ids)).order_by(PushRow.id).with_for_update())
    return {row.id: row.state for row in await session.execute(statement, {"ids": list(push_ids), "state": state})}


async def lost(session: AsyncSession, job_id: UUID) -> list[UUID]:
    """Pushes whose call nobody waits for any more: an earlier attempt of this job began it, or its time is long over.
    Their deliveries become `unknown`."""
    over = or_(PushRow.sending_job == job_id, PushRow.sending_until < NOW)
    statement = select(PushRow.user_id, PushRow.id).where(PushRow.state == "sending", over)
    rows = (await session.execute(statement.with_for_update(skip_locked=True))).all()
    ids = [row.id for row in rows]
    if ids:
        of_these = (Delivery.user_id.in_({row.user_id for row in rows}), Delivery.push_id.in_(ids))
        why = {"state": "unknown", "error": "interrupted"}
        await _deliveries(session, *of_these, Delivery.state == "sending", values=why)
    return ids


async def postpone(session: AsyncSession, push_id: UUID, due_at: datetime) -> None:
    """Try the push again then."""
    await session.execute(
        update(PushRow)
        .where(PushRow.id == push_id)
        .values(due_at=due_at, updated_at=NOW)
        .execution_options(synchronize_session=False)
    )


async def prune(session: AsyncSession, *, before: datetime) -> int:
    """Forget pushes that are older and no longer change; answers how many."""
    old = (PushRow.created_at < before, PushRow.state.not_in([*UNSENT, "sending"]))
    statement = delete(PushRow).where(*old).execution_options(synchronize_session=False)
    return cast("CursorResult[Any]", await session.execute(statement)).rowcount


# --- receipts


async def awaited(session: AsyncSession, *, limit: int) -> list[Delivery]:
    """Deliveries whose receipt should be there by now."""
    statement = select(Delivery).where(Delivery.receipt_due_at <= NOW, Delivery.ticket_id.is_not(None))
    return list(await session.scalars(statement.order_by(Delivery.receipt_due_at, Delivery.id).limit(limit)))


async def next_receipt(session: AsyncSession) -> datetime | None:
    """When the next receipt is due."""
    return (await session.execute(select(func.min(Delivery.receipt_due_at)))).scalar_one()


async def note_receipt(session: AsyncSession, delivery_id: UUID, values: Mapping[str, Any]) -> None:
    """Note what its receipt said, or when it is asked for again; nothing where that is known already."""
    await _deliveries(session, Delivery.id == delivery_id, Delivery.receipt_due_at.is_not(None), values=values)


async def _deliveries(session: AsyncSession, *conditions: ColumnElement[bool], values: Mapping[str, Any]) -> None:
    statement = update(Delivery).where(*conditions).values(**values)
    await session.execute(statement.execution_options(synchronize_session=False))
