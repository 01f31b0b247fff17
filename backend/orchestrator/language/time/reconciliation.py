"""Do two engines that were built apart read the same? (contracts/time.md)

`weighed(…)` holds our readings against the second opinion. Both agree on the start: sure, if ours is clear in itself.
They differ, or one reads it alone: not sure, except where ours explains every word and the other only some. Where the
other explains every word and ours does not, or it knows a holiday that ours does not, its reading is taken, unsure.
Where nobody can be asked, ours is sure only in the forms that no one reads otherwise (`engine.Found.plain`).
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from orchestrator.kit import patterns
from orchestrator.language.time import second_opinion
from orchestrator.language.time.calendar import midnight
from orchestrator.language.time.engine import Found, Readings
from orchestrator.language.time.reading import Outcome
from orchestrator.language.time.second_opinion import Opinion
from orchestrator.language.time.semantics import Part, Span, When

_WORD = patterns.compile(r"\w+")
# Words around a phrase that carry no meaning of their own.
_LOOSE = frozenset(
    "on at the for in by a an around about ish em no na para pra o à às as el la los las en de del".split()
)
# "1 of 3", "2 by 4", "3 a 1": two numbers.
_COUNTS = patterns.compile(r"\s*\d+\s(?:of|in|out of|by|for|x|a|e|de)\s\d+\s*")
_TIMED = ("second", "minute", "hour")
_SHORT = 7
_SHORT_FEASTS = frozenset("purim holi diwali pesach sukkot ugadi onam pongal lohri vesak eid xmas".split())
_STEPS = {
    "second": timedelta(seconds=1),
    "minute": timedelta(minutes=1),
    "hour": timedelta(hours=1),
    "day": timedelta(days=1),
    "week": timedelta(days=7),
}


def weighed(text: str, read: Readings, *, now: datetime, locale: str, by_day: bool = False) -> list[Found]:
    """The readings with what is said of them, in order. `by_day`: a whole day on which the other names an hour ("in 7
    days", "lunch tomorrow") is agreement enough."""
    found = read.found
    long = len(text) > second_opinion.MAX_CHARACTERS or read.times > second_opinion.MAX_TIMES
    if long or not second_opinion.available():
        return [_strict(each, by_day=by_day) for each in found]
    here = now.replace(microsecond=0, tzinfo=None)
    said = second_opinion.opinions(text, now=here, locale=locale)
    words = [match.span() for match in _WORD.finditer(text) if match[0].casefold() not in _LOOSE]
    whole = next((each for each in said if _explains(((each.first, each.last),), words)), None)
    ours = [each for each in found if each.outcome.kind != "duration"]
    explained = _explains([part for each in found for part in each.parts], words)
    if (
        whole is not None
        and whole.starts
        and (not explained or not ours)
        and _telling(text, whole)
        and not read.impossible
    ):
        return [_taken(_with_our_half(whole, ours), covers=len(text))]
    judged = [_judged(each, said, alone=explained and whole is None, by_day=by_day) for each in found]
    if any(_late(one, other, here) for one, other in zip(found, judged, strict=True)):
        # In the evening the other seeks the hour of "in three days at 11am" after now: a day too late.
        early = second_opinion.opinions(text, now=midnight(here.date()), locale=locale)
        judged = [
            _judged(one, early, alone=False, by_day=by_day) if _late(one, other, here) else other
            for one, other in zip(found, judged, strict=True)
        ]
    return sorted([*judged, *_holidays(text, judged, said)], key=lambda each: each.parts[0])


def _telling(text: str, other: Opinion) -> bool:
    """A short word by itself ("boss", "sun") is more often a word than a time, and so are two numbers."""
    said = " ".join(word for word in _WORD.findall(text[other.first : other.last]) if word.casefold() not in _LOOSE)
    if _COUNTS.fullmatch(text[other.first : other.last]):
        return False
    if other.holiday and said.casefold() in _SHORT_FEASTS:
        return True
    return len(said) >= _SHORT or not said.isalpha()


def _explains(parts: Sequence[tuple[int, int]], words: Sequence[tuple[int, int]]) -> bool:
    return all(any(first <= start and end <= last for first, last in parts) for start, end in words)


def _judged(ours: Found, said: Sequence[Opinion], *, alone: bool, by_day: bool) -> Found:
    if not ours.outcome.sure or ours.outcome.kind == "duration":
        return ours
    near = [each for each in said if any(each.first < last and first < each.last for first, last in ours.parts)]
    if alone or any(_agree(ours.outcome, each, by_day=by_day) for each in near) or _agree_apart(ours.outcome, near):
        return ours
    return replace(ours, outcome=replace(ours.outcome, sure=False))


def _late(ours: Found, judged: Found, now: datetime) -> bool:
    """Whether a date with its hour was called sure by us alone."""
    read = ours.outcome
    return read.sure and not judged.outcome.sure and read.has_date and read.has_time and read.start.date() > now.date()


def _strict(ours: Found, *, by_day: bool) -> Found:
    """What we call sure alone: the plainest derivations, and to the hour only what was said to the hour."""
    value = ours.value
    rolls = isinstance(value, Span) and (value.rolls or value.grain == "weekend")
    meal = isinstance(value, When) and isinstance(value.time, Part)
    if not ours.outcome.sure or (ours.plain and (by_day or not (rolls or meal))):
        return ours
    return replace(ours, outcome=replace(ours.outcome, sure=False))


def _agree(ours: Outcome, other: Opinion, *, by_day: bool) -> bool:
    start = ours.start.replace(microsecond=0)
    if ours.kind == "open" and ours.end is not None:
        # "Until Friday" ends with it for us, with its beginning for the other, or it reads the day alone.
        last = (ours.end, ours.end - _STEPS["day"])
        return other.end in last or any(each in last for each in other.starts)
    if start in other.starts:
        return True
    if not by_day:
        return False
    if ours.all_day and other.grain in _TIMED and ours.grain == "day":
        return any(each.date() == start.date() for each in other.starts)
    # "Lunch" has its usual hour for us, and lasts from twelve to two for the other.
    return ours.end is None and other.end is not None and other.starts[0] <= start < other.end


def _agree_apart(ours: Outcome, near: Sequence[Opinion]) -> bool:
    """ "In three days at 11am": the other reads the day by itself and the hour by itself."""
    if not (ours.has_date and ours.has_time):
        return False
    day, hour = ours.start.date(), ours.start.time().replace(microsecond=0)
    days = [each for each in near if any(start.date() == day for start in each.starts)]
    hours = [each for each in near if any(start.time() == hour for start in each.starts) and each.grain in _TIMED]
    return any(one.last <= two.first or two.last <= one.first for one in days for two in hours)


def _holidays(text: str, found: Sequence[Found], said: Sequence[Opinion]) -> list[Found]:
    """Those of the other that stand in no phrase of ours."""
    return [
        _taken(each)
        for each in said
        if each.holiday
        and each.starts
        and _telling(text, each)
        and not any(each.first < last and first < each.last for one in found for first, last in one.parts)
    ]


def _with_our_half(other: Opinion, ours: Sequence[Found]) -> Opinion:
    """The other's reading with the half of the day first that we read: "5ish" is when people are awake."""
    read = {each.outcome.start for each in ours}
    return replace(other, starts=tuple(sorted(other.starts, key=lambda start: start not in read)))


def _taken(other: Opinion, covers: int = 0) -> Found:
    """The other's reading, never sure. `covers`: as many tokens as there may be, where it explains them all."""
    start = other.starts[0]
    timed = other.grain in _TIMED
    end = other.end
    if end is None and not timed:
        end = start + _STEPS.get(other.grain, _STEPS["day"])
    kind = "range" if other.end is not None else "instant"
    result = Outcome(
        start=start,
        end=end,
        grain=other.grain,
        sure=False,
        kind=kind,
        has_date=True,
        has_time=timed,
        others=other.starts[1:2] if timed else (),
    )
    return Found(((other.first, other.last),), 0, 0, covers, result, None, feast=bool(other.holiday))
