"""Which moment do the words for a time mean, morning or evening? Waking hours win (contracts/time.md).

"Lunch at one" is at 13:00, a dentist moved "to two" is at 14:00 on the day that it has: nobody plans these for the
night. What stays open between two waking hours is the one nearest to the usual hour of a meal or of what one does in
the evening, else to the time that what is moved has now, and is told or asked.
"""

from contextlib import suppress
from dataclasses import replace
from datetime import datetime, time, timedelta

from orchestrator.kit import patterns
from orchestrator.language.messages import LANGUAGES, supported_language
from orchestrator.language.numbers import number
from orchestrator.language.text.normalize import normalize, tokens
from orchestrator.language.time import Resolution, meal_time, mentions, occasion_time, resolve
from orchestrator.language.time.words import LEXICONS

WAKING = (time(7), time(23))
"""Whoever means an hour outside of these says so ("2am", "às duas da manhã")."""
HOURS = 24
_WEEK = 7
_WEEKDAYS = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun"
    " segunda terca quarta quinta sexta sabado domingo lunes martes miercoles jueves viernes".split()
)
_BARE_DAY = _WEEKDAYS | frozenset(
    "feira on at the but to for el la las los al a o as na no dia de do am pm h and e y pelas st nd rd th".split()
)
_DAY_OF_MONTH = patterns.compile(r"\b(?:dia \d{1,2}|(?:al|el|o|the) \d{1,2}(?:st|nd|rd|th)?|\d{1,2}(?:st|nd|rd|th))\b")
_TO_A_DAY = patterns.compile(r"(?i)^\s*al\s+(\d{1,2})\s*$")
"""«Cámbialo al 11» is a day of the month; an hour is "a las 11"."""
_TOWARD = patterns.compile(r"(?i)^\s*(?:to|until|till|para|pra|até)\s+((?:the )?end\b)?")

_SOON = timedelta(minutes=30)
_TO_THE_MINUTE = 30
"""What is to be in a part of the day that has begun is then at the earliest, at a full or half hour."""


def resolved(
    phrase: str, *, now: datetime, zone: str, locale: str, title: str = "", own: datetime | None = None
) -> Resolution:
    """The moment that `phrase` means for something called `title`, which has the wall time `own` where it is moved."""
    words = _untoward(phrase) if own is not None else phrase
    here = now if own is None or _dated(words, now, locale) else own.replace(hour=0, minute=0, second=0)
    found = _read(words, now=here, zone=zone, locale=locale, title=title if own is None else "")
    if own is not None:
        found = _near(found, words, own, now)
    meal = meal_time(title, locale)
    usual = meal or (own.time() if own is not None and _awake(own) else occasion_time(title, locale))
    return _what_is_left(_waking(found, usual, clear=meal is not None), now)


def _what_is_left(found: Resolution, now: datetime) -> Resolution:
    """Of a part of the day that has begun what is left of it: "tonight", said at seven, begins no more at six."""
    if found.reason != "part_of_day" or found.start is None or found.end is None or not found.start <= now < found.end:
        return found
    soon = (now + _SOON).replace(second=0, microsecond=0)
    start = soon + timedelta(minutes=-soon.minute % _TO_THE_MINUTE)
    return replace(found, start=min(start, found.end - timedelta(minutes=1)))


def _near(found: Resolution, words: str, own: datetime, now: datetime) -> Resolution:
    """What is moved to "Friday" or "the 11th" stays in its own days: the nearest Friday, the 11th of its month, unless
    that is past. Nothing of a phrase that says more ("next Friday", "on 11 December")."""
    told = set(tokens(words))
    if found.start is None or not told <= _BARE_DAY | {one for one in told if one[:1].isdigit()}:
        return found
    moved = found.start.date()
    numbers = {int(one) for word in told if (one := word.rstrip("abcdefghijklmnopqrstuvwxyzªº")).isdecimal()}
    if told & _WEEKDAYS and moved.day in numbers - {found.start.hour, found.start.hour % 12}:
        return found  # "Fri 27th 9am" is of that date, whatever week it is in
    if told & _WEEKDAYS:
        back = (own.weekday() - moved.weekday()) % _WEEK
        moved = own.date() + timedelta(days=-back if back <= _WEEK // 2 else _WEEK - back)
    elif _DAY_OF_MONTH.search(normalize(words)) is not None:
        with suppress(ValueError):  # no 31st in its month
            moved = own.date().replace(day=moved.day)
    by = moved - found.start.date()
    if not by or moved < now.date():
        return found
    later = tuple(one + by for one in found.candidates if one.date() == found.start.date())
    end = found.end + by if found.end is not None else None
    return replace(found, start=found.start + by, end=end, candidates=later)


def _untoward(phrase: str) -> str:
    """ "to four" as "four"; "until the end of June" stays, it is no moment's beginning."""
    if (day := _TO_A_DAY.match(phrase)) is not None:
        return f"el {day[1]}"
    lead = _TOWARD.match(phrase)
    return phrase if lead is None or lead[1] else phrase[lead.end() :]


def _read(words: str, *, now: datetime, zone: str, locale: str, title: str) -> Resolution:
    found = resolve(words, now=now, zone=zone, locale=locale, meal_title=title)
    if found.start is not None or found.reason != "not_a_time":
        return found
    for language in dict.fromkeys((supported_language(locale), *LANGUAGES)):  # "two" alone is an hour here
        hour = number(words.strip(" .!?"), language)
        if hour is not None and 0 <= hour <= HOURS:
            return resolve(f"{LEXICONS[language].at_clock} {words}", now=now, zone=zone, locale=language)
    return found


def _dated(words: str, now: datetime, locale: str) -> bool:
    return any(one.has_date for one in mentions(words, now=now, locale=locale))


def _waking(found: Resolution, usual: time | None, *, clear: bool) -> Resolution:
    """The reading in waking hours. Sure where it is the only one of a thing that belongs to the day, or a meal's
    (`clear`)."""
    if found.sure or found.all_day or found.start is None or len(found.candidates) < 2:
        return found
    awake = [one for one in found.candidates if _awake(one)]
    if not awake or (usual is None and _runs_into_the_night(found, awake[0])):
        return found
    if usual is None:
        if len({one.date() for one in awake}) > 1:
            return found
        asleep = [one for one in found.candidates if one not in awake and one.date() == awake[0].date()]
        return _taken(found, awake[0], [*awake, *asleep], sure=False)
    first = [one for one in awake if one.date() == awake[0].date()]
    nearest = min(first, key=lambda one: abs(one - datetime.combine(one.date(), usual)))
    rest = [one for one in first if one != nearest]
    return _taken(found, nearest, [nearest, *rest], sure=clear or not rest)


def _runs_into_the_night(found: Resolution, start: datetime) -> bool:
    """Whether hours of one day would end on the next if they began then: "6-2" of a shift."""
    if found.start is None or found.end is None:
        return False
    return found.end.date() == found.start.date() and (start + (found.end - found.start)).date() > start.date()


def _taken(found: Resolution, start: datetime, candidates: list[datetime], *, sure: bool) -> Resolution:
    moved: timedelta = start - found.start if found.start is not None else timedelta()
    end = found.end + moved if found.end is not None else None
    return replace(
        found,
        start=start,
        end=end,
        sure=sure,
        reason="" if sure else found.reason,
        candidates=tuple(candidates) if len(candidates) > 1 and not sure else (),
    )


def _awake(moment: datetime) -> bool:
    return WAKING[0] <= moment.time() < WAKING[1]
