"""Who comes and leaves again, as an event of those days: "mum's coming Sunday and staying till Wednesday"."""

from dataclasses import replace
from datetime import date, timedelta

from orchestrator.language.pattern_tables import Compiled, read_patterns
from orchestrator.language.speech_acts.mood import Mood
from orchestrator.language.speech_acts.news_words import NEWS
from orchestrator.language.tables import ByLanguage, Table
from orchestrator.language.text.normalize import STOP_WORDS
from orchestrator.language.time import mentions
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.acts import Act
from orchestrator.reader.lexicon import Words
from orchestrator.reader.line import MAX_LENGTH, Line, spelled
from orchestrator.reader.request import Request, Scene, cut
from orchestrator.reader.requests import details
from orchestrator.reader.requests.engagements import formerly, is_one_of_theirs, owned_by, visits, without_lead
from orchestrator.reader.requests.templates import without_politeness
from orchestrator.reader.timing import series


class _Stays(Table):
    """`stays.toml`. `comes`: that somebody (`who`) comes on a day (`since`) and stays or leaves (`until`); `here`: that
    somebody (`who`) is here for some days (`days`); `loose`: what stands beside a day there and says nothing; `title`:
    what such an event is called, with <of> as whose it is or <who>."""

    comes: Compiled
    here: Compiled
    loose: Compiled
    title: str


_TABLES = ByLanguage(lambda language: read_patterns(language, "stays", _Stays))
_NONE, _DAY, _WEEK = timedelta(), timedelta(days=1), timedelta(days=7)
_LONGEST = timedelta(days=120)
"""A longer stay is rather somebody's home."""


def visiting(facts: TurnFacts, known: Words, locale: str) -> list[Request]:
    """The visit that a message tells of, before news or a fact is read in it: "mi suegra llega el domingo y se queda
    hasta el miércoles"."""
    if facts.mood not in {Mood.STATEMENT, Mood.UNCLEAR}:
        return []
    text = without_politeness(spelled(facts.question[:MAX_LENGTH], known.language), known)
    return stays(Scene(text, known, facts.now, locale, facts.context))


def stays(scene: Scene) -> list[Request]:
    """The days of a visit; with an hour of the arrival that one beside it."""
    table, text = _TABLES[scene.known.language], without_lead(scene)
    if NEWS[scene.known.language].asks.match(text.low) or "?" in text.low or formerly(scene):
        return []
    if series(text.raw, scene.now, scene.locale):
        return []
    plain = replace(scene, text=text.cut(0, len(text.low.rstrip(" .!"))))
    if (found := table.comes.fullmatch(plain.text.low)) is not None:
        who, since, until = (cut(found, group, plain) for group in ("who", "since", "until"))
        who = _of_many(who, plain) if who is not None else None
        if who is None or since is None or until is None or (first := _first_day(since, scene)) is None:
            return []
        day, clocked = first
        made = _visit(who, day, _last_day(until, day, scene), scene)
        arrives = visits(replace(scene, text=text.cut(0, found.end("since")))) if made and clocked else []
        return [*arrives, *made]
    if (found := table.here.fullmatch(plain.text.low)) is not None:
        who, days = (cut(found, group, plain) for group in ("who", "days"))
        if who is not None and days is not None and (span := _days(days, scene)) is not None:
            return _visit(who, *span, scene)
    return []


def _of_many(who: Line, scene: Scene) -> Line:
    """Those who come, with the "s" by which they are many: "Priya and the kids coming on Friday"."""
    whole = scene.text.cut(0, len(who.low) + 1)
    many = whole.low.startswith(who.low) and whole.low.endswith("s")
    return whole if many and whole.low.split()[-1] in scene.known.relations else who


def _first_day(said: Line, scene: Scene) -> tuple[date, bool] | None:
    """The day that words tell beside nothing else, and whether they tell an hour of it."""
    times = mentions(said.raw, now=scene.now, locale=scene.locale)
    days = [one for one in times if one.has_date and one.grain not in {"week", "month", "year"}]
    if len(times) != 1 or not days or not _tells_no_more(said, scene):
        return None
    return (
        (days[0].start.date(), days[0].has_time and days[0].grain != "part")
        if days[0].start.date() >= scene.now.date()
        else None
    )


def _last_day(said: Line, first: date, scene: Scene) -> date | None:
    """The day on which somebody leaves, counted from that on which they come."""
    arrival = scene.now.replace(year=first.year, month=first.month, day=first.day, hour=0, minute=0)
    times = mentions(said.raw, now=arrival, locale=scene.locale)
    told = [one for one in times if (one.has_date or one.duration is not None) and one.end is not None]
    if len(times) != 1 or not told or told[0].end is None or not _tells_no_more(said, scene):
        return None
    end = told[0].end
    return end.date() if told[0].has_time else (end - _DAY).date()


def _days(said: Line, scene: Scene) -> tuple[date, date | None] | None:
    """The first and the last of some days: "from Friday to Monday"."""
    times = mentions(said.raw, now=scene.now, locale=scene.locale)
    one = times[0] if len(times) == 1 and times[0].has_date and not times[0].has_time else None
    if one is None or one.end is None or one.kind == "open" or not _tells_no_more(said, scene):
        return None
    # "From Saturday till Tuesday", said on a Monday: a visit that is told is one to come.
    later = _WEEK if one.start.date() < scene.now.date() <= one.end.date() and one.end - one.start < _WEEK else _NONE
    first, last = (one.start + later).date(), (one.end + later - _DAY).date()
    return (first, last) if first >= scene.now.date() else None


def _tells_no_more(said: Line, scene: Scene) -> bool:
    left = details.timed(said, scene.known, scene.now, scene.locale)[0]
    return _TABLES[scene.known.language].loose.fullmatch(left.low.strip(" ,")) is not None


def _visit(who: Line, first: date, last: date | None, scene: Scene) -> list[Request]:
    """The event from the first day to the last; none of whom nothing names, as "he"."""
    known = scene.known
    bare = details.without_articles(who, known)
    nobody = not bare.low or bare.low.split()[0] in STOP_WORDS[known.language]
    if last is None or not first < last <= first + _LONGEST or (nobody and not is_one_of_theirs(who, known)):
        return []
    title = _TABLES[known.language].title.replace("<of>", owned_by(who, known.language)).replace("<who>", who.written)
    people = [one for one in details.people(who, known) if is_one_of_theirs(who, known)]
    when = f"{first:%Y-%m-%d} – {last:%Y-%m-%d}"
    return [Request(Act.EVENT, {"title": title, "when": when, "participants": people, "place": ""})]
