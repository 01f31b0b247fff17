"""What does a calendar file consist of? Its lines with their numbers, unfolded, and the blocks that they make.

Read leniently where files in the wild are sloppy (line ends, byte order marks, old code pages) and strictly where
guessing would lose something: a block that is not closed is an error of the file, with its line.
"""

import codecs
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from orchestrator.kit import patterns
from orchestrator.kit.text import storable

_NAME = patterns.compile(r"([A-Za-z0-9-]+)[;:]")
_LONGEST_NAME = 80
_LONGEST_PARAMETERS = 100_000
_PARAMETERS = patterns.compile(
    r"[A-Za-z0-9-]+((?:;[A-Za-z0-9-]+=(?:\"[^\"]*\"|[^\":;,]*)(?:,(?:\"[^\"]*\"|[^\":;,]*))*)*)"
)
_UNQUOTED = patterns.compile(
    r"(?i)^([A-Z-]{1,20}(?:;[A-Z0-9-]+=[^\":;]*)*;TZID=)([^\";:,]*[:,][^\";]*?)"
    r"((?:;[A-Z0-9-]+=[^\":;]*)*:[ ]*[0-9]{4}-?[0-9]{2}-?[0-9]{2}.*)$"
)
"""A time whose zone is written without the quotes that its colon or comma needs: `TZID=(UTC-03:00) Brasilia:2026…`."""
_LONGEST_ZONE = 300
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

    @cached_property
    def name(self) -> str:
        """The property's name, upper case; "" where the line is no property."""
        found = _NAME.match(self.text[:_LONGEST_NAME])
        return str(found[1]).upper() if found else ""

    def parts(self) -> tuple[str, str]:
        """(parameters with their leading semicolon, value). Raises ValueError."""
        at = _colon(self.text)
        if at > _LONGEST_PARAMETERS:
            raise ValueError(f"its parameters are longer than {_LONGEST_PARAMETERS:,} characters")
        found = _PARAMETERS.fullmatch(self.text[:at].replace(";;", ";").rstrip("; ")) if at > 0 else None
        if found is None:
            raise ValueError(f"this is no property: {self.text[:_SHOWN]}")
        return found[1], self.text[at + 1 :]


def _colon(text: str) -> int:
    """Where a property's value begins: its first colon outside of quotes; -1 where there is none."""
    at = 0
    while True:
        quote = text.find('"', at)
        colon = text.find(":", at, quote if quote >= 0 else len(text))
        if colon >= 0 or quote < 0:
            return colon
        at = text.find('"', quote + 1) + 1
        if not at:
            return -1


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
        named = (renamed_zone(line.text) if line.name in TIMES else line.text for line in self.lines)
        return "\r\n".join(named) + "\r\n"

    @cached_property
    def own(self) -> Sequence[Line]:
        """Its own properties, without those of blocks inside it."""
        return list(self._own())

    def _own(self) -> Iterator[Line]:
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
        return next((line for line in self.own if line.name == name), None)

    def line_of(self, name: str) -> int:
        """The number of its first property of this name; its own where it has none."""
        found = self.first(name)
        return found.number if found is not None else self.line


@dataclass(frozen=True)
class CalendarFile:
    """The parts of a file that events are made of."""

    properties: Sequence[Line]
    events: Sequence[Block]
    zones: Sequence[Block]

    def value(self, name: str) -> str | None:
        """The value of the calendar's first property of this name."""
        line = self.first(name)
        return line.text.partition(":")[2].strip() or None if line is not None else None

    def first(self, name: str) -> Line | None:
        """The calendar's first property of this name."""
        return next((line for line in self.properties if line.name == name), None)


