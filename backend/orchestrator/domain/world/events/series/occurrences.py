"""How are the occurrences of events kept and read? A series is expanded by years, each when it is first looked into;
what is asked of a time is asked of those rows and of the events that happen once, as one list."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import (
    ColumnElement,
    DateTime,
    Integer,
    Interval,
    Select,
    SQLColumnExpression,
    Subquery,
    Text,
    bindparam,
    delete,
    func,
    literal,
    null,
    or_,
    select,
    text,
    true,
    tuple_,
    union_all,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSONB, insert
from sqlalchemy.dialects.postgresql import UUID as PgUUID
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.cursors import foreign_cursor
from orchestrator.db.tx import Tx
from orchestrator.domain.world.events.filters import EventFilter
from orchestrator.domain.world.events.model import Event, EventOccurrence, EventSeries
from orchestrator.domain.world.events.series.expanded import Made
from orchestrator.domain.world.events.series.occurrence import Occurrence
from orchestrator.kit.ids import parse_id
from orchestrator.kit.paging import Page, PageRequest, decode_cursor, encode_cursor
from orchestrator.kit.zones import EARLIEST
from orchestrator.language.text.normalize import normalize

_WALL = DateTime(timezone=False)
_INSTANT = DateTime(timezone=True)
_SINGLE = "-"


@dataclass(frozen=True)
class Span:
    """A time in which occurrences are looked for, aware, in UTC."""

    since: datetime
    until: datetime


class PersonCount(NamedTuple):
    """How many events someone takes part in."""

    contact_id: UUID | None
    name: str
    events: int


# Writing


async def add_series(session: AsyncSession, made: Sequence[Mapping[str, Any]]) -> None:
    """Keep these series, of which no year is expanded."""
    await session.execute(insert(EventSeries), list(made))


async def forget(tx: Tx, ids: Sequence[UUID]) -> None:
    """These are no series, or others."""
    await tx.session.execute(
        delete(EventSeries).where(EventSeries.user_id == tx.owner_id, EventSeries.event_id.in_(ids))
    )


_SEEN = text(
    """
    update event_series set years = years || cast(:years as integer[])
    where user_id = :owner and event_id = :event
    """
)


_ADD_REGULAR = text(
    """
    insert into event_occurrences
        (user_id, event_id, recurrence_id, start_at, end_at, start_utc, end_utc, status)
    select :owner, s.event_id, o.at, o.at, o.at + s.length, o.start_utc, o.end_utc, s.status
    from unnest(:numbers, :starts, :start_utc, :end_utc) as o (number, at, start_utc, end_utc)
    join unnest(:events, :lengths, :statuses) with ordinality as s (event_id, length, status, number)
        on s.number = o.number
    on conflict do nothing
    """
).bindparams(
    bindparam("owner", type_=PgUUID(as_uuid=True)),
    bindparam("numbers", type_=ARRAY(Integer())),
    bindparam("starts", type_=ARRAY(_WALL)),
    bindparam("start_utc", type_=ARRAY(_INSTANT)),
    bindparam("end_utc", type_=ARRAY(_INSTANT)),
    bindparam("events", type_=ARRAY(PgUUID(as_uuid=True))),
    bindparam("lengths", type_=ARRAY(Interval())),
    bindparam("statuses", type_=ARRAY(Text())),
)
"""Of an occurrence that has nothing of its own three times are sent: of many series that is most of what they cost."""
ADDED_AT_ONCE = 20_000
"""Occurrences of one statement: a year of fifty series that are daily are nearly as many."""


async def add(tx: Tx, years: Mapping[UUID, Sequence[int]], made: Sequence[Made]) -> None:
    """Keep the occurrences of these years of series; those that are there stay."""
    regular = [one.regular for one in made if one.regular.starts]
    series = {
        "events": [one.event_id for one in regular],
        "lengths": [one.length for one in regular],
        "statuses": [one.status for one in regular],
    }
    columns: dict[str, list[Any]] = {
        "numbers": [number for number, one in enumerate(regular, 1) for _ in one.starts],
        "starts": [at for one in regular for at in one.starts],
        "start_utc": [at for one in regular for at in one.start_utc],
        "end_utc": [at for one in regular for at in one.end_utc],
    }
    for first in range(0, len(columns["numbers"]), ADDED_AT_ONCE):
        part = {name: values[first : first + ADDED_AT_ONCE] for name, values in columns.items()}
        await tx.session.execute(_ADD_REGULAR, {"owner": tx.owner_id, **series, **part})
    special = [row for one in made for row in one.special]
    if special:
        await tx.session.execute(insert(EventOccurrence).on_conflict_do_nothing(), special)
    if years:
        seen = [{"owner": tx.owner_id, "event": one, "years": list(told)} for one, told in years.items()]
        await tx.session.execute(_SEEN, seen)


_UNSEEN = text(
    """
    select s.event_id, array(
        select one from generate_series(
            greatest(
                extract(year from (cast(:since as timestamptz) - s.reach))::int,
                extract(year from s.first_utc)::int - 1
            ),
            least(
                extract(year from (cast(:until as timestamptz) + s.reach))::int,
                coalesce(extract(year from s.last_utc + s.reach)::int, 9000)
            )
        ) as one where one <> all (s.years)
    ) as missing
    from event_series s
    where s.user_id = :owner and not (s.reach <= :near and s.years @> :looked_into)
        and s.first_utc < cast(:until as timestamptz) + s.reach
        and (s.last_utc is null or s.last_utc + s.reach >= :since)
        and (cast(:event as uuid) is null or s.event_id = :event)
    """
).bindparams(bindparam("near", type_=Interval()), bindparam("looked_into", type_=ARRAY(Integer())))


_NEAR = timedelta(days=1)
"""Most occurrences lie no farther from their place in the series: of these the years of the time are enough."""


async def unseen(tx: Tx, span: Span, *, event_id: UUID | None = None) -> dict[UUID, list[int]]:
    """The series (or this one) that may have occurrences in the time in years that are not expanded yet, and which."""
    years = list(range(_year(span.since, -_NEAR), _year(span.until, _NEAR) + 1))
    values = {"owner": tx.owner_id, "since": span.since, "until": span.until, "event": event_id}
    values |= {"near": _NEAR, "looked_into": years}
    return {found.event_id: found.missing for found in await tx.session.execute(_UNSEEN, values) if found.missing}


def _year(at: datetime, by: timedelta) -> int:
    try:
        return (at + by).year
    except OverflowError:  # at either end of the calendar
        return at.year


async def hold(tx: Tx, ids: Sequence[UUID]) -> dict[UUID, list[int]]:
    """The expanded years of these series, which nobody else expands meanwhile."""
    found = await tx.session.execute(
        select(EventSeries.event_id, EventSeries.years)
        .where(EventSeries.user_id == tx.owner_id, EventSeries.event_id.in_(ids))
        .order_by(EventSeries.event_id)
        .with_for_update()
    )
    return {one.event_id: one.years for one in found}


async def owners(session: AsyncSession) -> list[UUID]:
    """The users who have series."""
    return list(await session.scalars(select(EventSeries.user_id).distinct()))


# Reading


@dataclass(frozen=True)
class _Part:
    """Which part of what matches is read: the first `limit`, after `after` where one is given."""

    limit: int
    after: tuple[Any, ...] | None = None
    newest_first: bool = False

    def of(self, statement: Select[Any], columns: Sequence[SQLColumnExpression[Any]]) -> Select[Any]:
        """This part of `statement`, in order. `columns`: by which that is: its start, its event, its place there."""
        if self.after is not None:
            # The first of them again by itself, which an index tells.
            statement = statement.where(columns[0] >= self.after[0], tuple_(*columns) > self.after)
        order = [column.desc() if self.newest_first else column.asc() for column in columns]
        return statement.order_by(*order).limit(self.limit)


def _matching(
    owner_id: UUID, wanted: EventFilter, span: Span | None, q: str | None, *, hidden: bool, part: _Part | None = None
) -> Subquery:
    """What matches, one row each: in a span events that happen once and occurrences, without one events alone. With
    `part` at least those that are in it: each of the two lists is cut by itself, so that its index gives it."""
    common: list[ColumnElement[bool]] = [Event.user_id == owner_id, *wanted.conditions_of_events()]
    common += [] if hidden else [Event.hidden_at.is_(None)]
    common += [Event.folded.contains(word, autoescape=True) for word in normalize(q or "").split()]
    once = select(
        Event.id.label("event_id"),
        literal(None, _WALL).label("recurrence_id"),
        Event.start_at,
        Event.end_at,
        Event.start_utc,
        Event.end_utc,
        Event.status,
        null().cast(JSONB).label("override"),
    ).where(*common, *wanted.conditions_of_times(Event), *wanted.conditions_of_people(Event))
    each = EventOccurrence
    singles: list[SQLColumnExpression[Any]] = [Event.start_utc, Event.id, literal(EARLIEST, _WALL)]
    if span is None:
        return (part.of(once, singles) if part is not None else once).subquery("happening")
    reaching = select(func.max(EventSeries.reach)).where(EventSeries.user_id == owner_id).scalar_subquery()
    again = (
        select(
            each.event_id,
            each.recurrence_id,
            each.start_at,
            each.end_at,
            each.start_utc,
            each.end_utc,
            each.status,
            each.override,
        )
        .join(Event, Event.id == each.event_id)
        .where(
            *common,
            each.user_id == owner_id,
            each.start_utc >= literal(span.since, _INSTANT) - reaching,  # the index gives the range then
            or_(each.end_utc > span.since, each.start_utc >= span.since),
            each.start_utc < span.until,
            *wanted.conditions_of_occurrences(each),
        )
    )
    once = once.where(Event.recurrence.is_(None))
    if wanted.since is not None:
        lasting = select(func.max(Event.end_utc - Event.start_utc)).where(
            Event.user_id == owner_id, Event.recurrence.is_(None)
        )
        once = once.where(Event.start_utc >= literal(wanted.since, _INSTANT) - lasting.scalar_subquery())
    if part is not None:
        once = part.of(once, singles)
        again = part.of(again, [each.start_utc, each.event_id, each.recurrence_id])
    return union_all(once, again).subquery("happening")


def _named(found: Subquery) -> list[ColumnElement[Any]]:
    return [found.c.start_utc, found.c.event_id, func.coalesce(found.c.recurrence_id, EARLIEST)]


async def rows(
    tx: Tx, wanted: EventFilter, span: Span | None, *, limit: int, q: str | None = None, newest_first: bool = False
) -> list[Occurrence]:
    """The first occurrences that match, by their start."""
    part = _Part(limit, newest_first=newest_first)
    found = _matching(tx.owner_id, wanted, span, q, hidden=False, part=part)
    return await _read(tx, part.of(select(found), _named(found)))


async def one(tx: Tx, row: Event, at: datetime) -> Occurrence | None:
    """The occurrence that has this place in the series."""
    found = await tx.session.scalar(
        select(EventOccurrence).where(
            EventOccurrence.user_id == tx.owner_id,
            EventOccurrence.event_id == row.id,
            EventOccurrence.recurrence_id == at,
        )
    )
    if found is None:
        return None
    own = found.override or {}
    times = (found.start_at, found.end_at, found.start_utc, found.end_utc)
    return Occurrence(row, *times, found.status, found.recurrence_id, own)


async def first_of(tx: Tx, wanted: EventFilter, span: Span) -> dict[UUID, datetime]:
    """The series with occurrences that match, each with the start of the first."""
    found = _matching(tx.owner_id, wanted, span, None, hidden=False)
    statement = (
        select(found.c.event_id, func.min(found.c.start_utc).label("starts"))
        .where(found.c.recurrence_id.is_not(None))
        .group_by(found.c.event_id)
    )
    return {one.event_id: one.starts for one in await tx.session.execute(statement)}


async def count(tx: Tx, wanted: EventFilter, span: Span | None, *, q: str | None = None) -> int:
    """How many occurrences match."""
    found = _matching(tx.owner_id, wanted, span, q, hidden=False)
    return int((await tx.session.execute(select(func.count()).select_from(found))).scalar_one())


async def by_person(
    tx: Tx, wanted: EventFilter, span: Span | None, *, not_keys: Sequence[str], limit: int
) -> list[PersonCount]:
    """Who takes part in most of what matches, most first; people with one of `not_keys` (the user) are left out."""
    found = _matching(tx.owner_id, wanted, span, None, hidden=False)
    people = func.coalesce(found.c.override["participants"], Event.participants)
    person = func.jsonb_array_elements(people).table_valued("value", name="person").render_derived()
    value = person.c.value.cast(JSONB)
    contact, name = value["contact_id"].astext, value["name"].astext
    email = func.lower(value["email"].astext)
    who = func.coalesce(contact, func.lower(name), email)
    keys = [key.partition(":")[2] for key in not_keys]
    place = func.coalesce(found.c.recurrence_id, EARLIEST)
    counted = func.count(tuple_(found.c.event_id, place).distinct())
    statement = (
        select(func.min(contact), func.coalesce(func.min(name), func.min(email)), counted)
        .select_from(found)
        .join(Event, Event.id == found.c.event_id)
        .join(person, true())
        .where(func.coalesce(contact, "").not_in(keys), func.coalesce(email, "").not_in(keys))
        .group_by(who)
        .order_by(counted.desc(), func.min(name))
        .limit(limit)
    )
    return [
        PersonCount(UUID(contact_id) if contact_id else None, named or "", number)
        for contact_id, named, number in await tx.session.execute(statement)
    ]


async def page(
    tx: Tx, request: PageRequest, wanted: EventFilter, span: Span | None, *, hidden: bool
) -> Page[Occurrence]:
    """One page of the occurrences that match. Raises InvalidRequest for a cursor that this list did not give."""
    part = _Part(request.limit + 1, _after(request.cursor) if request.cursor is not None else None)
    found = _matching(tx.owner_id, wanted, span, request.q, hidden=hidden, part=part)
    read = await _read(tx, part.of(select(found), _named(found)))
    if len(read) <= request.limit:
        return Page(read)
    last = read[request.limit - 1]
    place = last.recurrence_id.isoformat() if last.recurrence_id is not None else _SINGLE
    return Page(read[: request.limit], encode_cursor(last.start_utc.isoformat(), str(last.id), place))


def _after(cursor: str) -> tuple[Any, ...]:
    parts = decode_cursor(cursor, 3)
    try:
        start = datetime.fromisoformat(parts[0]) if parts else None
        event_id = parse_id(parts[1]) if parts else None
        place = EARLIEST if not parts or parts[2] == _SINGLE else datetime.fromisoformat(parts[2])
    except ValueError:
        start = None
    if start is None or start.tzinfo is None or event_id is None or place.tzinfo is not None:
        raise foreign_cursor()
    return start, event_id, place


async def _read(tx: Tx, statement: Select[Any]) -> list[Occurrence]:
    found = (await tx.session.execute(statement)).all()
    ids = {one.event_id for one in found}
    if not ids:
        return []
    events = {
        row.id: row
        for row in await tx.session.scalars(select(Event).where(Event.user_id == tx.owner_id, Event.id.in_(ids)))
    }
    return [
        Occurrence(
            events[one.event_id],
            one.start_at,
            one.end_at,
            one.start_utc,
            one.end_utc,
            one.status,
            one.recurrence_id,
            one.override or {},
        )
        for one in found
        if one.event_id in events
    ]
