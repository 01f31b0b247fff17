"""Which is the next free one: Saturday, weekend, evening, day? Looked for from today on, one after the other."""

from collections.abc import Iterator, Mapping
from datetime import date, datetime, time, timedelta

from orchestrator.language import render
from orchestrator.language.messages import say
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.call_selection import Wanted, wanted
from orchestrator.reader.conditions.filters import hours_of, part_of_day
from orchestrator.reader.evidence.finds import Item
from orchestrator.reader.line import Line
from orchestrator.reader.phrase.free import on_day, times_of, titles_of
from orchestrator.reader.phrase.voice import Voice
from orchestrator.reader.query.algebra import Aggregate, Query
from orchestrator.reader.query.finding import MOST, Way
from orchestrator.reader.question.model import iso
from orchestrator.reader.slots import DAY, Slot, Window, left, slot_of
from orchestrator.reader.timing import Phrase, phrases
from orchestrator.reader.words import words_of

_WEEK = 7 * DAY
_LOOKED = 8 * _WEEK
_MOST_TAKEN = 5
"""Of those before it that are not free, so many are told."""


def _read(query: Query, facts: TurnFacts) -> list[Wanted]:
    if _first(query, facts) is None:
        return []
    since = datetime.combine(facts.now.date(), time())
    return [wanted("get_events", action="free", limit=MOST, since=iso(since), until=iso(since + _LOOKED))]


def _first(query: Query, facts: TurnFacts) -> tuple[Window, timedelta] | None:
    """The first time of the kind that is asked for, and how far it is to the next; None where the words name none."""
    said, today = query.subjects[0] if query.subjects else None, facts.now.date()
    if said is None:
        return Window(datetime.combine(today, time()), datetime.combine(today, time()) + DAY), DAY
    if (hours := part_of_day(said.low, query.language)) is not None:
        return _on(today, hours), DAY
    times = _times(said, query, facts)
    dated = next((one for one in times if one.mention.has_date), None)
    if dated is None or len(times) > 2:
        return None
    mention = dated.mention
    clocked = next((one for one in times if one is not dated), None)
    day = mention.start.date()
    if mention.has_time or clocked is not None:
        hours = hours_of(dated if mention.has_time else clocked or dated, query.language)
        return _on(day, hours), _WEEK
    start = datetime.combine(day, time())
    return Window(start, mention.end if mention.end is not None and mention.end - start > DAY else start + DAY), _WEEK


def _times(said: Line, query: Query, facts: TurnFacts) -> list[Phrase]:
    return phrases(said.raw, said.low, words_of(query.language), facts.now, facts.locale)


def _on(day: date, hours: tuple[time, time]) -> Window:
    since, until = (datetime.combine(day, at) for at in hours)
    return Window(since, until if until > since else datetime.combine(day, time()) + DAY)


def _all(query: Query, facts: TurnFacts) -> Iterator[Window]:
    found = _first(query, facts)
    if found is None:
        return
    (window, step), now = found, facts.now.replace(tzinfo=None)
    for n in range(_LOOKED // step):
        one = Window(window.start + n * step, window.end + n * step)
        begins = one.start.date() > now.date() if _whole(one) else one.start.date() >= now.date() and one.end > now
        if begins and one.end <= datetime.combine(now, time()) + _LOOKED:
            yield one


def _taken(facts: TurnFacts) -> list[Slot]:
    """The events that keep the user busy, whole days too: nobody is free on the day of a conference."""
    rows = [
        row for one in facts.ledger if one.arguments.get("action") == "free" for row in one.data.get("events") or ()
    ]
    found = [slot for row in rows if (slot := slot_of(Item("event", row, 1.0), facts.zone)) is not None]
    return sorted(
        (one for one in found if one.item and one.item.get("status") != "cancelled"), key=lambda one: one.start
    )


def _told(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    """The first that nothing stands in, and what stands in those before it; None where none of them is free."""
    taken, before = _taken(facts), list[str]()
    for one in _all(query, facts):
        held = [each for each in taken if each.meets(one.start, one.end)]
        if not held:
            return "\n".join([say("reader.answer.free", voice.locale, range=_named(one, voice)), *before[:_MOST_TAKEN]])
        before.append(f"- {_row(one, held, voice)}")
    return None


def _named(one: Window, voice: Voice) -> str:
    day, last = one.start.date(), (one.end - timedelta(minutes=1)).date()
    if not _whole(one) or last == day:
        return on_day(one, voice)
    since, until = (voice.short(datetime.combine(at, time())) for at in (day, last))
    return say("reader.answer.between", voice.locale, since=since, until=until)


def _row(one: Window, held: list[Slot], voice: Voice) -> str:
    day, titles = render.day(one.start.date(), voice.locale), titles_of(held, voice)
    over_days = len({each.start.date() for each in held}) > 1
    times = "" if over_days or any(each.all_day for each in held) else times_of(left(held, *one.waking), voice)
    if not times:
        return f"{day} – {titles}"
    return say("reader.query.free_parts", voice.locale, day=day, times=times, titles=titles)


def _whole(one: Window) -> bool:
    """Whether it is of whole days."""
    return one.start.time() == one.end.time() == time()


OF_FREE_TIME: Mapping[Aggregate, Way] = {Aggregate.NEXT_FREE: Way(_read, _told)}
