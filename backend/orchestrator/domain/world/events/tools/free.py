"""When is the user free, and what lies over what? By timed events at which they are busy; whole days block nothing."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from orchestrator.domain.world.events.series.occurrence import Occurrence


@dataclass(frozen=True)
class Stretch:
    """A time, aware, in UTC; `rows`: what fills it, nothing where it is free."""

    start: datetime
    end: datetime
    rows: tuple[Occurrence, ...] = ()


def busy(rows: Sequence[Occurrence], since: datetime, until: datetime) -> list[Stretch]:
    """The times in [since, until) that `rows` (timed, by their start) fill, joined where they touch."""
    found: list[Stretch] = []
    for row in rows:
        start, end = max(row.start_utc, since), min(row.end_utc, until)
        if end <= start:
            continue
        if found and start <= found[-1].end:
            last = found.pop()
            found.append(Stretch(last.start, max(last.end, end), (*last.rows, row)))
        else:
            found.append(Stretch(start, end, (row,)))
    return found


def free(taken: Sequence[Stretch], since: datetime, until: datetime) -> list[Stretch]:
    """What `taken` leaves of [since, until)."""
    found: list[Stretch] = []
    at = since
    for one in taken:
        if one.start > at:
            found.append(Stretch(at, one.start))
        at = max(at, one.end)
    if until > at:
        found.append(Stretch(at, until))
    return found


def conflicts(rows: Sequence[Occurrence]) -> list[tuple[Occurrence, Occurrence]]:
    """The pairs of `rows` (timed, by their start) that lie over each other."""
    found: list[tuple[Occurrence, Occurrence]] = []
    open_rows: list[Occurrence] = []
    for row in rows:
        open_rows = [one for one in open_rows if one.end_utc > row.start_utc]
        found += [(one, row) for one in open_rows if row.end_utc > row.start_utc]
        open_rows.append(row)
    return found
