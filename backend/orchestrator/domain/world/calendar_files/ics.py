"""Which events does a calendar file hold? RFC 5545 bytes → items in the shape of `POST /ingest/event`, one a UID, and
what is wrong with those that are none. Pure: nothing is stored here.

A series is one item: its master, with what RECURRENCE-IDs and EXDATEs say of single occurrences. What we do not read
stays in `raw` and comes out again by `export`.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final

from orchestrator.domain.foundation.entities.schemas import MANY
from orchestrator.domain.world.calendar_files import content_lines as ics_lines
from orchestrator.domain.world.calendar_files import vevent as ics_parts
from orchestrator.domain.world.calendar_files.content_lines import Block, CalendarFile
from orchestrator.domain.world.calendar_files.properties import Fault, Faults, properties
from orchestrator.domain.world.calendar_files.times import Series, Times
from orchestrator.domain.world.calendar_files.vevent import Told
from orchestrator.domain.world.calendar_files.zones import Zones
from orchestrator.kit.text import shorten

MOST_EVENTS: Final = 10_000
MOST_PARTS: Final = MANY
"""Occurrences of their own of one series; of more the first ones are read."""
MOST_RAW: Final = 200_000
"""Characters of one UID's blocks that are kept; of longer ones attachments are left out, then everything."""
OWN_ID: Final = "X-STEWARD-ID"
OWN_SUM: Final = "X-STEWARD-SUM"
_UID = 500
_READING = "7"
"""How files are read: what was taken in by another way of reading is read again."""
_MOST_FIGURES = 9


class TooMany(ValueError):
    """The file holds more events than are read at once."""


@dataclass(frozen=True)
class IcsItem:
    """What a file says of one UID. `fields`: as `POST /ingest/event` takes them, None where `message` says what is
    wrong in `line`. `cancels`: it calls off what is known, and may say no more than that. `instances`: overrides of a
    series whose master is not in the file; `fields` then is the first of them by itself. `own_id`, `own_sum`: of our
    own export. `left_out`: what of it could not be read."""

    uid: str
    line: int
    fields: Mapping[str, Any] | None = None
    message: str = ""
    raw: str = ""
    digest: str = ""
    cancels: bool = False
    instances: Sequence[Mapping[str, Any]] = ()
    own_id: str | None = None
    own_sum: str | None = None
    left_out: Sequence[Fault] = ()


@dataclass(frozen=True)
class IcsFile:
    """A file's items in their order. `name`: what the calendar calls itself."""

    items: Sequence[IcsItem]
    name: str | None = None
    method: str | None = None


@dataclass
class _Group:
    """The VEVENTs of one UID."""

    uid: str
    blocks: list[Block] = field(default_factory=list)


def parse(data: bytes, *, zone: str) -> IcsFile:
    """The events of a file. `zone` (IANA): what times without a zone mean. Raises BrokenFile with the line, TooMany."""
    read = ics_lines.read(data)
    groups = _grouped(read.events)
    if len(groups) > MOST_EVENTS:
        raise TooMany(f"at most {MOST_EVENTS:,} events at once; these are {len(groups):,}")
    zones = zones_of(read, zone)
    times = times_of(read, zones, zone)
    method = (read.value("METHOD") or "").upper() or None
    reader = _Reader(times, _unknown_zone(read, zones), cancels=method == "CANCEL")
    zone_digest = _digest("".join(block.text for block in read.zones), times.home, zone, method or "", _READING)
    items = [reader.item(group, zone_digest) for group in groups]
    name = read.value("X-WR-CALNAME") or read.value("NAME")
    return IcsFile(items, ics_parts.unescaped(name)[:_UID] if name else None, method)


def zones_of(read: CalendarFile, zone: str) -> Zones:
    """The zones of a file; `zone` (IANA): the user's."""
    return Zones({_value(block, "TZID") or "": block.text for block in read.zones}, zone)


def times_of(read: CalendarFile, zones: Zones, zone: str) -> Times:
    """How the times of a file are read: those without a zone in its X-WR-TIMEZONE, else in the user's (`zone`)."""
    told = read.value("X-WR-TIMEZONE")
    home = (_named(zones, told) if told else None) or zone
    return Times(zones, floating=home, home=home, dates=zone)


def _named(zones: Zones, told: str) -> str | None:
    return zones.iana(told) or zones.labelled(told, ics_parts.THIS_AGE)


def _unknown_zone(read: CalendarFile, zones: Zones) -> Fault | None:
    """What is wrong with the X-WR-TIMEZONE of a file that names no zone."""
    line, told = read.first("X-WR-TIMEZONE"), read.value("X-WR-TIMEZONE")
    if line is None or told is None or _named(zones, told) is not None:
        return None
    message = f"no zone is called {shorten(told, 80)}; times without a zone are read in yours"
    return Fault(line.number, line.name, f"left out: {message}")


