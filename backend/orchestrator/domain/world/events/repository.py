"""Reads and writes `events`."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from sqlalchemy import Row, and_, bindparam, func, or_, select, text
from sqlalchemy.dialects.postgresql import UUID as PgUUID
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.types import DateTime

from orchestrator.db.repository import Order, OwnedRepository
from orchestrator.db.shared_reads import once
from orchestrator.db.tx import Tx
from orchestrator.domain.world.events.model import Event, EventSeries

events = OwnedRepository(
    Event,
    "event",
    order=Order("start_utc", datetime.fromisoformat, lambda moment: moment.isoformat()),
)


# Read before every turn, so written out (docs/decisions/0007).
_COMING = text(
    """
    select id, title, origin, all_day, start_utc from (
        select id, title, origin, all_day, start_utc from events
        where user_id = :owner and hidden_at is null and status <> 'cancelled' and recurrence is null
            and start_utc >= :since - (
                select max(end_utc - start_utc) from events where user_id = :owner and recurrence is null
            )
            and (end_utc > :since or start_utc >= :since) and start_utc < :until
        union all
        select e.id, coalesce(o.override ->> 'title', e.title), e.origin,
            coalesce((o.override ->> 'all_day')::boolean, e.all_day), o.start_utc
        from event_occurrences o join events e on e.id = o.event_id
        where o.user_id = :owner and e.user_id = :owner and e.hidden_at is null and o.status <> 'cancelled'
            and o.start_utc >= :since - (select max(s.reach) from event_series s where s.user_id = :owner)
            and (o.end_utc > :since or o.start_utc >= :since) and o.start_utc < :until
    ) as happening
    order by start_utc, id limit :limit
    """
).bindparams(
    bindparam("owner", type_=PgUUID(as_uuid=True)),
    bindparam("since", type_=DateTime(timezone=True)),
    bindparam("until", type_=DateTime(timezone=True)),
)


async def coming(tx: Tx, *, since: datetime, until: datetime, limit: int) -> Sequence[Row[Any]]:
    """id, title, origin, all_day and start_utc of the first events that overlap [since, until); of a series only
    years that are expanded, which the near ones are."""
    values = {"owner": tx.owner_id, "since": since, "until": until, "limit": limit}
    return (await tx.session.execute(_COMING, values)).all()


async def changed(tx: Tx, *, since: datetime, until: datetime, ahead_of: datetime, limit: int) -> list[Event]:
    """The first events, cancelled ones too, that end after `ahead_of` (of a series: that may go on then) and were made,
    moved or called off in [since, until), or single occurrences of them last were."""
    at = func.greatest(Event.created_at, Event.moved_at, Event.cancelled_at)
    stamps = (Event.created_at, Event.moved_at, Event.cancelled_at, Event.days_changed_at)
    then = [and_(column >= since, column < until) for column in stamps]
    goes_on = select(EventSeries.event_id).where(
        EventSeries.user_id == tx.owner_id,
        or_(EventSeries.last_utc.is_(None), EventSeries.last_utc + EventSeries.reach >= ahead_of),
    )
    ends_later = or_(Event.end_utc >= ahead_of, Event.id.in_(goes_on))
    statement = (
        events.owned(tx.owner_id)
        .where(Event.hidden_at.is_(None), ends_later, or_(at >= since, Event.days_changed_at >= since), or_(*then))
        .order_by(Event.start_utc, Event.id)
        .limit(limit)
    )
    return list(await tx.session.scalars(statement))


async def now(session: AsyncSession) -> datetime:
    """The moment by the clock of rows."""
    return await once(session, "now", partial(_now, session))


async def _now(session: AsyncSession) -> datetime:
    found: datetime = (await session.execute(select(func.steward_now()))).scalar_one()
    return found


async def with_participant(tx: Tx, contact_id: UUID) -> list[Event]:
    """All events that name the contact, locked."""
    statement = (
        events.owned(tx.owner_id)
        .where(Event.participant_keys.contains([f"c:{contact_id}"]))
        .order_by(Event.id)
        .with_for_update()
    )
    return list(await tx.session.scalars(statement))


async def at_place(tx: Tx, place_id: UUID) -> list[Event]:
    """All events at the place, or with an occurrence there, locked."""
    there = or_(Event.place_id == place_id, Event.overrides.contains([{"place_id": str(place_id)}]))
    statement = events.owned(tx.owner_id).where(there).order_by(Event.id).with_for_update()
    return list(await tx.session.scalars(statement))


async def zones(tx: Tx) -> list[str]:
    """The zones that the user's events have."""
    found = await tx.session.scalars(select(Event.timezone).where(Event.user_id == tx.owner_id).distinct())
    return sorted(found)


async def with_external_id(tx: Tx, external_id: str, *, not_from: str | None) -> list[Event]:
    """The events that their sources, `not_from` aside, know by this id: one, unless two sources use it."""
    statement = events.owned(tx.owner_id).where(Event.external_id == external_id).order_by(Event.id).limit(2)
    if not_from is not None:
        statement = statement.where(Event.source.is_distinct_from(not_from))
    return list(await tx.session.scalars(statement))
