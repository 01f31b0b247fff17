"""What is kept of an event that repeats, and how far is it expanded?

Its occurrences stand in a table, by years of the series: this year is expanded when the event is written, the next by
the clock (`events.expand`), any other when it is first looked into. So every reader asks one table, whatever time it
asks for.
"""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from functools import partial
from typing import Any, Final
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.tx import Tx
from orchestrator.domain.world.events import repository
from orchestrator.domain.world.events.filters import EventFilter
from orchestrator.domain.world.events.model import Event
from orchestrator.domain.world.events.recurrence import recurrence_set as recurrence
from orchestrator.domain.world.events.recurrence.expansion import expand, reach
from orchestrator.domain.world.events.recurrence.recurrence_set import Recurrence
from orchestrator.domain.world.events.schemas import OverrideIn
from orchestrator.domain.world.events.series import occurrences, overrides
from orchestrator.domain.world.events.series.expanded import Series, rows_of
from orchestrator.domain.world.events.series.occurrences import Span
from orchestrator.errors import InvalidRequest
from orchestrator.kit.zones import LATEST, local, to_utc
from orchestrator.telemetry.logging import get_logger

BEHIND = timedelta(days=30)
AHEAD = timedelta(days=400)
"""Around now series are expanded by the clock; so far one is looked into that is asked for without an end."""
NEAR: Final = timedelta(days=1)
"""Around now a series is expanded when it is written: what is read without a look (`repository.coming`) is today's."""
AT_ONCE: Final = 20
"""Series that are expanded and written together."""
LONGEST: Final = timedelta(days=20 * 366)
"""Of a time that occurrences are read of; of a longer one the part around now."""

log = get_logger(__name__)


# Writing


async def keep(session: AsyncSession, row: Event) -> None:
    """Write anew what is kept of the event, which has changed; nothing where it does not repeat."""
    tx = Tx(session, row.user_id)
    if row.recurrence is None:
        await occurrences.forget(tx, [row.id])
        return
    await occurrences.forget(tx, [row.id])
    await occurrences.add_series(session, [_bounds(row)])
    now = await repository.now(session)
    missing = await occurrences.unseen(tx, Span(now - NEAR, now + NEAR), event_id=row.id)
    await _expand(tx, {row: missing.get(row.id, [])})


async def keep_new(tx: Tx, rows: Sequence[Event]) -> None:
    """The same for many series that are new."""
    if not rows:
        return
    await occurrences.add_series(tx.session, [_bounds(row) for row in rows])
    now = await repository.now(tx.session)
    missing = await occurrences.unseen(tx, Span(now - NEAR, now + NEAR))
    await _expand(tx, {row: missing.get(row.id, []) for row in rows})


async def looked_into(tx: Tx, wanted: EventFilter) -> Span | None:
    """The time of which occurrences are meant, all series expanded there; None where no time is asked for."""
    if not wanted.timed:
        return None
    span = await _span(tx.session, wanted)
    missing = await occurrences.unseen(tx, span)
    if missing:
        await _expand_all(tx, missing)
    return span


async def looked_at(session: AsyncSession, row: Event, at: datetime) -> None:
    """Expand the year of one moment (wall time) of a series."""
    tx = Tx(session, row.user_id)
    held = await occurrences.hold(tx, [row.id])
    if row.id in held and at.year not in held[row.id]:
        await _expand(tx, {row: [at.year]})


async def expand_ahead(tx: Tx) -> None:
    """Expand all series of the user around now."""
    now = await repository.now(tx.session)
    await looked_into(tx, EventFilter(since=now - BEHIND, until=now + AHEAD))


async def _span(session: AsyncSession, wanted: EventFilter) -> Span:
    since, until = wanted.since, wanted.until
    if since is not None and until is not None and until - since <= LONGEST:
        return Span(since, until)
    now = await repository.now(session)
    if until is None:
        until = max(since, now) + AHEAD if since is not None else now + AHEAD
    if since is None:
        since = min(until, now) - AHEAD
    if until - since > LONGEST:
        since, until = max(since, now - LONGEST / 2), min(until, now + LONGEST / 2)
    return Span(since, max(until, since))


async def _expand_all(tx: Tx, missing: Mapping[UUID, Sequence[int]]) -> None:
    held = await occurrences.hold(tx, list(missing))
    rows = await tx.session.scalars(
        select(Event).where(Event.user_id == tx.owner_id, Event.id.in_(held)).order_by(Event.id)
    )
    await _expand(tx, {row: [year for year in missing[row.id] if year not in held[row.id]] for row in rows})


async def _expand(tx: Tx, wanted: Mapping[Event, Sequence[int]]) -> None:
    """Expand these years of series, a few at a time and in a thread: a rule may take its time, and nobody else waits
    for it."""
    rows = [row for row, missing in wanted.items() if missing]
    for at in range(0, len(rows), AT_ONCE):
        part = rows[at : at + AT_ONCE]
        asked = [partial(rows_of, _series(row), list(wanted[row])) for row in part]
        made = await asyncio.to_thread(lambda each: [one() for one in each], asked)
        await occurrences.add(tx, {row.id: list(wanted[row]) for row in part}, made)


