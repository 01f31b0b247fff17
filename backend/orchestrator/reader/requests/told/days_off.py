"""Days that somebody takes off work: "book friday off", "i'm taking next week off as holiday", "pose mon vendredi"."""

from orchestrator.language.pattern_tables import Compiled, read_patterns
from orchestrator.language.tables import ByLanguage, Table
from orchestrator.language.text.normalize import STOP_WORDS
from orchestrator.language.time import mentions
from orchestrator.reader.acts import Act
from orchestrator.reader.request import Request, Scene
from orchestrator.reader.requests import details


class _DaysOff(Table):
    """`days_off.toml`. `takes`: that a day (`day`, or `on` behind what it is) is taken off, or a holiday (`long`);
    `title`: what such an event is called, where no holiday is named."""

    takes: Compiled
    title: str


_TABLES = ByLanguage(lambda language: read_patterns(language, "days_off", _DaysOff))


def days_off(scene: Scene) -> list[Request]:
    """The event of the days off that a message asks for or tells; none where anything but days is told there."""
    text, known = scene.text, scene.known
    table = _TABLES[known.language]
    found = table.takes.fullmatch(text.low.rstrip(" .!"))
    if found is None:
        return []
    group = "day" if found["day"] is not None else "on"
    day = text.cut(*found.span(group))
    rest, when = details.timed(day, known, scene.now, scene.locale)
    days = [one for one in mentions(day.raw, now=scene.now, locale=scene.locale) if one.all_day]
    if len(days) != 1 or days[0].start.date() < scene.now.date() or set(rest.low.split()) - STOP_WORDS[known.language]:
        return []
    title = text.cut(*found.span("long")).raw.capitalize() if found["long"] is not None else table.title
    return [Request(Act.EVENT, {"title": title, "when": when, "participants": [], "place": ""})]
