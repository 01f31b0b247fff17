"""On which days does a series happen? Its rules walked through within bounds, what single occurrences have of their own
laid over them.

All of it is wall time in the series' zone, so a meeting at nine stays at nine when the clocks change.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from heapq import merge
from itertools import islice
from typing import Any, NamedTuple

from orchestrator.domain.world.events.recurrence.recurrence_set import Recurrence
from orchestrator.domain.world.events.recurrence.rule_walk import moments

DAY = timedelta(days=1)
MOST_OCCURRENCES = 2_000
"""Of one series in one expansion, which is a year at most."""


@dataclass(frozen=True)
class Override:
    """What one occurrence has of its own, or with `following` it and those after. `start`, `end`: where it is moved to;
    `fields`: the rest, by the names of an event's fields, `status` among them. `by_user`: not the source's."""

    recurrence_id: datetime
    start: datetime | None
    end: datetime | None
    fields: Mapping[str, Any]
    following: bool = False
    by_user: bool = False


class Slot(NamedTuple):
    """One occurrence. `recurrence_id`: where the series has it."""

    recurrence_id: datetime
    start: datetime
    end: datetime | None
    fields: Mapping[str, Any]


def expand(
    recurrence: Recurrence,
    start: datetime,
    length: timedelta | None,
    overrides: Sequence[Override],
    *,
    since: datetime,
    until: datetime,
) -> list[Slot]:
    """The occurrences that the series has in [since, until), at most MOST_OCCURRENCES, in order, each where it was
    moved to; with those in that range that only an override of the source tells of. `length` None: without an end."""
    own = {one.recurrence_id: one for one in overrides if not one.following}
    later = sorted((one for one in overrides if one.following), key=lambda one: one.recurrence_id)
    meant = list(islice(_starts(recurrence, start, since, until), MOST_OCCURRENCES))
    known = set(meant)
    extra = [
        one.recurrence_id
        for one in own.values()
        if one.start is not None and not one.by_user and since <= one.recurrence_id < until
    ]
    meant += [one for one in extra if one not in known]
    if not overrides:  # most series, of which there may be thousands
        nothing = dict[str, Any]()
        return [Slot(one, one, one + length if length is not None else None, nothing) for one in meant]
    return [_slot(one, length, own.get(one), later) for one in sorted(meant)]


def placed(at: datetime, overrides: Sequence[Override]) -> Slot:
    """The occurrence that the series has at `at`, as the overrides have it."""
    own = next((one for one in overrides if one.recurrence_id == at and not one.following), None)
    later = sorted((one for one in overrides if one.following), key=lambda one: one.recurrence_id)
    return _slot(at, None, own, later)


def reach(length: timedelta | None, overrides: Sequence[Override]) -> timedelta:
    """By how much an occurrence may lie before or after its place in the series, its length included."""
    far = length or timedelta()
    for one in overrides:
        far = max(far, *(abs(at - one.recurrence_id) for at in (one.start, one.end) if at is not None), timedelta())
    return far + 2 * DAY  # a zone's offset, and its changes


def _slot(at: datetime, length: timedelta | None, own: Override | None, later: Sequence[Override]) -> Slot:
    begins, lasts, fields = at, length, dict[str, Any]()
    changed = next((one for one in reversed(later) if one.recurrence_id <= at), None)
    if changed is not None:
        begins, lasts = _moved(at, lasts, changed)
        fields.update(changed.fields)
    if own is not None:
        moved_to = own.start if own.start is not None else begins
        lasts = own.end - moved_to if own.end is not None else lasts
        begins = moved_to
        fields.update(own.fields)
    return Slot(at, begins, begins + lasts if lasts is not None else None, fields)


def _moved(at: datetime, lasts: timedelta | None, changed: Override) -> tuple[datetime, timedelta | None]:
    begins = changed.start if changed.start is not None else changed.recurrence_id
    lasts = changed.end - begins if changed.end is not None else lasts
    return at + (begins - changed.recurrence_id), lasts


# Walking


def _starts(recurrence: Recurrence, start: datetime, since: datetime, until: datetime) -> Iterator[datetime]:
    """The starts in [since, until), in order, each once, those left out left out."""
    walks = [moments(rule, start, since, until) for rule in recurrence.rules]
    dates = sorted(one for one in {start, *recurrence.dates} if since <= one < until)
    last: datetime | None = None
    for one in merge(dates, *walks):
        if one != last and one not in recurrence.left_out and one.date() not in recurrence.left_out_days:
            yield one
        last = one
