"""Which words, numbers and written forms stand in a text, and where?

`read(text, lexicon, month_first)` folds the text, cuts it into tokens that know their place in the original, and gives
for each token the pieces that begin there: words of the lexicon, numbers, and forms that are one thing however they
are cut ("17h30", "5pm", "3/4/2026", "2026-11-27T10:00").
"""

import unicodedata
from contextlib import suppress
from dataclasses import dataclass

from orchestrator.kit import patterns
from orchestrator.language import numbers
from orchestrator.language.text.normalize import STOP_WORDS
from orchestrator.language.time.chart import Piece
from orchestrator.language.time.rules.named_places import streets
from orchestrator.language.time.rules.written_formats import MAY_HOLD, SHAPES
from orchestrator.language.time.words import Lexicon

_TOKEN = patterns.compile(r"\d+|[^\W\d_]+|[^\w\s]|_")
_SILENT = frozenset(",()[]\"'*_¿¡“”«»")
_TELLING = frozenset({"begin", "mid", "end", "early", "more", "every", "odd", "last", "next", "coming", "beforelast"})
_FIGURE_BEFORE = patterns.compile(r"\d[.,:/]\Z")
_FIGURE_AFTER = patterns.compile(r"[.,:/]\d")
# "2027/23/Sep", "Sep/23/2027": the figures of a date whose month is a word.
_NAMED_MONTH = patterns.compile(r"\b\d{1,4}/\d{1,2}/[a-z]{3,}|\b[a-z]{3,}/\d{1,2}/\d{4}\b")
# "6-8" is rather from six to eight than a date.
_WEAK_SHAPE = 3
_YEARS = range(1500, 2200)
# Others are rather counted things.
_NEAR_YEARS = range(1900, 2101)
_FAR_YEAR = 3


@dataclass(frozen=True, slots=True)
class Token:
    """A folded word, the same with its accents, and its place in the original text."""

    word: str
    accented: str
    start: int
    end: int
    # Part of a longer figure ("6.45", "1,000"), so no number by itself.
    cut: bool = False
    capital: bool = False


@dataclass(slots=True)
class Reading:
    """The tokens that count and the lexical pieces by token."""

    tokens: list[Token]
    pieces: list[list[Piece]]
    # Whether a function word or a time begins at the token, units aside.
    known: list[bool]
    # Whether a number, a time word or one that changes a time ("end", "every") begins at the token.
    times: list[bool]
    # From the first word or number to the last.
    words: range


def read(text: str, lexicon: Lexicon, *, month_first: bool) -> Reading:
    """Tokens and pieces; the text may hold anything."""
    folded, accented, places = _folded(text)
    tokens = _tokens(text, folded, accented, places, lexicon)
    starts = {token_start: index for index, (token_start, _) in enumerate(tokens.spans)}
    ends = {token_end: index + 1 for index, (_, token_end) in enumerate(tokens.spans)}
    pieces: list[list[Piece]] = [[] for _ in tokens.kept]
    words = [token.word for token in tokens.kept]
    _shapes(folded, words, starts, ends, pieces, month_first=month_first, lexicon=lexicon)
    for index in range(len(words)):
        _lexical(tokens.kept, words, index, lexicon, pieces[index])
    for first, last in streets(folded):
        for index, (start, _) in enumerate(tokens.spans):
            if first <= start < last:
                pieces[index] = []
    known = [
        any(piece.symbol not in ("UNIT", "NUM", "ORD", "ORDDAY") for piece in row) and not _unit(row) for row in pieces
    ]
    times = [any(piece.symbol in _TELLING or piece.symbol[0].isupper() for piece in row) for row in pieces]
    for row in pieces:
        for piece in row:
            if piece.symbol in _TELLING:
                times[piece.start : piece.end] = [True] * (piece.end - piece.start)
    counting = [index for index, word in enumerate(words) if word.isalnum()] or [0]
    return Reading(tokens.kept, pieces, known, times, range(counting[0], counting[-1] + 1))


def _unit(row: list[Piece]) -> bool:
    return any(piece.symbol == "UNIT" for piece in row)


def _folded(text: str) -> tuple[str, str, list[int] | None]:
    """Folded and accented forms of equal length; `places[i]` is where character i comes from (None: the same place)."""
    if text.isascii():
        lowered = text.lower()
        return lowered, lowered, None
    folded: list[str] = []
    accented: list[str] = []
    places: list[int] = []
    for index, char in enumerate(text):
        if char in "ºª°":
            base = "o" if char in "º°" else "a"
        else:
            base = "".join(c for c in unicodedata.normalize("NFKD", char).casefold() if not unicodedata.combining(c))
        lowered = char.lower()
        for c in base:
            folded.append(c)
            accented.append(lowered if len(base) == 1 and len(lowered) == 1 else c)
            places.append(index)
        if not base and accented and unicodedata.combining(char):
            composed = unicodedata.normalize("NFC", accented[-1] + char)
            accented[-1] = composed if len(composed) == 1 else accented[-1]
    return "".join(folded), "".join(accented), places


