"""Days that somebody takes off work: "book friday off", "i'm taking next week off as holiday", "pose mon vendredi"; and
times that are to be kept free: "block friday from 10 to 12", "keep 10 December free"."""

from orchestrator.language.pattern_tables import Compiled, read_patterns
from orchestrator.language.speech_acts.keeping_free import time_to_keep, title_of_kept
from orchestrator.language.tables import ByLanguage, Table
from orchestrator.language.text.normalize import STOP_WORDS
from orchestrator.language.time import mentions
from orchestrator.reader.acts import Act
from orchestrator.reader.request import Request, Scene
from orchestrator.reader.requests import details
from orchestrator.reader.timing import series


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
    return [_event(title, when)]


def kept_times(scene: Scene) -> list[Request]:
    """The event that holds a time of one day, or of days, which is to be kept free; none where it comes back (which is
    a rule), or is over."""
    span = time_to_keep(scene.text.raw, scene.known.language)
    if span is None:
        return []
    told = scene.text.cut(*span)
    said = mentions(told.raw, now=scene.now, locale=scene.locale)
    if len(said) != 1 or not said[0].has_date or series(told.raw, scene.now, scene.locale):
        return []
    over = (said[0].end or said[0].start) <= scene.now and said[0].start.date() < scene.now.date()
    when = details.timed(told, scene.known, scene.now, scene.locale)[1]
    return [] if over else [_event(title_of_kept(scene.known.language), when)]


def _event(title: str, when: str) -> Request:
    return Request(Act.EVENT, {"title": title, "when": when, "participants": [], "place": ""})
