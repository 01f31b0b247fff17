"""What does a linear model see of a text? Hashed n-grams of its characters, of its words, and of its shape.

The shape of a text is the same text with its content taken out: function words stay, a verb of change is its tense, a
number is `0`, everything else is `_`. So "I've pencilled in the dentist" and "I've booked the table" are nearly one.
Several texts are encoded at once; the time is linear in their characters, and there is no state.
"""

import unicodedata
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from orchestrator.kit import patterns
from orchestrator.language.lexicon import LEXICONS
from orchestrator.language.text.words import clean, fold, words

BUCKETS: Final = 1 << 17
"""Features that are told apart; those that share a bucket share a weight."""
CHARACTERS: Final = (3, 4, 5)
WORDS: Final = (1, 2, 3)
SHAPES: Final = (2, 3, 4)
"""Lengths of the n-grams."""
MOST_CHARACTERS: Final = 600
"""A text is read that far: no sentence that says one thing is longer."""

_FIRST, _LAST = "\x02", "\x03"
_BLANKS = patterns.compile(r"\s+")
_FIGURES = patterns.compile(r"\d+")
_PRIME = np.uint32(0x01000193)
_SPREAD = np.uint32(0x85EBCA6B)


@dataclass(frozen=True, slots=True)
class Encoded:
    """Features of several texts: `buckets[i]` holds for the text `rows[i]`, with the weight `values[i]`."""

    rows: NDArray[np.intp]
    buckets: NDArray[np.intp]
    values: NDArray[np.float32]
    texts: int


def encoded(texts: Sequence[str], features: Sequence[Iterable[str]] = ()) -> Encoded:
    """The features of each text; `features`: further ones of each, by name, as whoever asks knows them."""
    cut = [clean(text[:MOST_CHARACTERS]) for text in texts]
    spelled = [_spelling(text) for text in cut]
    tokens = [_tokens(text) for text in cut]
    named = [tuple(_hash("named", name) for name in names) for names in features] or [()] * len(texts)
    groups = [
        _grams(
            [np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32) for text in spelled],
            CHARACTERS,
            kind=1,
        ),
        _grams([_array(word for word, _ in token) for token in tokens], WORDS, kind=2),
        _grams([_array(shape for _, shape in token) for token in tokens], SHAPES, kind=3),
        _grams([_array(names) for names in named], (1,), kind=4),
    ]
    rows = np.concatenate([rows for rows, _ in groups])
    values = np.concatenate([_weights(found, len(texts)) for found, _ in groups])
    return Encoded(rows, np.concatenate([buckets for _, buckets in groups]), values, len(texts))


def _letters(text: str) -> NDArray[np.uint32]:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)


def _weights(rows: NDArray[np.intp], texts: int) -> NDArray[np.float32]:
    """So much that the features of one kind have the length 1 in every text."""
    counts = np.bincount(rows, minlength=texts)
    return (1 / np.sqrt(counts[rows])).astype(np.float32)


def _spelling(text: str) -> str:
    """Folded, numbers as `0`, blanks as one, between the marks of the first and the last."""
    spaced = _BLANKS.sub(" ", _FIGURES.sub("0", fold_all(text))).strip()
    return f"{_FIRST}{spaced}{_LAST}"


def fold_all(text: str) -> str:
    """As `fold`, for texts that no cache should keep."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFD", text.casefold())
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def _tokens(text: str) -> list[tuple[int, int]]:
    """Each word as itself and as its shape, between the marks of the first and the last."""
    return [_token(_FIRST), *(_token(word.text) for word in words(text)), _token(_LAST)]


@lru_cache(maxsize=32_768)
def _token(word: str) -> tuple[int, int]:
    figure = any(char.isdecimal() for char in word)
    return _hash("word", "0" if figure else word), _hash("shape", "0" if figure else _shape(word, fold(word)))


def _shape(word: str, folded: str) -> str:
    if word in {_FIRST, _LAST}:
        return word
    tags = {tag for lexicon in LEXICONS.values() if (form := lexicon.verbs.get(folded)) for tag in form.tags}
    if tags:
        return "<past>" if tags & set("pde") else "<verb>"
    return folded if any(folded in lexicon.function_words for lexicon in LEXICONS.values()) else "_"


def _hash(kind: str, text: str) -> int:
    return zlib.crc32(f"{kind}:{text}".encode())


def _array(numbers: Iterable[int]) -> NDArray[np.uint32]:
    return np.fromiter(numbers, np.uint32)


def _grams(
    told: Sequence[NDArray[np.uint32]], lengths: Sequence[int], kind: int
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The row and the bucket of each n-gram of each text; none reaches from one text into the next."""
    rows = np.repeat(np.arange(len(told)), [len(one) for one in told])
    parts = np.concatenate([*told, np.zeros(0, np.uint32)])
    running = np.full(len(parts), kind, np.uint32)
    found_rows, found = [np.zeros(0, np.intp)], [np.zeros(0, np.intp)]
    for length in range(1, max(lengths) + 1):
        whole = len(parts) - length + 1
        if whole <= 0:
            break
        running = (running[:whole] ^ parts[length - 1 :]) * _PRIME + np.uint32(length)
        if length in lengths:
            same = rows[:whole] == rows[length - 1 :]
            found_rows.append(rows[:whole][same])
            found.append(_bucket(running[same]))
    return np.concatenate(found_rows), np.concatenate(found)


def _bucket(hashes: NDArray[np.uint32]) -> NDArray[np.intp]:
    mixed = (hashes ^ (hashes >> np.uint32(15))) * _SPREAD
    mixed ^= mixed >> np.uint32(13)
    return (mixed % np.uint32(BUCKETS)).astype(np.intp)
