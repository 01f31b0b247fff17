"""Do these words say that something happens again and again, and by which rule?

`recurring("every Tuesday at 5pm", now=…, zone=…, locale=…)` answers `Recurring`: an RFC 5545 rule ("FREQ=WEEKLY;
BYDAY=TU") and the first occurrence; None where the words say no recurrence, or more than one.
`repeating(text, now=…, locale=…)` answers where in a longer text such words stand.
"""

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import lru_cache

from orchestrator.language.tables import LANGUAGES
from orchestrator.language.time.calendar import DAY, midnight, shifted
from orchestrator.language.time.chart import Chart, Grammar, Piece
from orchestrator.language.time.context import Context
from orchestrator.language.time.engine import context_of, grammar, language_of, lexicon_of, month_first
from orchestrator.language.time.lexer import Reading, read
from orchestrator.language.time.reading import outcome
from orchestrator.language.time.resolution import PHRASE_LIMIT, Daylight, on_the_clock
from orchestrator.language.time.rules import again as rules_of_again
from orchestrator.language.time.rules.intervals import APART
from orchestrator.language.time.rules.written_formats import day_span
from orchestrator.language.time.semantics import Again, Part, Value, When
from orchestrator.language.units import beside

_WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_OPENERS = frozenset({"each", "REPEATS", "PLURALDAYS"})
# 29 February comes once in eight years at the longest.
_SEARCHED = 8 * 366 + 1


@dataclass(frozen=True)
class Recurring:
    """`rule`: RFC 5545, without its name. `start`, `end`: the first occurrence, naive wall time, `end` exclusive and
    None where none was said. `sure`: False where the hour, or what "every other" counts from, is open.
    """

    rule: str
    start: datetime
    end: datetime | None
    all_day: bool
    sure: bool
    daylight: Daylight | None = None


def recurring(phrase: str, *, now: datetime, zone: str, locale: str) -> Recurring | None:
    """The rule and the first occurrence after `now` (wall time in `zone`)."""
    text = phrase[:PHRASE_LIMIT]
    for language in dict.fromkeys((language_of(locale), *LANGUAGES)):
        ctx = context_of(now, locale if language == language_of(locale) else language + beside(locale), zone=zone)
        said = _said(text, ctx, month_first(lexicon_of(language), locale))
        found = _begun(ctx, said, zone) if said is not None else None
        if found is not None:
            return found
    return None


def repeating(text: str, *, now: datetime, locale: str) -> tuple[tuple[int, int], ...]:
    """The places [start, end) of the recurrences in the first PHRASE_LIMIT characters of a text, in order. A word that
    may as well belong to a name ("the weekly report") is none."""
    cut = text[:PHRASE_LIMIT]
    lexicon = lexicon_of(locale)
    reading = read(cut, lexicon, month_first=month_first(lexicon, locale))
    if not _opened(reading):
        return ()
    size = len(reading.tokens)
    pieces = Chart(size, _grammar(), context_of(now, locale)).fill(reading.pieces)
    found: list[tuple[int, int]] = []
    position = 0
    while position < size:
        here = [each for each in pieces[position] if each.symbol == "R" and _stands(each, reading)]
        longest = max(here, key=lambda each: (each.end, -each.cost), default=None)
        if longest is not None:
            found.append((reading.tokens[position].start, reading.tokens[longest.end - 1].end))
        position = longest.end if longest is not None else position + 1
    return tuple(found)


def spaced(text: str, *, now: datetime, locale: str) -> bool:
    """Whether a text tells what lies between two times of the same thing: "every 8 hours", "de 8 em 8 horas"."""
    lexicon = lexicon_of(locale)
    reading = read(text[:PHRASE_LIMIT], lexicon, month_first=month_first(lexicon, locale))
    pieces = Chart(len(reading.tokens), grammar(), context_of(now, locale)).fill(reading.pieces)
    return any(each.symbol == APART for row in pieces for each in row)


def _opened(reading: Reading) -> bool:
    if any(piece.symbol in _OPENERS for row in reading.pieces for piece in row):
        return True
    said = [{piece.value for piece in row if piece.symbol == "NUM"} for row in reading.pieces]
    if any(one & other for one, other in zip(said, said[2:], strict=False)):  # "de 15 em 15 dias"
        return True
    return sum(any(piece.symbol == "DOW" for piece in row) for row in reading.pieces) >= rules_of_again.LISTED


def _stands(piece: Piece, reading: Reading) -> bool:
    """ "Daily" by itself says it at the end of a text only; the lunch of "lunch every Friday" is what happens."""
    if any(isinstance(each.value, Part) and each.value.at is not None for each in reading.pieces[piece.start]):
        return False
    alone = piece.end - piece.start == 1 and any(each.symbol == "REPEATS" for each in reading.pieces[piece.start])
    return not alone or piece.end == len(reading.tokens)


