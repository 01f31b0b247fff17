"""How does a calendar object look with what the user changed of its event? Its lines, of which those that say what was
changed are written anew; everything else stays as its server had it: alarms, attendees, properties that we do not know.

Of a series that is called off its single occurrences are too; what each was stands in `OWN_STATUS`, so that it comes
back as it was. Pure: nothing is stored or sent here.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from icalendar import Timezone

from orchestrator.domain.world.calendar_files import content_lines as ics_lines
from orchestrator.domain.world.calendar_files import ics
from orchestrator.domain.world.calendar_files.line_editing import Component, Style, components, folded, stamp
from orchestrator.domain.world.calendar_files.times import Series
from orchestrator.domain.world.calendar_files.vevent import OWN_STATUS
from orchestrator.domain.world.events.recurrence import recurrence_set as recurrence
from orchestrator.domain.world.events.series.overrides import key_of
from orchestrator.domain.world.events.sync.write_back import PLACE, SERIES, TIMES

_STALE: Final[Mapping[str, tuple[str, ...]]] = {
    "DESCRIPTION": ("X-ALT-DESC",),
    "LOCATION": ("X-APPLE-STRUCTURED-LOCATION", "GEO", "LOCATION-ID"),
    "TRANSP": ("X-MICROSOFT-CDO-BUSYSTATUS", "X-MICROSOFT-CDO-INTENDEDSTATUS"),
}
"""Properties that say the same in another way, and would contradict it."""
_TEXTS: Final[Mapping[str, str]] = {"title": "SUMMARY", "description": "DESCRIPTION", "location_text": "LOCATION"}
_COMPARED: Final = frozenset({"title", "description", "location_text", "status", "start_at", "end_at"})
"""Fields of which it is told that they had been changed on the server too."""
_RULES: Final = ("RRULE", "RDATE", "EXDATE")
CANCELLED: Final = "cancelled"
Key = tuple[str, bool]
"""A single occurrence: its place in the series (ISO), and whether all later ones follow it."""


@dataclass(frozen=True)
class Ours:
    """An event as it is here. `names`: the fields that the user changed; `fields`: title, description, location_text,
    status, busy; `start`, `end`: wall times in `zone`; `rules`: RFC 5545 lines in wall time; `overrides`: as the row
    keeps them, `location_text` in place of a place; `known`: the single occurrences that the object had when it was
    read last; `floating`: the user's zone."""

    uid: str
    names: frozenset[str]
    fields: Mapping[str, Any]
    start: datetime
    end: datetime | None
    zone: str
    all_day: bool
    floating: str
    rules: Sequence[str] | None = None
    overrides: Sequence[Mapping[str, Any]] = ()
    known: Collection[tuple[str, bool]] = ()


@dataclass(frozen=True)
class Edited:
    """The object, None where it says all of that already. `met`: fields that had been changed on its server too since
    it was read last, and were written over."""

    data: bytes | None
    met: Sequence[str] = ()


def edited(data: bytes, ours: Ours, *, base: Mapping[str, Any] | None, now: datetime) -> Edited:
    """`base`: what the object said when it was read last (`read_last`). Raises ValueError where it can't be edited."""
    theirs = fields_of(data, ours.uid, ours.floating)
    editor = _Editor(data, ours, theirs, now)
    if not editor.edit():
        return Edited(None)
    same_zone = base is not None and base["timezone"] == theirs["timezone"]
    looked_at = _COMPARED if same_zone else _COMPARED - TIMES
    met = sorted(name for name in looked_at & ours.names if base is not None and theirs[name] != base[name])
    return Edited(editor.written(), met)


def read_last(raw: str, uid: str, zone: str) -> Mapping[str, Any] | None:
    """What the VEVENTs that an event was read from said, as `fields_of`; None where that can't be told."""
    try:
        return fields_of(f"BEGIN:VCALENDAR\r\n{raw}END:VCALENDAR\r\n".encode(), uid, zone) if raw else None
    except ValueError:
        return None


def fields_of(data: bytes, uid: str, zone: str) -> Mapping[str, Any]:
    """What an object says of the event with this UID, as fields. Raises ValueError."""
    items = [one for one in ics.parse(data, zone=zone).items if one.uid == uid]
    if not items:
        raise ValueError("another event stands in its place there")
    if items[0].fields is None:
        raise ValueError(f"what its server has of it can't be read: {items[0].message}")
    if items[0].instances:
        return {**items[0].fields, "overrides": list(items[0].instances), "alone": True}
    return {"overrides": [], **items[0].fields}


