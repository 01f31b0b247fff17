"""Which IANA zone is a calendar file's TZID? By its name, by what Windows calls it, else by what the file tells."""

from collections.abc import Mapping
from datetime import datetime, timedelta, tzinfo
from functools import lru_cache

from icalendar import Timezone
from icalendar.timezone.windows_to_olson import WINDOWS_TO_OLSON

from orchestrator.domain.world.calendar_files.zone_labels import abbreviated, is_offset, offset_of, zone_of
from orchestrator.domain.world.events.recurrence.recurrence_rule import read_rule
from orchestrator.kit import patterns
from orchestrator.kit.zones import named_zone, zone_names
from orchestrator.telemetry.logging import get_logger

log = get_logger(__name__)

UTC = "UTC"
_LOCATION = patterns.compile(r"(?im)^X-LIC-LOCATION[^:\n]*:([^\r\n]*)")
COMPARED = timedelta(days=2 * 366)
STEP = timedelta(days=7)
"""Offsets are compared this far from an event on, in these steps."""
MOST_ZONES = 30
"""Zones of one file that it alone defines."""
MOST_OBSERVANCES = 60
MOST_CHANGES = 2_000
"""Of one such zone: its standard and summer times, and the moments that are listed for them."""
LONGEST = 200_000
"""Characters of its definition."""
_CHANGE_PARTS = frozenset({"BYMONTH", "BYMONTHDAY"})
_MOST_WEEKS = 5
_UTC_NAMES = {
    "utc",
    "etc/utc",
    "z",
    "gmt",
    "etc/gmt",
    "etc/zulu",
    "zulu",
    "etc/universal",
    "etc/uct",
    "tzone://microsoft/utc",
}
_COPY = patterns.compile(r"[ _]?[0-9]{1,2}$")
"""What Outlook hangs at a zone's name when it has it a second time."""
_FAMILIAR = (
    "Europe/London", "Europe/Lisbon", "Europe/Berlin", "Europe/Athens", "Europe/Moscow", "America/New_York",
    "America/Chicago", "America/Denver", "America/Los_Angeles", "America/Phoenix", "America/Sao_Paulo",
    "America/Bogota", "Asia/Kolkata", "Asia/Dubai", "Asia/Shanghai", "Asia/Tokyo", "Australia/Sydney",
    "Australia/Brisbane", "Pacific/Auckland", "Africa/Johannesburg", "Africa/Lagos",
)  # fmt: skip
"""Of zones with the same offsets, these are named first."""


class Zones:
    """The zones of one file. `defined`: its VTIMEZONE blocks by TZID; `home`: the user's zone, the first that is tried
    for one that only the file defines."""

    def __init__(self, defined: Mapping[str, str], home: str) -> None:
        self._defined = {bare_name(tzid): block for tzid, block in defined.items()}
        self._home = home
        self._made: dict[str, tzinfo | None] = {}
        self._stand_ins: dict[tuple[str, int], str | None] = {}

    def iana(self, tzid: str) -> str | None:
        """The zone that a TZID names, whatever the file says of it; None where it names none."""
        bare = tzid.strip().strip('"')
        if bare.lower() in _UTC_NAMES:
            return UTC
        known = _by_lower()
        parts = bare.lower().strip("/").split("/")
        tails = ["/".join(parts[-count:]) for count in (len(parts), 3, 2) if 1 <= count <= len(parts)]
        found = next((known[tail] for tail in tails if tail in known), None)
        return found or _windows().get(bare.lower()) or self._spelt_otherwise(bare)

    def _spelt_otherwise(self, bare: str) -> str | None:
        """A name as it is written by hand, or by Outlook of a copy of a zone, or in summer."""
        name = _COPY.sub("", bare.lower()).replace(" daylight time", " standard time")
        place = bare.lower().replace(" ", "_")
        return _windows().get(name) or _by_lower().get(place) or _by_lower().get(place.replace("-", "/", 1))

    def resolve(self, tzid: str, wall: datetime) -> tuple[str, datetime] | None:
        """The zone for a TZID and `wall` in it: of a zone that the file alone defines, one with the same offsets, else
        UTC. None where the TZID is nothing at all, so that the time has no zone."""
        named = self.iana(tzid)
        if named is not None:
            return named, wall
        own = self.defined(tzid)
        if own is None:
            labelled = self.labelled(tzid, wall.year)
            if labelled is None:
                log.info("unknown zone in a calendar file", tzid=tzid[:80])
            return (labelled, wall) if labelled is not None else None
        stand_in = self._stand_in(tzid, own, wall)
        if stand_in is not None:
            return stand_in, wall
        return UTC, wall.replace(tzinfo=own).astimezone(named_zone(UTC)).replace(tzinfo=None)

    def knows(self, tzid: str) -> bool:
        """Whether a TZID is a zone, by its name, by what the file says of it, or as Windows shows it."""
        named = self.iana(tzid) or zone_of(tzid) or abbreviated(tzid, self._home)
        return bool(named or self.defined(tzid) or is_offset(tzid))

    def labelled(self, tzid: str, year: int) -> str | None:
        """The zone that a label of Windows means; of one that names no known place the user's, where it has that offset
        without summer time, else a zone that has it all year."""
        named, offset = zone_of(tzid) or abbreviated(tzid, self._home), offset_of(tzid)
        if named is not None or offset is None:
            return named
        if not is_offset(tzid) and offset == _standard(named_zone(self._home), year):
            return self._home
        if not offset:
            return UTC
        return _by_offsets(year).get((offset,) * len(_offsets(named_zone(UTC), year)))

    def defined(self, tzid: str) -> tzinfo | None:
        """What the file says of a zone; None where it says nothing that can be read."""
        tzid = bare_name(tzid)
        if tzid not in self._made and tzid in self._defined:
            self._made[tzid] = _read(self._defined[tzid]) if len(self._made) < MOST_ZONES else None
        return self._made.get(tzid)

    def _stand_in(self, tzid: str, own: tzinfo, wall: datetime) -> str | None:
        key = (tzid, wall.year)
        if key not in self._stand_ins:
            self._stand_ins[key] = self._like(tzid, own, wall.year)
        return self._stand_ins[key]

    def _like(self, tzid: str, own: tzinfo, year: int) -> str | None:
        told = _LOCATION.search(self._defined[bare_name(tzid)])
        hinted = self.iana(told[1]) if told else zone_of(tzid)
        offsets = _offsets(own, year)
        for name in dict.fromkeys([*([hinted] if hinted else []), self._home]):
            if _offsets(named_zone(name), year) == offsets:
                return name
        return _by_offsets(year).get(offsets)


