"""What happened to an event lately: is it new, was it moved or called off? Kept on the row as it changes."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Literal

from orchestrator.domain.world.events.model import Event
from orchestrator.domain.world.events.occurrence import Shown

Change = Literal["new", "moved", "cancelled"]
CANCELLED = "cancelled"
ONE_MOVE = timedelta(days=1)
"""Moves within so long count as one, from where the first of them found the event: what is moved back was not moved."""


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


def change_of(row: Shown, since: datetime, until: datetime) -> Change | None:
    """What happened to it in [since, until); None where that is nothing, or nothing that is left of it."""

    def then(at: datetime | None) -> bool:
        return at is not None and since <= at < until

    if row.status == CANCELLED:
        return "cancelled" if then(row.cancelled_at) and not then(row.created_at) else None
    if then(row.created_at):
        return "new"
    return "moved" if then(row.moved_at) else None
