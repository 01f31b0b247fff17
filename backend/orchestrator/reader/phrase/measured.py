"""How is a value worded that was worked out: "12 days", "3 weeks ago", "8 years old", and what it rests on."""

from dataclasses import replace
from datetime import date, datetime, timedelta

from orchestrator.language import render
from orchestrator.language.detect import language_of
from orchestrator.language.messages import say
from orchestrator.language.time import mentions
from orchestrator.reader.conditions.measures import Measure
from orchestrator.reader.evidence.finds import SURE, Evidence, Item
from orchestrator.reader.phrase.contact_lines import attribute, born, name_of
from orchestrator.reader.phrase.frame import best
from orchestrator.reader.phrase.lines import line
from orchestrator.reader.phrase.sources import source
from orchestrator.reader.phrase.voice import Voice
from orchestrator.reader.question.model import Reading
from orchestrator.reader.texts import share

_UNKNOWN_YEAR = 4
_DAYS = {"week": 7}
_MONTHS = {"month": 1, "year": 12}
_YEARS = timedelta(days=730)
"""What has lasted so long is told in years."""
_HOURS_SHOWN = timedelta(days=2)
"""What is nearer is told in hours too, where it has a time of day."""


def measured(reading: Reading, evidence: Evidence, voice: Voice) -> str | None:
    """The value and the record that it is worked out from; None where nothing was found of which it could be."""
    if reading.measure is Measure.AGE or reading.attribute == "birthday":
        people = best(evidence.of("contact"))
        people = [item for item in people if item.named] or people
        dated = [item for item in people if born(item) is not None]
        if dated:
            worded = _aged if reading.measure is Measure.AGE else _birthday
            return "\n".join(worded(item, reading, voice) for item in dated[:3])
    if reading.measure is Measure.AGE:
        return None
    if reading.measure is Measure.DATE and reading.span is not None:
        return _day(reading.span, reading, evidence, voice)
    if reading.span is not None and not (reading.words or reading.targets):
        return _of_time(reading.span, reading, voice)
    lasts = reading.measure is Measure.LASTS
    found = (_noted_day(evidence, voice) or _begun(evidence, voice)) if lasts else _nearest(reading, evidence, voice)
    if found is None:
        return None
    item, at = found
    if reading.measure is Measure.LASTS and voice.now - at >= _YEARS:
        reading = replace(reading, unit=reading.unit or "year")
    value = _distance(at, voice.now, item, reading, voice.locale)
    return f"{value}: {line(item, replace(voice, hints=False), reading.words)}"


def _day(span: tuple[datetime, datetime | None], reading: Reading, evidence: Evidence, voice: Voice) -> str:
    """The day that was asked for by a name of it, or its first and last, and what stands in the calendar then."""
    first, last = span[0], (span[1] or span[0] + timedelta(days=1)) - timedelta(days=1)
    told = replace(voice, hints=True).moment(first, all_day=True)
    if last.date() > first.date():
        told = f"{told} – {voice.moment(last, all_day=True)}"
    return "\n".join([told, *(f"- {line(item, voice, reading.words)}" for item in best(evidence.of("event")))])


def _of_time(span: tuple[datetime, datetime | None], reading: Reading, voice: Voice) -> str:
    """The time until a day or a clock time that is itself what is asked about: "how long until Christmas?"."""
    at = span[0] if reading.measure is Measure.UNTIL else span[1] or span[0]
    timed = (at.hour, at.minute) != (0, 0) and at.date() == voice.now.date()
    value = clock(abs(at - voice.now), voice.locale) if timed else _distance(at, voice.now, None, reading, voice.locale)
    return f"{value}: {voice.moment(at, all_day=not timed)}"


def _aged(item: Item, reading: Reading, voice: Voice) -> str:
    day = born(item)
    told = f"{name_of(item)}: {attribute(item, 'birthday', voice)} {source(item, voice, None)}"
    if day is None or day.year <= _UNKNOWN_YEAR:
        return f"{say('reader.answer.age_unknown', voice.locale, name=name_of(item))} {told}"
    on = reading.span[0].date() if reading.span is not None else voice.now.date()
    if reading.ahead and reading.span is None:
        on = next_birthday(day, on)
    if reading.span is not None and reading.span[1] is not None and next_birthday(day, on) < reading.span[1].date():
        on = next_birthday(day, on)  # "in December": on the birthday that falls in it
    years = on.year - day.year - ((on.month, on.day) < (day.month, day.day))
    value = render.count(years, "year", voice.locale)
    asked_ahead = on != voice.now.date()
    if asked_ahead:
        value = say("reader.answer.age_on", voice.locale, age=value, day=voice.short(on))
    return f"{value}: {told}"


def _birthday(item: Item, reading: Reading, voice: Voice) -> str:
    """The time until the next one; since the last one."""
    day = born(item) or voice.now.date()
    on = next_birthday(day, voice.now.date())
    told = f"{name_of(item)}: {attribute(item, 'birthday', voice)} {source(item, voice, None)}"
    at = datetime(on.year, on.month, on.day)  # noqa: DTZ001  (wall time)
    return f"{_distance(at, voice.now, None, reading, voice.locale)}: {told}"