def _series(row: Event) -> Series:
    return Series(
        event_id=row.id,
        user_id=row.user_id,
        recurrence=_read(row),
        start=row.start_at,
        length=_length(row),
        zone=row.timezone,
        status=row.status,
        overrides=overrides.read(row.overrides),
        participants=row.participants,
        several=any("participants" in one for one in row.overrides),
    )


def _bounds(row: Event) -> dict[str, Any]:
    """A series of which no year is expanded, as it is stored."""
    last, own = _read(row).last, overrides.read(row.overrides)
    starts = [at for one in own for at in (one.start, one.recurrence_id) if at is not None]
    return {
        "event_id": row.id,
        "user_id": row.user_id,
        "first_utc": row.start_utc,
        "last_utc": to_utc(min(max([last, row.start_at, *starts]), LATEST), row.timezone) if last is not None else None,
        "reach": reach(_length(row), own),
        "years": [],
    }


def _read(row: Event) -> Recurrence:
    """The event's rule; what older versions stored unread happens once."""
    try:
        return recurrence.read(row.recurrence, start=row.start_at, zone=row.timezone, all_day=row.all_day)
    except (ValueError, OverflowError) as error:
        log.warning("unreadable recurrence", event_id=str(row.id), reason=type(error).__name__)
        return Recurrence(dates=(row.start_at,))


def _length(row: Event) -> timedelta | None:
    return row.end_at - row.start_at if row.end_at is not None else None


# What a change of the series means for its occurrences


def moved_with(row: Event, changes: Mapping[str, Any], zone: str) -> dict[str, Any]:
    """The rule and the overrides of a series whose start moves, unless the change names the rule itself. Raises
    InvalidRequest where the rule does not tell the new day."""
    if row.recurrence is None or changes.get("start_at") is None or "recurrence" in changes:
        return {}
    try:
        start = local(OverrideIn.model_validate({"recurrence_id": changes["start_at"]}).recurrence_id or date.min, zone)
    except (ValueError, OverflowError):
        return {}  # said by the check of the fields
    by = start - row.start_at
    if row.all_day:
        by = timedelta(days=by.days)
    if not by:
        return {}
    try:
        told = recurrence.moved(row.recurrence, by, start=row.start_at, zone=row.timezone, all_day=row.all_day)
    except (ValueError, OverflowError) as error:
        raise InvalidRequest.of_field("recurrence", str(error)) from error
    found: dict[str, Any] = {"recurrence": told}
    if row.overrides and "overrides" not in changes:
        found["overrides"] = [_shifted(one, by) for one in row.overrides]
    return found


def _shifted(one: Mapping[str, Any], by: timedelta) -> dict[str, Any]:
    """An override of the occurrence that moves; where that was moved by itself it stays there."""
    at = (datetime.fromisoformat(one["recurrence_id"]) + by).isoformat()
    return {**one, "recurrence_id": at}


def by_user(row: Event, given: object, *, same: bool) -> object:
    """Overrides as the user gives them: those that are new or different are the user's own. What can't be read is left
    to the check of the fields. `same`: its rule stays; then raises InvalidRequest for a new one of a day on which the
    series does not happen."""
    if not isinstance(given, list):
        return given
    new: list[tuple[int, datetime]] = []
    try:
        said = [OverrideIn.model_validate(one) for one in given]
        there = {overrides.key_of(one): one for one in row.overrides}
        for number, one in enumerate(said):
            if one.by_user is None:
                people = [each.model_dump(mode="json") for each in one.participants or ()]
                told = overrides.stored(one, row.timezone, people if one.participants is not None else None)
                key = overrides.key_of(told)
                one.by_user = told != there.get(key)
                if key not in there:
                    new.append((number, datetime.fromisoformat(key[0])))
    except (ValueError, OverflowError):
        return given
    if same and row.recurrence is not None:
        _check_places(row, new)
    return said


def _check_places(row: Event, places: Sequence[tuple[int, datetime]]) -> None:
    read = _read(row)
    for number, at in places:
        if not expand(read, row.start_at, None, [], since=at, until=at + timedelta(seconds=1)):
            told = f"the series does not happen at {at.isoformat(timespec='minutes')}"
            raise InvalidRequest.of_field("overrides", told, loc=("overrides", number))


def people_of(kept: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The people of single occurrences."""
    return [person for one in kept for person in one.get("participants", ())]


def unlink(row: Event, kind: str, entity_id: UUID) -> None:
    """Take the links to an erased contact or place out of the event and its occurrences; the names stay."""
    if kind == "place":
        row.place_id = None if row.place_id == entity_id else row.place_id
        row.overrides = [
            {name: value for name, value in one.items() if name != "place_id" or value != str(entity_id)}
            for one in row.overrides
        ]
        return
    row.participants = _without(row.participants, entity_id)
    row.overrides = [
        {**one, "participants": _without(one["participants"], entity_id)} if "participants" in one else one
        for one in row.overrides
    ]


def _without(people: Iterable[Mapping[str, Any]], contact_id: UUID) -> list[dict[str, Any]]:
    return [{**one, "contact_id": None} if one["contact_id"] == str(contact_id) else dict(one) for one in people]
