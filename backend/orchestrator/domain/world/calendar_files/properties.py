"""Which properties of one VEVENT can be read, and what is wrong with the others?

Each is read by itself: one that can't be is left out and told, and costs the event nothing. Times are put right where
files in the wild are sloppy (blanks, dashes, no seconds, a date that says that it is a time).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final

from icalendar import Event, vBroken

from orchestrator.domain.world.calendar_files.content_lines import TIMES, Block, Line, renamed_zone
from orchestrator.domain.world.events.recurrence.recurrence_set import MOST_DATES
from orchestrator.kit import patterns

OWN: Final = "X-STEWARD-"
READ: Final = frozenset(
    (*TIMES, "UID", "SUMMARY", "DESCRIPTION", "LOCATION", "CATEGORIES", "ATTENDEE", "ORGANIZER", "STATUS", "TRANSP")
) | {"X-MICROSOFT-CDO-ALLDAYEVENT", "X-MICROSOFT-CDO-BUSYSTATUS"}
"""The properties that say something to us; others stay in the raw text alone."""
_WORDS: Final = frozenset({"STATUS", "TRANSP", "X-MICROSOFT-CDO-ALLDAYEVENT", "X-MICROSOFT-CDO-BUSYSTATUS"})
"""Those whose value is one of a few words: a blank around it is none of it."""
_STATUSES: Final = frozenset({"TENTATIVE", "CONFIRMED", "CANCELLED"})
"""Of an event (RFC 5545, 3.8.1.11)."""
_LONGEST_VALUE: Final = 800_000
"""Characters of one property that are looked at: more than any text of ours may have, and all dates of a series."""
_MOST_PROPERTIES: Final = 6_000
"""Of one event, of those that are read; more than a series may have dates, so that one with more is refused."""
_FAULTS_TOLD: Final = 20
_SHOWN: Final = 100
_MOMENTS: Final = frozenset({"DTSTART", "DTEND", "RECURRENCE-ID", "EXDATE", "RDATE"})
_STAMP = patterns.compile(
    r"(?i)([0-9]{4})-?([0-9]{2})-?([0-9]{2})"
    r"(?:Z|[T ]([0-9]{2}):?([0-9]{2})(?::?([0-9]{2}))?(?:[.,][0-9]+)?[ ]?(Z|[+-][0-9]{2}:?[0-9]{2})?)?"
)
_VALUE = patterns.compile(r"(?i);VALUE=[^;:]*")
_SOME_TIME = patterns.compile("[1-9]")
"""A duration is longer than nothing (RFC 5545, 3.8.2.5); libraries read `PT` and `PT0S` as none."""
_MIDNIGHT = "000000"
_LAST_SECOND = "59"
"""What a leap second is for whoever knows none (RFC 5545, 3.3.12)."""
_UNREADABLE = (ValueError, KeyError, IndexError, TypeError, AttributeError, OverflowError)


@dataclass(frozen=True)
class Fault:
    """What was left out of an event: the property, its line in the file, and why."""

    line: int
    name: str
    message: str


@dataclass
class Faults:
    """What was left out of an event so far, the first ones."""

    told: list[Fault] = field(default_factory=list)

    def add(self, line: int, name: str, message: str) -> None:
        """Left out, and why."""
        fault = Fault(line, name[:_SHOWN], f"left out: {message[: 2 * _SHOWN]}")
        if len(self.told) < _FAULTS_TOLD and fault not in self.told:
            self.told.append(fault)


def properties(block: Block, faults: Faults) -> Event:
    """The properties of a VEVENT that can be read, under the names that `icalendar` gives them; times keep their TZID
    under `ics_lines.ZONE`. What can't be read goes to `faults`."""
    lines: list[tuple[Line, str]] = []
    for line in block.own:
        if line.name == "EXRULE":
            faults.add(line.number, line.name, "EXRULE is not read; leave days out by EXDATE")
        elif not line.name:
            faults.add(line.number, "", f"this is no property: {line.text[:_SHOWN]}")
        elif line.name != "RRULE" and (line.name in READ or line.name.startswith(OWN)):
            lines += [(line, told) for told in _put_right(line, faults)]
    if len(lines) > _MOST_PROPERTIES:
        faults.add(lines[_MOST_PROPERTIES][0].number, "", f"an event has at most {_MOST_PROPERTIES:,} properties")
        lines = lines[:_MOST_PROPERTIES]
    try:
        event = _event(told for _, told in lines)
    except _UNREADABLE:
        event = _event(told for line, told in lines if _is_readable(line, told, faults))
    for name in {str(name) for name, _ in event.errors if name}:
        _leave_out(event, name, block, faults)
    return event


