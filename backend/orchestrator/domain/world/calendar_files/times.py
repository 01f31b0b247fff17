"""Which wall time, in which zone, or which occurrence of a series does a time of a calendar file mean?"""

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time
from typing import Any

from orchestrator.domain.world.calendar_files.content_lines import ZONE
from orchestrator.domain.world.calendar_files.zones import UTC as UTC_ZONE
from orchestrator.domain.world.calendar_files.zones import Zones
from orchestrator.kit.zones import named_zone, to_wall


@dataclass(frozen=True)
class Times:
    """How the times of a file are read. `floating`: the zone of times without one; `home`: that UTC times are shown in;
    `zone`: the series' zone, where this is an occurrence of one; `dates`: the zone of whole days, the user's."""

    zones: Zones
    floating: str
    home: str
    dates: str
    zone: str | None = None

    def of(self, zone: str) -> "Times":
        """The same inside of a series or an event in `zone`: what says no zone there means that one."""
        return replace(self, floating=zone, zone=zone)

    def read(self, value: Any, *, series: bool) -> tuple[date | datetime, str]:
        """A property's date, or its wall time, and the zone of it. Raises ValueError."""
        at = value.dt
        if not isinstance(at, datetime):
            return at, self.zone or self.dates
        tzid = str(value.params.get(ZONE) or "")
        if tzid and self.zones.iana(tzid) != UTC_ZONE:
            bare = at.replace(tzinfo=None)
            zone, wall = self.zones.resolve(tzid, bare) or (self.floating, bare)
        elif tzid or at.tzinfo is not None:
            zone, wall = UTC_ZONE, at.replace(tzinfo=None)
            if not tzid and not series:
                zone, wall = self.home, to_wall(wall.replace(tzinfo=UTC), self.home)
        else:
            zone, wall = self.floating, at
        if self.zone is not None and zone != self.zone:
            zone, wall = self.zone, to_wall(wall.replace(tzinfo=named_zone(zone)), self.zone)
        return wall, zone

    def place(self, value: Any, start: datetime, *, all_day: bool) -> datetime:
        """Which occurrence of a series that starts at `start` a RECURRENCE-ID means. Of a series of whole days it is a
        day, whatever zone its midnight has (Outlook writes one); a day alone is that day's occurrence. Raises
        ValueError."""
        day = self.day(value, all_day=all_day)
        if day is not None:
            return datetime.combine(day, time() if all_day else start.time())
        return moment(self.read(value, series=True)[0])

    def day(self, value: Any, *, all_day: bool) -> date | None:
        """The day that a time of a series means, None where it means a time of day."""
        at = value.dt
        if not isinstance(at, datetime):
            return at if isinstance(at, date) else None
        if not all_day:
            return None
        tzid = str(value.params.get(ZONE) or "")
        in_utc = at.tzinfo is not None and not tzid
        return to_wall(at, self.zone or self.home).date() if in_utc and at.time() != time() else at.date()


@dataclass(frozen=True)
class Series:
    """Of what an occurrence is one: the start, the zone, and whether it is of whole days."""

    start: datetime
    zone: str
    all_day: bool


def moment(value: date | datetime) -> datetime:
    """A time of day as it is, a day by its beginning."""
    return value if isinstance(value, datetime) else datetime.combine(value, time())
