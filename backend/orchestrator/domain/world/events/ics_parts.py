"""What does one VEVENT say? Its times in one zone, its texts, its people, its rule, as fields of an event."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from icalendar import Event

from orchestrator.domain.ground.entities.schemas import LONG, MANY, SHORT
from orchestrator.domain.world.events.ics_lines import ZONE, Block
from orchestrator.domain.world.events.ics_zones import UTC as UTC_ZONE
from orchestrator.domain.world.events.ics_zones import Zones
from orchestrator.kit.text import shorten
from orchestrator.kit.zones import to_utc, to_wall

UNTITLED: Final = "(no title)"
DAY = timedelta(days=1)
ROLES: Final[Mapping[str, str]] = {
    "CHAIR": "chair",
    "OPT-PARTICIPANT": "optional",
    "NON-PARTICIPANT": "informed",
    "REQ-PARTICIPANT": "attendee",
}
OWN_ROLE: Final = "X-STEWARD-ROLE"
OWN_CALENDAR: Final = "X-STEWARD-CALENDAR"
OWN_STATUS: Final = "X-STEWARD-STATUS"
"""Of a single occurrence that is called off with its series: what it was before (`ics_edit`)."""
NOBODY: Final = "invalid:nomail"
"""The address of someone whose address is not known, as Exchange writes it."""
_STATUS = {"TENTATIVE": "tentative", "CANCELLED": "cancelled"}
_FREE = {"FREE", "WORKINGELSEWHERE"}
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)


@dataclass(frozen=True)
class Times:
    """How the times of a file are read. `floating`: the zone of times without one; `home`: that UTC times are shown in;
    `zone`: the series' zone, where this is an occurrence of one."""

    zones: Zones
    floating: str
    home: str
    zone: str | None = None

    def read(self, value: Any, *, series: bool) -> tuple[date | datetime, str]:
        """A property's date, or its wall time, and the zone of it. Raises ValueError."""
        at = value.dt
        if not isinstance(at, datetime):
            return at, self.zone or self.floating
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
            zone, wall = self.zone, to_wall(wall.replace(tzinfo=ZoneInfo(zone)), self.zone)
        return wall, zone


@dataclass(frozen=True)
class Told:
    """One VEVENT. `start`, `end` (exclusive), `recurrence_id`: wall times in `zone`; `fields`: an event's."""

    start: datetime
    end: datetime | None
    zone: str
    fields: Mapping[str, Any]
    recurrence_id: datetime | None = None
    following: bool = False


def told(event: Event, block: Block, times: Times, *, series: bool, cancelled: bool) -> Told:
    """What a VEVENT says; `series`: it is part of one, so its zone is kept. Raises ValueError."""
    begins = _first(event, "DTSTART")
    if begins is None:
        raise ValueError("DTSTART is missing")
    series = series or any(name in event for name in ("RRULE", "RDATE", "RECURRENCE-ID"))
    start, zone = times.read(begins, series=series)
    all_day = not isinstance(start, datetime)
    inside = Times(times.zones, zone if times.zone else times.floating, times.home, zone)
    begin = _moment(start)
    end = _end(event, begin, inside, all_day=all_day)
    all_day = all_day or _whole_days(event, begin, end)
    at = _first(event, "RECURRENCE-ID")
    fields = {
        **_texts(event),
        "start_at": _written(begin, all_day=all_day),
        "end_at": _written(end, all_day=all_day),
        "timezone": zone,
        "all_day": all_day,
        "status": "cancelled" if cancelled else _status(event),
        "busy": busy(event),
        "participants": people(event),
        "recurrence": _rules(block, event, inside, all_day=all_day),
    }
    return Told(
        begin,
        end,
        zone,
        fields,
        _moment(inside.read(at, series=True)[0]) if at is not None else None,
        at is not None and str(at.params.get("RANGE", "")).upper() == "THISANDFUTURE",
    )


def _whole_days(event: Event, begin: datetime, end: datetime | None) -> bool:
    """Whether it is all day by Outlook's own mark, whose times are then from midnight to midnight."""
    marked = str(event.get("X-MICROSOFT-CDO-ALLDAYEVENT", "")).upper() == "TRUE"
    return marked and end is not None and end > begin and begin.time() == end.time() == time()


def place_of(event: Event, times: Times) -> tuple[datetime, bool]:
    """The RECURRENCE-ID of an event that has one, and whether it is of all later occurrences too."""
    at = _first(event, "RECURRENCE-ID")
    return _moment(times.read(at, series=True)[0]), str(at.params.get("RANGE", "")).upper() == "THISANDFUTURE"


def _status(event: Event) -> str:
    said = str(event.get("STATUS", "")).upper()
    if said == "CANCELLED" and OWN_STATUS in event:
        said = str(event[OWN_STATUS]).upper()
    return _STATUS.get(said, "confirmed")


def _first(event: Event, name: str) -> Any:
    value = event.get(name)
    return value[0] if isinstance(value, list) and value else value


def _moment(value: date | datetime) -> datetime:
    return value if isinstance(value, datetime) else datetime.combine(value, time())


def _written(value: datetime | None, *, all_day: bool) -> str | None:
    if value is None:
        return None
    return value.date().isoformat() if all_day else value.isoformat()


