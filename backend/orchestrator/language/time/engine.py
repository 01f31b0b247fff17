"""Which phrases of a text are times? Reads, fills the chart, and picks the pieces that cover the most.

`readings(text, now=…, locale=…, back=…)` gives the `Found` phrases in order, not overlapping. Weak pieces ("may",
"sun", a bare year) count only where they are all there is.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from itertools import pairwise

from orchestrator.kit import patterns
from orchestrator.language.tables import Language, supported
from orchestrator.language.time.chart import Chart, Grammar, Piece
from orchestrator.language.time.context import Context
from orchestrator.language.time.lexer import Reading, read
from orchestrator.language.time.reading import Outcome, outcome
from orchestrator.language.time.rules import (
    anchored,
    clocks,
    days,
    holidays,
    hours,
    intervals,
    moments,
    offsets,
    partial_periods,
    periods,
    ranges,
)
from orchestrator.language.time.rules.named_places import names_zone
from orchestrator.language.time.semantics import Clock, Hours, Part, Span, Spec, Value, When
from orchestrator.language.time.standing import stands
from orchestrator.language.time.words import LEXICONS, Lexicon
from orchestrator.language.units import bare, date_order_of, week_start_of

# "De manhã por uma hora" is rather for an hour than at one o'clock.
_FINAL = {"D": 1, "T": 2, "DT": 0, "MOMENTS": 0, "LASTS": -1, "LENGTH": 5, "LASTING": 4, intervals.APART: -1}
# A covered token outweighs any cost of a rule; one phrase is better than two that cover the same.
_TOKEN, _PHRASE = 10, 4
_PLAIN = 1
_FEASTS = frozenset({"FEAST", "HOLIDAY"})
# "25:00" is no hour of a day.
_NO_CLOCK = patterns.compile(r"(?:^|[^\d:.,])(?:2[5-9]|[3-9]\d):[0-5]\d(?:$|[^\d:])")
# How many words may stand between a date and its time, and what ends a sentence.
_APART = 12
_STOPS = frozenset(".!?;")
_LINKS = frozenset({"of", "the", "in", "de", "do", "da", "del", "around", "about", "la", "el", "-", "/"})


@dataclass(frozen=True, slots=True)
class Found:
    """A phrase with its reading; `covers` = its tokens, `parts` = its places in the text, more than one where a date
    and its time were said apart."""

    parts: tuple[tuple[int, int], ...]
    first: int
    last: int
    covers: int
    outcome: Outcome
    value: Value
    # Said in a form that has one reading: reconciliation.py, where nobody can be asked.
    plain: bool = False
    # It names a feast: "Black Friday", "Christmas at noon".
    feast: bool = False


@dataclass(frozen=True, slots=True)
class Readings:
    """The phrases, how many tokens the text has, and where it names a date that no calendar has ("31 June")."""

    found: list[Found]
    size: int
    impossible: tuple[int, int] | None = None
    # How many of the tokens speak of time.
    times: int = 0


@lru_cache(maxsize=1)
def grammar() -> Grammar:
    """All rules of the modules."""
    whole = Grammar()
    for module in (
        days,
        holidays,
        periods,
        partial_periods,
        clocks,
        hours,
        intervals,
        offsets,
        ranges,
        moments,
        anchored,
    ):
        for rule in module.rules.all:
            whole.add(rule)
    return whole


def language_of(locale: str) -> Language:
    """The grammar's language for a locale."""
    return supported(locale)


def lexicon_of(locale: str) -> Lexicon:
    """The words of a locale's language."""
    return LEXICONS[language_of(locale)]


def month_first(lexicon: Lexicon, locale: str) -> bool:
    """Whether "3/4" is in March there, or by what the user wants."""
    order = date_order_of(locale)
    if order is not None:
        return order != "dmy"
    return _region(locale).upper() in lexicon.month_first


def _region(locale: str) -> str:
    region = bare(locale).replace("_", "-").split("-")[1:]
    return region[-1] if region else ""


def context_of(now: datetime, locale: str, *, back: bool = False, zone: str | None = None) -> Context:
    """What the rules know besides the words."""
    region = _region(locale).upper()
    return Context(
        now.replace(tzinfo=None),
        lexicon_of(locale),
        back,
        zone,
        holidays.is_southern(region),
        region,
        week_start_of(locale) or 0,
    )


def readings(text: str, *, now: datetime, locale: str, back: bool = False, zone: str | None = None) -> Readings:
    """The phrases of a text."""
    lexicon = lexicon_of(locale)
    reading = read(text, lexicon, month_first=month_first(lexicon, locale))
    if not any(reading.pieces):
        return Readings([], len(reading.tokens), times=sum(reading.times))
    context = context_of(now, locale, back=back, zone=zone)
    chart = Chart(len(reading.tokens), grammar(), context)
    pieces = chart.fill(reading.pieces)
    picked, impossible = _picked(context, reading, pieces)
    found = _told_apart(_joined(context, reading, picked))
    if _NO_CLOCK.search(text) or names_zone(text):
        found = [_doubted(each) for each in found]
    return Readings(found, len(reading.tokens), impossible, sum(reading.times))


def _doubted(each: Found) -> Found:
    return replace(each, outcome=replace(each.outcome, sure=False))