def _event(lines: Iterable[str]) -> Event:
    """Raises one of _UNREADABLE."""
    event = Event.from_ical("\r\n".join(["BEGIN:VEVENT", *lines, "END:VEVENT", ""]))
    assert isinstance(event, Event)
    return event


def _is_readable(line: Line, told: str, faults: Faults) -> bool:
    try:
        _event([told])
    except _UNREADABLE as error:
        faults.add(line.number, line.name, str(error) or "it can't be read")
        return False
    return True


def _leave_out(event: Event, name: str, block: Block, faults: Faults) -> None:
    """Take what is broken out of the values of a property."""
    there: Any = event.pop(name)
    values = there if isinstance(there, list) else [there]
    good = [one for one in values if not isinstance(one, vBroken)]
    if good:
        event[name] = good if len(good) > 1 else good[0]
    line = block.first(name)
    why = next((str(message) for each, message in event.errors if each == name), "it can't be read")
    for _ in range(len(values) - len(good)):
        faults.add(line.number if line is not None else block.line, name, why)


def _put_right(line: Line, faults: Faults) -> Sequence[str]:
    """The line as `icalendar` reads it; none where nothing of it can be read."""
    try:
        parameters, value = line.parts()
    except ValueError as error:
        faults.add(line.number, line.name, str(error))
        return []
    if line.name in TIMES:
        if line.name in _MOMENTS and "/" not in value:  # else they are periods, of an RDATE
            return _moments(line, parameters, value, faults)
        if line.name == "DURATION" and _SOME_TIME.search(value[:_LONGEST_VALUE]) is None:
            told = value.strip()[:_SHOWN]
            faults.add(line.number, line.name, f"it says no length of time: {told}" if told else "it is empty")
            return []
        return [renamed_zone(f"{line.name}{parameters}:{value.strip()[:_LONGEST_VALUE]}")]
    if line.name in _WORDS:
        value = value.strip()
        if line.name == "STATUS" and value.upper() not in _STATUSES:
            faults.add(line.number, line.name, f"this is no status of an event: {value[:_SHOWN]}")
            return []
    return [f"{line.name}{parameters}:{value[:_LONGEST_VALUE]}"]


def _moments(line: Line, parameters: str, value: str, faults: Faults) -> Sequence[str]:
    """A property of one time or several, those that are dates apart from those that are times of day."""
    dates: list[str] = []
    times: list[str] = []
    is_date = "VALUE=DATE" in {one.upper() for one in parameters.split(";")}
    for one in value[:_LONGEST_VALUE].split(",", MOST_DATES + 1)[: MOST_DATES + 1]:
        if not one.strip():
            continue
        found = _STAMP.fullmatch(one.strip().strip('"'))
        if found is None:
            faults.add(line.number, line.name, f"this is no time: {one.strip()[:_SHOWN]}")
            continue
        day = f"{found[1]}{found[2]}{found[3]}"
        second = min(found[6] or "00", _LAST_SECOND)
        clock = f"{found[4]}{found[5]}{second}" if found[4] else _MIDNIGHT
        if not found[4] or (is_date and clock == _MIDNIGHT):
            dates.append(day)
        else:
            times.append(_in_utc(day, clock, found[7]))
    if not dates and not times and not value.strip(", "):
        faults.add(line.number, line.name, "it is empty")
    bare = _VALUE.sub("", parameters)
    told = [renamed_zone(f"{line.name}{bare};VALUE=DATE:{','.join(dates)}")] if dates else []
    return [*told, *([renamed_zone(f"{line.name}{bare}:{','.join(times)}")] if times else [])]


def _in_utc(day: str, clock: str, offset: str | None) -> str:
    """A time of day as RFC 5545 writes it, which knows no offsets: an instant is told in UTC."""
    if not offset or offset in {"Z", "z"}:
        return f"{day}T{clock}{'Z' if offset else ''}"
    try:
        at = datetime.strptime(f"{day}T{clock}{offset}", "%Y%m%dT%H%M%S%z").astimezone(UTC)
    except (ValueError, OverflowError):
        return f"{day}T{clock}{offset}"  # no time: whoever reads it says so
    return f"{at:%Y%m%dT%H%M%S}Z"