@dataclass(slots=True)
class _Tokens:
    kept: list[Token]
    spans: list[tuple[int, int]]


def _tokens(text: str, folded: str, accented: str, places: list[int] | None, lexicon: Lexicon) -> _Tokens:
    kept: list[Token] = []
    spans: list[tuple[int, int]] = []
    for match in _TOKEN.finditer(folded):
        word, start, end = match[0], match.start(), match.end()
        if word in _SILENT or word in lexicon.fillers:
            continue
        if word == "-" and kept and numbers.joins(kept[-1].word, lexicon.language) and spans[-1][1] == start:
            continue
        if word == "." and kept and kept[-1].word in lexicon.abbreviations and spans[-1][1] == start:
            continue
        first = places[start] if places is not None else start
        last = places[end - 1] + 1 if places is not None else end
        cut = word.isdigit() and (_FIGURE_BEFORE.search(folded[max(0, start - 2) : start]) is not None)
        cut = cut or (word.isdigit() and _FIGURE_AFTER.match(folded, end) is not None)
        cut = cut and not _NAMED_MONTH.search(folded[max(0, start - 8) : end + 12])
        kept.append(Token(word, accented[start:end], first, last, cut, text[first].isupper()))
        spans.append((start, end))
    return _Tokens(kept, spans)


def _shapes(
    folded: str,
    words: list[str],
    starts: dict[int, int],
    ends: dict[int, int],
    pieces: list[list[Piece]],
    *,
    month_first: bool,
    lexicon: Lexicon,
) -> None:
    for shape in SHAPES if MAY_HOLD.search(folded) else ():
        for match in shape.pattern.finditer(folded):
            first, last = starts.get(match.start()), ends.get(match.end())
            if first is None or last is None:
                # The form may end in a dot that is a token of its own or none.
                last = ends.get(match.end() - 1) if match[0].endswith(".") else None
            if first is None or last is None:
                continue
            if _counts(words, last, lexicon):
                continue
            with suppress(OverflowError):  # the last day there is has no end
                for symbol, value in shape.read(match, month_first, lexicon.clock_24):
                    cost = _WEAK_SHAPE if getattr(value, "weak", False) else 0
                    pieces[first].append(Piece(first, last, symbol, value, cost))


def _counts(words: list[str], after: int, lexicon: Lexicon) -> bool:
    """Whether a number counts what stands behind it: "10 alunos", "5 por 3"; not "a las 10 por una hora"."""
    if after >= len(words) or words[after] not in lexicon.counted:
        return False
    lasts = any(
        symbol == "for" and entry == (words[after],) for entry, symbol, _ in lexicon.entries.get(words[after], ())
    )
    return not (lasts and any(_is_unit(word, lexicon) for word in words[after + 2 : after + 4]))


def _is_unit(word: str, lexicon: Lexicon) -> bool:
    return any(symbol == "UNIT" and len(entry) == 1 for entry, symbol, _ in lexicon.entries.get(word, ()))


def _lexical(tokens: list[Token], words: list[str], index: int, lexicon: Lexicon, into: list[Piece]) -> None:
    word = words[index]
    for key in {word, tokens[index].accented}:
        for entry, symbol, value in lexicon.entries.get(key, ()):
            size = len(entry)
            if not tokens[index].capital and _elsewhere(words, index, symbol, lexicon):
                continue
            if size == 1 or (index + size <= len(words) and _fits(entry, tokens, index)):
                into.append(Piece(index, index + size, symbol, value))
    if not tokens[index].cut:
        _numeric(words, index, lexicon, into)


def _elsewhere(words: list[str], index: int, symbol: str, lexicon: Lexicon) -> bool:
    """Whether the words beside it tell that the word is none of time here."""
    key = (symbol, words[index])
    before = words[index - 1] if index else ""
    after = words[index + 1] if index + 1 < len(words) else ""
    both = "-".join(words[max(0, index - 2) : index])
    return not {before, both}.isdisjoint(lexicon.not_after.get(key, ())) or after in lexicon.not_before.get(key, ())