@lru_cache(maxsize=1)
def _grammar() -> Grammar:
    whole = Grammar()
    for rule in (*grammar().all, *rules_of_again.rules.all):
        whole.add(rule)
    return whole


def _said(text: str, ctx: Context, first: bool) -> Again | None:
    """The one recurrence that explains all words."""
    reading = read(text, ctx.lexicon, month_first=first)
    if not _opened(reading):
        return None
    size = len(reading.tokens)
    pieces = Chart(size, _grammar(), ctx).fill(reading.pieces)
    whole: list[Piece] = [each for each in pieces[0] if each.symbol == "R" and each.end == size] if size else []
    best = min(whole, key=lambda each: each.cost, default=None)
    return best.value if best is not None and isinstance(best.value, Again) else None


def _begun(ctx: Context, said: Again, zone: str) -> Recurring | None:
    base = ctx.span(said.start) if said.start is not None else None
    from_day = max(base.start, midnight(ctx.now.date())).date() if base is not None else ctx.now.date()
    for step in range(_SEARCHED):
        day = from_day + step * DAY
        if not _fits(said, day):
            continue
        first = _occurrence(ctx, said, day, zone)
        if first is None:
            return None
        if first.start > ctx.now or first.all_day:
            return _bounded(ctx, said, first)
    return None


def _fits(said: Again, day: date) -> bool:
    if said.month is not None and day.month != said.month:
        return False
    if said.monthday is not None:
        return day.day == said.monthday or (said.monthday == -1 and (day + DAY).day == 1)
    return not said.days or any(day.weekday() == weekday and _nth(nth, day) for nth, weekday in said.days)


def _nth(nth: int, day: date) -> bool:
    if nth < 0:
        return (day + timedelta(days=7)).month != day.month
    return nth == 0 or (day.day - 1) // 7 + 1 == nth


def _occurrence(ctx: Context, said: Again, day: date, zone: str) -> Recurring | None:
    rule = _rule(said, day)
    # "Every week" and "every two weeks" say no day to begin with.
    named = bool(said.days) or said.monthday is not None or said.freq == "DAILY"
    sure = said.start is not None or (named and (said.interval == 1 or bool(said.days)))
    if said.time is None:
        return Recurring(rule, midnight(day), None, all_day=True, sure=sure)
    # Counted from before the day, so that an hour of today that is over stays one of today.
    value: Value = When(day_span(day), said.time)
    found = outcome(replace(ctx, now=midnight(day) - timedelta(minutes=1)), value)
    if found is None:
        return None
    start, daylight = on_the_clock(found.start, zone)
    return Recurring(rule, start, found.end, all_day=False, sure=sure and found.sure, daylight=daylight)


def _rule(said: Again, first: date) -> str:
    parts = [f"FREQ={said.freq}"]
    if said.interval > 1:
        parts.append(f"INTERVAL={said.interval}")
    if said.month is not None:
        parts.append(f"BYMONTH={said.month}")
    if said.monthday is not None:
        parts.append(f"BYMONTHDAY={said.monthday}")
    elif said.days:
        parts.append("BYDAY=" + ",".join(f"{nth or ''}{_WEEKDAYS[weekday]}" for nth, weekday in said.days))
    elif said.freq == "WEEKLY":
        parts.append(f"BYDAY={_WEEKDAYS[first.weekday()]}")
    return ";".join(parts)


def _bounded(ctx: Context, said: Again, first: Recurring) -> Recurring | None:
    """With its last day, which belongs to it."""
    last: date | None = None
    if said.until is not None:
        span = ctx.span(said.until)
        if span is None:
            return None
        last = ((span.end or span.start + DAY) - DAY).date()
    elif said.lasting is not None:
        end = shifted(midnight(first.start.date()), said.lasting, 1)
        if end is None or said.lasting.unit in ("second", "minute", "hour"):
            return _lasting(said, first)
        last = (end - DAY).date()
    if last is not None and last < first.start.date():
        return None
    stamp = "" if last is None else f";UNTIL={last:%Y%m%d}" + ("" if first.all_day else "T235959")
    count = "" if said.count is None else f";COUNT={said.count}"
    return replace(first, rule=first.rule + stamp + count)


def _lasting(said: Again, first: Recurring) -> Recurring | None:
    """ "Every Tuesday at 5pm for two hours": each of them."""
    end = shifted(first.start, said.lasting, 1) if said.lasting is not None and not first.all_day else None
    return replace(first, end=end) if end is not None and first.end is None else None
