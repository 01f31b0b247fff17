"""Which days does somebody mean who wrote "yesterday"? Relative phrases of a message, resolved against its own date.

"Yesterday" in a message of 8 May is 7 May, whenever it is read. Vague ones keep their grain: "three years ago" is a
year, "a few weeks ago" names no date at all and stays as it is.
"""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from orchestrator.kit import patterns
from orchestrator.language.detect import language_of
from orchestrator.language.tables import ABOUT
from orchestrator.language.text.normalize import normalize
from orchestrator.language.time.calendar import period
from orchestrator.language.time.mention import Mention, mentions
from orchestrator.language.units import beside, week_start_of
from orchestrator.language.word_patterns import END, but

READ_CHARACTERS = 4_000
MOST = 8
"""Phrases of one message; more are a diary."""

_RELATIVE = patterns.compile(
    r"\b(?:yesterday|tomorrow|tonight|last|next|ago|past|previous|coming|this|following"
    r"|ontem|anteontem|amanha|passad[oa]s?|ultim[oa]s?|proxim[oa]s?|que vem|atras|ha|faz|est[ea]s?|nest[ea]|dest[ea]"
    r"|seguinte"
    r"|ayer|anteayer|anoche|manana|pasad[oa]s?|que viene|hace|siguiente)\b"
)
_VAGUE = patterns.compile(
    r"\b(?:few|couple|several|some|many|other day|while|alguns|algumas|uns|umas|poucos|poucas|varios|varias|unos|unas"
    r"|algunos|algunas|pocos|pocas|tempos?|tiempo)\b"
)
_BACK = patterns.compile(r"\b(?:ago|atras|hace|ha|faz)\b")
_LAST_NIGHT = patterns.compile(r"(?i)\b(?:last night|anoche)\b")
"""No time to the engine: as a request it would be the night that comes."""
_VERB = patterns.compile(rf"(?:start|end|comeco|comienzo|inicio) (?:\W|{but('of de da das do dos del')}{END})")
""" "I start next week", "começo no próximo mês": what begins or ends then does so on some day of it; "the start of next
week" is its first days."""
_UNITS = (
    ("weekend", patterns.compile(r"\b(?:weekends?|fin(?:s|es)? de semanas?|fines de semana)\b")),
    ("week", patterns.compile(r"\b(?:weeks?|semanas?)\b")),
    ("month", patterns.compile(r"\b(?:months?|mes|meses)\b")),
    ("year", patterns.compile(r"\b(?:years?|anos?)\b")),
)
_CLAUSE = patterns.compile(r"[^,.;:!?()\n]+")
"""Times of different clauses are different times, which a request ("Friday, at ten") would join."""
_GRAINS = frozenset({"day", "week", "weekend", "month", "year", "part", "hour", "minute"})
_DAY = timedelta(days=1)
_SATURDAY = 5


@dataclass(frozen=True)
class Told:
    """A phrase and the days it means: from `since` to before `until`; `start` and `end` are its place in the text."""

    text: str
    start: int
    end: int
    since: date
    until: date


def told_dates(text: str, *, at: datetime, locale: str) -> tuple[Told, ...]:
    """The relative dates of a message written `at` (naive wall time of its reader), in order. The language is the
    text's own, `locale` that of its reader."""
    read = text[:READ_CHARACTERS]
    if not _RELATIVE.search(normalize(read)):
        return ()
    language = language_of(read, locale)
    own = locale if locale[:2].lower() == language else ABOUT[language].locale + beside(locale)
    found: list[Told] = []
    for clause in _CLAUSE.finditer(read):
        if not _RELATIVE.search(normalize(clause.group())):
            continue
        for each in mentions(clause.group(), now=at.replace(second=0, microsecond=0), locale=own):
            days = _days(each, at, week_start_of(locale) or 0)
            if days is not None:
                first, last = _words(each, clause.group())
                first, last = clause.start() + first, clause.start() + last
                found.append(Told(read[first:last], first, last, *days))
        if night := _LAST_NIGHT.search(clause.group()):
            start, day = clause.start() + night.start(), at.date() - _DAY
            found.append(Told(night.group(), start, start + len(night.group()), day, day + _DAY))
    return tuple(found[:MOST])


def _words(found: Mention, clause: str) -> tuple[int, int]:
    """The place of the words that name the day; a clock time may stand apart from them."""
    parts = found.parts or ((found.offset, found.offset + len(found.text)),)
    return next((part for part in parts if _RELATIVE.search(normalize(clause[part[0] : part[1]]))), parts[0])


def _days(found: Mention, at: datetime, week_start: int) -> tuple[date, date] | None:
    said = normalize(found.text)
    if not found.has_date or found.grain not in _GRAINS or not _RELATIVE.search(said) or _VAGUE.search(said):
        return None
    if found.kind not in {"instant", "open", "range"}:
        return None
    start = found.start.date()
    unit = next((name for name, pattern in _UNITS if pattern.search(said)), None)
    if _BACK.search(said):
        return _whole(start, unit or "day", week_start)
    if found.kind == "open" and found.end is None:
        # "A photo from last weekend": the unit that is named, not all since.
        return _whole(start, unit or found.grain, week_start)
    if unit is not None and _VERB.match(said):
        return _whole(start, unit, week_start)
    until = start + _DAY
    if not found.has_time and found.end is not None and found.end > found.start:
        until = found.end.date() if found.end.time() == time() else found.end.date() + _DAY
    today = at.date()
    return None if (start, until) == (today, today + _DAY) else (start, until)


def _whole(day: date, unit: str, week_start: int) -> tuple[date, date]:
    """The unit that holds a day; the weekend at the end of its week."""
    if unit == "week":
        return period(day, unit, week_start)
    if unit == "weekend":
        saturday = day + timedelta(days=_SATURDAY - day.weekday()) if day.weekday() < _SATURDAY else day
        saturday -= timedelta(days=(saturday.weekday() - _SATURDAY) % 7)
        return saturday, saturday + timedelta(days=2)
    if unit == "month":
        first = day.replace(day=1)
        return first, (first + timedelta(days=32)).replace(day=1)
    if unit == "year":
        return date(day.year, 1, 1), date(day.year + 1, 1, 1)
    return day, day + _DAY