def _fits(entry: tuple[str, ...], tokens: list[Token], index: int) -> bool:
    return all(
        word in (token.word, token.accented)
        for word, token in zip(entry[1:], tokens[index + 1 : index + len(entry)], strict=True)
    )


def _numeric(words: list[str], index: int, lexicon: Lexicon, into: list[Piece]) -> None:
    language = lexicon.language
    plain = numbers.cardinal(words, index, language)
    if plain is not None:
        end = index + plain.length
        after = end + (end < len(words) and words[index].isdigit() and words[end] in lexicon.ranks)
        counts = after < len(words) and (_counts(words, after, lexicon) or _is_article(words, index, after, lexicon))
        counts = counts or _is_thing(words, index, lexicon) or (plain.value > 1 and _are_people(words, index, lexicon))
        symbol = "COUNTED" if counts else "NUM"
        into.append(Piece(index, end, symbol, plain.value))
        if plain.length > 1 and (first := numbers.cardinal(words[: index + 1], index, language)) is not None:
            into.append(Piece(index, index + 1, "NUM", first.value))
        if plain.value in _YEARS and (not words[index].isdigit() or len(words[index]) == 4) and symbol == "NUM":
            into.append(Piece(index, end, "YEAR", plain.value, 0 if plain.value in _NEAR_YEARS else _FAR_YEAR))
    if (year := _spoken_year(words, index, lexicon)) is not None:
        into.append(Piece(index, index + year[1], "YEAR", year[0]))
    rank = numbers.ordinal(words, index, language)
    if rank is not None:
        into.append(Piece(index, index + rank.length, "ORD", rank.value))
        # Elsewhere they say the first of a month, then plain numbers; "segunda" is a Monday, "el segundo" none.
        if "every rank is a day" in lexicon.idioms or rank.value == 1:
            into.append(Piece(index, index + rank.length, "ORDDAY", rank.value))
    counted = numbers.phrase(words, index, language)
    if counted is not None:
        into.append(Piece(index, index + counted[1], "COUNT", counted[0]))


def _is_thing(words: list[str], index: int, lexicon: Lexicon) -> bool:
    """Whether "one" stands for a thing of that day: "the Thursday one", not "the Thursday one pm"."""
    if "weekday one" not in lexicon.idioms or index < _OF_A_DAY or words[index].isdigit():
        return False
    pointed = (("pointing", words[index - 2]), ("DOW", words[index - 1]))
    after = words[index + 1] if index + 1 < len(words) else ""
    hour = _stands_for("AMPM", after, lexicon) or (after and numbers.cardinal([after], 0, lexicon.language) is not None)
    return not hour and all(_stands_for(symbol, word, lexicon) for symbol, word in pointed)


def _are_people(words: list[str], index: int, lexicon: Lexicon) -> bool:
    """Whether so many come: "a table for two on Saturday"; in letters also behind a name ("at Nonna for two")."""
    if index < _OF_A_DAY or words[index - 1] not in lexicon.for_whom:
        return False
    before = words[index - 2 : index - 1] if words[index].isdigit() else words[: index - 1]
    return not lexicon.seats.isdisjoint(before)


def _stands_for(wanted: str, word: str, lexicon: Lexicon) -> bool:
    return any(symbol == wanted for _, symbol, _ in lexicon.entries.get(word, ()))


_OF_A_DAY = 2
_FEWEST_OF_NOUN = 3


def _is_article(words: list[str], index: int, after: int, lexicon: Lexicon) -> bool:
    """Whether the word for one stands before a noun, as an article: "il y a un truc", "fui a uma festa"."""
    if "one before noun" not in lexicon.idioms or words[index].isdigit() or after - index > 1:
        return False
    if numbers.cardinal(words[: index + 1], index, lexicon.language) != numbers.Number(1, 1):
        return False
    noun = words[after]
    plain = noun.isalpha() and len(noun) >= _FEWEST_OF_NOUN and noun not in lexicon.entries
    before = words[index - 1] if index else ""
    # "A la una, Ana"; the Portuguese "a uma festa" has no article beside the preposition.
    definite = len(before) > 1 and _stands_for("the", before, lexicon)
    return plain and not definite and noun not in STOP_WORDS[lexicon.language]


def _spoken_year(words: list[str], index: int, lexicon: Lexicon) -> tuple[int, int] | None:
    """ "Twenty sixteen", "nineteen ninety-one": the year and its words."""
    if words[index] not in lexicon.centuries:
        return None
    rest = numbers.cardinal(words, index + 1, lexicon.language)
    if rest is None or words[index + 1].isdigit() or not 10 <= rest.value <= 99:
        return None
    return lexicon.centuries[words[index]] * 100 + rest.value, 1 + rest.length
