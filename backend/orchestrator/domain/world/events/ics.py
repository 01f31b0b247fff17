"""Which events does a calendar file hold? RFC 5545 bytes → items in the shape of `POST /ingest/event`, one a UID, and
what is wrong with those that are none. Pure: nothing is stored here.

A series is one item: its master, with what RECURRENCE-IDs and EXDATEs say of single occurrences. What we do not read
stays in `raw` and comes out again by `ics_export`.
"""

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from icalendar import Event

from orchestrator.domain.world.events import ics_lines, ics_parts
from orchestrator.domain.world.events.ics_lines import Block, BrokenFile, CalendarFile
from orchestrator.domain.world.events.ics_parts import Told
from orchestrator.domain.world.events.ics_zones import Zones

__all__ = ["BrokenFile", "IcsFile", "IcsItem", "TooMany", "parse"]

MOST_EVENTS: Final = 10_000
MOST_PARTS: Final = 2_000
"""VEVENTs of one UID."""
MOST_RAW: Final = 200_000
"""Characters of one UID's blocks that are kept; of longer ones attachments are left out, then everything."""
OWN_ID: Final = "X-STEWARD-ID"
OWN_SUM: Final = "X-STEWARD-SUM"
_UID = 500


class TooMany(ValueError):
    """The file holds more events than are read at once."""


@dataclass(frozen=True)
class IcsItem:
    """What a file says of one UID. `fields`: as `POST /ingest/event` takes them, None where `message` says what is
    wrong in `line`. `cancels`: it calls off what is known, and may say no more than that. `instances`: overrides of a
    series whose master is not in the file; `fields` then is the first of them by itself. `own_id`, `own_sum`: of our
    own export."""

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
    told = read.value("X-WR-TIMEZONE")
    home = (zones.iana(told) if told else None) or zone
    method = (read.value("METHOD") or "").upper() or None
    reader = _Reader(zones, floating=zone, home=home, cancels=method == "CANCEL")
    zone_digest = _digest("".join(block.text for block in read.zones), home, zone, method or "")
    items = [reader.item(group, zone_digest) for group in groups]
    name = read.value("X-WR-CALNAME") or read.value("NAME")
    return IcsFile(items, ics_parts.unescaped(name)[:_UID] if name else None, method)


def zones_of(read: CalendarFile, zone: str) -> Zones:
    """The zones of a file; `zone` (IANA): the user's."""
    return Zones({_value(block, "TZID") or "": block.text for block in read.zones}, zone)


def uid_of(block: Block) -> str:
    """What an event is known by; one without a UID by what it says."""
    uid = (_value(block, "UID") or "").strip() or f"no-uid-{_digest(block.text)[:24]}"
    return f"{uid[: _UID - 65]}-{_digest(uid)}" if len(uid) > _UID else uid


def place_of(block: Block, times: ics_parts.Times) -> tuple[str, bool] | None:
    """Which occurrence of a series a block is of: its place there (ISO wall time), and whether all later ones follow
    it. None of the series itself. Raises ValueError."""
    if block.first("RECURRENCE-ID") is None:
        return None
    found = ics_parts.place_of(_parsed(block), times)
    return found[0].isoformat(), found[1]


def _grouped(blocks: Sequence[Block]) -> list[_Group]:
    groups: dict[str, _Group] = {}
    for block in blocks:
        uid = uid_of(block)
        groups.setdefault(uid, _Group(uid)).blocks.append(block)
    return list(groups.values())


