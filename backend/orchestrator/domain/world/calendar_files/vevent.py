"""What does one VEVENT say? Its times in one zone, its texts, its people, its rule, as fields of an event."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Any, Final

from icalendar import Event

from orchestrator.domain.foundation.entities.schemas import LONG, MANY, SHORT
from orchestrator.domain.world.calendar_files.content_lines import ZONE, Block, Line
from orchestrator.domain.world.calendar_files.properties import Faults
from orchestrator.domain.world.calendar_files.times import Series, Times, moment
from orchestrator.domain.world.events.recurrence import recurrence_set as recurrence
from orchestrator.domain.world.events.recurrence.recurrence_rule import is_kept, mended, read_rule
from orchestrator.kit import patterns
from orchestrator.kit.text import shorten
from orchestrator.kit.zones import EARLIEST, LATEST, to_utc, to_wall

UNTITLED: Final = "(no title)"
THIS_AGE: Final = 2026
"""The year by whose offsets a zone is looked for that is an offset alone."""
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
"""Of a single occurrence that is called off with its series: what it was before (`editing`)."""
NOBODY: Final = "invalid:nomail"
"""The address of someone whose address is not known, as Exchange writes it."""
_STATUS = {"TENTATIVE": "tentative", "CANCELLED": "cancelled"}
_MAILTO = "mailto:"
_FREE = {"FREE", "WORKINGELSEWHERE"}
_FLOATING = patterns.compile(r"(?i):\s*[0-9-]+[T ][0-9:.,]+\s*$")
_DAYS = patterns.compile(r"(?i):\s*([+-]?)P(?:([0-9]{1,6})W)?(?:([0-9]{1,6})D)?")
_LONGEST_DURATION = 1_000
_ESCAPED = patterns.compile(r"(?s)\\(.)")


@dataclass(frozen=True)
class Told:
    """One VEVENT. `start`, `end` (exclusive), `recurrence_id`: wall times in `zone`; `fields`: an event's."""

    start: datetime
    end: datetime | None
    zone: str
    fields: Mapping[str, Any]
    all_day: bool = False
    recurrence_id: datetime | None = None
    following: bool = False


def told(event: Event, block: Block, times: Times, faults: Faults, *, of: Series | None, cancelled: bool) -> Told:
    """What a VEVENT says; `of`: it is an occurrence of that series. What can't be read goes to `faults`. Raises
    ValueError where it has no start that can be used."""
    times = times.of(of.zone) if of is not None else times
    series = of is not None or any(line.name in {"RRULE", "RDATE", "RECURRENCE-ID"} for line in block.own)
    at = _first(event, "RECURRENCE-ID")
    start, zone = times.read(_begin(event, at), series=series)
    all_day = not isinstance(start, datetime)
    inside = times.of(zone)
    begin = moment(start)
    if not EARLIEST <= begin < LATEST:
        raise ValueError("DTSTART: the year is out of range")
    end = _end(event, block, begin, inside, faults, all_day=all_day)
    all_day = all_day or _whole_days(event, begin, end)
    if not all_day:
        _unknown_zones(event, block, times, faults)
    fields = {
        **_texts(event),
        "start_at": _written(begin, all_day=all_day),
        "end_at": _written(end, all_day=all_day),
        "timezone": zone,
        "all_day": all_day,
        "status": "cancelled" if cancelled else _status(event),
        "busy": busy(event),
        "participants": people(event),
        "recurrence": None if at is not None else _rules(block, event, inside, faults, (begin, end), all_day=all_day),
    }
    place = None
    if at is not None:
        place = inside.place(at, (of or Series(begin, zone, all_day)).start, all_day=of.all_day if of else all_day)
    return Told(begin, end, zone, fields, all_day, place, at is not None and is_following(at))


