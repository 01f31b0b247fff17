"""Is an answer right? Judged by code alone, so that a run can be repeated by anybody.

The rules, strict on purpose (a right answer in other words counts as wrong):

- Only the first `JUDGED_WORDS` words of an answer count: who quotes everything has answered nothing.
- A gold answer that is a date (a day, a month, a year, "the week before 3 July 2023") is met by a date in the answer
  of which at least half lies within it and that is no vaguer: a day by that day, a week by a day or week, a month or
  year by any date in it.
- Any other is met where the answer holds `NEEDED` of its content words (stemmed, number words as figures); "yes" and
  "no" stand for themselves.
- A question without an answer in the dialogue is met by saying that nothing is there, without the tempting answer.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

from orchestrator.language.text.normalize import STOP_WORDS, normalize, stems

JUDGED_WORDS = 60
NEEDED = 0.75
_MONTHS = {name: number for number, name in enumerate(
    "jan feb mar apr may jun jul aug sep oct nov dec".split(), 1)}  # fmt: skip
_MONTH = (
    r"(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)"
)
_DAY_FIRST = re.compile(rf"\b(\d{{1,2}})(?:st|nd|rd|th)?(?: of)? {_MONTH}[.,]? ?,?(\d{{4}})\b")
_MONTH_FIRST = re.compile(rf"\b{_MONTH}\.? (\d{{1,2}})(?:st|nd|rd|th)?,? (\d{{4}})\b")
_MONTH_YEAR = re.compile(rf"\b{_MONTH}[.,]? ?,?(\d{{4}})\b")
_ISO = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})\b")
_YEAR = re.compile(r"\b((?:19|20)\d{2})\b")
_SPAN = re.compile(
    rf"\b(\d{{1,2}})(?: {_MONTH})?(?: (\d{{4}}))? ?(?:-|–|to|and|until) ?(\d{{1,2}}) {_MONTH} (\d{{4}})\b"
)
_BEFORE = re.compile(
    r"\b(?:(?P<many>two|three|2|3|few) )?(?P<what>day|week|weekend|month|year|monday|tuesday|wednesday|thursday|friday"
    r"|saturday|sunday|mon|tues?|wed|thurs?|fri|sat|sun)s? (?P<way>before|of|after|prior to|preceding)\b"
)
_NUMBERS = {
    "zero": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8",
    "nine": "9", "ten": "10", "eleven": "11", "twelve": "12", "once": "1", "twice": "2", "thrice": "3",
}  # fmt: skip
_MONTH_NAMES = frozenset(
    "january february march april june july august september october november december sept".split()
)
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_NOTHING = re.compile(
    r"\b(?:found nothing|count none|nothing (?:was )?found|nothing about"
    r"|no (?:information|record|mention|evidence|details?|results?|data)\b"
    r"|not (?:mentioned|find|found|have any|know|available|specified|stated|provided)"
    r"|\w+n't (?:find|found|have|know|mention|say|see|contain|provide)"
    r"|could not|couldn't|unable to|does not (?:say|mention|contain|specify|provide)|nothing says|none of (?:the|what))"
)
_DAY = timedelta(days=1)
_SLACK = timedelta(days=3)
_SATURDAY = 5
_REACH = 40
"""Characters after "the week before" in which its date has to stand."""


@dataclass(frozen=True)
class Span:
    """Days from `start` to before `end`."""

    start: date
    end: date

    def met_by(self, other: "Span") -> bool:
        """Whether `other` means these days: at least half of it lies within, and it is hardly longer."""
        common = (min(self.end, other.end) - max(self.start, other.start)).days
        return (
            2 * common >= (other.end - other.start).days > 0
            and other.end - other.start <= self.end - self.start + _SLACK
        )


@dataclass(frozen=True)
class Verdict:
    """`right` by the rules above; `recall` and `f1` over content words (1 and 0 for dates); `nothing`: the answer says
    that nothing is there."""

    right: bool
    recall: float
    f1: float
    nothing: bool


def judged(answer: str, gold: str, tempting: str = "") -> Verdict:
    """The verdict on an answer; `gold` is empty where there is none in the dialogue."""
    counted = " ".join(answer.split()[:JUDGED_WORDS])
    nothing = says_nothing(counted)
    if not gold:
        return Verdict(nothing and not (tempting and _recall(counted, tempting) >= NEEDED), 0.0, 0.0, nothing)
    if wanted := gold_span(gold):
        right = any(wanted.met_by(found) for found in told_dates(counted))
        return Verdict(right, float(right), float(right), nothing)
    recall = _recall(counted, gold)
    return Verdict(recall >= NEEDED, recall, _f1(answer, gold), nothing)


def says_nothing(answer: str) -> bool:
    """Whether the answer's first sentences say that nothing is there."""
    return _NOTHING.search(normalize(answer)) is not None


def content(text: str) -> list[str]:
    """The content words: stemmed, number words as figures."""
    words = [_NUMBERS.get(word, word) for word in re.findall(r"[^\W_]+", normalize(re.sub(r"['’]s\b", "", text)))]
    words = [word[:3] if word in _MONTH_NAMES else word for word in words]
    kept = [word for word in words if word not in STOP_WORDS["en"] or word in {"no", "not"}]
    return [forms[0] for word in kept or words for forms in stems(word, ("en",))]