class _Editor:
    """Edits one object. Raises BrokenFile."""

    def __init__(self, data: bytes, ours: Ours, theirs: Mapping[str, Any], now: datetime) -> None:
        read = ics_lines.read(data)
        self.ours, self.theirs, self.now = ours, theirs, now
        self.parts = components(data)
        self.zone, self.all_day = str(theirs["timezone"]), bool(theirs["all_day"])
        self.start = datetime.fromisoformat(theirs["start_at"])
        self.end = datetime.fromisoformat(theirs["end_at"]) if theirs["end_at"] else None
        zones = ics.zones_of(read, ours.floating)
        times = ics.times_of(read, zones, ours.floating)
        of = Series(self.start, self.zone, self.all_day)
        masters: list[Component] = []
        self.single: dict[Key, Component] = {}
        events = [part for part in self.parts if part.is_event]
        for part, block in zip(events, read.events, strict=True):
            if ics.uid_of(block) == ours.uid:
                key = ics.place_of(block, times, of)
                if key is None:
                    masters.append(part)
                else:
                    self.single[key] = part
        self.alone = not masters
        self.main = masters[-1] if masters else next(iter(self.single.values()))
        self.style = Style.of(self.main, zone=self.zone, all_day=self.all_day, zones=zones, wall=self.start)

    def edit(self) -> bool:
        """Write what differs; whether anything did."""
        if self.alone and self.ours.names & SERIES and self.ours.rules is not None:
            raise ValueError("its server has single occurrences of it alone, not the series")
        moved = bool(self.ours.names & TIMES) and self._times_differ()
        _set_fields(self.main, self.ours.names, self.ours.fields, self.theirs)
        if moved:
            self._write_in_our_zone()
            self._set_times(self.main, self.ours.start, self.ours.end)
        rules = not self.alone and self._set_rules(moved=moved)
        if not self.alone:
            self._edit_singles(self.ours.start - self.start if moved else timedelta(), again=moved or rules)
        if "status" in self.ours.names:
            self._with_the_series()
        changed = [part for part in self.parts if part.changed]
        for part in changed:
            if part.is_event and part.lines:
                _restamp(part, self.now)
        return bool(changed)

    def written(self) -> bytes:
        """The object as it is sent."""
        return folded(line for part in self.parts for line in part.lines)

    # The series, or the event that happens once

    def _times_differ(self) -> bool:
        ours = self.ours
        return (ours.start, ours.end, ours.zone, ours.all_day) != (self.start, self.end, self.zone, self.all_day)

    def _write_in_our_zone(self) -> None:
        if (self.ours.zone, self.ours.all_day) == (self.zone, self.all_day):
            return
        self.style = self._our_style(self.ours.zone, all_day=self.ours.all_day)

    def _our_style(self, zone: str, *, all_day: bool) -> Style:
        """As we write times ourselves, in a zone that the object tells of."""
        style = Style.ours(zone, all_day=all_day)
        if style.tzid and not all_day and not any(part.defines(style.tzid) for part in self.parts):
            told = Timezone.from_tzid(style.tzid).to_ical().decode()
            first = next(at for at, part in enumerate(self.parts) if part.is_event)
            self.parts.insert(first, Component([line.text for line in ics_lines.unfolded(told)]))
        return style

    def _set_times(
        self, part: Component, start: datetime, end: datetime | None, *, all_day: bool | None = None
    ) -> None:
        """`all_day`: of an occurrence that is whole days in a series that is not, or the other way round."""
        style = self.style
        if all_day not in {None, style.all_day}:
            style = self._our_style(self.ours.zone, all_day=bool(all_day))
        part.put("DTSTART", style.line("DTSTART", start))
        part.put("DTEND", *([style.line("DTEND", end)] if end is not None else []))
        part.drop("DURATION", "X-MICROSOFT-CDO-ALLDAYEVENT")

    def _set_rules(self, *, moved: bool) -> bool:
        if "recurrence" not in self.ours.names and not (moved and self.ours.rules):
            return False
        there = self.theirs["recurrence"]
        known = recurrence.lines_of(there, start=self.start, zone=self.zone, all_day=self.all_day) if there else []
        if not moved and sorted(known) == sorted(self.ours.rules or ()):
            return False
        self.main.drop(*_RULES)
        self.main.add(*(self.style.rule(one, self.ours.start) for one in self.ours.rules or ()))
        return True

    # Single occurrences

    def _edit_singles(self, by: timedelta, *, again: bool) -> None:
        mine = {key_of(one): one for one in self.ours.overrides}
        theirs = {key_of(one): one for one in self.theirs["overrides"]}
        there: set[Key] = set()
        for key, part in self.single.items():
            at = datetime.fromisoformat(key[0]) + by
            here = mine.get((at.isoformat(), key[1]))
            there.add((at.isoformat(), key[1]))
            taken_back = here is None and "overrides" in self.ours.names and key in self.ours.known
            if taken_back or ("recurrence" in self.ours.names and self.ours.rules is None):
                part.lines.clear()
                continue
            said = theirs.get(key, {})
            if again:
                self._move(part, key, at, said)
            if here is not None and here.get("by_user"):
                start = datetime.fromisoformat(said["start_at"]) if "start_at" in said else at
                end = datetime.fromisoformat(said["end_at"]) if said.get("end_at") else self._end_of(start)
                self._edit_single(part, here, {**self.theirs, **said}, (start, end), at)
        for key in sorted(mine.keys() - there):
            if mine[key].get("by_user"):
                self._add_single(mine[key], datetime.fromisoformat(key[0]), following=key[1])

    def _move(self, part: Component, key: Key, at: datetime, said: Mapping[str, Any]) -> None:
        """Its place in the series is another one; where it was not moved by itself, it goes along."""
        part.put("RECURRENCE-ID", self.style.line("RECURRENCE-ID", at, following=key[1]))
        if "start_at" not in said:
            self._set_times(part, at, self._end_of(at))
        elif said["start_at"] == key[0]:
            length = datetime.fromisoformat(said["end_at"]) if said.get("end_at") else None
            own = length - datetime.fromisoformat(key[0]) if length is not None else None
            self._set_times(part, at, at + own if own is not None else None, all_day=said.get("all_day"))

    def _end_of(self, start: datetime) -> datetime | None:
        """The end of an occurrence as long as the series says."""
        moved = bool(self.ours.names & TIMES)
        first, last = (self.ours.start, self.ours.end) if moved else (self.start, self.end)
        return start + (last - first) if last is not None else None

    def _edit_single(
        self,
        part: Component,
        here: Mapping[str, Any],
        theirs: Mapping[str, Any],
        times: tuple[datetime, datetime | None],
        at: datetime,
    ) -> None:
        named = {name for name in here if name in self.ours.fields}
        _set_fields(part, named, {**self._series(), **here}, theirs)
        if "start_at" in here or "end_at" in here:
            start = datetime.fromisoformat(here.get("start_at") or at.isoformat())
            end = datetime.fromisoformat(here["end_at"]) if here.get("end_at") else self._end_of(start)
            whole, was_whole = (bool(one.get("all_day", self.style.all_day)) for one in (here, theirs))
            if times != (start, end) or whole != was_whole:
                self._set_times(part, start, end, all_day=whole)

    def _add_single(self, here: Mapping[str, Any], at: datetime, *, following: bool) -> None:
        part = self.main.copy()
        part.drop(*_RULES, OWN_STATUS)
        part.add(self.style.line("RECURRENCE-ID", at, following=following))
        self._set_times(part, at, self._end_of(at))
        self._edit_single(part, here, self._series(), (at, self._end_of(at)), at)
        last = max(place for place, each in enumerate(self.parts) if each.is_event)
        self.parts.insert(last + 1, part)
        self.single[(at.isoformat(), following)] = part

    def _series(self) -> dict[str, Any]:
        """What the series says once it is written."""
        names = {*self.ours.names, *({"location_text"} if PLACE & self.ours.names else ())}
        return {name: self.ours.fields[name] if name in names else self.theirs[name] for name in self.ours.fields}

    def _with_the_series(self) -> None:
        """Single occurrences are called off with the series, and come back with it as they were."""
        off = self.ours.fields["status"] == CANCELLED
        for part in self.single.values():
            was = part.value("STATUS") or "CONFIRMED"
            kept = part.value(OWN_STATUS)
            if not part.lines or part is self.main:
                continue
            if off and was.upper() != CANCELLED.upper():
                part.put(OWN_STATUS, f"{OWN_STATUS}:{was}")
                part.put("STATUS", "STATUS:CANCELLED")
            elif not off and kept:
                part.put("STATUS", f"STATUS:{kept}")
                part.drop(OWN_STATUS)


