"""Which question does a message ask that only changes the one before: its time, its people, its kind, how far to go on?

The frame of the last question is kept and one part of it put in the place of another: "just the evening", "how many is
that", "which ones", "and the week after". The words are each language's (`follow_ups.toml`).
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, time, timedelta

from orchestrator.language.discourse.restating import ARTICLES
from orchestrator.language.pattern_tables import Compiled, Looking, read_patterns
from orchestrator.language.tables import ByLanguage, Language, Table, Words
from orchestrator.language.time import resolve_range
from orchestrator.language.values import Value
from orchestrator.reader.conditions.filters import Filters, hours_of, part_of_day
from orchestrator.reader.conditions.words import CONDITIONS
from orchestrator.reader.errands import ERRANDS
from orchestrator.reader.line import Line, joined, line
from orchestrator.reader.question.model import Reading
from orchestrator.reader.question.reading import read_line
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.words import words_of

_DAY = timedelta(days=1)
_MOST_LETTERS = 80
"""A longer message is a question of its own."""
_WEEK = 7 * _DAY
_WEEKEND = 3 * _DAY
_MONTH = 31
_SHORTEST_MONTH = 28
_HOURLY = {Kind.FREE, Kind.COUNT, Kind.EXISTS}
"""Kinds that on another day ask of the same hours; of a list the whole day is told."""
LISTED = frozenset({Kind.AGENDA, Kind.TOPIC, Kind.COUNT, Kind.EXISTS, Kind.BRIEFING, Kind.NEXT})
"""Kinds whose answer is a list, which can be narrowed, counted and named."""
_SHIFTED = LISTED | {Kind.FREE, Kind.WHEN, Kind.WHO, Kind.CONFLICT}


class FollowUps(Table):
    """`follow_ups.toml`, patterns of whole messages. `leads`: what opens a follow-up and says nothing; `narrows`: only
    some of what was shown (`rest` says which: those that are `gone`, those `ahead`, any others); `counts`: their
    number; `lists`: which they are; `steps`: so many `units` on, or back (`back`); `coming`:
    the week or month after the one asked for; `weekday`: which day what was told falls on; `other_end`: of the scale;
    `company`, `began`, `ended`, `lasted`: with whom, from when, until when and how long somebody was where they were;
    `place`: the one that stands there (`nth`, one of `ordinals`); `again`: when
    once more; `another`: the same weekday further on; `topic_of`: what stands before what somebody talked about;
    `appointments`: what one has with whom was named; `still`: words of the question whether it stands."""

    leads: Compiled
    narrows: Compiled
    gone: Compiled
    ahead: Compiled
    counts: Compiled
    lists: Compiled
    steps: Compiled
    coming: Compiled
    weekday: Compiled
    topic_of: Compiled
    another: Looking
    again: Compiled
    other_end: Compiled
    difference: Compiled
    """By how much one is older than the other."""
    company: Compiled
    began: Compiled
    ended: Compiled
    lasted: Compiled
    place: Compiled
    appointments: Words
    still: Words
    units: Mapping[str, int]
    ordinals: Mapping[str, int]


FOLLOW_UPS = ByLanguage(lambda language: read_patterns(language, "follow_ups", FollowUps))


def follow_ups(language: str) -> FollowUps:
    """The table of a language that is supported."""
    return FOLLOW_UPS[words_of(language).language]


def without_leads(text: Line, language: Language) -> Line:
    """What a follow-up says after "and", "what about", "ok"."""
    lead = FOLLOW_UPS[language].leads.match(text.low)
    return text.cut(lead.end(), len(text.low)) if lead is not None else text


def follow_up(reading: Reading, before: Reading) -> Reading | None:
    """The question before with what the message changes of it; None of a message that is no such follow-up."""
    words = follow_ups(reading.language)
    said = without_leads(reading.line, words_of(reading.language).language)
    if len(said.low) > _MOST_LETTERS:
        return None
    if (made := _shifted(said, reading, before)) is not None:
        return made
    if before.thing == "todo" and _asks_what_is_late(said, reading):
        return _again(before, reading, kind=Kind.AGENDA, when=None, span=None, times=(), words=(), names=())
    if before.kind not in LISTED:
        return None
    if words.lists.fullmatch(said.low) and not reading.when:
        return _again(before, reading, kind=Kind.AGENDA)
    if _counts(said, reading, words):
        return _again(before, reading, kind=Kind.COUNT)
    narrowed = words.narrows.fullmatch(said.low)
    if narrowed is None:
        return None
    group = "rest" if narrowed["rest"] is not None else "rest2"
    return _narrowed(said.cut(*narrowed.span(group)), reading, before)


def of_its_day(reading: Reading) -> Reading:
    """ "Which weekday is that?", "qué día cae?": when that is, and nothing else."""
    said = without_leads(reading.line, words_of(reading.language).language).low.rstrip(" ?!.")
    if len(said) > _MOST_LETTERS or follow_ups(reading.language).weekday.fullmatch(said) is None:
        return reading
    return replace(
        reading, kind=Kind.WHEN, words=(), names=(), when=None, span=None, times=(), thing=None, deictic=True
    )


def narrows(text: Line, language: Language) -> bool:
    """Whether a message only narrows what was shown: "only sunday"."""
    return FOLLOW_UPS[language].narrows.fullmatch(without_leads(text, language).low) is not None


def placed(reading: Reading, shown: int) -> int | None:
    """Which of so many that were shown is meant: "the second one", "what time's the first?"; None of another message,
    and of a time ("a segunda" is also Monday)."""
    words = follow_ups(reading.language)
    said = without_leads(reading.line, words_of(reading.language).language)
    found = words.place.fullmatch(said.low) if not reading.when else None
    at = words.ordinals.get(found["nth"]) if found is not None else None
    return at if at is not None and -shown <= at < shown else None


def _asks_what_is_late(said: Line, reading: Reading) -> bool:
    """Whether it asks which of them are overdue: "y cuáles ya se me pasaron?"."""
    late = ERRANDS[words_of(reading.language).language].overdue.search(said.low) is not None
    return late and not (reading.when or reading.names)


def _counts(said: Line, reading: Reading, words: FollowUps) -> bool:
    """Whether only their number is asked for; "how many days is it" asks how long something is."""
    bare = not (reading.words or reading.names or reading.when or reading.thing)
    asks = words.counts.fullmatch(said.low) is not None or (reading.kind is Kind.COUNT and bare)
    return asks and reading.value is not Value.LENGTH


def _again(before: Reading, reading: Reading, **changes: object) -> Reading:
    """The question before in the words of both, with these changes."""
    same = replace(
        before,
        line=joined((before.line, reading.line)),
        language=reading.language,
        locale=reading.locale,
        follow=True,
        measure=None,
        rank=None,
    )
    return replace(same, **changes)  # type: ignore[arg-type]


def _shifted(said: Line, reading: Reading, before: Reading) -> Reading | None:
    """The question before of the day, week or month before or after."""
    words = follow_ups(reading.language)
    if before.span is None or before.kind not in _SHIFTED:
        return None
    if not reading.when and (part := _part_named(said, reading)) is not None:
        made = at_another_time(before, part)
        return replace(made, line=reading.line, language=reading.language, locale=reading.locale, follow=True)
    if words.coming.fullmatch(said.low.rstrip(" ?!.")) is not None:
        days, back = _length(before.span), False
    elif (found := words.steps.fullmatch(said.low)) is not None:
        units = (found[name] for name in found.groupdict() if name.startswith("unit"))
        days = next((words.units[unit] for unit in units if unit in words.units), None)
        back = any(found[name] for name in found.groupdict() if name.startswith("back"))
    else:
        return None
    if days is None:
        return None
    asked = before.kind not in {Kind.TOPIC, Kind.BRIEFING} or before.follow
    changes = {} if asked else {"kind": Kind.AGENDA, "words": (), "names": ()}
    span = tuple(_moved(at, days, back=back) if at is not None else None for at in before.span)
    until = span[1] or (span[0] + _DAY if span[0] is not None else None)
    made = replace(before, line=reading.line, language=reading.language, locale=reading.locale, follow=True)
    return replace(made, span=(span[0], until), times=(), exact=True, **changes)  # type: ignore[arg-type]


def _part_named(said: Line, reading: Reading) -> Reading | None:
    """A part of the day that is named by itself, as its phrase reads: "and the evening?"."""
    language = words_of(reading.language).language
    phrase = CONDITIONS[language].parts.get(ARTICLES.sub("", said.low.rstrip(" ?!.")))
    if phrase is None or reading.now is None:
        return None
    return read_line(line(phrase), language, now=reading.now, locale=reading.locale)


def _length(span: tuple[datetime, datetime | None]) -> int | None:
    """The days of a week or a month; None of any other span."""
    days = (span[1] - span[0]).days if span[1] is not None else 0
    return days if days == _WEEK.days else _MONTH if _SHORTEST_MONTH <= days <= _MONTH else None


def _moved(at: datetime, days: int, *, back: bool) -> datetime:
    if days < _MONTH:
        return at + (-days if back else days) * _DAY
    month = at.year * 12 + at.month - 1 + (-1 if back else 1)
    return at.replace(year=month // 12, month=month % 12 + 1, day=min(at.day, 28))


def _narrowed(rest: Line, reading: Reading, before: Reading) -> Reading | None:
    """What was listed before, as far as the rest of the words fits: at these hours, with these people, in the past."""
    words, now = follow_ups(reading.language), reading.now
    language = words_of(reading.language).language
    if now is None:
        return None
    since, until = before.span or (None, None)
    kind = before.kind if before.kind is Kind.COUNT else Kind.AGENDA
    if words.gone.fullmatch(rest.low):
        gone = (since, min(until or now, now)) if since is not None else None
        return _again(before, reading, kind=kind, span=gone, past=True, exact=gone is not None)
    if words.ahead.fullmatch(rest.low):
        ahead = (max(since or now, now), until)
        return _again(before, reading, kind=kind, span=ahead, past=False, ahead=True, exact=True)
    if (hours := part_of_day(rest.low, language)) is not None:
        return _again(before, reading, kind=kind, filters=replace(before.filters, hours=hours))
    part = read_line(line(rest.raw), language, now=now, locale=reading.locale)
    same = at_another_time(before, part, narrows=True) if part.when else before
    return _again(
        same,
        reading,
        kind=kind,
        thing=before.thing or part.thing,
        words=tuple(dict.fromkeys((*before.words, *part.words))),
        names=tuple(dict.fromkeys((*before.names, *part.names))),
        filters=_both(same.filters, part.filters),
    )


def _both(one: Filters, other: Filters) -> Filters:
    return replace(
        one,
        weekdays=other.weekdays or one.weekdays,
        hours=other.hours or one.hours,
        without=(*one.without, *other.without),
    )


def at_another_time(before: Reading, reading: Reading, *, narrows: bool = False) -> Reading:
    """The same at the time of the new question: hours without a day are on the day that was asked for, a month or
    weekday of what was is the last one, and other days have the hours that were asked for. `narrows`: of a list only
    these hours are wanted, whichever days it is of."""
    now = reading.now
    told, span = reading.times, reading.span
    clock = bool(told) and not any(one.mention.has_date for one in told)
    hours = before.filters.hours
    if clock and span is not None and before.span is not None and before.span[0].date() != span[0].date():
        first, last = before.span
        if narrows or (last is not None and last - first > _DAY):
            filters = replace(before.filters, hours=hours_of(told[0], reading.locale))
            return replace(before, filters=filters)
        day = first.date()
        moved = tuple(datetime.combine(day, at.time()) if at is not None else None for at in span)
        start, end = moved[0] or first, moved[1] or datetime.combine(day, time()) + _DAY
        end = end if end > start else end + _DAY
        return replace(before, when=reading.when, span=(start, end), times=told, exact=True)
    if before.past and now is not None and span is not None and span[0] > now and reading.when:
        back = resolve_range(reading.when, now=now, zone="UTC", locale=reading.locale, looking="back")
        if back is not None and back[0] <= now:
            span = (back[0], min(back[1], now) if back[1] is not None else now)
            return replace(before, when=reading.when, span=span, times=told, exact=True)
    if (later := _further_on(reading, before)) is not None:
        return replace(before, when=reading.when, span=later, times=told, exact=True)
    if now is not None and span is not None and _is_running_out(span, before, now):
        later = (span[0] + _WEEK, span[1] + _WEEK if span[1] is not None else None)
        return replace(before, when=reading.when, span=later, times=told, exact=True)
    kept = before.times[0].mention if len(before.times) == 1 and hours is None else None
    whole = before.kind in _HOURLY and span is not None and len(told) == 1 and not told[0].mention.has_time
    if whole and kept is not None and kept.has_date and kept.has_time and kept.kind in {"open", "range"}:
        day = span[0].date() if span is not None else kept.start.date()
        until = datetime.combine(day, kept.end.time()) if kept.end is not None else None
        since = datetime.combine(day, kept.start.time())
        return replace(before, when=reading.when, span=(since, until), times=before.times, exact=True)
    return replace(before, when=reading.when, span=span, times=told, exact=False)


def _further_on(reading: Reading, before: Reading) -> tuple[datetime, datetime | None] | None:
    """ "And the other Tuesday?" behind a question for Tuesday: that of the week after it."""
    if reading.span is None or before.span is None or reading.span[0].weekday() != before.span[0].weekday():
        return None
    if follow_ups(reading.language).another.search(reading.line.low) is None:
        return None
    since, until = reading.span
    by = max(before.span[0].date() - since.date(), timedelta()) + _WEEK
    return since + by, until + by if until is not None else None


def _is_running_out(span: tuple[datetime, datetime | None], before: Reading, now: datetime) -> bool:
    """Whether it is the weekend that is now, asked for on a Sunday behind a question for what is ahead: the next one is
    meant."""
    since, until = span
    ahead = before.span is not None and not before.past and before.span[0].date() > now.date()
    return ahead and until is not None and since.date() < now.date() and _DAY < until - since <= _WEEKEND