def next_birthday(day: date, since: date) -> date:
    """The first one from that day on; one of a 29 February in other years on the 28th."""
    for year in (since.year, since.year + 1):
        leap = (day.month, day.day) == (2, 29) and not _is_leap(year)
        on = date(year, 2, 28) if leap else date(year, day.month, day.day)
        if on >= since:
            return on
    return since


def _is_leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _nearest(reading: Reading, evidence: Evidence, voice: Voice) -> tuple[Item, datetime] | None:
    """The record that is asked about and its time: of the best finds, the next one ahead, or the last that was."""
    back = reading.measure is Measure.SINCE
    for kinds in (("event",), ("todo",)):
        items = [item for item in evidence.of(*kinds) if not item.hit]
        top = max((item.share for item in items), default=0.0)
        if top < SURE and not all(item.share == top for item in items):
            continue  # of several that hold a part of what was said, none is told for sure
        items = [item for item in items if item.share >= min(top, SURE)]
        timed = [(item, at) for item in items if (at := _at(item, back=back)) is not None and (at <= voice.now) == back]
        called = [(item, at) for item, at in timed if share(reading.words, item.get("title")) >= SURE]
        if timed:  # "Irene's party" is the one called so before one that she comes to
            return (max if back else min)(called or timed, key=lambda pair: pair[1])
    return None


def _noted_day(evidence: Evidence, voice: Voice) -> tuple[Item, datetime] | None:
    """The one day in the past that a fact or note tells with its year; None where two tell other days."""
    found: dict[date, Item] = {}
    for item in best([one for one in evidence.items if one.hit and one.relevant and one.kind in {"fact", "note"}]):
        text = item.get("text") or item.get("snippet")
        for one in mentions(text, now=voice.now, locale=language_of(text, voice.locale)):
            if one.has_date and one.start < voice.now and str(one.start.year) in one.text:
                found.setdefault(one.start.date(), item)
    if len(found) != 1:
        return None
    (day, item), *_ = found.items()
    return item, datetime(day.year, day.month, day.day)  # noqa: DTZ001  (wall time)


def _begun(evidence: Evidence, voice: Voice) -> tuple[Item, datetime] | None:
    """Since when there is what comes back every year: "Wedding anniversary"."""
    begun = [(item, item.moment("since")) for item in best(evidence.of("event")) if not item.hit]
    return next(((item, at) for item, at in begun if at is not None and at < voice.now), None)


def _at(item: Item, *, back: bool) -> datetime | None:
    """When it begins; of what was, when it was over."""
    begins = item.moment("start_at") or item.moment("due_at")
    return (item.moment("end_at") or begins) if back else begins


def _distance(at: datetime, now: datetime, item: Item | None, reading: Reading, locale: str) -> str:
    """ "12 days", "3 hours and 20 minutes ago"."""
    timed = item is not None and not item.data.get("all_day") and (at.hour or at.minute or item.kind == "event")
    value = apart(now, at, locale, timed=bool(timed), unit=reading.unit)
    return say("reader.answer.ago", locale, value=value) if reading.measure is Measure.SINCE else value


def apart(one: datetime, other: datetime, locale: str, *, timed: bool, unit: str | None = None) -> str:
    """How far two moments are from each other: in days, or in hours where they are near and have a time of day; in
    whole weeks, months or years where these were asked for."""
    first, last = sorted((one, other))
    days = (last.date() - first.date()).days
    if unit == "hour" or (days == 0 and timed) or (last - first < _HOURS_SHOWN and timed and unit is None):
        value = clock(last - first, locale)
        return f"{render.count(days, 'day', locale)} ({value})" if days and unit is None else value
    if unit in _DAYS and days >= _DAYS[unit]:
        weeks, left = divmod(days, _DAYS[unit])
        return _parts([(weeks, "week"), (left, "day")], locale)
    months, left = _months(first.date(), last.date())
    if unit in _MONTHS and months >= _MONTHS[unit]:
        size = _MONTHS[unit]
        return _parts([(months // size, unit), *([] if size > 1 else [(left, "day")])], locale)
    return render.count(days, "day", locale)


def clock(length: timedelta, locale: str) -> str:
    """ "3 hours and 20 minutes"."""
    hours, seconds = divmod(int(length.total_seconds()), 3600)
    return _parts([(hours, "hour"), (seconds // 60, "minute")], locale)


def _parts(counted: list[tuple[int, str]], locale: str) -> str:
    told = [render.count(number, noun, locale) for number, noun in counted if number]
    return render.join(told, locale) or render.count(0, counted[-1][1], locale)


def _months(first: date, last: date) -> tuple[int, int]:
    """Whole months between two days, and the days that are left."""
    months = (last.year - first.year) * 12 + last.month - first.month - (last.day < first.day)
    year, month = divmod(first.year * 12 + first.month - 1 + months, 12)
    lengths = [31, 29 if _is_leap(year) else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return months, (last - date(year, month + 1, min(first.day, lengths[month]))).days
