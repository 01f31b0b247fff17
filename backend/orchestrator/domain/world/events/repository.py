"""Reads and writes `events`."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import ColumnElement, Row, and_, bindparam, func, or_, select, text, true
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.dialects.postgresql import UUID as PgUUID
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.types import DateTime

from orchestrator.db.repository import Order, OwnedRepository
from orchestrator.domain.world.events.model import Event

events = OwnedRepository(
    Event,
    "event",
    order=Order("start_utc", datetime.fromisoformat, lambda moment: moment.isoformat()),
)


@dataclass(frozen=True)
class EventFilter:
    """Which events: those that overlap [since, until) (aware), by people (any of the keys), place,
    ids, origin."""

    since: datetime | None = None
    until: datetime | None = None
    participant_keys: tuple[str, ...] = ()
    include_cancelled: bool = False
    place_id: UUID | None = None
    ids: tuple[UUID, ...] | None = None
    origin: str | None = None

    def conditions(self) -> list[ColumnElement[bool]]:
        """The conditions over `events`."""
        found: list[ColumnElement[bool]] = []
        if self.since is not None:
            # An event without length is there at its very start.
            found.append(or_(Event.end_utc > self.since, Event.start_utc >= self.since))
        if self.until is not None:
            found.append(Event.start_utc < self.until)
        if self.participant_keys:
            found.append(Event.participant_keys.overlap(list(self.participant_keys)))
        if not self.include_cancelled:
            found.append(Event.status != "cancelled")
        if self.place_id is not None:
            found.append(Event.place_id == self.place_id)
        if self.ids is not None:
            found.append(Event.id.in_(self.ids))
        if self.origin is not None:
            found.append(Event.origin == self.origin)
        return found


class PersonCount(NamedTuple):
    """How many events someone takes part in."""

    contact_id: UUID | None
    name: str
    events: int


async def by_person(
    session: AsyncSession, owner_id: UUID, wanted: EventFilter, *, not_keys: Sequence[str], limit: int
) -> list[PersonCount]:
    """Who takes part in most of the events, most first; people with one of `not_keys` (the user) are left out."""
    person = func.jsonb_array_elements(Event.participants).table_valued("value", name="person").render_derived()
    value = person.c.value.cast(JSONB)
    contact, name = value["contact_id"].astext, value["name"].astext
    email = func.lower(value["email"].astext)
    who = func.coalesce(contact, func.lower(name), email)
    keys = [key.partition(":")[2] for key in not_keys]
    counted = func.count(Event.id.distinct())
    statement = (
        select(func.min(contact), func.coalesce(func.min(name), func.min(email)), counted)
        .select_from(Event)
        .join(person, true())
        .where(
            Event.user_id == owner_id,
            Event.hidden_at.is_(None),
            func.coalesce(contact, "").not_in(keys),
            func.coalesce(email, "").not_in(keys),
            *wanted.conditions(),
        )
        .group_by(who)
        .order_by(counted.desc(), func.min(name))
        .limit(limit)
    )
    return [
        PersonCount(UUID(contact_id) if contact_id else None, named or "", count)
        for contact_id, named, count in await session.execute(statement)
    ]


# Read before every turn, so written out (docs/decisions/0007).
_COMING = text(
    """
    select title, origin, all_day, start_utc from events
    where user_id = :owner and hidden_at is null and status <> 'cancelled'
        and (end_utc > :since or start_utc >= :since) and start_utc < :until
    order by start_utc, id limit :limit
    """
).bindparams(
    bindparam("owner", type_=PgUUID(as_uuid=True)),
    bindparam("since", type_=DateTime(timezone=True)),
    bindparam("until", type_=DateTime(timezone=True)),
)


async def coming(
    session: AsyncSession, owner_id: UUID, *, since: datetime, until: datetime, limit: int
) -> Sequence[Row[Any]]:
    """title, origin, all_day and start_utc of the first events that overlap [since, until)."""
    values = {"owner": owner_id, "since": since, "until": until, "limit": limit}
    return (await session.execute(_COMING, values)).all()


async def changed(
    session: AsyncSession, owner_id: UUID, *, since: datetime, until: datetime, ahead_of: datetime, limit: int
) -> list[Event]:
    """The first events, cancelled ones too, that end after `ahead_of` and were made, moved or called off in [since,
    until)."""
    at = func.greatest(Event.created_at, Event.moved_at, Event.cancelled_at)
    then = [and_(column >= since, column < until) for column in (Event.created_at, Event.moved_at, Event.cancelled_at)]
    statement = (
        events.owned(owner_id)
        .where(Event.hidden_at.is_(None), Event.end_utc >= ahead_of, at >= since, or_(*then))
        .order_by(Event.start_utc, Event.id)
        .limit(limit)
    )
    return list(await session.scalars(statement))


async def now(session: AsyncSession) -> datetime:
    """The moment by the clock of rows."""
    found: datetime = (await session.execute(select(func.steward_now()))).scalar_one()
    return found


async def with_participant(session: AsyncSession, owner_id: UUID, contact_id: UUID) -> list[Event]:
    """All events that name the contact, locked."""
    statement = (
        events.owned(owner_id)
        .where(Event.participant_keys.contains([f"c:{contact_id}"]))
        .order_by(Event.id)
        .with_for_update()
    )
    return list(await session.scalars(statement))


async def at_place(session: AsyncSession, owner_id: UUID, place_id: UUID) -> list[Event]:
    """All events at the place, locked."""
    statement = events.owned(owner_id).where(Event.place_id == place_id).order_by(Event.id).with_for_update()
    return list(await session.scalars(statement))


async def with_external_id(session: AsyncSession, owner_id: UUID, external_id: str) -> list[Event]:
    """The events that their sources know by this id: one, unless two sources use it."""
    statement = events.owned(owner_id).where(Event.external_id == external_id).order_by(Event.id).limit(2)
    return list(await session.scalars(statement))
