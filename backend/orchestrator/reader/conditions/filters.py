"""Which records does a question leave in: on which days of the week, in which hours of a day, all except what?

A filter is cut out of the question before the rest of it is read, and held against every record that was found:
"what do I have on weekdays except the standups" is "what do I have" with two filters.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta

from orchestrator.language.tables import Language
from orchestrator.language.text.normalize import content_words
from orchestrator.language.time import resolve_range
from orchestrator.reader.conditions.words import CONDITIONS
from orchestrator.reader.line import Line
from orchestrator.reader.texts import share
from orchestrator.reader.timing import Phrase

_DAY = timedelta(days=1)
_SURE = 0.79
"""What is left out has to hold all that it is called by; a word that is spelled a little differently is held."""
_WORKDAYS, _WEEKEND = frozenset(range(5)), frozenset({5, 6})
_MOST_DAYS = 7
_ANY_DAY = datetime(2001, 1, 3, 1)  # noqa: DTZ001  (wall time)
_ANY_ZONE = "UTC"
"""Wall time alone is asked for, which no zone changes."""


@dataclass(frozen=True)
class Filters:
    """`weekdays`: 0 is Monday, empty = all; `hours`: from and to, the latter midnight where nothing ends it;
    `without`: what is left out, each by its words; `without_times`: naive local, end exclusive; `without_ids`: records
    that were told before ("what else")."""

    weekdays: frozenset[int] = frozenset()
    hours: tuple[time, time] | None = None
    without: tuple[tuple[str, ...], ...] = ()
    without_times: tuple[tuple[datetime, datetime], ...] = ()
    without_ids: frozenset[str] = frozenset()
    ahead_of: datetime | None = None
    """Wall time; an event that was over by then is left out ("what's left for today")."""
    besides: bool = False
    """Whether what was told before is left out, whatever it was: "what else do I have?"."""

    def __bool__(self) -> bool:
        return self != NONE

    def keep(self, text: str, start: datetime | None, end: datetime | None, *, whole: bool, key: str = "") -> bool:
        """Whether a record stays: `text` is all that it says, `start` and `end` its wall times, `whole` that it has
        days and no hours. What has no time stays only where none is asked for."""
        if key in self.without_ids or any(share(words, text) >= _SURE for words in self.without):
            return False
        if start is None:
            return not (self.weekdays or self.hours)
        until = end if end is not None and end > start else start
        if self.ahead_of is not None and end is not None and not whole and until <= self.ahead_of:
            return False
        if any(start < after and until >= since for since, after in self.without_times):
            return False
        if self.weekdays and not self._falls(start, until, whole=whole):
            return False
        return self.hours is None or (not whole and self._within(start, until, self.hours))

    def _falls(self, start: datetime, until: datetime, *, whole: bool) -> bool:
        last = until - timedelta(minutes=1) if until > start else start
        days = min((last.date() - start.date()).days, _MOST_DAYS) + 1 if whole else 1
        return any((start + n * _DAY).weekday() in self.weekdays for n in range(days))

    def _within(self, start: datetime, until: datetime, hours: tuple[time, time]) -> bool:
        since = datetime.combine(start.date(), hours[0])
        after = (
            datetime.combine(start.date(), hours[1]) if hours[1] > hours[0] else datetime.combine(start, time()) + _DAY
        )
        return start < after and (until > since or start >= since)


NONE = Filters()


def filtered(text: Line, language: Language) -> tuple[Filters, Line]:
    """The filters that a question names, and the question without them; what is left out by its time (`except on
    Friday`) has still to be read: `left_out`."""
    words, found = CONDITIONS[language], Filters()
    if (more := words.besides.search(text.low)) is not None:
        taken = next(span for name, told in more.groupdict().items() if told and (span := more.span(name)))
        found, text = Filters(besides=True), text.without([taken])
    but = words.excepted.search(text.low)
    if but is not None and but.start() > 0 and not text.low[: but.start()].rstrip(" ,").endswith(tuple(words.not_less)):
        parts = _parts(text.cut(*but.span("what")), language)
        named = tuple(left for part in parts if (left := tuple(content_words(part.raw))))
        if named:
            found, text = replace(found, without=named), text.cut(0, but.start())
    spans = []
    if (part := words.parts_asked.search(text.low)) is not None:
        name = str(part["one"] or part["all"])
        found = replace(found, hours=_hours_named(words.parts[name], language))
    days: set[int] = set()
    for pattern, held in ((words.workdays, _WORKDAYS), (words.weekends, _WEEKEND)):
        for each in pattern.finditer(text.low):
            days |= held
            spans.append(each.span())
    for each in words.named_days.finditer(text.low):
        days |= {n for n, name in enumerate(words.days) if name in each.group()}
        spans.append(each.span())
    if not spans:
        return found, text
    rest = text.without(spans)
    return (replace(found, weekdays=frozenset(days)), rest) if rest.low else (found, text)


def part_of_day(said: str, language: Language) -> tuple[time, time] | None:
    """The hours that the name of a part of the day means ("evenings"); None of other words."""
    parts = CONDITIONS[language].parts
    phrase = parts.get(said) or parts.get(said.removesuffix("s"))
    return _hours_named(phrase, language) if phrase is not None else None


def _hours_named(phrase: str, locale: str) -> tuple[time, time] | None:
    wide = resolve_range(phrase, now=_ANY_DAY, zone=_ANY_ZONE, locale=locale)
    return (wide[0].time(), wide[1].time() if wide[1] is not None else time()) if wide is not None else None


def _parts(what: Line, language: Language) -> list[Line]:
    cuts = [0, *(end for each in CONDITIONS[language].joins.finditer(what.low) for end in each.span()), len(what.low)]
    return [part for start, end in zip(cuts[::2], cuts[1::2], strict=True) if (part := what.cut(start, end)).low]


def daily(times: Sequence[Phrase], locale: str) -> tuple[tuple[time, time] | None, list[Phrase]]:
    """The hours that are meant of each day, where others of the phrases say which days; and these others."""
    dated = [one for one in times if one.mention.has_date]
    hours = [one for one in times if not one.mention.has_date and one.mention.kind in {"range", "open"}]
    if len(hours) != 1 or not dated:
        return None, list(times)
    return hours_of(hours[0], locale), dated


def hours_of(phrase: Phrase, locale: str) -> tuple[time, time]:
    """From and to of a time phrase without a day; a part of the day as wide as people mean it."""
    said = phrase.mention
    since, until = said.start, said.end
    if said.grain == "part" and (wide := resolve_range(said.text, now=said.start, zone=_ANY_ZONE, locale=locale)):
        since, until = wide
    return since.time(), until.time() if until is not None else time()
