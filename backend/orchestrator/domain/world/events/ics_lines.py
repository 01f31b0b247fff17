"""What does a calendar file consist of? Its lines with their numbers, unfolded, and the blocks that they make.

Read leniently where files in the wild are sloppy (line ends, byte order marks, old code pages) and strictly where
guessing would lose something: a block that is not closed is an error of the file, with its line.
"""

import codecs
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from orchestrator.kit.text import storable

_BREAK = re.compile(r"\r\n|\n|\r")
_NAME = re.compile(r"[A-Za-z0-9-]+(?=[;:])")
_FOLDED_CHARACTER = re.compile(rb"(?<=[\xc2-\xf4\x80-\xbf])(?:\r\n|\n)[ \t](?=[\x80-\xbf])")
"""Lines are folded by octets, also within a character (RFC 5545, 3.1)."""
_PROPERTY = re.compile(
    r"([A-Za-z0-9-]+)((?:;[A-Za-z0-9-]+=(?:\"[^\"]*\"|[^\":;,]*)(?:,(?:\"[^\"]*\"|[^\":;,]*))*+)*+):(.*)", re.DOTALL
)
_TZID = re.compile(r"^([^:]*?);TZID=", re.IGNORECASE)
ZONE: Final = "X-STEWARD-TZID"
TIMES: Final = ("DTSTART", "DTEND", "DURATION", "RRULE", "RDATE", "EXDATE", "RECURRENCE-ID")
"""The properties that say when an event happens."""
_DEEPEST: Final = 6
_MOST_LINES: Final = 1_000_000
"""As they stand in the file: a hundred for each of as many events as are taken at once."""
_SHOWN: Final = 60


class BrokenFile(ValueError):
    """The file can't be read as a calendar. `line`: where, from 1 on."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


@dataclass(frozen=True)
class Line:
    """One unfolded line: `number` of its first part in the file."""

    number: int
    text: str

    @property
    def name(self) -> str:
        """The property's name, upper case; "" where the line is no property."""
        found = _NAME.match(self.text)
        return found[0].upper() if found else ""

    def parts(self) -> tuple[str, str]:
        """(parameters with their leading semicolon, value). Raises ValueError."""
        found = _PROPERTY.fullmatch(self.text)
        if found is None:
            raise ValueError(f"this is no property: {self.text[:_SHOWN]}")
        return found[2], found[3]


@dataclass
class Block:
    """What stands between a BEGIN and its END, both included, with the blocks inside it."""

    name: str
    line: int
    lines: list[Line] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The block as iCalendar text."""
        return "\r\n".join(line.text for line in self.lines) + "\r\n"

    @property
    def text_without_zones(self) -> str:
        """The same with the TZIDs of its times under the name `ZONE`, so that nobody guesses at them before us."""
        named = (_TZID.sub(rf"\1;{ZONE}=", line.text) if line.name in TIMES else line.text for line in self.lines)
        return "\r\n".join(named) + "\r\n"

    def own(self) -> Iterator[Line]:
        """Its own properties, without those of blocks inside it."""
        depth = 0
        for line in self.lines[1:-1]:
            if line.name == "BEGIN":
                depth += 1
            elif line.name == "END":
                depth -= 1
            elif depth == 0:
                yield line

    def first(self, name: str) -> Line | None:
        """Its first property of this name."""
        return next((line for line in self.own() if line.name == name), None)


@dataclass(frozen=True)
class CalendarFile:
    """The parts of a file that events are made of."""

    properties: Sequence[Line]
    events: Sequence[Block]
    zones: Sequence[Block]

    def value(self, name: str) -> str | None:
        """The value of the calendar's first property of this name."""
        for line in self.properties:
            if line.name == name:
                return line.text.partition(":")[2].strip() or None
        return None


def decoded(data: bytes) -> str:
    """The file as text: UTF-8, UTF-16 where it says so, and lines that are neither by Windows' old code page."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return storable(data.decode("utf-16", errors="replace"))
    data = _FOLDED_CHARACTER.sub(b"", data.removeprefix(codecs.BOM_UTF8))
    try:
        return storable(data.decode("utf-8"))
    except UnicodeDecodeError:
        return storable("".join(_line(one) for one in data.splitlines(keepends=True)))


def _line(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def unfolded(text: str) -> Iterator[Line]:
    """The lines of a file; a line that begins with a blank goes on with the one before."""
    parts: list[str] = []
    number = 1
    for at, physical in enumerate(_BREAK.split(text), start=1):
        if physical[:1] in {" ", "\t"} and parts:
            parts.append(physical[1:])
            continue
        if parts:
            yield Line(number, "".join(parts))
        parts, number = ([physical], at) if physical.strip() else ([], at)
    if parts:
        yield Line(number, "".join(parts))


def read(data: bytes) -> CalendarFile:
    """The blocks of one or more calendars in a file. Raises BrokenFile."""
    properties: list[Line] = []
    events: list[Block] = []
    zones: list[Block] = []
    opened: list[Block] = []
    begun = False
    if max(data.count(b"\n"), data.count(b"\r")) > _MOST_LINES:
        raise BrokenFile(_MOST_LINES + 1, f"a file has at most {_MOST_LINES:,} lines")
    for line in unfolded(decoded(data)):
        if not begun and not _begins(line):
            raise BrokenFile(line.number, "this is no iCalendar file: it does not begin with BEGIN:VCALENDAR")
        begun = True
        if line.name == "BEGIN":
            opened.append(Block(_block_name(line), line.number))
            if len(opened) > _DEEPEST:
                raise BrokenFile(line.number, "the blocks are nested too deeply")
        _add(opened, line, properties)
        if line.name == "END":
            _close(opened, line, events, zones)
    if not begun:
        raise BrokenFile(1, "this is no iCalendar file: it is empty")
    if opened:
        raise BrokenFile(opened[-1].line, f"BEGIN:{opened[-1].name} has no END: the file is cut off")
    return CalendarFile(properties, events, zones)


def _begins(line: Line) -> bool:
    return line.name == "BEGIN" and _block_name(line) == "VCALENDAR"


def _block_name(line: Line) -> str:
    return line.text.partition(":")[2].strip().upper()


def _add(opened: list[Block], line: Line, properties: list[Line]) -> None:
    if not opened:
        raise BrokenFile(line.number, f"this stands outside of the calendar: {line.text[:_SHOWN]}")
    if len(opened) == 1 and line.name not in {"BEGIN", "END"}:
        properties.append(line)
    for block in opened[1:]:
        block.lines.append(line)


def _close(opened: list[Block], line: Line, events: list[Block], zones: list[Block]) -> None:
    block = opened.pop()
    if block.name != _block_name(line):
        told = f"END:{_block_name(line)[:_SHOWN]} closes BEGIN:{block.name[:_SHOWN]} of line {block.line}"
        raise BrokenFile(line.number, told)
    if len(opened) == 1 and block.name == "VEVENT":
        events.append(block)
    elif len(opened) == 1 and block.name == "VTIMEZONE":
        zones.append(block)