def uid_of(block: Block) -> str:
    """What an event is known by; one without a UID by what it says."""
    uid = (_value(block, "UID") or "").strip() or f"no-uid-{_digest(block.text)[:24]}"
    return f"{uid[: _UID - 65]}-{_digest(uid)}" if len(uid) > _UID else uid


def place_of(block: Block, times: Times, of: Series) -> tuple[str, bool] | None:
    """Which occurrence of a series a block is of: its place there (ISO wall time), and whether all later ones follow
    it. None of the series itself. Raises ValueError."""
    if block.first("RECURRENCE-ID") is None:
        return None
    found = ics_parts.place_of(properties(block, Faults()), times, of)
    return (found[0].isoformat(), found[1]) if found is not None else None


def _grouped(blocks: Sequence[Block]) -> list[_Group]:
    groups: dict[str, _Group] = {}
    for block in blocks:
        uid = uid_of(block)
        groups.setdefault(uid, _Group(uid)).blocks.append(block)
    return list(groups.values())


@dataclass(frozen=True)
class _Reader:
    """Reads the blocks of one file. `unknown_zone`: told of every event that has times without a zone."""

    times: Times
    unknown_zone: Fault | None
    cancels: bool

    def item(self, group: _Group, zone_digest: str) -> IcsItem:
        """One UID; never raises for what the file says."""
        raw = _kept(group.blocks)
        own_id, own_sum = _own(group.blocks)
        faults = Faults()
        if self.unknown_zone is not None and any(ics_parts.floats(block) for block in group.blocks):
            faults.told.append(self.unknown_zone)
        item = IcsItem(
            group.uid,
            group.blocks[0].line,
            raw=raw,
            digest=_digest(_stampless(group.blocks), zone_digest),
            cancels=self.cancels,
            own_id=own_id,
            own_sum=own_sum,
        )
        try:
            fields, instances = self._fields(group, faults)
        except _Wrong as error:
            return replace(item, line=error.line, message=str(error), left_out=faults.told)
        return replace(item, fields=fields, instances=instances, left_out=faults.told)

    def _fields(self, group: _Group, faults: Faults) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        masters = [block for block in group.blocks if block.first("RECURRENCE-ID") is None]
        parts = [block for block in group.blocks if block.first("RECURRENCE-ID") is not None]
        if len(parts) > MOST_PARTS:
            faults.add(parts[MOST_PARTS].line, "", f"a series has at most {MOST_PARTS:,} occurrences of their own")
            parts = parts[:MOST_PARTS]
        if not masters:
            return self._alone(group.uid, parts, faults)
        master = _newest(masters)
        read = self._told(master, faults)
        fields = {"external_id": group.uid, **read.fields}
        if fields["recurrence"] is not None:
            found = self._parts(parts, read, faults)
            gone = _left_out(fields["recurrence"])
            if gone:
                found = [one for one in found if one.sequence >= _sequence(master) or one.place not in gone]
            fields["overrides"] = [
                _override(read, one.told, back=one.sequence > _sequence(master) and one.place in gone)
                for one in _latest(found)
            ]
        return fields, []

    def _alone(self, uid: str, parts: Sequence[Block], faults: Faults) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """Instances without their series: the first one, and the others as further dates of it."""
        read = self._told(parts[0], faults, of=None)
        fields = {"external_id": uid, **read.fields}
        others = [one for one in self._parts(parts, read, faults) if one.told.recurrence_id is not None]
        starts = sorted({one.told.start for one in others} - {read.start})
        fields["recurrence"] = [f"RDATE:{one:%Y%m%dT%H%M%S}" for one in starts] or None
        return fields, [_override(read, one.told) for one in _latest(others)]

    def _parts(self, parts: Sequence[Block], series: Told, faults: Faults) -> list["_Part"]:
        """The single occurrences that can be read."""
        of = Series(series.start, series.zone, series.all_day)
        found: list[_Part] = []
        for block in parts:
            try:
                told = self._told(block, faults, of=of)
            except _Wrong as error:
                faults.add(error.line, "RECURRENCE-ID", f"this occurrence: {error}")
                continue
            if told.recurrence_id is None:
                faults.add(block.line_of("RECURRENCE-ID"), "RECURRENCE-ID", "it is not told which occurrence this is")
            else:
                found.append(_Part(told, _sequence(block), told.recurrence_id))
        return found

    def _told(self, block: Block, faults: Faults, of: Series | None = None) -> Told:
        event = properties(block, faults)
        try:
            return ics_parts.told(event, block, self.times, faults, of=of, cancelled=self.cancels)
        except (ValueError, OverflowError) as error:
            raise _Wrong(block.line_of("DTSTART"), str(error)) from error