def decoded(data: bytes) -> bytes:
    """The file in UTF-8, where it says that it is UTF-16; what is neither stays as it is, and is read line by line."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", errors="replace").encode("utf-8", errors="replace")
    return data.removeprefix(codecs.BOM_UTF8)


def unfolded(data: bytes | str) -> Iterator[Line]:
    """The lines of a file, or of what we wrote ourselves; a line that begins with a blank goes on with the one before.
    They are folded by octets, also within a character (RFC 5545, 3.1), so each is put together before it is read."""
    parts: list[bytes] = []
    number = 1
    written = decoded(data) if isinstance(data, bytes) else data.encode("utf-8", errors="replace")
    for at, physical in enumerate(written.replace(b"\r\r\n", b"\n").splitlines(), start=1):
        if physical[:1] in {b" ", b"\t"} and parts:
            parts.append(physical[1:])
        elif physical.strip():  # what is empty ends nothing: some writers put such a line after each
            if parts:
                yield Line(number, _quoted(_text(b"".join(parts))))
            parts, number = [physical], at
    if parts:
        yield Line(number, _quoted(_text(b"".join(parts))))


def _quoted(text: str) -> str:
    """A property's text with quotes around a zone that lacks them."""
    at = text[:_LONGEST_ZONE].upper().find(";TZID=")
    colon = text.find(":", at)
    if at < 0 or (colon == text.rfind(":") and "," not in text[at:colon]):
        return text
    found = _UNQUOTED.match(text)
    if found is None:
        return text
    bare = found[2].replace("\\", "")
    return f'{found[1]}"{bare}"{found[3]}'


def _text(data: bytes) -> str:
    """One line: UTF-8, else by Windows' old code page."""
    try:
        return storable(data.decode("utf-8"))
    except UnicodeDecodeError:
        return storable(data.decode("cp1252", errors="replace"))


def halves(text: str) -> tuple[str, str]:
    """A property's name with its parameters, and its value: they are parted by the first colon outside of quotes."""
    at = _colon(text)
    return (text[:at], text[at + 1 :]) if at >= 0 else (text, "")


def renamed_zone(text: str) -> str:
    """A property's text with its TZID under the name `ZONE`."""
    head = text[: _colon(text) + 1]
    at = head.upper().find(";TZID=")
    return text if at < 0 else f"{text[:at]};{ZONE}={text[at + len(';TZID=') :]}"


def read(data: bytes) -> CalendarFile:
    """The blocks of one or more calendars in a file. Raises BrokenFile."""
    properties: list[Line] = []
    events: list[Block] = []
    zones: list[Block] = []
    opened: list[Block] = []
    begun = False
    bare: Block | None = None
    if max(data.count(b"\n"), data.count(b"\r")) > _MOST_LINES:
        raise BrokenFile(_MOST_LINES + 1, f"a file has at most {_MOST_LINES:,} lines")
    for line in unfolded(data):
        if not begun and not _begins(line):
            raise BrokenFile(line.number, "this is no iCalendar file: it does not begin with BEGIN:VCALENDAR")
        if not begun and _block_name(line) != "VCALENDAR":  # a file of events alone: as if they were inside of one
            bare = Block("VCALENDAR", line.number)
            opened.append(bare)
        begun = True
        if not opened and line.name not in {"BEGIN", "END"}:
            continue  # after the calendar's end: a comment of whoever kept the file
        if line.name == "BEGIN":
            opened.append(Block(_block_name(line), line.number))
            if len(opened) > _DEEPEST:
                raise BrokenFile(line.number, "the blocks are nested too deeply")
        _add(opened, line, properties)
        if line.name == "END":
            _close(opened, line, events, zones)
    if not begun:
        raise BrokenFile(1, "this is no iCalendar file: it is empty")
    if opened and opened != [bare]:
        raise BrokenFile(opened[-1].line, f"BEGIN:{opened[-1].name} has no END: the file is cut off")
    return CalendarFile(properties, events, zones)


def _begins(line: Line) -> bool:
    return line.name == "BEGIN" and _block_name(line) in {"VCALENDAR", "VEVENT", "VTIMEZONE"}


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
