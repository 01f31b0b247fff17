"""Which two changes does one message ask for: two events that swap their times, a way there and a way back?"""

from collections.abc import Iterator
from dataclasses import replace

from orchestrator.kit.patterns import Match
from orchestrator.language.pattern_tables import Compiled, Looking, read_patterns
from orchestrator.language.tables import ByLanguage, Table
from orchestrator.reader.acts import Act
from orchestrator.reader.line import Line, line
from orchestrator.reader.request import Request, Scene
from orchestrator.reader.requests import details
from orchestrator.reader.requests.engagements import engaged
from orchestrator.reader.requests.events.creation import jotted
from orchestrator.reader.requests.events.target_event import of_event
from orchestrator.reader.timing import phrases


class _Paired(Table):
    """`paired.toml`. `swaps`: the events (`one`, `other`; `one2`, `other2`) that change places; `returns`: what
    opens the way back."""

    swaps: Compiled
    returns: Looking


_TABLES = ByLanguage(lambda language: read_patterns(language, "paired", _Paired))


def swapped(scene: Scene) -> list[Request]:
    """Two events of which each takes the time of the other."""
    found = _TABLES[scene.known.language].swaps.fullmatch(scene.text.low)
    if found is None:
        return []
    names = ("one", "other") if found["one"] is not None else ("one2", "other2")
    first, second = (_moved(found, name, scene) for name in names)
    second = _of_the_same(first, second, scene)
    if not (first.target and second.target and first.target.words and second.target.words):
        return []
    if any(at.start() and _has_time(second.target.line, at.end(), scene) for at in _toward(second, scene)):
        return []  # "switch lunch with Sarah to Friday" moves one
    return [replace(first, takes=second.target), replace(second, takes=first.target)]


def _of_the_same(first: Request, second: Request, scene: Scene) -> Request:
    """The second where it names but its day, as what the first names: "Tuesday's gym with Thursday's"."""
    if first.target is None or second.target is None or second.target.words or not second.target.when:
        return second
    thing = details.timed(first.target.line, scene.known, scene.now, scene.locale)[0]
    day = details.tidy(second.target.line.written)
    return of_event(Act.EVENT_MOVE, line(f"{day} {thing.written}"), scene, {}) if thing.low else second


def _toward(moved: Request, scene: Scene) -> Iterator[Match]:
    return scene.known.toward.finditer(moved.target.line.low if moved.target is not None else "")


def _has_time(text: Line, start: int, scene: Scene) -> bool:
    new = text.cut(start, len(text.low))
    return bool(phrases(new.raw, new.low, scene.known, scene.now, scene.locale))


def _moved(found: Match, name: str, scene: Scene) -> Request:
    return of_event(Act.EVENT_MOVE, scene.text.cut(*found.span(name)), scene, {})


def there_and_back(scene: Scene) -> list[Request]:
    """The event that is told and the way back from it, each with its time."""
    text = scene.text
    for found in _TABLES[scene.known.language].returns.finditer(text.low):
        there = replace(scene, text=text.cut(0, found.start()))
        made = engaged(there) or jotted(there, named=True)
        when = _time_after(made, text.cut(found.end(), len(text.low)), scene) if len(made) == 1 else ""
        if when:
            word = text.cut(*found.span("word")).written
            title = f"{word[:1].upper()}{word[1:]} ({made[0].arguments['title']})"
            return [*made, replace(made[0], arguments={"title": title, "when": when, "participants": [], "place": ""})]
    return []


def _time_after(made: list[Request], text: Line, scene: Scene) -> str:
    """The time that the rest tells and nothing else, counted from that of the way there (ISO); "" where it tells none,
    or more."""
    known, locale = scene.known, scene.locale
    going = line(str(made[0].arguments["when"]))
    first = phrases(going.raw, going.low, known, scene.now, locale)
    left, told = details.timed(text, known, scene.now, locale)
    if not first or not told or left.low:
        return ""
    then = phrases(text.raw, text.low, known, first[0].mention.start, locale)
    back = then[0].mention if len(then) == 1 else None
    if back is None or back.start == phrases(text.raw, text.low, known, scene.now, locale)[0].mention.start:
        return told
    return f"{back.start:%Y-%m-%dT%H:%M}" if back.has_time else f"{back.start:%Y-%m-%d}"