@dataclass(frozen=True)
class _Part:
    """One occurrence of a series. `sequence`: how often it was changed; `place`: the start that the series gives it."""

    told: Told
    sequence: int
    place: datetime


def _left_out(lines: Sequence[str]) -> "_Days":
    """The days and times at which a series does not happen."""
    told = [line.partition(":")[2] for line in lines if line.startswith("EXDATE")]
    return _Days(frozenset(one for each in told for one in each.split(",")))


@dataclass(frozen=True)
class _Days:
    written: frozenset[str]

    def __contains__(self, place: datetime) -> bool:
        return f"{place:%Y%m%d}" in self.written or f"{place:%Y%m%dT%H%M%S}" in self.written

    def __bool__(self) -> bool:
        return bool(self.written)


def _override(master: Told, one: Told, *, back: bool = False) -> dict[str, Any]:
    """What an occurrence has of its own. `back`: its series leaves the day out, and it was changed since."""
    assert one.recurrence_id is not None
    found: dict[str, Any] = {"recurrence_id": one.recurrence_id.isoformat()}
    if one.following:
        found["following"] = True
    length = master.end - master.start if master.end is not None else None
    if back or one.start != one.recurrence_id or (one.end - one.start if one.end is not None else None) != length:
        found["start_at"] = one.start.isoformat()
        found |= {"end_at": one.end.isoformat()} if one.end is not None else {}
    for name in ("title", "description", "location_text", "participants", "status", "busy"):
        if one.fields[name] != master.fields[name] and not _silent(one.fields, name):
            found[name] = one.fields[name]
    if one.all_day != master.all_day:
        found |= {"start_at": one.start.isoformat(), "end_at": (one.end or one.start).isoformat()}
        found["all_day"] = one.all_day
    return found


def _silent(fields: Mapping[str, Any], name: str) -> bool:
    """Whether an occurrence leaves it to its series: a title that it has not, and whatever a day that is called off
    does not tell (RFC 5546, 3.2.5: a cancellation needs no more than its place and its status)."""
    if name == "title":
        return bool(fields[name] == ics_parts.UNTITLED)
    return fields["status"] == "cancelled" and not fields[name] and name != "busy"


class _Wrong(ValueError):
    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


def _newest(blocks: Sequence[Block]) -> Block:
    """Of several masters of one UID that with the highest SEQUENCE, of those the last."""
    return max(enumerate(blocks), key=lambda one: (_sequence(one[1]), one[0]))[1]


def _latest(parts: Sequence[_Part]) -> list[_Part]:
    """Of several overrides of one occurrence the newest, in the order of the file."""
    found: dict[tuple[datetime, bool], _Part] = {}
    for one in parts:
        key = (one.place, one.told.following)
        if key not in found or one.sequence >= found[key].sequence:
            found[key] = one
    return list(found.values())


def _sequence(block: Block) -> int:
    value = _value(block, "SEQUENCE") or ""
    return int(value) if value.isascii() and value.isdigit() and len(value) <= _MOST_FIGURES else 0


def _value(block: Block, name: str) -> str | None:
    line = block.first(name)
    return line.text.partition(":")[2].strip() if line is not None else None


def _kept(blocks: Sequence[Block]) -> str:
    """The blocks as they are kept; without attachments, or not at all, where they are too long."""
    raw = "".join(block.text for block in blocks)
    if len(raw) > MOST_RAW:
        kept = [line.text for block in blocks for line in block.lines if line.name != "ATTACH"]
        raw = "\r\n".join(kept) + "\r\n"
    return raw if len(raw) <= MOST_RAW else ""


def _stampless(blocks: Sequence[Block]) -> str:
    """What makes an event another one: not the moment at which a server wrote it out."""
    return "\n".join(line.text for block in blocks for line in block.lines if line.name != "DTSTAMP")


def _own(blocks: Sequence[Block]) -> tuple[str | None, str | None]:
    """Of our own export: the event's id and, where nobody changed its text since, its mark."""
    own_id, mark = _value(blocks[0], OWN_ID), _value(blocks[0], OWN_SUM)
    if own_id is None or mark is None:
        return own_id, None
    version, _, told = mark.partition("-")
    return own_id, version if told == checksum("".join(block.text for block in blocks)) else None


def checksum(text: str) -> str:
    """Of an event's own text, its mark left out; the same before and after folding."""
    lines = [line.text for line in ics_lines.unfolded(text) if line.name != OWN_SUM]
    return _digest("\n".join(lines))[:24]


def _digest(*texts: str) -> str:
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()
