"""Which statements read and write the devices that are pushed to?"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, cast
from uuid import UUID

from sqlalchemy import ColumnElement, CursorResult, case, delete, func, literal_column, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.tx import Tx
from orchestrator.domain.work.pushes.model import Device
from orchestrator.domain.work.pushes.schemas import DeliveryOut
from orchestrator.integrations.push.port import Kind
from orchestrator.kit.ids import new_id

NOW: ColumnElement[datetime] = func.steward_now()


async def register(
    tx: Tx, identity: str, values: Mapping[str, Any], *, sealed: Callable[[UUID], bytes] | None = None
) -> tuple[Device, bool]:
    """Make what has this identity the owner's device, whoever had it; True where it was not known. `sealed`: its
    address, sealed for the device of that id."""
    fresh = new_id()
    values = {**values, "sealed": sealed(fresh) if sealed is not None else None}
    device, made = await _put(tx, fresh, identity, values)
    if sealed is not None and device.id != fresh:
        device.sealed = sealed(device.id)
        await tx.session.flush()
    return device, made


async def _put(tx: Tx, fresh: UUID, identity: str, values: Mapping[str, Any]) -> tuple[Device, bool]:
    again = {
        "user_id": tx.owner_id,
        "registered_at": NOW,
        "updated_at": NOW,
        "disabled_at": None,
        "disabled_reason": None,
    }
    wanted = insert(Device).values(id=fresh, user_id=tx.owner_id, identity=identity, **values)
    own_name = case((Device.user_id == tx.owner_id, Device.name), else_=None)  # another's words stay theirs
    kept = {
        "platform": func.coalesce(wanted.excluded.platform, Device.platform),
        "name": func.coalesce(wanted.excluded.name, own_name),
    }
    statement: Any = (
        wanted.on_conflict_do_update(
            index_elements=[Device.identity],
            set_={**values, **again, **{name: kept[name] for name in kept if name in values}},
        )
        .returning(Device, literal_column("xmax = 0"))
        .execution_options(populate_existing=True)
    )
    device, made = (await tx.session.execute(statement)).one()
    return device, made


async def devices(tx: Tx) -> list[Device]:
    """The user's devices, disabled ones too, in the order of their ids."""
    return list(await tx.session.scalars(select(Device).where(Device.user_id == tx.owner_id).order_by(Device.id)))


async def has_device(tx: Tx, device_id: UUID | None = None) -> bool:
    """Whether anything of the user's can be pushed to; or that one."""
    statement = select(Device.id).where(Device.user_id == tx.owner_id, Device.disabled_at.is_(None)).limit(1)
    if device_id is not None:
        statement = statement.where(Device.id == device_id)
    return (await tx.session.execute(statement)).first() is not None


async def known(tx: Tx, device_id: UUID) -> Device | None:
    """The user's device of this id, disabled or not."""
    statement = select(Device).where(Device.user_id == tx.owner_id, Device.id == device_id)
    return (await tx.session.scalars(statement)).one_or_none()


async def sign_out(tx: Tx, device_id: UUID, *, kind: Kind | None = None, reason: str = "signed_out") -> bool:
    """Disable it; False where the user has no such device (of that kind) that is enabled."""
    conditions = [Device.user_id == tx.owner_id, Device.id == device_id]
    if kind is not None:
        conditions.append(Device.kind == kind)
    return bool(await _disable(tx.session, *conditions, reason=reason))


async def remove(tx: Tx, device_id: UUID) -> bool:
    """Sign it out whatever its state, and drop its address; False where the user has none such (any more)."""
    statement = (
        update(Device)
        .where(Device.user_id == tx.owner_id, Device.id == device_id)
        .where(Device.disabled_reason.is_distinct_from("signed_out"))
        .values(
            disabled_at=func.coalesce(Device.disabled_at, NOW),
            disabled_reason="signed_out",
            sealed=None,
            updated_at=NOW,
        )
        .execution_options(synchronize_session=False)
    )
    return cast("CursorResult[Any]", await tx.session.execute(statement)).rowcount == 1


async def latest(tx: Tx) -> dict[UUID, DeliveryOut]:
    """What became of the last push at each of the user's devices that had one."""
    statement = text("""
        select distinct on (d.device_id) d.device_id, d.state, p.kind, d.sent_at, d.error, d.detail
          from push_deliveries d join pushes p on p.user_id = d.user_id and p.id = d.push_id
         where d.user_id = :owner and p.user_id = :owner order by d.device_id, d.push_id desc
    """)
    rows = (await tx.session.execute(statement, {"owner": tx.owner_id})).mappings()
    return {row["device_id"]: DeliveryOut.model_validate(dict(row)) for row in rows}


async def disable_unseen(session: AsyncSession, *, before: datetime) -> int:
    """Disable browsers that did not say for so long that they are still there: a dead subscription is not always told
    (Apple). Answers how many."""
    return await _disable(session, Device.kind == "webpush", Device.registered_at < before, reason="not_seen")


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
