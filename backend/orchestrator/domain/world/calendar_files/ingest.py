"""What becomes of the events of a calendar file? They are taken in by their UID, each once, and never over what the
user changed; what a feed no longer holds is called off, and comes back with it."""

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.entities.schemas import IngestResult, ItemError
from orchestrator.domain.world.calendar_files.ics import IcsItem
from orchestrator.domain.world.events.model import Event
from orchestrator.domain.world.events.participants import acquaintances
from orchestrator.domain.world.events.series.overrides import distinct
from orchestrator.domain.world.events.service import EventService, edited, events
from orchestrator.domain.world.events.sync import imports, write_back
from orchestrator.domain.world.places import service as places
from orchestrator.kit.ids import parse_id
from orchestrator.language.text.normalize import normalize

SOURCE = "ics"
"""Of events of a file that nobody named a source of."""


@dataclass(frozen=True)
class Feed:
    """Where items come from: `source` and their UIDs make them known again. `zone`: the user's. `calendar`: what the
    calendar is called; None leaves it as it is. `own`: our own export is recognised (a file that the user gives, not
    what a stranger's feed says)."""

    source: str
    zone: str
    calendar: str | None = None
    own: bool = False
    may_restore: bool = False
    restore: bool = False


@dataclass(frozen=True)
class Absent:
    """What a feed no longer holds: called off, or kept because the user had changed it (`absent_since` says so)."""

    cancelled: Sequence[UUID] = ()
    kept: Sequence[UUID] = ()


async def take_in(tx: Tx, items: Sequence[IcsItem], feed: Feed) -> list[IngestResult]:
    """Take in items; one result an item, in order. What did not change since the last time costs two queries in all."""
    keys = [(feed.source, item.uid) for item in items]
    known = await events.repository.by_keys(tx, keys)
    seen = await imports.digests(tx, [row.id for row in known.values()])
    own = await _own(tx, items) if feed.own else {}
    by_name = await _places(tx)
    results: list[IngestResult | None] = [None] * len(items)
    wanted: list[tuple[int, dict[str, Any]]] = []
    for at, item in enumerate(items):
        row = known.get((feed.source, item.uid))
        mine = own.get(item.own_id or "")
        if item.fields is None:
            wrong = ItemError(loc=["line", item.line], message=item.message)
            results[at] = IngestResult(external_id=item.uid, status="invalid", errors=[wrong, *_left_out(item)])
        elif row is not None and row.absent_since is None and seen.get(row.id) == _digest(item, feed):
            results[at] = IngestResult(external_id=item.uid, id=row.id, status="unchanged", errors=_left_out(item))
        elif mine is not None and (mine.external_id is None or str(mine.version) == item.own_sum):
            results[at] = IngestResult(external_id=item.uid, id=mine.id, status="unchanged", errors=_left_out(item))
        else:
            fields = _fields(item, feed, row, by_name)
            if mine is not None and mine.external_id is not None:
                fields |= {"source": mine.source, "external_id": mine.external_id}
            wanted.append((at, fields))
    known_people = await acquaintances(tx) if wanted else None
    taken = await EventService(known_people).ingest(
        tx, [fields for _, fields in wanted], zone=feed.zone, may_restore=feed.may_restore
    )
    for (at, _), result in zip(wanted, taken, strict=True):
        errors = [{**error.model_dump(), "loc": ["line", items[at].line, *error.loc]} for error in result.errors]
        results[at] = IngestResult.model_validate(
            {**result.model_dump(), "external_id": items[at].uid, "errors": [*errors, *_left_out(items[at])]}
        )
    made = {
        result.id: (items[at].raw, _digest(items[at], feed))
        for (at, _), result in zip(wanted, taken, strict=True)
        if result.id is not None
    }
    await imports.keep(tx, made)
    return [result for result in results if result is not None]


def _left_out(item: IcsItem) -> list[ItemError]:
    """What of an item that was taken in could not be read: it is there without that."""
    return [
        ItemError(loc=["line", one.line, *([one.name] if one.name else [])], message=one.message)
        for one in item.left_out
    ]


async def absent(tx: Tx, *, source: str, present: Collection[str], calendar: str | None = None) -> Absent:
    """Call off the events of `source` (of this `calendar` alone, where it is given) whose UIDs are not `present` any
    more: no tombstone, so that they come back with the feed. What the user changed stays, and says since when."""
    cancelled: list[UUID] = []
    kept: list[UUID] = []
    rows = await imports.missing(tx, source=source, present=present, calendar=calendar)
    in_step = await write_back.in_step(tx, [row.id for row in rows])
    for row in rows:
        stays = edited(row) and row.id not in in_step  # there, it was taken away after what the user changed here
        await events.mark_absent(tx, row, stays=stays)
        (kept if stays else cancelled).append(row.id)
    return Absent(cancelled, kept)


def _fields(item: IcsItem, feed: Feed, row: Event | None, by_name: Mapping[str, UUID | None]) -> dict[str, Any]:
    assert item.fields is not None
    fields = {**item.fields, "source": feed.source}
    if feed.calendar is not None and "calendar" not in fields:
        fields["calendar"] = feed.calendar
    if feed.restore:
        fields["restore"] = True
    fields["place_id"] = by_name.get(normalize(fields["location_text"] or ""))
    if item.instances and row is not None and row.recurrence is not None:
        # Of a series that is known already: only what these occurrences have of their own.
        there = [one for one in row.overrides if not one.get("by_user")]
        return {**_as_known(row, feed), "overrides": distinct([*there, *_called_off(item)])}
    if item.cancels and row is not None and not item.instances:
        return {**_as_known(row, feed), "status": "cancelled"}
    return fields


def _called_off(item: IcsItem) -> list[Mapping[str, Any]]:
    return [{**one, "status": "cancelled"} if item.cancels else one for one in item.instances]


def _as_known(row: Event, feed: Feed) -> dict[str, Any]:
    """What an item has to say, as it is known already."""
    start = row.start_at.date() if row.all_day else row.start_at
    return {
        "external_id": row.external_id,
        "source": feed.source,
        "title": row.title,
        "start_at": start.isoformat(),
        "timezone": row.timezone,
        "all_day": row.all_day,
    }


async def _own(tx: Tx, items: Sequence[IcsItem]) -> dict[str, Event]:
    ids = [found for item in items if item.own_id and (found := parse_id(item.own_id)) is not None]
    return {str(row.id): row for row in await events.many(tx, ids)}


async def _places(tx: Tx) -> dict[str, UUID | None]:
    """Places by their exact names; a name of two places is none's."""
    found: dict[str, UUID | None] = {}
    for place in await places.known(tx):
        for name in {normalize(one) for one in (place.name, *place.aliases)} - {""}:
            found[name] = place.id if name not in found else None
    return found


def _digest(item: IcsItem, feed: Feed) -> str:
    told = [item.digest, feed.zone, feed.calendar or "", str(item.cancels)]
    return hashlib.sha256("\0".join(told).encode()).hexdigest()
