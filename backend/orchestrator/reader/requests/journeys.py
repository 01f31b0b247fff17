"""Which journey is told? "El viernes viajo a Cali en el bus de las 6" is the bus to Cali on Friday at six.

The vehicle is no place and the verb no title; its hour is the journey's. Without an hour it is an event of the day.
"""

from orchestrator.language.pattern_tables import read_patterns
from orchestrator.language.speech_acts.news_words import NEWS, Whole
from orchestrator.language.tables import ByLanguage, Table
from orchestrator.language.text.normalize import STOP_WORDS
from orchestrator.reader.acts import Act
from orchestrator.reader.line import line
from orchestrator.reader.request import Request, Scene
from orchestrator.reader.requests.engagements import formerly
from orchestrator.reader.timing import day_words, phrases, series

_MOST_OF_A_PLACE = 4
"""Words: what is longer tells more than where somebody goes."""


class _Form(Table):
    """One way of telling it, by groups `where`, `vehicle` and `hour`; `title`: what it is called without a vehicle."""

    says: Whole
    title: str


class _Journeys(Table):
    """`journeys.toml`; `to`: what stands in a title before the place."""

    to: str
    forms: tuple[_Form, ...]


_TABLES = ByLanguage(lambda language: read_patterns(language, "journeys", _Journeys))


def journey(scene: Scene) -> list[Request]:
    """The journey to come that is told with its day; none of a question, of what comes again, or is over."""
    text, table = scene.text, _TABLES[scene.known.language]
    if "?" in text.low or NEWS[scene.known.language].asks.match(text.low) or formerly(scene):
        return []
    day = _day(scene)
    if not day or series(text.raw, scene.now, scene.locale):
        return []
    at = text.low.find(line(day).low)
    rest = text.without([(at, at + len(day))]) if at >= 0 else text
    for form in table.forms:
        found = form.says.match(rest.low.strip(" .!,"))
        if found is None:
            continue
        said = {name.rstrip("2"): rest.cut(*found.span(name)) for name, words in found.groupdict().items() if words}
        where = said["where"].written
        if not _is_a_place(where, scene):
            return []
        called = form.title or said["vehicle"].written
        called = f"{called[:1].upper()}{called[1:]}"
        hour = f" {scene.known.at_clock} {said['hour'].low}" if "hour" in said else ""
        made = {"title": f"{called}{table.to}{where}", "when": f"{day}{hour}", "participants": [], "place": ""}
        return [Request(Act.EVENT, made)]
    return []


def _day(scene: Scene) -> str:
    """The words of the one day that is told, which is to come; "" of any other text."""
    told = phrases(scene.text.raw, scene.text.low, scene.known, scene.now, scene.locale)
    days = [one for one in told if one.mention.has_date and day_words(one.text, scene.now, scene.locale)]
    end = days[0].mention.end or days[0].mention.start if len(days) == 1 else scene.now
    return day_words(days[0].text, scene.now, scene.locale) if end > scene.now else ""


def _is_a_place(where: str, scene: Scene) -> bool:
    """Whether a few words may name where somebody goes: none that is small alone ("there")."""
    words = where.casefold().split()
    return 0 < len(words) <= _MOST_OF_A_PLACE and not set(words) <= STOP_WORDS[scene.known.language]
