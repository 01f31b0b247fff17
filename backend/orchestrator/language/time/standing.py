"""May a piece of the chart be a phrase of its own?

A weak one ("may", "sun", a bare number of a day) only where the text holds nothing else, or where what stands beside it
tells that it is a time.
"""

from orchestrator.language.text.normalize import STOP_WORDS
from orchestrator.language.time.chart import Piece
from orchestrator.language.time.lexer import Reading
from orchestrator.language.time.semantics import Clock, Hours, Spec
from orchestrator.language.time.words import Lexicon

_STOPS = frozenset(".!?;")
_BEFORE_DAY = frozenset({"on", "el", "le", "al", "au"})
_TO_A_DAY = frozenset({"al", "au"})
""" "Se pasa al 12", "reporté au 12": the 12th; the hour is "a las 12", "à 12h"."""
_OF_DAYS = frozenset({"el", "le"})
"""Articles that no hour has."""
_SCORES = frozenset({"a", "to", "x", "-"})
_OR = frozenset({"or", "and", "ou", "e", "o", "y", "u"})
_SMALL = 3
"""Letters of a word that is hardly a noun."""


def stands(piece: Piece, reading: Reading, lexicon: Lexicon) -> bool:
    """Whether a piece may be a phrase of its own; a weak one only where the text holds nothing else."""
    value = piece.value
    if isinstance(value, Spec) and value.day is not None and value.month is None and value.weekday is None:
        # "The second option", "the 1st week": a number with a noun after it counts that noun.
        following = reading.tokens[piece.end].word if piece.end < len(reading.tokens) else ""
        if following.isalpha() and not reading.known[piece.end] and not _goes_on(piece, reading, lexicon):
            return False
    if isinstance(value, Spec) and value.weekday is not None and value.day is None and _counts_a_noun(piece, reading):
        return False
    if isinstance(value, Clock) and (_ends_a_score(piece, reading) or _is_to_a_day(piece, reading)):
        return False
    if not getattr(value, "weak", False) or _listed(piece, reading) or _ends_on_number(piece, reading, lexicon):
        return True
    if _behind_a_noun(piece, reading, lexicon) or _opens_a_clause(piece, reading, lexicon):
        return True
    if piece.start <= reading.words.start and reading.words.stop <= piece.end:
        return True
    return _asks_of_a_day(piece, reading, lexicon)


def _asks_of_a_day(piece: Piece, reading: Reading, lexicon: Lexicon) -> bool:
    """ "And the 17th?", "what about the 3rd": an ordinal in figures beside nothing but small words; at the end of more
    words one that hardly counts things: "am I free the 17th"."""
    value = piece.value
    if not isinstance(value, Spec) or value.day is None or value.month is not None or value.weekday is not None:
        return False
    figures, ending = ("", *(token.word for token in reading.tokens[: piece.end]))[-2:]
    words = [token.word for token in reading.tokens[reading.words.start : reading.words.stop]]
    beside = {*words[: piece.start - reading.words.start], *words[piece.end - reading.words.start :]}
    alone = beside <= STOP_WORDS[lexicon.language]
    led = piece.end - piece.start == _LED and piece.end >= reading.words.stop and value.day > _MOST_COUNTED
    return figures.isdigit() and ending.isalpha() and (alone or led)


_LED = 3
"""Tokens of an ordinal in figures behind its article: "the", "17", "th"."""
_MOST_COUNTED = 5
"""Nobody came in further behind, or wants the sixth of what was shown, more often than they speak of a day."""


def _goes_on(piece: Piece, reading: Reading, lexicon: Lexicon) -> bool:
    """Whether a small word stands behind a number of a day, which counts no noun: "le 10 avec Paul", not "el 10 de"."""
    counts = any(each.symbol == "of" for each in reading.pieces[piece.end])
    return reading.tokens[piece.end].word in STOP_WORDS[lexicon.language] and not counts


def _behind_a_noun(piece: Piece, reading: Reading, lexicon: Lexicon) -> bool:
    """ "Trocar o óleo da moto segunda": an ordinal stands before what it counts, so that one behind a noun is a day."""
    if "weekday behind noun" not in lexicon.idioms or not _is_weekday(piece, reading) or not piece.start:
        return False
    before = reading.tokens[piece.start - 1].word
    noun = before.isalpha() and len(before) > _SMALL and before not in STOP_WORDS[lexicon.language]
    return noun and (piece.end == len(reading.tokens) or not _unknown(piece, reading, lexicon))


