"""What happened to an event lately: is it new, was it moved or called off? Kept on the row as it changes."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, Literal

from orchestrator.domain.world.events.model import Event
from orchestrator.domain.world.events.recurrence.expansion import placed
from orchestrator.domain.world.events.series import overrides
from orchestrator.domain.world.events.series.occurrence import Shown
from orchestrator.kit.zones import to_utc

Change = Literal["new", "moved", "cancelled"]
CANCELLED = "cancelled"
ONE_MOVE = timedelta(days=1)
"""Moves within so long count as one, from where the first of them found the event: what is moved back was not moved."""


MOST_DAYS: Final = 200
"""Occurrences of a series of which it is kept."""
_STAMPS: Final = frozenset({"moved_at", "cancelled_at"})


def changes_when(row: Event, columns: Mapping[str, Any]) -> bool:
    """Whether `columns` would move the event, call it off or bring it back."""
    return bool(row.start_utc != columns["start_utc"] or (row.status == CANCELLED) != (columns["status"] == CANCELLED))


def note(row: Event, columns: Mapping[str, Any], now: datetime) -> None:
    """Note on the row, which is as it was, what `columns` will make of it."""
    if (row.status == CANCELLED) != (columns["status"] == CANCELLED):
        row.cancelled_at = now if columns["status"] == CANCELLED else None
    if row.start_utc == columns["start_utc"]:
        return
    before: datetime | None = row.start_utc
    if row.all_day != columns["all_day"] or (row.all_day and row.timezone != columns["timezone"]):
        before = None
    elif row.moved_at is not None and now - row.moved_at < ONE_MOVE:
        before = row.moved_from
    back = before == columns["start_utc"]
    row.moved_at, row.moved_from = (None, None) if back else (now, before)


def note_days(row: Event, before: Sequence[Mapping[str, Any]], now: datetime) -> None:
    """Note which single occurrences of the series, whose overrides were `before`, are moved, called off or back."""
    then, at_present = overrides.read(before), overrides.read(row.overrides)
    days = dict(row.changed_days)
    for place in sorted({one.recurrence_id for one in (*then, *at_present)}):
        was, is_ = placed(place, then), placed(place, at_present)
        told = dict(days.get(place.isoformat(), {}))
        off = [one.fields.get("status") == CANCELLED for one in (was, is_)]
        if off[0] != off[1]:
            told.pop("cancelled_at", None)
            told |= {"cancelled_at": now.isoformat()} if off[1] else {}
        if was.start != is_.start:
            told = _moved(told, to_utc(was.start, row.timezone), to_utc(is_.start, row.timezone), now)
        if told != days.get(place.isoformat(), {}):
            days[place.isoformat()] = told
    if days != row.changed_days:
        latest = sorted(days, key=lambda place: max(days[place].values(), default=""))[-MOST_DAYS:]
        row.changed_days, row.days_changed_at = {place: days[place] for place in latest if days[place]}, now


def _moved(told: Mapping[str, str], was: datetime, is_: datetime, now: datetime) -> dict[str, str]:
    rest = {name: value for name, value in told.items() if not name.startswith("moved")}
    if "moved_at" in told and now - datetime.fromisoformat(told["moved_at"]) < ONE_MOVE:
        was = datetime.fromisoformat(told["moved_from"])
    return rest if was == is_ else {**rest, "moved_at": now.isoformat(), "moved_from": was.isoformat()}


def days_of(row: Event, since: datetime, until: datetime) -> list[datetime]:
    """The places in the series of the occurrences to which something happened in [since, until)."""
    return [
        datetime.fromisoformat(place)
        for place, told in sorted(row.changed_days.items())
        if any(since <= datetime.fromisoformat(told[name]) < until for name in told.keys() & _STAMPS)
    ]


def change_of(row: Shown, since: datetime, until: datetime) -> Change | None:
    """What happened to it in [since, until); None where that is nothing, or nothing that is left of it."""

    def then(at: datetime | None) -> bool:
        return at is not None and since <= at < until

    if row.status == CANCELLED:
        return "cancelled" if then(row.cancelled_at) and not then(row.created_at) else None
    if then(row.created_at):
        return "new"
    return "moved" if then(row.moved_at) else None
