"""How are single lines of a calendar object replaced, and times written in it as its server writes them?"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from icalendar.parser import Contentline

from orchestrator.domain.world.calendar_files import content_lines as ics_lines
from orchestrator.domain.world.calendar_files.content_lines import Line, halves
from orchestrator.domain.world.calendar_files.zones import Zones, bare_name
from orchestrator.kit import patterns
from orchestrator.kit.zones import to_utc

_UTC: Final = frozenset({"UTC", "Etc/UTC"})
_TZID = patterns.compile(r"(?i);TZID=(\"[^\"]*\"|[^;:]*)")


@dataclass
class Component:
    """Some lines of an object, unfolded: a VEVENT whole, or what stands between two of them. `before`: as they were
    read."""

    lines: list[str]
    is_event: bool = False
    before: tuple[str, ...] = ()

    @property
    def changed(self) -> bool:
        return tuple(self.lines) != self.before

    def copy(self) -> "Component":
        """A new one with the same lines."""
        return Component(list(self.lines), self.is_event)

    def value(self, name: str) -> str | None:
        """The value of its first property of this name."""
        return next((halves(self.lines[at])[1].strip() for at in self._places({name})), None)

    def line(self, name: str) -> str:
        """Its first property of this name, whole; "" where there is none."""
        return next((self.lines[at] for at in self._places({name})), "")

    def put(self, name: str, *told: str) -> None:
        """These lines in the place of its properties of this name; none takes them away."""
        places = list(self._places({name}))
        if [self.lines[at] for at in places] == list(told):
            return
        at = places[0] if places else self._end()
        self.lines = [line for place, line in enumerate(self.lines) if place not in places]
        self.lines[at:at] = told

    def add(self, *told: str) -> None:
        """Further properties."""
        at = self._end()
        self.lines[at:at] = told

    def drop(self, *names: str) -> None:
        """Without its properties of these names."""
        places = set(self._places(set(names)))
        self.lines = [line for place, line in enumerate(self.lines) if place not in places]

    def defines(self, tzid: str) -> bool:
        """Whether it holds a VTIMEZONE of this name."""
        return not self.is_event and any(
            _name(line) == "TZID" and bare_name(halves(line)[1]) == bare_name(tzid) for line in self.lines
        )

    def _places(self, names: set[str]) -> Iterator[int]:
        depth = 0
        for at, line in enumerate(self.lines):
            name = _name(line)
            depth += (name == "BEGIN") - (name == "END")
            if depth == 1 and name in names:
                yield at

    def _end(self) -> int:
        """Where properties end: before its first block, or its END."""
        inner = (at for at, line in enumerate(self.lines) if at and _name(line) == "BEGIN")
        return next(inner, len(self.lines) - 1)


def components(data: bytes) -> list[Component]:
    """The lines of an object in order, each VEVENT apart. Raises nothing: `ics_lines.read` has read it."""
    found = [Component([])]
    depth = 0
    for line in ics_lines.unfolded(data):
        name = line.name
        if name == "BEGIN" and depth == 1 and line.text.partition(":")[2].strip().upper() == "VEVENT":
            found.append(Component([], is_event=True))
        found[-1].lines.append(line.text)
        depth += (name == "BEGIN") - (name == "END")
        if name == "END" and depth == 1 and found[-1].is_event:
            found.append(Component([]))
    for one in found:
        one.before = tuple(one.lines)
    return found


def folded(lines: Iterable[str]) -> bytes:
    """Lines as they are sent."""
    return b"".join(Contentline(line).to_ical() + b"\r\n" for line in lines)  # type: ignore[no-untyped-call]


@dataclass(frozen=True)
class Style:
    """How times are written. `tzid`: None = without a zone where `floating`, else in UTC."""

    zone: str
    all_day: bool
    tzid: str | None = None
    floating: bool = False

    @classmethod
    def of(cls, part: Component, *, zone: str, all_day: bool, zones: Zones, wall: datetime) -> "Style":
        """As `part` writes its start, which is `wall` in `zone`."""
        line = part.line("DTSTART")
        head, value = halves(line)
        found = _TZID.search(head)
        told = found[1].strip('"') if found else None
        if told is not None and zones.resolve(told, wall) == (zone, wall):
            return cls(zone, all_day, told)
        if told is None and not value.strip().upper().endswith("Z"):
            return cls(zone, all_day, floating=True)
        return cls.ours(zone, all_day=all_day)

    @classmethod
    def ours(cls, zone: str, *, all_day: bool) -> "Style":
        """As we write times ourselves."""
        return cls(zone, all_day, None if zone in _UTC else zone)

    def line(self, name: str, wall: datetime, *, following: bool = False) -> str:
        """A property with a time."""
        name = f"{name};RANGE=THISANDFUTURE" if following else name
        if self.all_day:
            return f"{name};VALUE=DATE:{wall:%Y%m%d}"
        if self.tzid is not None:
            tzid = f'"{self.tzid}"' if any(one in self.tzid for one in ";:,") else self.tzid
            return f"{name};TZID={tzid}:{wall:%Y%m%dT%H%M%S}"
        return f"{name}:{wall:%Y%m%dT%H%M%S}" if self.floating else f"{name}:{stamp(to_utc(wall, self.zone))}"

    def rule(self, told: str, start: datetime) -> str:
        """A line of a rule in wall time (`recurrence.lines_of`) as the object has it."""
        name, _, content = told.partition(":")
        if name == "RRULE":
            return f"RRULE:{';'.join(self._part(part) for part in content.split(';'))}"
        at = _wall(content)
        if not self.all_day and "T" not in content:
            at = datetime.combine(at.date(), start.time())
        return self.line(name.partition(";")[0], at)

    def _part(self, part: str) -> str:
        """UNTIL is UTC where the start has a zone, and a date where it is one (RFC 5545, 3.3.10)."""
        name, _, content = part.partition("=")
        if name != "UNTIL":
            return part
        at = _wall(content)
        if self.all_day:
            return f"UNTIL={at:%Y%m%d}"
        return f"UNTIL={at:%Y%m%dT%H%M%S}" if self.floating else f"UNTIL={stamp(to_utc(at, self.zone))}"


def stamp(at: datetime) -> str:
    """An instant as a calendar writes it."""
    return f"{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _wall(text: str) -> datetime:
    return datetime.strptime(text[:15], "%Y%m%dT%H%M%S" if "T" in text else "%Y%m%d")  # noqa: DTZ007  (wall time)


def _name(text: str) -> str:
    return Line(0, text).name
