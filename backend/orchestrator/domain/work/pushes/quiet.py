"""Until when must a push wait? The user's quiet hours as stretches of real time, so that a night in which the clock
changes is neither quiet twice nor ends before it began."""

from datetime import datetime, time, timedelta

from orchestrator.domain.people.accounts.schemas import QuietHours
from orchestrator.kit.zones import to_utc, to_wall

_DAYS = (-1, 0, 1)
"""The night that began yesterday, today's, and for a zone's odd jumps tomorrow's."""


def held_until(now: datetime, quiet: QuietHours | None, zone: str) -> datetime | None:
    """When the quiet hours end (UTC) in which `now` (aware) lies; None outside of them. `from` belongs to them, `to`
    does not. A wall time that the clock skips that night counts as much later as it jumps; of one that it shows twice
    the first is meant."""
    if quiet is None:
        return None
    begins, ends = time.fromisoformat(quiet.from_), time.fromisoformat(quiet.to)
    today = to_wall(now, zone).date()
    for days in _DAYS:
        day = today + timedelta(days=days)
        last = day if begins < ends else day + timedelta(days=1)
        start = to_utc(datetime.combine(day, begins), zone)
        end = to_utc(datetime.combine(last, ends), zone)
        if start <= now < end:
            return end
    return None
