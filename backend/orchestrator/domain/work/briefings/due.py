"""Is it time for a user's briefing, and for which local date?

The zone is the one last captured, else the user's own, else STEWARD_TIMEZONE where that is set; without any of these a
briefing is due from 05:00 UTC on (product.md, Daily briefing).
"""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfoNotFoundError

from orchestrator.domain.people.accounts.schemas import Morning
from orchestrator.kit.zones import named_zone, to_utc, to_wall

NOWHERE = "UTC"
WITHOUT_A_ZONE = time(5)
DAY = timedelta(days=1)


@dataclass(frozen=True)
class Frame:
    """What a briefing is about. `zone` is the user's; `now` aware; `since`: from when on changes are news, None where
    the user has not been here for longer than that (everything would be new)."""

    date: date
    zone: str
    locale: str
    now: datetime
    since: datetime | None

    @property
    def today(self) -> bool:
        """Whether the date is the user's today."""
        return self.date == to_wall(self.now, self.zone).date()

    @property
    def at(self) -> datetime:
        """The wall time in `zone` from which the date is looked at: now, or its edge that is nearest to now."""
        start = datetime.combine(self.date, time())
        return min(max(to_wall(self.now, self.zone), start), start + DAY)

    def start(self, days: int = 0) -> datetime:
        """The instant at which the date, or one so many days later, begins in `zone`."""
        return to_utc(datetime.combine(self.date, time()) + days * DAY, self.zone)


def due_date(morning: Morning, now: datetime, fallback: str | None) -> date | None:
    """The user's local date where its briefing is due by `now` (aware); None before its time.

    A `briefing_time` that the clock skips that day is as much later as it jumps; of one that it shows twice the first
    is meant. `fallback`: STEWARD_TIMEZONE where it is set.
    """
    zone = zone_of(morning, fallback)
    today = to_wall(now, zone or NOWHERE).date()
    at = datetime.combine(today, morning.briefing_time if zone else WITHOUT_A_ZONE)
    return today if now >= to_utc(at, zone or NOWHERE) else None


def zone_of(morning: Morning, fallback: str | None) -> str | None:
    """The zone that decides; None where there is none, or none that this machine knows (an older one's backup)."""
    return next((zone for zone in (morning.timezone, fallback) if zone and _is_known(zone)), None)


def frame(morning: Morning, now: datetime, *, day: date | None, fallback: str | None) -> Frame:
    """What the briefing of that date, or of the user's today, is about."""
    zone = zone_of(morning, fallback) or NOWHERE
    today = to_wall(now, zone).date()
    day = day or today
    since = to_utc(datetime.combine(min(day, today) - DAY, morning.briefing_time), zone)
    return Frame(day, zone, morning.locale, now, since if morning.created_at < since else None)


def _is_known(zone: str) -> bool:
    try:
        named_zone(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True
