"""Which statements read and write devices, pushes and deliveries?

The outbox is the system's: `due`, `lost`, `awaited`, `settle` and what they lead to work for all users at once, and
name the owner of each row. Everything else takes the owner id.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, cast
from uuid import UUID

from sqlalchemy import ColumnElement, CursorResult, bindparam, delete, func, literal_column, or_, select, text, update
from sqlalchemy.dialects.postgresql import ARRAY, TEXT, insert
from sqlalchemy.dialects.postgresql import UUID as PgUUID
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.tx import Tx
from orchestrator.domain.work.pushes.model import Delivery, Device, PushRow
from orchestrator.kit.ids import new_id

NOW: ColumnElement[datetime] = func.steward_now()
_UUIDS = ARRAY(PgUUID(as_uuid=True))
UNSENT = ("queued", "held")
_DUE_LOCK = text("select pg_advisory_xact_lock(hashtextextended('pushes:due', 0))")


async def now(session: AsyncSession) -> datetime:
    """The moment by the clock of rows and jobs."""
    return (await session.execute(select(NOW))).scalar_one()


# --- devices


async def register(tx: Tx, token: str, values: Mapping[str, Any]) -> tuple[Device, bool]:
    """Make the token the owner's device, whoever had it; True where it was not known."""
    again = {
        "user_id": tx.owner_id,
        "registered_at": NOW,
        "updated_at": NOW,
        "disabled_at": None,
        "disabled_reason": None,
    }
    wanted = insert(Device).values(id=new_id(), user_id=tx.owner_id, expo_push_token=token, **values)
    platform = func.coalesce(wanted.excluded.platform, Device.platform)
    statement: Any = (
        wanted.on_conflict_do_update(
            index_elements=[Device.expo_push_token], set_={**values, **again, "platform": platform}
        )
        .returning(Device, literal_column("xmax = 0"))
        .execution_options(populate_existing=True)
    )
    device, made = (await tx.session.execute(statement)).one()
    return device, made


async def devices(tx: Tx) -> list[Device]:
    """The user's devices, disabled ones too, in the order of their ids."""
    return list(await tx.session.scalars(select(Device).where(Device.user_id == tx.owner_id).order_by(Device.id)))


async def has_device(tx: Tx) -> bool:
    """Whether anything of the user's can be pushed to."""
    statement = select(Device.id).where(Device.user_id == tx.owner_id, Device.disabled_at.is_(None)).limit(1)
    return (await tx.session.execute(statement)).first() is not None


async def sign_out(tx: Tx, device_id: UUID) -> bool:
    """Disable it; False where the user has no such device that is enabled."""
    return bool(await _disable(tx.session, Device.user_id == tx.owner_id, Device.id == device_id, reason="signed_out"))


async def keep_newest(tx: Tx, number: int) -> None:
    """Disable all devices of the user but the `number` that registered last, and forget all of the disabled ones but
    as many."""
    kept = (
        select(Device.id)
        .where(Device.user_id == tx.owner_id, Device.disabled_at.is_(None))
        .order_by(Device.registered_at.desc(), Device.id.desc())
        .limit(number)
    )
    await _disable(tx.session, Device.user_id == tx.owner_id, Device.id.not_in(kept), reason="replaced")
    forgotten = (
        select(Device.id)
        .where(Device.user_id == tx.owner_id, Device.disabled_at.is_not(None))
        .order_by(Device.disabled_at.desc(), Device.registered_at.desc(), Device.id.desc())
        .offset(number)
    )
    await tx.session.execute(
        delete(Device)
        .where(Device.user_id == tx.owner_id, Device.id.in_(forgotten))
        .execution_options(synchronize_session=False)
    )


async def retire(session: AsyncSession, device_id: UUID, *, sent_at: datetime, reason: str) -> None:
    """Disable a device that takes no more, unless it registered after what it did not take was sent."""
    await _disable(session, Device.id == device_id, Device.registered_at <= sent_at, reason=reason)


async def _disable(session: AsyncSession, *conditions: ColumnElement[bool], reason: str) -> int:
    statement = (
        update(Device)
        .where(Device.disabled_at.is_(None), *conditions)
        .values(disabled_at=NOW, disabled_reason=reason, updated_at=NOW)
        .execution_options(synchronize_session=False)
    )
    return cast("CursorResult[Any]", await session.execute(statement)).rowcount


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
          from quoting where p.id = quoting.id returning p.id
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
    token: str


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
    first = [push.id for push in pushes if push.attempts == 0]
    again = [push.id for push in pushes if push.attempts > 0]
    made = text("""
        insert into push_deliveries (id, push_id, user_id, device_id, state)
        select gen_random_uuid(), p.id, p.user_id, d.id, 'queued'
          from pushes p join push_devices d on d.user_id = p.user_id and d.disabled_at is null
         where p.id = any(:first)
        on conflict (push_id, device_id) do nothing
    """).bindparams(bindparam("first", type_=_UUIDS))
    await session.execute(made, {"first": first})
    found = await session.execute(
        select(Delivery.id, Delivery.push_id, Device.id.label("device_id"), Device.expo_push_token)
        .join(Device, Device.id == Delivery.device_id)
        .where(Delivery.push_id.in_([*first, *again]), Delivery.state == "queued")
        .where(Device.user_id == Delivery.user_id, Device.disabled_at.is_(None))
        .order_by(Delivery.push_id, Delivery.id)
        .with_for_update(of=Device, read=True)  # a device does not change hands between this and `sending`
    )
    wanted = [Addressed(*row) for row in found]
    reached = [one.delivery_id for one in wanted]
    await _deliveries(session, Delivery.id.in_(reached), values={"state": "sending"})
    left = (Delivery.push_id.in_(again), Delivery.state == "queued")
    await _deliveries(session, *left, values={"state": "failed", "error": "signed_out"})
    return wanted


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
                  from pushes w left join push_deliveries d on d.push_id = w.id
                 where w.id = any(:ids) group by w.id, w.redacted_at) as s
         where p.id = s.id and p.state = :state returning p.id, p.state
    """).bindparams(bindparam("ids", type_=_UUIDS))
    await session.execute(select(PushRow.id).where(PushRow.id.in_(push_ids)).order_by(PushRow.id).with_for_update())
    return {row.id: row.state for row in await session.execute(statement, {"ids": list(push_ids), "state": state})}


async def lost(session: AsyncSession, job_id: UUID) -> list[UUID]:
    """Pushes whose call nobody waits for any more: an earlier attempt of this job began it, or its time is long over.
    Their deliveries become `unknown`."""
    over = or_(PushRow.sending_job == job_id, PushRow.sending_until < NOW)
    statement = select(PushRow.id).where(PushRow.state == "sending", over).with_for_update(skip_locked=True)
    ids = list(await session.scalars(statement))
    if ids:
        why = {"state": "unknown", "error": "interrupted"}
        await _deliveries(session, Delivery.push_id.in_(ids), Delivery.state == "sending", values=why)
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