def _set_fields(part: Component, names: Collection[str], ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> None:
    """Write those of the texts, the status and `busy` that are named and differ."""
    wanted = {*names, *({"location_text"} if PLACE & set(names) else ())}
    for name, told in _TEXTS.items():
        if name in wanted and (ours[name] or "") != (theirs[name] or ""):
            part.put(told, *([f"{told}:{_escaped(ours[name])}"] if ours[name] else []))
            part.drop(*_STALE.get(told, ()))
    if "status" in wanted and ours["status"] != theirs["status"]:
        part.put("STATUS", f"STATUS:{str(ours['status']).upper()}")
    if "busy" in wanted and ours["busy"] != theirs["busy"]:
        part.put("TRANSP", f"TRANSP:{'OPAQUE' if ours['busy'] else 'TRANSPARENT'}")
        part.drop(*_STALE["TRANSP"])


def _restamp(part: Component, now: datetime) -> None:
    at = stamp(now)
    part.put("DTSTAMP", f"DTSTAMP:{at}")
    part.put("LAST-MODIFIED", f"LAST-MODIFIED:{at}")
    told = part.value("SEQUENCE") or "0"
    if part.value("ORGANIZER") is None:  # else it is the organizer's to count
        part.put("SEQUENCE", f"SEQUENCE:{int(told) + 1 if told.isdigit() else 1}")


def _escaped(text: str) -> str:
    found = text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    return found.replace("\r\n", "\\n").replace("\n", "\\n")