@dataclass(frozen=True)
class _Reader:
    """Reads the blocks of one file. `home`: the zone that UTC times are shown in."""

    zones: Zones
    floating: str
    home: str
    cancels: bool

    def item(self, group: _Group, zone_digest: str) -> IcsItem:
        """One UID; never raises for what the file says."""
        raw = _kept(group.blocks)
        own_id, own_sum = _own(group.blocks)
        common: dict[str, Any] = {
            "uid": group.uid,
            "line": group.blocks[0].line,
            "raw": raw,
            "digest": _digest(_stampless(group.blocks), zone_digest),
            "cancels": self.cancels,
            "own_id": own_id,
            "own_sum": own_sum,
        }
        try:
            fields, instances = self._fields(group)
        except _Wrong as error:
            return IcsItem(**{**common, "line": error.line}, message=str(error))
        return IcsItem(**common, fields=fields, instances=instances)

    def _fields(self, group: _Group) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        masters = [block for block in group.blocks if block.first("RECURRENCE-ID") is None]
        parts = [block for block in group.blocks if block.first("RECURRENCE-ID") is not None]
        if len(group.blocks) > MOST_PARTS:
            raise _Wrong(group.blocks[0].line, f"a series has at most {MOST_PARTS:,} occurrences of their own")
        alone = not masters
        master = _newest(masters) if masters else parts.pop(0)
        read = self._told(master, series=bool(parts))
        fields = {"external_id": group.uid, **read.fields}
        if alone:
            first = [self._override(read, master)]
            return self._of_instances(fields, read, parts), [*first, *(self._override(read, one) for one in parts)]
        if fields["recurrence"] is not None:
            fields["overrides"] = [self._override(read, one) for one in _latest(parts)]
        return fields, []

    def _of_instances(self, fields: dict[str, Any], read: Told, parts: Sequence[Block]) -> dict[str, Any]:
        """Instances without their series: the first one, and the others as further dates of it."""
        others = [self._told(one, series=True, zone=read.zone) for one in parts]
        if others:
            starts = sorted({one.start for one in others} - {read.start})
            fields["recurrence"] = [f"RDATE:{one:%Y%m%dT%H%M%S}" for one in starts] or None
        return fields

    def _told(self, block: Block, *, series: bool, zone: str | None = None) -> Told:
        event = _parsed(block)
        try:
            return ics_parts.told(
                event,
                block,
                ics_parts.Times(self.zones, self.floating, self.home, zone),
                series=series,
                cancelled=self.cancels,
            )
        except (ValueError, OverflowError) as error:
            raise _Wrong(block.line, str(error)) from error

    def _override(self, master: Told, block: Block) -> dict[str, Any]:
        one = self._told(block, series=True, zone=master.zone)
        assert one.recurrence_id is not None
        found: dict[str, Any] = {"recurrence_id": one.recurrence_id.isoformat()}
        if one.following:
            found["following"] = True
        length = master.end - master.start if master.end is not None else None
        if one.start != one.recurrence_id or (one.end - one.start if one.end is not None else None) != length:
            found["start_at"] = one.start.isoformat()
            found |= {"end_at": one.end.isoformat()} if one.end is not None else {}
        for name in ("title", "description", "location_text", "participants", "status", "busy"):
            if one.fields[name] != master.fields[name]:
                found[name] = one.fields[name]
        return found


class _Wrong(ValueError):
    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


def _parsed(block: Block) -> Event:
    for line in block.own():
        if line.name == "EXRULE":
            raise _Wrong(line.number, "EXRULE is not read; leave days out by EXDATE")
        try:
            line.parts()
        except ValueError as error:
            raise _Wrong(line.number, str(error)) from error
    try:
        event = Event.from_ical(block.text_without_zones)
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, OverflowError) as error:
        raise _Wrong(block.line, f"this event can't be read: {str(error)[:200]}") from error
    if not isinstance(event, Event):
        raise _Wrong(block.line, "this is no event")
    for name, message in event.errors:
        if name in ics_lines.TIMES:  # of the others, one that is wrong is left out
            wrong = block.first(name)
            raise _Wrong(wrong.number if wrong else block.line, f"{name}: {str(message)[:200]}")
    return event


def _newest(blocks: Sequence[Block]) -> Block:
    """Of several masters of one UID that with the highest SEQUENCE, of those the last."""
    return max(enumerate(blocks), key=lambda one: (_sequence(one[1]), one[0]))[1]


def _latest(parts: Sequence[Block]) -> list[Block]:
    """Of several overrides of one occurrence the newest, in the order of the file."""
    found: dict[str, Block] = {}
    for block in parts:
        line = block.first("RECURRENCE-ID")
        key = line.text if line is not None else ""
        if key not in found or _sequence(block) >= _sequence(found[key]):
            found[key] = block
    return list(found.values())


def _sequence(block: Block) -> int:
    value = _value(block, "SEQUENCE") or ""
    return int(value) if re.fullmatch(r"\d{1,9}", value) else 0


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
