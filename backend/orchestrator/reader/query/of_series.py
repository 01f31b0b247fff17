"""How often does something take place, since when, what is not confirmed yet, and when does the user work?"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, time, timedelta
from itertools import pairwise

from orchestrator.language import render
from orchestrator.language.messages import say
from orchestrator.language.pattern_tables import Compiled, read_patterns
from orchestrator.language.speech_acts.mood import Mood
from orchestrator.language.tables import LANGUAGES, ByLanguage, Table
from orchestrator.language.text.words import fold
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.call_selection import Wanted, wanted
from orchestrator.reader.evidence.finds import RELEVANT, SURE, Item
from orchestrator.reader.evidence.gathering import gather
from orchestrator.reader.line import joined
from orchestrator.reader.phrase.frame import MOST_OF_A_LIST, listed, over
from orchestrator.reader.phrase.lines import line
from orchestrator.reader.phrase.voice import Voice
from orchestrator.reader.query.algebra import Aggregate, Query
from orchestrator.reader.query.finding import MOST, Way, complete, foremost, slots, spanned, subject
from orchestrator.reader.question.model import Reading, iso
from orchestrator.reader.slots import DAY, Slot, slot_of
from orchestrator.reader.texts import share
from orchestrator.reader.words import words_of

_WEEK = 7
_AROUND = timedelta(days=70)
"""So far around today a series shows how often it comes."""
_BACK = timedelta(days=730)
_AHEAD = timedelta(days=60)


def _named(query: Query, facts: TurnFacts) -> Reading:
    return subject(query, joined(query.subjects) if query.subjects else query.line, facts)


def _series(query: Query, facts: TurnFacts) -> list[Slot]:
    """The days of the one series that the words name best."""
    found = [one for one in foremost(slots(_named(query, facts), facts, needed=RELEVANT)) if one.item is not None]
    recurring = [one for one in found if one.item is not None and one.item.data.get("recurs")]
    ids = {one.item.get("id") for one in recurring if one.item is not None}
    return recurring if len(ids) == 1 else []


# How often


def _read_around(query: Query, facts: TurnFacts) -> list[Wanted]:
    return _read(query, facts, facts.now - _AROUND, facts.now + _AROUND)


def _read(query: Query, facts: TurnFacts, since: datetime, until: datetime) -> list[Wanted]:
    named = _named(query, facts)
    if not (named.words or named.names):
        return []
    words = " ".join(dict.fromkeys((*named.words, *named.names)))
    return [wanted("get_events", action="search", query=words, since=iso(since), until=iso(until), limit=MOST)]


def _rhythm(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    """The days between one time and the next, most of which are the same; None of what is no series."""
    found = _series(query, facts)
    days = sorted({one.start.date() for one in found})
    gaps = Counter((day - before).days for before, day in pairwise(days))
    if not gaps:
        return None
    gap, _ = gaps.most_common(1)[0]
    ahead = next((one for one in found if one.end > facts.now), found[-1])
    number, noun = (gap // _WEEK, "week") if gap % _WEEK == 0 else (gap, "day")
    each = render.count(number, noun, voice.locale)
    told = say("reader.query.every", voice.locale, length=each)
    if gap < _WEEK:
        told = say("reader.query.per_week", voice.locale, number=len({day.weekday() for day in days}))
    return f"{told} {line(ahead.item, voice)}" if ahead.item is not None else None


# Since when


def _read_back(query: Query, facts: TurnFacts) -> list[Wanted]:
    return _read(query, facts, facts.now - _BACK, facts.now)


def _began(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    """The first of a series; nothing has been so since a day that is yet to come."""
    found = _series(query, facts)
    first = found[0].item if found and found[0].start <= facts.now else None
    if first is None:
        return None
    told = say("reader.query.since", voice.locale, day=voice.moment(found[0].start, all_day=True))
    return f"{told} {line(first, voice)}"


# What is not confirmed


def _when(query: Query, facts: TurnFacts) -> tuple[Reading, datetime, datetime]:
    reading = spanned(query, facts, query.line)
    today = datetime.combine(facts.now.date(), time())
    since, until = reading.span or (today, today + _AHEAD)
    return reading, since, until or since + DAY


def _read_all(query: Query, facts: TurnFacts) -> list[Wanted]:
    _, since, until = _when(query, facts)
    return [wanted("get_events", action="by_range", since=iso(since), until=iso(until), limit=MOST)]


def _unconfirmed(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    reading, _, _ = _when(query, facts)
    looked = [one for one in facts.ledger if one.tool == "get_events" and one.outcome == "done"]
    if not looked:
        return None
    rows = [row for one in looked for row in one.data.get("events") or () if row.get("status") == "tentative"]
    if not rows and not complete(facts):
        return None
    if not rows:
        return say("reader.query.all_confirmed", voice.locale, range=over(reading, gather((), reading), voice))
    return listed([Item("event", row, 1.0) for row in rows], voice, most=MOST_OF_A_LIST)


# When one works


class _Work(Table):
    """`work.toml`. `titles`: events by whose title the user is at work then, over folded text; `sought`: what facts and
    notes say of it."""

    titles: Compiled
    sought: str


_WORK = ByLanguage(lambda language: read_patterns(language, "work", _Work))
_FEW = 3


def _asks_work(query: Query, facts: TurnFacts) -> bool:
    """Not where more is said than a time ("am I working with Ana"), nor where it is told: "trabajo mañana de 9 a 5"."""
    more = spanned(query, facts, joined(query.subjects)) if query.subjects else None
    timed = more is None or (more.span is not None and not (more.words or more.names))
    return timed and (facts.mood == Mood.QUESTION or not query.beside)


def _work_when(query: Query, facts: TurnFacts) -> tuple[Reading, datetime, datetime]:
    """By the words behind the verb alone: "on nights" is no night."""
    behind = joined(query.subjects) if query.subjects else query.line.cut(0, 0)
    return _when(replace(query, line=behind), facts)


def _read_work(query: Query, facts: TurnFacts) -> list[Wanted]:
    if not _asks_work(query, facts):
        return []
    sought = wanted("search_memories", query=_WORK[query.language].sought, kinds=["fact", "note"], limit=_FEW)
    _, since, until = _work_when(query, facts)
    return [wanted("get_events", action="by_range", since=iso(since), until=iso(until), limit=MOST), sought]


def _at_work(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    """The shifts ahead, else what was written down of them; an event of another kind is no work."""
    looked = [one for one in facts.ledger if one.tool == "get_events" and one.outcome == "done"]
    if not looked or not _asks_work(query, facts):
        return None
    reading, since, until = _work_when(query, facts)
    reading = replace(reading, past=bool(words_of(query.language).past.search(query.line.low)))
    rows = [row for one in looked for row in one.data.get("events") or () if row.get("status") != "cancelled"]
    found = [slot for row in rows if (slot := slot_of(Item("event", row, 1.0), facts.zone)) is not None]
    shifts = [one for one in found if one.meets(since, until) and (reading.past or one.end > facts.now)]
    shifts = [one for one in shifts if any(_WORK[each].titles.search(fold(one.title)) for each in LANGUAGES)]
    if shifts:
        told = listed([one.item for one in sorted(shifts, key=lambda one: one.start) if one.item is not None], voice)
        opening = say("reader.answer.have_yes", voice.locale) if query.beside else ""
        return f"{opening}{chr(10) if opening and told.startswith('- ') else ' '}{told}".strip()
    if not complete(facts):
        return None
    none = say("reader.query.no_work", voice.locale, range=over(reading, gather((), reading), voice))
    kept = [one for one in gather(facts.ledger, reading).items if one.kind in {"fact", "note"}]
    said = _WORK[query.language].sought.split()
    noted = [one for one in kept if any(share((word,), str(one.get("text"))) >= SURE for word in said)]
    return f"{none}\n{listed(noted[:_FEW], voice)}" if noted else none


OF_SERIES: Mapping[Aggregate, Way] = {
    Aggregate.RHYTHM: Way(_read_around, _rhythm),
    Aggregate.BEGAN: Way(_read_back, _began),
    Aggregate.UNCONFIRMED: Way(_read_all, _unconfirmed),
    Aggregate.AT_WORK: Way(_read_work, _at_work),
}
