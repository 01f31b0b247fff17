"""When would be what, if a supposed change were made, and which time does the question about it mean?

All times are naive wall time of the user; ends are exclusive.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta

from orchestrator.domain.foundation.asking.hours import resolved
from orchestrator.language.discourse.anaphora import refers_to_day
from orchestrator.language.shifts import shift
from orchestrator.language.time import Mention, mentions
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.requests.writes import shifted
from orchestrator.reader.slots import DAY, HOUR, Slot, Window, window_of
from orchestrator.reader.supposition.condition import Supposition
from orchestrator.reader.timing import phrases
from orchestrator.reader.words import words_of

_WEEK = timedelta(days=7)
_LATER = tuple(timedelta(days=days) for days in (0, 1, 2, 7))
"""A day that is named is read anew at these times: a weekday moves on by whole weeks, other words for a day do not."""


def moved(supposed: Supposition, own: Slot, facts: TurnFacts) -> Slot | None:
    """Where the event would be; None where the new time is not understood."""
    request = supposed.change
    if own.item is None:
        return None
    if request.shift:
        told = shifted(request, [own.item], facts).get("start_at")
        start = datetime.fromisoformat(told) if told else None
        return _placed(own, start) if start is not None else None
    said, locale = str(request.arguments.get("when") or ""), words_of(supposed.language).locale
    if (apart := shift(said, locale=locale)) is not None:
        return _placed(own, own.start + apart)
    found = resolved(said, now=facts.now, zone=facts.zone, locale=locale, title=own.title, own=own.start)
    if found.start is None:
        return None
    if supposed.ends:
        end = datetime.combine(own.start.date(), found.start.time())
        return replace(own, end=end if end > own.start else end + DAY)
    whole = found.all_day or (found.end is not None and found.end - found.start >= DAY)
    day = found.start.date()
    if supposed.own_week and (named := _weekday(said, own.start.date(), facts, locale)) is not None:
        day = named
    at = own.start.time() if whole else found.start.time()
    return _placed(replace(own, all_day=own.all_day and whole), datetime.combine(day, at))


def _placed(own: Slot, start: datetime) -> Slot:
    length = own.end - own.start
    if not own.all_day and length >= DAY:
        length = HOUR  # what was for whole days and is given an hour
    return replace(own, start=start, end=start + length)


def _weekday(said: str, own: date, facts: TurnFacts, locale: str) -> date | None:
    """The day of a bare weekday in the event's own week; None of any other date."""
    days = [
        one.start.date()
        for later in _LATER
        for one in mentions(said, now=facts.now + later, locale=locale)
        if one.has_date and len(one.text.split()) == 1
    ]
    apart = [(day - days[0]).days for day in days]
    if len(days) != len(_LATER) or any(days % 7 for days in apart) or apart[-1] != 7:
        return None
    return own + timedelta(days=days[0].weekday() - own.weekday())


def _on(said: Mention, own: date, facts: TurnFacts, locale: str) -> date:
    """The day that a mention means of an event's: "on Tuesday" is the event's own where it is on a Tuesday."""
    later = [one.start for one in mentions(said.text, now=facts.now + _WEEK, locale=locale) if one.has_date]
    by_name = len(later) == 1 and later[0] - said.start == _WEEK
    return own if by_name and said.start.weekday() == own.weekday() else said.start.date()


def added(supposed: Supposition, facts: TurnFacts) -> Slot | None:
    """Where a new event would be."""
    request = supposed.change
    title = str(request.arguments.get("title") or "")
    locale = words_of(supposed.language).locale
    said = str(request.arguments.get("when") or "")
    found = resolved(said, now=facts.now, zone=facts.zone, locale=locale, title=title)
    if found.start is None:
        return None
    whole = found.all_day
    end = found.end if found.end is not None and found.end > found.start else found.start + (DAY if whole else HOUR)
    return Slot(title, found.start, end, whole)


def window(supposed: Supposition, facts: TurnFacts, about: Slot, rows: Sequence[Slot]) -> Window | None:
    """The time that the question is about; a time without a day is on the day of the event `about`, at the hour that is
    nearest to it, and a weekday that the event has is its own day. None where it names none. `rows`: what is
    on the calendar, for "after lunch" is after the lunch that stands there."""
    known = words_of(supposed.language)
    asked = supposed.asked
    told = phrases(asked.raw, asked.low, known, facts.now, known.locale)
    times = [one for one in told if one.mention.kind != "duration"]
    if not times:
        return None
    said = times[0].mention
    on = _on(said, about.start.date(), facts, known.locale) if said.has_date else about.start.date()
    start = datetime.combine(on, said.start.time())
    if said.kind == "instant" and not said.has_date:
        near = resolved(said.text, now=facts.now, zone=facts.zone, locale=known.locale, own=about.start).start
        start = datetime.combine(on, near.time()) if near is not None else start
    return window_of(times[0], start, rows)


def day_asked(supposed: Supposition, facts: TurnFacts) -> date | None:
    """The day that the question itself names."""
    known, asked = words_of(supposed.language), supposed.asked
    if refers_to_day(asked.raw, supposed.language):
        return None  # "that day" is the day of what is supposed
    times = phrases(asked.raw, asked.low, known, facts.now, known.locale)
    return next((one.mention.start.date() for one in times if one.mention.has_date), None)


def days_between(slots: Sequence[Slot], asked: date | None) -> tuple[datetime, datetime]:
    """From the first to the last day that has to be looked at."""
    days = [one.start.date() for one in slots] + [(one.end - timedelta(minutes=1)).date() for one in slots]
    days += [asked] if asked is not None else []
    first, last = min(days), max(days)
    return datetime.combine(first, time()), datetime.combine(last, time()) + DAY


def same_event(one: Slot, other: Slot) -> bool:
    """Whether both are the same occurrence."""
    if one.item is None or other.item is None:
        return False
    return (one.item.get("id"), one.start) == (other.item.get("id"), other.start)