def bare_name(tzid: str) -> str:
    """A TZID as it is compared: as text it has backslashes before its commas, as a parameter it may have quotes."""
    return tzid.replace("\\", "").strip().strip('"').strip()


def _read(block: str) -> tzinfo | None:
    """A VTIMEZONE; None for one that can't be read, or would never be done: a rule of each second, or of no day."""
    if not _is_sober(block):
        return None
    try:
        read = Timezone.from_ical(block)
        assert isinstance(read, Timezone)
        made: tzinfo = read.to_tz()
    except (AssertionError, ValueError, KeyError, IndexError, AttributeError, TypeError, OverflowError):
        return None
    return made


def _is_sober(block: str) -> bool:
    upper = block.upper()
    if len(block) > LONGEST or upper.count("BEGIN:") > MOST_OBSERVANCES + 1:
        return False
    dates = 0
    for line in upper.splitlines():
        name = line.partition(":")[0].partition(";")[0]
        if name == "RDATE":
            dates += line.count(",") + 1
        if name in {"RRULE", "EXRULE"} and not _once_a_year(line.partition(":")[2]):
            return False
    return dates <= MOST_CHANGES


def _once_a_year(told: str) -> bool:
    try:
        rule = read_rule(told, UTC, all_day=False)
    except (ValueError, OverflowError):
        return False
    counted = all(abs(day.nth) <= _MOST_WEEKS for day in rule.days)
    return rule.freq == "YEARLY" and "BYMONTH" in rule.by and rule.by.keys() <= _CHANGE_PARTS and counted


def _offsets(zone: tzinfo, year: int) -> tuple[timedelta | None, ...]:
    """The zone's offsets over two years."""
    year = min(max(year, 1970), 2035)
    start = datetime(year, 1, 1, 12)  # noqa: DTZ001  (wall time)
    return tuple((start + step * STEP).replace(tzinfo=zone).utcoffset() for step in range(COMPARED // STEP))


def _standard(zone: tzinfo, year: int) -> timedelta | None:
    """The offset without summer time."""
    return min((one for one in _offsets(zone, year) if one is not None), default=None)


@lru_cache(maxsize=8)
def _by_offsets(year: int) -> dict[tuple[timedelta | None, ...], str]:
    named = sorted(name for name in zone_names() if "/" in name and not name.startswith(("posix", "right", "US/")))
    regions = [name for name in named if not name.startswith("Etc/")]
    fixed = [name for name in named if name.startswith("Etc/GMT")]
    found: dict[tuple[timedelta | None, ...], str] = {}
    for name in (*_FAMILIAR, *regions, *fixed):
        found.setdefault(_offsets(named_zone(name), year), name)
    return found


@lru_cache(maxsize=1)
def _by_lower() -> dict[str, str]:
    return {name.lower(): name for name in zone_names()}


@lru_cache(maxsize=1)
def _windows() -> dict[str, str]:
    return {name.lower(): zone for name, zone in WINDOWS_TO_OLSON.items()}
