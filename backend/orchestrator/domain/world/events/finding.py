"""Which events, and which days of those that repeat, match what is asked for?"""

from datetime import datetime
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.world.contacts import known
from orchestrator.domain.world.events import change_history, repository
from orchestrator.domain.world.events.filters import EventFilter
from orchestrator.domain.world.events.model import Event
from orchestrator.domain.world.events.series import occurrences
from orchestrator.domain.world.events.series import service as series
from orchestrator.domain.world.events.series.occurrence import Occurrence
from orchestrator.domain.world.events.series.occurrences import PersonCount
from orchestrator.kit.ids import parse_id
from orchestrator.kit.paging import Page, PageRequest


async def called(tx: Tx, name: str, *, not_from: str | None = None) -> Event | None:
    """The event with this id, or the only one with this `external_id`, beside those of the source `not_from`; None
    where there is none, or several."""
    entity_id = parse_id(name)
    if entity_id is not None and (row := await repository.events.find(tx, entity_id)) is not None:
        return row
    found = await repository.with_external_id(tx, name, not_from=not_from)
    return found[0] if len(found) == 1 else None


async def find(
    tx: Tx, wanted: EventFilter, *, limit: int, q: str | None = None, newest_first: bool = False
) -> list[Occurrence]:
    """What matches, by its start: where a time is asked for the occurrences in it, else the events themselves."""
    span = await series.looked_into(tx, wanted)
    return await occurrences.rows(tx, wanted, span, limit=limit, q=q, newest_first=newest_first)


async def occurrence_at(tx: Tx, row: Event, at: datetime) -> Occurrence | None:
    """The occurrence that the series has at `at` (its wall time), cancelled or not, wherever it was moved to."""
    await series.looked_at(tx.session, row, at)
    return await occurrences.one(tx, row, at)


async def page(tx: Tx, request: PageRequest, wanted: EventFilter, *, hidden: bool = False) -> Page[Occurrence]:
    """One page of what matches, as `find`. Raises InvalidRequest for a cursor of another list."""
    span = await series.looked_into(tx, wanted)
    return await occurrences.page(tx, request, wanted, span, hidden=hidden)


async def changed(tx: Tx, *, since: datetime, until: datetime, ahead_of: datetime, limit: int) -> list[Occurrence]:
    """Events that end after `ahead_of` and were made, moved or called off in [since, until) (aware), by their start; of
    a series its first occurrence after that, and those that were moved or called off by themselves. What happened to
    one says `lately.change_of`."""
    rows = await repository.changed(tx, since=since, until=until, ahead_of=ahead_of, limit=limit)
    found = [Occurrence.of(row) for row in rows if row.recurrence is None]
    for row in rows:
        if row.recurrence is not None:
            later = EventFilter(since=ahead_of, ids=(row.id,), include_cancelled=True)
            first = await find(tx, later, limit=1)
            places = change_history.days_of(row, since, until) if row.created_at < since else []
            own = [await occurrence_at(tx, row, at) for at in places]
            days = [one for one in own if one is not None and one.end_utc >= ahead_of]
            found += {one.key: one for one in (*first, *days)}.values()
    return sorted(found, key=lambda one: (one.start_utc, one.id))


async def happening(tx: Tx, wanted: EventFilter) -> dict[UUID, datetime]:
    """The series that happen in a time, with the start of the first occurrence in it."""
    span = await series.looked_into(tx, wanted)
    return await occurrences.first_of(tx, wanted, span) if span is not None else {}


async def count(tx: Tx, wanted: EventFilter, *, q: str | None = None) -> int:
    """How many match, as `find`."""
    span = await series.looked_into(tx, wanted)
    return await occurrences.count(tx, wanted, span, q=q)


async def by_person(tx: Tx, wanted: EventFilter, *, limit: int) -> list[PersonCount]:
    """With whom the user has most of these events; the user is left out."""
    own = await known.own_contact(tx)
    names = await accounts.own_names(tx)
    not_keys = [*(f"e:{name}" for name in sorted(names) if "@" in name), *([f"c:{own}"] if own else [])]
    span = await series.looked_into(tx, wanted)
    return await occurrences.by_person(tx, wanted, span, not_keys=not_keys, limit=limit)
