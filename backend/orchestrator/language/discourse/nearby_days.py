"""Which day is meant beside one that was spoken of?

"The 19th" after "12 December", "Saturday at 8" after a Friday, "the Monday after".
"""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from itertools import pairwise

from orchestrator.kit import patterns
from orchestrator.language.discourse.marks import before_a_day
from orchestrator.language.discourse.restating import MOST_CHARACTERS
from orchestrator.language.pattern_tables import in_any_language, read_patterns
from orchestrator.language.render import on_day
from orchestrator.language.tables import ByLanguage, Language, Table, Words, in_any
from orchestrator.language.text.words import level
from orchestrator.language.time import Mention, mentions


class _NearbyDays(Table):
    """`nearby_days.toml`. `following`: what puts a day behind another one; `counted`: from what another day is counted
    too; `joins`: what stands between a day and its hour that are told one after the other; `behind`: at the end, that
    the day comes after another."""

    following: Words
    counted: Words
    joins: Words
    behind: str


_TABLES = ByLanguage(lambda language: read_patterns(language, "nearby_days", _NearbyDays))
FOLLOWING = in_any(_TABLES, lambda one: one.following)
FROM_ANOTHER = FOLLOWING | in_any(_TABLES, lambda one: one.counted)
JOINS = in_any(_TABLES, lambda one: one.joins)
_BEHIND = patterns.compile(rf" {in_any_language(_TABLES, lambda one: one.behind)}[ .!]*$")
_LETTERS = patterns.compile(r"[^\W_]+")


def parts_of(time: Mention) -> Sequence[tuple[int, int]]:
    """Where its words stand: a day and its hour may stand apart."""
    return time.parts or ((time.offset, time.offset + len(time.text)),)


def part_of(old: Mention, language: Language, now: datetime, *, dated: bool) -> tuple[int, int] | None:
    """Where in a time of several words its day stands, or its hours: "before 10 on fridays"."""
    told_apart = tuple((start - old.offset, end - old.offset) for start, end in old.parts)
    gaps = [at for at, char in enumerate(old.text) if char == " "]
    joints = [(at, at) for at in gaps]
    joints += [one for one in pairwise(gaps) if old.text[one[0] + 1 : one[1]] in JOINS]  # "el sábado y a las 8"
    between = [((0, at), (then + 1, len(old.text))) for at, then in joints]
    for halves in [told_apart] if len(told_apart) == _DAY_AND_HOUR else between:
        told = [mentions(old.text[start:end], now=now, locale=language) for start, end in halves]
        if any(len(one) != 1 or one[0].text != old.text[slice(*half)] for one, half in zip(told, halves, strict=True)):
            continue  # "el martes 26 a las 6": the number belongs to the day
        days = [bool(found) and found[0].has_date and not found[0].has_time for found in told]
        hours = [bool(found) and found[0].has_time and not found[0].has_date for found in told]
        if sorted(days) == sorted(hours) == [False, True] and days != hours:
            start, end = halves[(days if dated else hours).index(True)]
            return old.offset + start, old.offset + end
    return None


def near(words: str, old: datetime, language: Language, *, now: datetime, behind: bool = False) -> str:
    """The words of a day, alone or at its hour, as the day that is meant beside one that was spoken of; "" of any
    other words."""
    day = day_beside(words, old, language, now=now, behind=behind)
    return on_day(day, language) if day is not None else _near_at_its_hour(words, old, language, now=now)


def _near_at_its_hour(words: str, old: datetime, language: Language, *, now: datetime) -> str:
    """The words of a day and its hour with the day that is meant beside the one spoken of; "" of any other words."""
    found = mentions(words, now=now, locale=language)
    if len(found) != 1 or not (found[0].has_date and found[0].has_time) or found[0].kind != "instant":
        return ""
    day, hour = (part_of(found[0], language, now, dated=one) for one in (True, False))
    if day is None or hour is None:
        return ""
    clock = mentions(words[slice(*hour)], now=now, locale=language)
    if any(one.kind != "instant" for one in clock):
        return ""  # "el martes 15 a las 20": the number belongs to the day
    beside = day_beside(words[slice(*day)], old, language, now=now)
    return f"{on_day(beside, language)} {words[slice(*hour)]}" if beside is not None else ""


def day_beside(words: str, old: datetime, language: Language, *, now: datetime, behind: bool = False) -> date | None:
    """The day that is meant beside one that was spoken of: "the 19th" after "12 December" is of that month, "thursday"
    next to it, before or after, "the following thursday" behind it, as any that is told to be `behind`; None of words
    that say more, and where that day is past."""
    if len(words) > MOST_CHARACTERS:
        return None
    if (number := before_a_day(level(words.strip()))) is not None:
        try:
            return old.date().replace(day=number)
        except ValueError:
            return None
    named = mentions(words, now=now, locale=language)
    later = mentions(words, now=now + timedelta(days=1), locale=language)
    if len(named) != 1 or len(later) != 1 or named[0].grain != "day" or named[0].has_time:
        return None
    day, again = named[0].start.date(), later[0].start.date()
    only = len(level(words).strip()) - len(named[0].text) < _FEW and not any(char.isdigit() for char in words)
    if not only or day.weekday() != again.weekday():
        return None  # "tomorrow" is counted from today
    if behind or _follows(words):  # "le samedi suivant" comes after the other's day
        return old.date() + timedelta(days=(day.weekday() - old.weekday() - 1) % 7 + 1)
    near = old.date() + timedelta(days=(day.weekday() - old.weekday() + _HALF_A_WEEK) % 7 - _HALF_A_WEEK)
    return near if near > now.date() and near not in {day, old.date()} else None


def day_behind(words: str, old: datetime, language: Language, *, now: datetime) -> str:
    """The day, in words, that is told as the one after another: "the Monday after"; "" of any other words."""
    said, behind = without_behind(words)
    day = day_beside(said, old, language, now=now, behind=True) if behind or _follows(words) else None
    return on_day(day, language) if day is not None else ""


def without_behind(said: str) -> tuple[str, bool]:
    """The words without those that put a day behind another, and whether there were such."""
    found = _BEHIND.search(level(said))
    return (said[: found.start()], True) if found is not None else (said, False)


def _follows(words: str) -> bool:
    return not FOLLOWING.isdisjoint(_LETTERS.findall(level(words)))


_HALF_A_WEEK = 3
_FEW = 4
"""Letters that may stand beside a day: "on", "le"."""


_DAY_AND_HOUR = 2
"""Places of a time whose day and hour stand apart."""