def _unknown_zones(event: Event, block: Block, times: Times, faults: Faults) -> None:
    """Tell of times whose TZID is nothing at all: they are read without it, which may be hours from what was meant."""
    for name in ("DTSTART", "DTEND", "RECURRENCE-ID", "EXDATE", "RDATE"):
        values = event.get(name, ())
        for value in values if isinstance(values, list) else [values] if values else []:
            tzid = str(value.params.get(ZONE) or "")
            if not tzid or value.params.get("VALUE") == "DATE" or times.zones.knows(tzid):
                continue
            told = f"no zone is called {shorten(tzid, 80)}"
            offset = times.zones.labelled(tzid, THIS_AGE) is not None
            read = "its times are read with its offset" if offset else "its times are read without one"
            faults.add(block.line_of(name), name, f"{told}; {read}")


def floats(block: Block) -> bool:
    """Whether it has a start without a zone, which then is that of the file or the user's."""
    line = block.first("DTSTART")
    if line is None or "TZID=" in line.text.partition(":")[0].upper():
        return False
    return _FLOATING.search(line.text) is not None


def _begin(event: Event, at: Any) -> Any:
    begins = _first(event, "DTSTART")
    if begins is None and at is None:
        raise ValueError("DTSTART is missing")
    return begins if begins is not None else at  # an occurrence that does not say where it is was not moved


def is_following(at: Any) -> bool:
    """Whether a RECURRENCE-ID means all later occurrences too."""
    return str(at.params.get("RANGE", "")).upper() == "THISANDFUTURE"


def _whole_days(event: Event, begin: datetime, end: datetime | None) -> bool:
    """Whether it is all day by Outlook's own mark, whose times are then from midnight to midnight."""
    marked = str(event.get("X-MICROSOFT-CDO-ALLDAYEVENT", "")).upper() == "TRUE"
    return marked and end is not None and end > begin and begin.time() == end.time() == time()


def place_of(event: Event, times: Times, of: Series) -> tuple[datetime, bool] | None:
    """The RECURRENCE-ID of an event that has one, and whether it is of all later occurrences too."""
    at = _first(event, "RECURRENCE-ID")
    return (times.of(of.zone).place(at, of.start, all_day=of.all_day), is_following(at)) if at is not None else None


def _status(event: Event) -> str:
    said = str(event.get("STATUS", "")).upper()
    if said == "CANCELLED" and OWN_STATUS in event:
        said = str(event[OWN_STATUS]).upper()
    return _STATUS.get(said, "confirmed")


def _first(event: Event, name: str) -> Any:
    value = event.get(name)
    return value[0] if isinstance(value, list) and value else value


def _written(value: datetime | None, *, all_day: bool) -> str | None:
    if value is None:
        return None
    return value.date().isoformat() if all_day else value.isoformat()


def _end(
    event: Event, block: Block, start: datetime, times: Times, faults: Faults, *, all_day: bool
) -> datetime | None:
    """The end; one that is before the start, or that no zone can tell, is left out."""
    name = "DTEND" if "DTEND" in event else "DURATION"
    try:
        end = _told_end(event, block, start, times, all_day=all_day)
        if end is not None and not start <= end < LATEST:
            raise ValueError("the end is before the start" if end < start else "the year is out of range")
    except (ValueError, OverflowError) as error:
        faults.add(block.line_of(name), name, str(error))
        end = None
    if all_day and (end is None or end.date() <= start.date()):
        return start + DAY
    return end


def _told_end(event: Event, block: Block, start: datetime, times: Times, *, all_day: bool) -> datetime | None:
    ends, lasts = _first(event, "DTEND"), _first(event, "DURATION")
    if ends is not None:
        return moment(times.read(ends, series=True)[0])
    if lasts is None or not isinstance(lasts.dt, timedelta):
        return None
    if all_day:
        return start + timedelta(days=lasts.dt.days)
    # Days are days of the calendar, hours are hours, also in the night in which the clocks change (RFC 5545, 3.3.6).
    days = _calendar_days(block)
    nominal = start + timedelta(days=days)
    rest = lasts.dt - timedelta(days=days)
    assert times.zone is not None
    return to_wall(to_utc(nominal, times.zone) + rest, times.zone) if rest else nominal


