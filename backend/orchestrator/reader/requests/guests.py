"""Who comes, and leaves again? "Mi suegra llega el sábado y se queda hasta el martes" is one visit of those days.

The visit is of whole days; where an hour of arrival is told, what was said stands beside it.
"""

from datetime import date, timedelta

from orchestrator.language.pattern_tables import read_patterns
from orchestrator.language.people.relations import relation_label, relation_labels
from orchestrator.language.speech_acts.news_words import NEWS, Whole
from orchestrator.language.tables import ByLanguage, Table
from orchestrator.reader.acts import Act
from orchestrator.reader.line import Line, line
from orchestrator.reader.request import Request, Scene
from orchestrator.reader.requests import details
from orchestrator.reader.requests.engagements import formerly, without_lead
from orchestrator.reader.requests.people.introductions import is_name
from orchestrator.reader.requests.people.told_words import as_name
from orchestrator.reader.timing import Phrase, phrases, series

_WEEK = timedelta(days=7)
_LONGEST = timedelta(days=60)
"""A stay that lasts longer was read wrong, or is no visit."""
_TWO = 2


class _Guests(Table):
    """`guests.toml`. `comes`: somebody (`who`) comes and stays, or leaves, beside the two days of it; `called`: what
    the visit is called; `days`: its first and last day."""

    comes: Whole
    called: str
    days: str


_TABLES = ByLanguage(lambda language: read_patterns(language, "guests", _Guests))


def visit(scene: Scene) -> list[Request]:
    """The visit that is told with the day of its beginning and that of its end; none of a question, or of what is over
    or comes again and again."""
    text, known = without_lead(scene), scene.known
    if "?" in text.low or NEWS[known.language].asks.match(text.low) or formerly(scene):
        return []
    if series(text.raw, scene.now, scene.locale):
        return []
    told = phrases(text.raw, text.low, known, scene.now, scene.locale)
    days = [one for one in told if one.mention.has_date]
    left = details.timed(text, known, scene.now, scene.locale)[0]
    table = _TABLES[known.language]
    found = table.comes.match(left.low.strip(" .!,")) if len(days) == _TWO else None
    span = _from_to(days[0], days[1]) if found is not None else None
    if found is None or span is None or span[0] < scene.now.date():
        return []
    said = left.cut(*found.span("who"))
    people = _people(said, scene)
    if not people:
        return []
    who = details.without_articles(said, known)
    title = table.called.format(who.written[:1].upper() + who.written[1:])
    made = {"title": title, "when": table.days.format(*span), "participants": people, "place": ""}
    clocked = any(one.mention.has_time and any(map(str.isdigit, one.bare)) for one in told)
    return [Request(Act.EVENT, {**made, "description": text.written} if clocked else made)]


def _from_to(first: Phrase, last: Phrase) -> tuple[date, date] | None:
    """The days of arrival and of leaving: a weekday that lies before the first day is the one after it."""
    begins = first.mention.start.date()
    closed = last.mention.kind == "open" and last.mention.end is not None
    ends = (last.mention.end - timedelta(days=1)).date() if closed and last.mention.end else last.mention.start.date()
    while ends <= begins and last.mention.grain == "day":
        ends += _WEEK
    return (begins, ends) if timedelta() < ends - begins <= _LONGEST else None


def _people(who: Line, scene: Scene) -> list[str]:
    """Who is named, or called by what they are to the user ("mi suegra", "the kids"); empty where nobody is."""
    known = scene.known
    related = relation_label(who.raw) is not None or any(relation_labels(word) for word in who.low.split())
    if related or any(word in known.relations for word in who.low.split()):
        return [who.written]
    named = [line(one) for one in details.people(who, known)]
    return [as_name(one) for one in named] if named and all(is_name(one, known) for one in named) else []