def _picked(ctx: Context, reading: Reading, pieces: list[list[Piece]]) -> tuple[list[Found], tuple[int, int] | None]:
    """The best row of pieces that do not overlap, and the first of them that is no date."""
    best = _best(reading, pieces, ctx.lexicon)
    impossible: tuple[int, int] | None = None
    found: list[Found] = []
    position = 0
    while position < len(best):
        piece = best[position]
        if piece is None or piece.symbol == intervals.APART:
            position = position + 1 if piece is None else piece.end
            continue
        result = outcome(ctx, piece.value)
        place = (reading.tokens[piece.start].start, reading.tokens[piece.end - 1].end)
        if result is not None:
            if result.sure and (_half_covered(piece, reading) or _may_be_a_name(piece, reading)):
                result = replace(result, sure=False)
            plain = piece.cost <= _PLAIN
            size, feast = piece.end - piece.start, _names_feast(piece, reading)
            found.append(Found((place,), piece.start, piece.end, size, result, piece.value, plain, feast))
        elif impossible is None:
            impossible = place
        position = piece.end
    return found, impossible


def _best(reading: Reading, pieces: list[list[Piece]], lexicon: Lexicon) -> list[Piece | None]:
    """For each position the piece that begins the best row from there, by dynamic programming from the right."""
    size = len(reading.tokens)
    best: list[tuple[int, Piece | None]] = [(0, None)] * (size + 1)
    for position in range(size - 1, -1, -1):
        top, choice = best[position + 1][0], None
        for each in pieces[position]:
            if each.symbol not in _FINAL or not stands(each, reading, lexicon):
                continue
            score = (each.end - each.start) * _TOKEN - _PHRASE - each.cost + best[each.end][0]
            if score > top or (score == top and choice is not None and _FINAL[each.symbol] < _FINAL[choice.symbol]):
                top, choice = score, each
        best[position] = (top, choice)
    return [choice for _, choice in best]


def _names_feast(piece: Piece, reading: Reading) -> bool:
    return any(each.symbol in _FEASTS for row in reading.pieces[piece.start : piece.end] for each in row)


def _half_covered(piece: Piece, reading: Reading) -> bool:
    """Whether a time word stands beside the phrase that the phrase does not explain: "end of [tomorrow]"."""
    before, after = piece.start - 1, piece.end
    for _ in range(2):
        before -= before >= 0 and reading.tokens[before].word in _LINKS
        after += after < len(reading.tokens) and reading.tokens[after].word in _LINKS
    if before >= 0 and reading.times[before]:
        return True
    return after < len(reading.tokens) and reading.times[after]


def _may_be_a_name(piece: Piece, reading: Reading) -> bool:
    """A month, a weekday or a feast with nothing beside it in a sentence: "April called", "a quarta vez"."""
    value = piece.value
    if piece.end == len(reading.tokens):
        return False
    after = reading.tokens[piece.end]
    unknown = after.word.isalpha() and not reading.known[piece.end]
    if unknown and piece.end - piece.start == 1 and _names_feast(piece, reading):
        return True  # "Natal RN" is a town
    if not isinstance(value, Spec) or value.day is not None or value.year is not None:
        return False
    alone = piece.end - piece.start == 1 or value.weekday is not None
    # "The Sunday Times".
    titled = after.word.isalpha() and after.capital and not reading.times[piece.end]
    return alone and (unknown or (titled and reading.tokens[piece.end - 1].capital))


def _joined(ctx: Context, reading: Reading, found: list[Found]) -> list[Found]:
    """ "Tomorrow with Ana, at 5pm": where a sentence has one date and one time, they belong together."""
    timed = [each for each in found if each.outcome.has_time and not each.outcome.has_date]
    dated = [each for each in found if each not in timed]
    if len(dated) != 1 or len(timed) != 1:
        return found
    one, two = found
    between = reading.tokens[one.last : two.first]
    if len(between) > _APART or any(token.word in _STOPS for token in between):
        return found
    whole = _with_time(dated[0], timed[0].value)
    result = outcome(ctx, whole) if whole is not None else None
    if result is None:
        return found
    covers, plain, feast = one.covers + two.covers, one.plain and two.plain, one.feast or two.feast
    return [Found((*one.parts, *two.parts), one.first, two.last, covers, result, whole, plain, feast)]


def _told_apart(found: list[Found]) -> list[Found]:
    """Two phrases with nothing between them are one that is not understood: neither is sure."""
    dated = [each for each in found if each.outcome.kind != "duration"]
    anchored = {id(each) for one, two in pairwise(dated) if one.last == two.first for each in (one, two)}
    return [
        replace(each, outcome=replace(each.outcome, sure=False)) if id(each) in anchored else each for each in found
    ]


def _with_time(dated: Found, time: Value) -> When | None:
    """A whole day takes the time; "tomorrow evening" and "lunch tomorrow" make theirs exact by it."""
    date = dated.value
    if not isinstance(time, Clock | Hours | Part):
        return None
    if isinstance(date, When):
        return moments.part_with(date, time)
    if not isinstance(date, Spec | Span) or not dated.outcome.all_day or dated.outcome.grain != "day":
        return None
    return When(date, time) if dated.outcome.kind == "instant" else None