def _end(event: Event, start: datetime, times: Times, *, all_day: bool) -> datetime | None:
    ends, lasts = _first(event, "DTEND"), _first(event, "DURATION")
    if ends is not None:
        return _moment(times.read(ends, series=True)[0])
    if lasts is None or not isinstance(lasts.dt, timedelta):
        return start + DAY if all_day else None
    if all_day:
        return start + max(timedelta(days=lasts.dt.days), DAY)
    # Days are days of the calendar, hours are hours, also in the night in which the clocks change (RFC 5545, 3.3.6).
    nominal = start + timedelta(days=lasts.dt.days)
    rest = timedelta(seconds=lasts.dt.seconds)
    assert times.zone is not None
    return to_wall(to_utc(nominal, times.zone) + rest, times.zone) if rest else nominal


# Texts


def _texts(event: Event) -> dict[str, Any]:
    found: dict[str, Any] = {
        "title": shorten(text(event, "SUMMARY").strip(), SHORT) or UNTITLED,
        "description": shorten(text(event, "DESCRIPTION"), LONG) or None,
        "location_text": shorten(text(event, "LOCATION").strip(), LONG) or None,
        "tags": told_tags(event),
    }
    if own := text(event, OWN_CALENDAR):
        found["calendar"] = own
    return found


def text(event: Event, name: str) -> str:
    """The first property of this name as text; "" where there is none."""
    value = _first(event, name)
    if value is None:
        return ""
    told = value if isinstance(value, str) else str(value)
    return unescaped(told) if name.startswith("X-") else told


def unescaped(written: str) -> str:
    """A TEXT value as it is meant."""
    return _ESCAPED.sub(lambda found: "\n" if found[1] in "nN" else found[1], written)


def told_tags(event: Event) -> list[str]:
    """Its categories, each once."""
    value = event.get("CATEGORIES")
    lists = value if isinstance(value, list) else [value] if value is not None else []
    words = [str(one).strip()[:SHORT] for each in lists for one in getattr(each, "cats", [each])]
    return [one for one in dict.fromkeys(words) if one][:MANY]


def busy(event: Event) -> bool:
    """Whether it blocks the time."""
    if str(event.get("X-MICROSOFT-CDO-BUSYSTATUS", "")).upper() in _FREE:
        return False
    return str(event.get("TRANSP", "OPAQUE")).upper() != "TRANSPARENT"


# People


def people(event: Event) -> list[dict[str, Any]]:
    """Who takes part, the organizer first; each address once."""
    found: dict[str, dict[str, Any]] = {}
    for name in ("ORGANIZER", "ATTENDEE"):
        value = event.get(name)
        for one in value if isinstance(value, list) else [value] if value is not None else []:
            person = _person(one, organizer=name == "ORGANIZER")
            key = (person["email"] or person["name"] or "").casefold()
            if key and key not in found:
                found[key] = person
            elif key and found[key]["name"] is None:
                found[key]["name"] = person["name"]
    return list(found.values())[:MANY]


def _person(value: Any, *, organizer: bool) -> dict[str, Any]:
    address = re.sub(r"^mailto:", "", str(value).strip(), flags=re.IGNORECASE)
    parameters = getattr(value, "params", {})
    email = address if all(address.rpartition("@")) and " " not in address and len(address) <= SHORT else None
    name = str(parameters.get("CN") or "").strip()[:SHORT] or None
    kind = str(parameters.get("CUTYPE") or "").upper()
    role = ROLES.get(str(parameters.get("ROLE") or "REQ-PARTICIPANT").upper(), "attendee")
    role = kind.lower() if kind in {"ROOM", "RESOURCE", "GROUP"} else role
    own = str(parameters.get(OWN_ROLE) or "").strip()[:SHORT]
    told_role = None if own == "-" else own or ("organizer" if organizer else role)
    return {"name": None if name is not None and name == email else name, "email": email, "role": told_role}


# Rules


def _rules(block: Block, event: Event, times: Times, *, all_day: bool) -> list[str] | None:
    if "RECURRENCE-ID" in event:
        return None
    lines = [f"RRULE:{line.parts()[1].strip()}" for line in block.own() if line.name == "RRULE"]
    for name in ("RDATE", "EXDATE"):
        value = event.get(name)
        for one in value if isinstance(value, list) else [value] if value is not None else []:
            lines += [f"{name}{told}" for told in _dates(one, times, all_day=all_day)]
    happens = any(not line.startswith("EXDATE") for line in lines)
    return list(dict.fromkeys(lines)) if happens else None


def _dates(value: Any, times: Times, *, all_day: bool) -> Iterable[str]:
    for one in value.dts:
        at = _Dated(one.dt[0] if isinstance(one.dt, tuple) else one.dt, value.params)
        moment, _ = times.read(at, series=True)
        if all_day or not isinstance(moment, datetime):
            yield f";VALUE=DATE:{moment:%Y%m%d}"
        else:
            yield f":{moment:%Y%m%dT%H%M%S}"


@dataclass(frozen=True)
class _Dated:
    """One value of a list, with the list's parameters."""

    dt: Any
    params: Mapping[str, Any]