def _recall(answer: str, gold: str) -> float:
    wanted, held = set(content(gold)), set(content(answer))
    return len(wanted & held) / len(wanted) if wanted else 0.0


def _f1(answer: str, gold: str) -> float:
    wanted, held = content(gold), content(answer)
    common = sum(min(wanted.count(word), held.count(word)) for word in set(wanted))
    if not common:
        return 0.0
    precision, recall = common / len(held), common / len(wanted)
    return 2 * precision * recall / (precision + recall)


def gold_span(gold: str) -> Span | None:
    """The days that a gold answer means, None where it is no date."""
    text = " ".join(normalize(gold).replace(".", " ").split())
    plain = re.sub(r"\b(?:the|in|on|of|about|around|since|early|late|mid|during|probably|likely)\b", " ", text)
    found = dates(text)
    rest = plain
    for pattern in (_SPAN, _DAY_FIRST, _MONTH_FIRST, _MONTH_YEAR, _ISO, _YEAR):
        rest = pattern.sub(" ", rest)
    before = _BEFORE.search(text)
    if before and found:
        return _relative(before, found[0])
    if before:
        return None
    return found[0] if found and not re.search(r"[^\W\d_]{2,}", rest) else None


def _relative(before: re.Match[str], anchor: Span) -> Span | None:
    what, many = before["what"], {"two": 2, "2": 2, "three": 3, "3": 3, "few": 3}.get(before["many"] or "", 1)
    start = anchor.start
    if before["way"] == "of":
        return _within(what, anchor)
    if before["way"] == "after":
        return Span(start, start + timedelta(days=8 * many)) if what == "week" else Span(start + _DAY, start + 2 * _DAY)
    if what in _WINDOWS:
        longest, shortest = _WINDOWS[what]
        return Span(start - timedelta(days=longest(many)), start - timedelta(days=shortest(many)))
    weekday = _SATURDAY if what == "weekend" else _WEEKDAYS.index(what[:3])
    day = start - timedelta(days=((start.weekday() - weekday) % 7 or 7) + 7 * (many - 1))
    return Span(day - _DAY, day + 2 * _DAY) if what == "weekend" else Span(day, day + _DAY)


_WINDOWS: dict[str, tuple[Callable[[int], int], Callable[[int], int]]] = {
    "day": (lambda many: many, lambda many: many - 1),
    "week": (lambda many: 7 * many + 3, lambda many: 7 * (many - 1)),
    "month": (lambda many: 31 * many + 31, lambda many: 0),
    "year": (lambda many: 366 * many, lambda many: 0),
}
"""How many days before the anchor such a span begins and ends; people's weeks begin on any day."""


def _within(what: str, anchor: Span) -> Span | None:
    """ "The week of 23 August", "the first weekend of August"."""
    start = anchor.start
    if what == "weekend" and (anchor.end - start).days > 1:
        saturday = start + timedelta(days=(_SATURDAY - start.weekday()) % 7)
        return Span(saturday - _DAY, saturday + 2 * _DAY)
    monday = start - start.weekday() * _DAY
    return Span(monday - _DAY, monday + 7 * _DAY) if what == "week" else None


def told_dates(text: str) -> list[Span]:
    """The dates that an answer tells; of "the week before 9 June 2023" that week, not the day it is counted from."""
    folded = normalize(text)
    if (before := _BEFORE.search(folded)) and before["way"] != "of":
        rest = dates(folded[before.end() :][:_REACH])
        if rest and (meant := _relative(before, rest[0])):
            return [meant, *dates(folded[: before.start()])]
    return dates(folded)


def dates(text: str) -> list[Span]:
    """Every date of a text, as days; a bare year counts where no longer date holds it."""
    text = normalize(text)
    found: list[Span] = []
    for pattern, read in ((_SPAN, _span), (_DAY_FIRST, _day_first), (_MONTH_FIRST, _month_first), (_ISO, _iso),
                          (_MONTH_YEAR, _month_year), (_YEAR, _year)):  # fmt: skip
        for match in pattern.finditer(text):
            span = read(match)
            if span is not None:
                found.append(span)
        text = pattern.sub(lambda match: " " * len(match[0]), text)
    return found


def _month(name: str) -> int:
    return _MONTHS[name[:3]]


def _day(year: str, month: int, day: str) -> Span | None:
    try:
        start = date(int(year), month, int(day))
    except ValueError:
        return None
    return Span(start, start + _DAY)


def _span(match: re.Match[str]) -> Span | None:
    last = _day(match[6], _month(match[5]), match[4])
    first = _day(match[3] or match[6], _month(match[2] or match[5]), match[1])
    return Span(first.start, last.end) if first and last and first.start <= last.start else last


def _day_first(match: re.Match[str]) -> Span | None:
    return _day(match[3], _month(match[2]), match[1])


def _month_first(match: re.Match[str]) -> Span | None:
    return _day(match[3], _month(match[1]), match[2])


def _iso(match: re.Match[str]) -> Span | None:
    return _day(match[1], int(match[2]), match[3]) if 1 <= int(match[2]) <= 12 else None


def _month_year(match: re.Match[str]) -> Span | None:
    start = date(int(match[2]), _month(match[1]), 1)
    return Span(start, (start + timedelta(days=32)).replace(day=1))


def _year(match: re.Match[str]) -> Span | None:
    return Span(date(int(match[1]), 1, 1), date(int(match[1]) + 1, 1, 1))