def _opens_a_clause(piece: Piece, reading: Reading, lexicon: Lexicon) -> bool:
    """ "Segunda estou fechada": the first word, with a small word behind it and no noun that it would count."""
    if "weekday behind noun" not in lexicon.idioms or not _is_weekday(piece, reading) or piece.start:
        return False
    return piece.end < len(reading.tokens) and reading.tokens[piece.end].word in STOP_WORDS[lexicon.language]


def _is_weekday(piece: Piece, reading: Reading) -> bool:
    """One that is written out: "seg" may begin a list of them."""
    value = piece.value
    plain = isinstance(value, Spec) and value.weekday is not None and value.day is None
    return plain and piece.end - piece.start == 1 and len(reading.tokens[piece.start].word) > _SMALL


def _unknown(piece: Piece, reading: Reading, lexicon: Lexicon) -> bool:
    """Whether a word of meaning stands behind it."""
    after = reading.tokens[piece.end].word
    return after.isalpha() and not reading.known[piece.end] and after not in STOP_WORDS[lexicon.language]


def _ends_a_score(piece: Piece, reading: Reading) -> bool:
    """ "3 a 1": the second number of two."""
    if piece.start == 0 or piece.end - piece.start != 2 or not reading.tokens[piece.end - 1].word.isdigit():
        return False
    return reading.tokens[piece.start - 1].word.isdigit() and reading.tokens[piece.start].word in _SCORES


def _is_to_a_day(piece: Piece, reading: Reading) -> bool:
    """A bare number behind a small word that no hour has."""
    first, *rest = (token.word for token in reading.tokens[piece.start : piece.end])
    return first in _TO_A_DAY and len(rest) == 1 and rest[0].isdigit()


def _ends_on_number(piece: Piece, reading: Reading, lexicon: Lexicon) -> bool:
    """ "I'll be back on 15", "vuelvo el 12": a number of a day or an hour with nothing after it."""
    value = piece.value
    if isinstance(value, Hours) and value.opens and reading.tokens[piece.end - 1].word.isdigit():
        # "Anything after 6?", "depois das 18 amanhã": an hour, where no noun is counted and "2 by 4" is none.
        if piece.start > 0 and reading.tokens[piece.start - 1].word.isdigit():
            return False
        return piece.end == len(reading.tokens) or reading.tokens[piece.end].word in _STOPS or reading.times[piece.end]
    if not isinstance(value, Spec) or value.day is None or value.month is not None or piece.end - piece.start != 2:
        return False
    before, last = reading.tokens[piece.start].word, piece.end == len(reading.tokens)
    if before in _BEFORE_DAY and (last or reading.tokens[piece.end].word in _STOPS):
        return True
    return before in _OF_DAYS and not last and _goes_on(piece, reading, lexicon)


def _listed(piece: Piece, reading: Reading) -> bool:
    """Whether a weak weekday stands in a row with a strong one: "terça, qua ou qui"."""
    if not isinstance(piece.value, Spec) or piece.value.weekday is None or piece.value.day is not None:
        return False
    for step in (-1, 1):
        at = piece.start - 1 if step < 0 else piece.end
        if 0 <= at < len(reading.tokens) and reading.tokens[at].word in _OR:
            at += step
        while 0 <= at < len(reading.tokens):
            symbols = {each.symbol for each in reading.pieces[at]}
            if "STRONGDOW" in symbols:
                return True
            if "DOW" not in symbols and reading.tokens[at].word not in _OR:
                break
            at += step
    return False


def _counts_a_noun(piece: Piece, reading: Reading) -> bool:
    """Portuguese weekdays are ordinals: "a segunda reunião" is no Monday, "a segunda" alone is."""
    if piece.end == len(reading.tokens) or piece.end - piece.start != 2 or reading.tokens[piece.start].accented != "a":
        return False
    return reading.tokens[piece.end].word.isalpha() and not reading.known[piece.end]