def _calendar_days(block: Block) -> int:
    """The days and weeks that a DURATION is written in: `PT24H` has none, though it is as long as one."""
    line = block.first("DURATION")
    found = _DAYS.search(line.text[:_LONGEST_DURATION]) if line is not None else None
    if found is None:
        return 0
    days = 7 * int(found[2] or 0) + int(found[3] or 0)
    return -days if found[1] == "-" else days


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
    told = str(value)
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
    address = str(value).strip()
    address = address[len(_MAILTO) :] if address[: len(_MAILTO)].lower() == _MAILTO else address
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


def _rules(
    block: Block, event: Event, times: Times, faults: Faults, at: tuple[datetime, datetime | None], *, all_day: bool
) -> list[str] | None:
    """The lines of its rule; None where it does not repeat, or what it says of that can't be read. `at`: its start and
    its end."""
    assert times.zone is not None
    start, end = at
    length = end - start if end is not None else None
    rules = [line for line in block.own if line.name == "RRULE"]
    lines = [told for line in rules if (told := _rule(line, times.zone, faults, all_day=all_day))]
    for name in ("RDATE", "EXDATE"):
        value = event.get(name)
        for one in value if isinstance(value, list) else [value] if value is not None else []:
            _lengths(one.dts, length, faults, block.line_of(name))
            lines += [f"{name}{told}" for told in _dates(one, times, block, faults, name, all_day=all_day)]
    lines = list(dict.fromkeys(lines))
    if all(line.startswith("EXDATE") for line in lines):
        return None
    try:
        recurrence.read(lines, start=start, zone=times.zone, all_day=all_day)
    except (ValueError, OverflowError) as error:
        faults.add(rules[0].number if rules else block.line_of("RDATE"), "RRULE" if rules else "RDATE", str(error))
        return None
    return lines


def _rule(line: Line, zone: str, faults: Faults, *, all_day: bool) -> str:
    """A rule without what says nothing; "" where it is none. What changes its meaning makes it none: a wrong weekday
    left out would be every day."""
    told = line.text.partition(":")[2].strip()
    if not told.strip("; "):
        faults.add(line.number, line.name, "it is empty")
        return ""
    rule, left_out = mended(told)
    for part in left_out:
        faults.add(line.number, line.name, part)
    try:
        read_rule(rule, zone, all_day=all_day)
    except (ValueError, OverflowError) as error:
        faults.add(line.number, line.name, f"{error}; it happens once: {told}")
        return ""
    return f"RRULE:{rule}"


def _lengths(dates: Iterable[Any], length: timedelta | None, faults: Faults, line: int) -> None:
    """Tell of the periods of an RDATE that do not last as long as the event: a series has one length here."""
    for one in dates:
        if isinstance(one.dt, tuple) and (told := _length(*one.dt)) != length:
            faults.add(
                line, "RDATE", f"the length {told} of {one.dt[0]:%Y-%m-%d %H:%M}; it lasts as long as the others"
            )


def _length(start: Any, rest: Any) -> timedelta | None:
    try:
        return rest if isinstance(rest, timedelta) else rest - start
    except TypeError:
        return None  # one has a zone, the other none


def _dates(value: Any, times: Times, block: Block, faults: Faults, name: str, *, all_day: bool) -> Iterable[str]:
    """Each of the dates of an RDATE or EXDATE as the end of a line; without those that no zone can tell."""
    for one in value.dts:
        at = _Dated(one.dt[0] if isinstance(one.dt, tuple) else one.dt, value.params)
        if not is_kept(at.dt):
            faults.add(block.line_of(name), name, f"the year is out of range: {at.dt.year}")
            continue
        day = times.day(at, all_day=all_day)
        yield f";VALUE=DATE:{day:%Y%m%d}" if day is not None else f":{times.read(at, series=True)[0]:%Y%m%dT%H%M%S}"


@dataclass(frozen=True)
class _Dated:
    """One value of a list, with the list's parameters."""

    dt: Any
    params: Mapping[str, Any]
