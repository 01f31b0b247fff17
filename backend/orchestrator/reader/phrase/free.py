"""Is the user free then, and when: what the calendar leaves of the hours that a question means?"""

from collections.abc import Sequence
from datetime import date, datetime, time

from orchestrator.language import render
from orchestrator.language.concepts import MARK, concepts_of
from orchestrator.language.messages import say
from orchestrator.language.time import meal_time
from orchestrator.reader.conditions.filters import hours_of
from orchestrator.reader.evidence.finds import Evidence
from orchestrator.reader.phrase.frame import in_order, listed, over
from orchestrator.reader.phrase.quotation import quoted
from orchestrator.reader.phrase.voice import Voice
from orchestrator.reader.question.model import Reading
from orchestrator.reader.slots import DAY, Slot, Window, free_days, left, meal_window, slot_of, window_of

_MOST_DAYS = 14
_MOST_STRETCHES = 6


def told_free(reading: Reading, evidence: Evidence, voice: Voice) -> str:
    """Whether there is time, what stands in the way, and what is left; of several days one by one."""
    first, last = free_days(reading, voice.now)
    items = [one for one in evidence.items if one.kind == "event" and not one.hit and one.get("status") != "cancelled"]
    rows = [slot for item in items if (slot := slot_of(item, voice.zone)) is not None]
    days = [(first + n * DAY).date() for n in range((last - first).days)]
    days = days if reading.past else [day for day in days if day >= voice.now.date()]  # nobody is free in the past
    wanted = reading.filters.weekdays
    days = [day for day in days if not wanted or day.weekday() in wanted]
    if len(days) > 1 and (reading.filters or (len(days) <= _MOST_DAYS and any(not one.all_day for one in rows))):
        return _each_day(days[:_MOST_DAYS], reading, rows, voice)
    asked = _window(reading, rows, first, last)
    held = [one for one in rows if one.meets(asked.start, asked.end)]
    shown = in_order([one.item for one in held if one.item is not None])
    span = _named(reading, asked, evidence, voice)
    if not held:
        return say("reader.answer.free", voice.locale, range=span)
    if all(one.all_day for one in held):
        return f"{say('reader.answer.free_but', voice.locale, range=span)}\n{listed(shown, voice)}"
    told = f"{say('reader.answer.busy', voice.locale, range=span)}\n{listed(shown, voice)}"
    open_times = left(held, *asked.waking) if asked.end - asked.start <= DAY else []
    if not 0 < len(open_times) <= _MOST_STRETCHES:
        return told
    return f"{told}\n{say('reader.answer.free_at', voice.locale, times=times_of(open_times, voice))}"


def _window(reading: Reading, rows: Sequence[Slot], first: datetime, last: datetime) -> Window:
    """The time that is asked about: some hours of a day, or the days themselves."""
    if reading.filters.hours is not None and (last - first) <= DAY:
        return _hours(first.date(), reading)
    if len(reading.times) == 1 and reading.span is not None and reading.times[0].mention.has_time:
        said = reading.times[0]
        if said.mention.grain == "part":
            return _part(reading, first)
        usual = said.meal and said.mention.kind != "open"
        start = datetime.combine(reading.span[0].date(), said.mention.start.time()) if usual else reading.span[0]
        return window_of(said, start, rows)
    return _meal_meant(reading, rows, first, last) or Window(first, last)


def _meal_meant(reading: Reading, rows: Sequence[Slot], first: datetime, last: datetime) -> Window | None:
    """The time of the meal that a verb names: "estou livre para almoçar amanhã?"; None where none does."""
    said = [
        (one.low, meal) for one in reading.line.tokens() for name in concepts_of(one.low) if (meal := _MEALS.get(name))
    ]
    usual = meal_time(said[0][1], reading.locale) if said and last - first <= DAY else None
    return meal_window(said[0][0], datetime.combine(first.date(), usual), rows) if usual is not None else None


_MEALS = {f"{MARK}meals": "lunch", f"{MARK}dinner": "dinner", f"{MARK}breakfast": "breakfast"}
"""The concepts of meals, with a word that tells the usual hour."""


def _part(reading: Reading, first: datetime) -> Window:
    """ "Tuesday morning" as wide as people mean it."""
    since, until = (datetime.combine(first.date(), at) for at in hours_of(reading.times[0], reading.locale))
    return Window(since, until if until > since else datetime.combine(first.date(), time()) + DAY)


def _hours(day: date, reading: Reading) -> Window:
    if reading.filters.hours is None:
        return Window(datetime.combine(day, time()), datetime.combine(day, time()) + DAY)
    since, until = (datetime.combine(day, at) for at in reading.filters.hours)
    return Window(since, until if until > since else datetime.combine(day, time()) + DAY)


def _named(reading: Reading, asked: Window, evidence: Evidence, voice: Voice) -> str:
    """The time as the answer names it."""
    whole = asked.start.time() == time() and asked.end.time() == time() and asked.end - asked.start >= DAY
    return over(reading, evidence, voice) if whole or reading.span is None else on_day(asked, voice)


def on_day(asked: Window, voice: Voice) -> str:
    """ " on Friday, 4 December 2026 (tomorrow), 18:00–22:00": the day, and its hours where they are not all of them."""
    named = render.day(asked.start.date(), voice.locale)
    near = render.relative_day(asked.start.date(), voice.now.date(), voice.locale)
    named = f"{named} ({near})" if near else named
    hours = "" if asked.waking != (asked.start, asked.end) else f", {_clocks(asked.start, asked.end, voice)}"
    return say("reader.answer.on_day", voice.locale, day=f"{named}{hours}")


def _each_day(days: Sequence[date], reading: Reading, rows: Sequence[Slot], voice: Voice) -> str:
    """One row a day: free, what is left of it and what stands there; the free ones first where hours are asked for."""
    told: list[tuple[bool, str]] = []
    for day in days:
        asked = _hours(day, reading)
        held = sorted((one for one in rows if one.meets(asked.start, asked.end)), key=lambda one: one.start)
        timed = [one for one in held if not one.all_day]
        named = render.day(day, voice.locale)
        whole = render.join([quoted(one.title) for one in held if one.all_day], voice.locale)
        if not timed:
            key = "free_day_beside" if whole else "free_day"
            told.append((True, say(f"reader.query.{key}", voice.locale, day=named, titles=whole)))
            continue
        times = times_of(left(timed, *asked.waking), voice) or "–"
        titles = titles_of(timed, voice)
        titles = f"{titles}, {whole}" if whole else titles
        told.append((False, say("reader.query.free_parts", voice.locale, day=named, times=times, titles=titles)))
    if reading.filters.hours is not None:
        told.sort(key=lambda row: not row[0])
    return "\n".join(f"- {row}" for _, row in told)


def titles_of(held: Sequence[Slot], voice: Voice) -> str:
    """What stands there, each with its hours where it has some."""
    return ", ".join(
        quoted(one.title) if one.all_day else f"{quoted(one.title)} {_clocks(one.start, one.end, voice)}"
        for one in held
    )


def times_of(stretches: Sequence[tuple[datetime, datetime]], voice: Voice) -> str:
    """ "07:00–08:00, 12:00–23:00"."""
    return ", ".join(_clocks(start, end, voice) for start, end in stretches)


def _clocks(start: datetime, end: datetime, voice: Voice) -> str:
    return f"{render.clock(start, voice.locale)}–{render.clock(end, voice.locale)}"
