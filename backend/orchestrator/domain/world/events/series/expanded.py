"""Which rows does a series make of its years? Computed in a thread, of what was read of the event before: a rule may
take its time, and a thousand series that happen every day are a third of a million rows a year."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from orchestrator.domain.world.events.people import participants_keys
from orchestrator.domain.world.events.recurrence.expansion import Override, Slot, expand
from orchestrator.domain.world.events.recurrence.recurrence_set import Recurrence
from orchestrator.kit.zones import EARLIEST, LATEST, daylight, named_zone, to_utc


@dataclass(frozen=True)
class Series:
    """What the rows of a series are made of. `length` None: without an end; `several`: some of its occurrences have
    people of their own; `participants`: those of the others."""

    event_id: UUID
    user_id: UUID
    recurrence: Recurrence
    start: datetime
    length: timedelta | None
    zone: str
    status: str
    overrides: Sequence[Override]
    participants: Sequence[Any]
    several: bool


class Regular(NamedTuple):
    """The occurrences that have nothing of their own, each as the series has it: where they start (wall time), and the
    instants at which they start and end."""

    event_id: UUID
    length: timedelta | None
    status: str
    starts: list[datetime]
    start_utc: list[datetime]
    end_utc: list[datetime]


class Made(NamedTuple):
    """The rows of some years of a series; `special`: those that an override changes, whole."""

    regular: Regular
    special: list[dict[str, Any]]


def rows_of(series: Series, years: Sequence[int]) -> Made:
    """The rows of these years of the series."""
    slots = list(_slots(series, years).values())
    changed = [slot for slot in slots if series.several or not _is_regular(series, slot)]
    regular = slots if not changed else [slot for slot in slots if not series.several and _is_regular(series, slot)]
    zone = named_zone(series.zone)
    instants = [slot.start.replace(tzinfo=zone).astimezone(UTC) for slot in regular]
    ends = instants
    if series.length:
        told = ((slot.start + series.length).replace(tzinfo=zone).astimezone(UTC) for slot in regular)
        ends = [max(end, start) for end, start in zip(told, instants, strict=True)]
    starts = [slot.start for slot in regular]
    special = [_whole(series, slot) for slot in changed]
    if len({*instants, *(one["start_utc"] for one in special)}) < len(slots):
        return _without_jumped_over(series, starts, instants, ends, special)
    return Made(_regular(series, starts, instants, ends), special)


def _regular(series: Series, starts: list[datetime], instants: list[datetime], ends: list[datetime]) -> Regular:
    return Regular(series.event_id, series.length, series.status, starts, instants, ends)


def _slots(series: Series, years: Sequence[int]) -> dict[datetime, Slot]:
    slots: dict[datetime, Slot] = {}
    for year in years:
        since = max(datetime(year, 1, 1), EARLIEST)  # noqa: DTZ001  (wall time)
        until = min(datetime(year + 1, 1, 1), LATEST)  # noqa: DTZ001
        found = expand(series.recurrence, series.start, series.length, series.overrides, since=since, until=until)
        slots.update({one.recurrence_id: one for one in found})
    return slots


def _is_regular(series: Series, slot: Slot) -> bool:
    if slot.fields or slot.start != slot.recurrence_id:
        return False
    return slot.end == (slot.start + series.length if series.length is not None else None)


def _whole(series: Series, slot: Slot) -> dict[str, Any]:
    start_utc = to_utc(slot.start, series.zone)
    end_utc = max(to_utc(slot.end, series.zone), start_utc) if slot.end is not None else start_utc
    own = {name: value for name, value in slot.fields.items() if name != "status"}
    people = own.get("participants", series.participants)
    return {
        "event_id": series.event_id,
        "recurrence_id": slot.recurrence_id,
        "user_id": series.user_id,
        "start_at": slot.start,
        "end_at": slot.end,
        "start_utc": start_utc,
        "end_utc": end_utc,
        "status": "cancelled" if series.status == "cancelled" else slot.fields.get("status", series.status),
        "override": own or None,
        "participant_keys": participants_keys(people) if series.several else None,
    }


def _without_jumped_over(
    series: Series,
    starts: list[datetime],
    instants: list[datetime],
    ends: list[datetime],
    special: list[dict[str, Any]],
) -> Made:
    """Without those where the clock jumps over the hour, if another is at the same instant: a rule of hours means the
    hour after it too (RFC 5545, 3.3.10)."""
    told = Counter([*instants, *(one["start_utc"] for one in special)])
    times = zip(starts, instants, ends, strict=True)
    kept = [one for one in times if told[one[1]] == 1 or daylight(one[0], series.zone) != "gap"]
    regular = _regular(series, [one[0] for one in kept], [one[1] for one in kept], [one[2] for one in kept])
    return Made(
        regular,
        [
            one
            for one in special
            if told[one["start_utc"]] == 1
            or one["start_at"] != one["recurrence_id"]
            or daylight(one["start_at"], series.zone) != "gap"
        ],
    )
