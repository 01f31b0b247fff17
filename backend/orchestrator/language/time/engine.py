"""Which phrases of a text are times? Reads, fills the chart, and picks the pieces that cover the most.

`readings(text, now=…, locale=…, back=…)` gives the `Found` phrases in order, not overlapping. Weak pieces ("may",
"sun", a bare year) count only where they are all there is.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache

from orchestrator.language.time import clocks, days, en, es, moments, offsets, periods, pt, ranges
from orchestrator.language.time.chart import Chart, Grammar, Piece
from orchestrator.language.time.context import Context
from orchestrator.language.time.lexer import Reading, Token, read
from orchestrator.language.time.reading import Outcome, outcome
from orchestrator.language.time.values import Clock, Hours, Part, Span, Spec, Value, When
from orchestrator.language.time.words import Lexicon

_LEXICONS = {"en": en.LEXICON, "pt": pt.LEXICON, "es": es.LEXICON}
_FINAL = {"D": 1, "T": 2, "DT": 0, "MOMENTS": 0, "LASTS": 0, "LENGTH": 5, "LASTING": 4}
# A covered token outweighs any cost of a rule; one phrase is better than two that cover the same.
_TOKEN, _PHRASE = 10, 4
# How many words may stand between a date and its time, and what ends a sentence.
_APART = 12
_STOPS = frozenset(".!?;")
_LINKS = frozenset({"of", "the", "in", "de", "do", "da", "del", "la", "el", "-", "/"})


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


@lru_cache(maxsize=1)
def grammar() -> Grammar:
    """All rules of the modules."""
    whole = Grammar()
    for module in (days, periods, clocks, offsets, ranges, moments):
        for symbol, rows in module.rules.by_first.items():
            whole.by_first.setdefault(symbol, []).extend(rows)
    return whole


def language_of(locale: str) -> str:
    """The grammar's language for a locale; English where it has none."""
    language = locale.replace("_", "-").split("-")[0].lower()
    return language if language in _LEXICONS else "en"


def lexicon_of(locale: str) -> Lexicon:
    """The words of a locale's language."""
    return _LEXICONS[language_of(locale)]


def _month_first(lexicon: Lexicon, locale: str) -> bool:
    region = locale.replace("_", "-").split("-")[1:]
    return (region[-1].upper() if region else "") in lexicon.month_first


def readings(
    text: str, *, now: datetime, locale: str, back: bool = False, zone: str | None = None
) -> tuple[list[Found], int]:
    """The phrases and how many tokens the text has."""
    lexicon = lexicon_of(locale)
    reading = read(text, lexicon, month_first=_month_first(lexicon, locale))
    if not any(reading.pieces):
        return [], len(reading.tokens)
    context = Context(now.replace(tzinfo=None), lexicon, back, zone)
    chart = Chart(len(reading.tokens), grammar(), context)
    pieces = chart.fill(reading.pieces)
    return _joined(context, reading, _picked(context, reading, pieces)), len(reading.tokens)


def _picked(ctx: Context, reading: Reading, pieces: list[list[Piece]]) -> list[Found]:
    """The best row of pieces that do not overlap, by dynamic programming from the right."""
    size = len(reading.tokens)
    best: list[tuple[int, Piece | None]] = [(0, None)] * (size + 1)
    for position in range(size - 1, -1, -1):
        top, choice = best[position + 1][0], None
        for each in pieces[position]:
            if each.symbol not in _FINAL or not _stands(each, reading):
                continue
            score = (each.end - each.start) * _TOKEN - _PHRASE - each.cost + best[each.end][0]
            if score > top or (score == top and choice is not None and _FINAL[each.symbol] < _FINAL[choice.symbol]):
                top, choice = score, each
        best[position] = (top, choice)
    found: list[Found] = []
    position = 0
    while position < size:
        piece = best[position][1]
        if piece is None:
            position += 1
            continue
        result = outcome(ctx, piece.value)
        if result is not None:
            if result.sure and (_half_covered(piece, reading) or _may_be_a_name(piece, reading)):
                result = replace(result, sure=False)
            place = (reading.tokens[piece.start].start, reading.tokens[piece.end - 1].end)
            found.append(Found((place,), piece.start, piece.end, piece.end - piece.start, result, piece.value))
        position = piece.end
    return found


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
    """A month or a weekday with nothing beside it in a sentence: "April called", "a quarta vez"."""
    value = piece.value
    if (
        not isinstance(value, Spec)
        or value.day is not None
        or value.year is not None
        or piece.end == len(reading.tokens)
    ):
        return False
    following = reading.tokens[piece.end].word
    alone = piece.end - piece.start == 1 or value.weekday is not None
    return alone and following.isalpha() and not reading.known[piece.end]


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
    return [Found((*one.parts, *two.parts), one.first, two.last, one.covers + two.covers, result, whole)]


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


def _stands(piece: Piece, reading: Reading) -> bool:
    """Whether a piece may be a phrase of its own; a weak one only where the text holds nothing else."""
    value = piece.value
    if isinstance(value, Spec) and value.day is not None and value.month is None and value.weekday is None:
        # "The second option", "the 1st week": a number with a noun after it counts that noun.
        following = reading.tokens[piece.end].word if piece.end < len(reading.tokens) else ""
        if following.isalpha() and not reading.known[piece.end]:
            return False
    if isinstance(value, Spec) and value.weekday is not None and value.day is None and _counts_a_noun(piece, reading):
        return False
    weak = bool(getattr(value, "weak", False))
    return not weak or piece.end - piece.start >= sum(1 for token in reading.tokens if _counts(token))


def _counts_a_noun(piece: Piece, reading: Reading) -> bool:
    """Portuguese weekdays are ordinals: "a segunda reunião" is no Monday, "a segunda" alone is."""
    if piece.end == len(reading.tokens) or piece.end - piece.start != 2 or reading.tokens[piece.start].accented != "a":
        return False
    return reading.tokens[piece.end].word.isalpha() and not reading.known[piece.end]


def _counts(token: Token) -> bool:
    return token.word.isalnum()
