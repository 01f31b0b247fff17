"""Which part of a text shows why it was found?"""

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from functools import lru_cache

from orchestrator.domain.foundation.search.text.lexemes import MAX_LEXEME
from orchestrator.kit.text import ELLIPSIS, shorten, words
from orchestrator.language.tables import LANGUAGES
from orchestrator.language.text.normalize import stems

SNIPPET_CHARACTERS = 220
LEAD = 60
"""Characters shown before the first match."""
SCANNED_CHARACTERS = 50_000
"""Further in, a match is not looked for: the snippet is then the beginning."""


def snippet(text: str, terms: Sequence[frozenset[str]]) -> str:
    """At most `SNIPPET_CHARACTERS` of `text` (one line) around the place where most of `terms` stand together."""
    flat = " ".join(text[:SCANNED_CHARACTERS].split())
    if len(flat) <= SNIPPET_CHARACTERS:
        return flat
    start = _best_start(flat, terms)
    if start <= LEAD:
        return shorten(flat, SNIPPET_CHARACTERS)
    begin = flat.rfind(" ", 0, start - LEAD // 2) + 1
    return ELLIPSIS + shorten(flat[begin:], SNIPPET_CHARACTERS - 1)


def _best_start(flat: str, terms: Sequence[frozenset[str]]) -> int:
    """Where the first stretch begins that holds the most of the terms. Linear in the text, whatever it repeats."""
    best, most = 0, 0
    stretch: deque[tuple[int, int]] = deque()
    held: Counter[int] = Counter()
    for at, number in _matches(flat, terms):
        while stretch and at >= stretch[0][0] + SNIPPET_CHARACTERS - LEAD:
            _, left = stretch.popleft()
            held[left] -= 1
            if not held[left]:
                del held[left]
        stretch.append((at, number))
        held[number] += 1
        if len(held) > most:
            best, most = stretch[0][0], len(held)
            if most == len(terms):
                break
    return best


def _matches(flat: str, terms: Sequence[frozenset[str]]) -> Iterator[tuple[int, int]]:
    """Where the words stand that are one of the terms, and which."""
    any_of = frozenset().union(*terms)
    for at, word in words(flat):
        forms = _stems(word)
        if forms.isdisjoint(any_of):
            continue
        for number, term in enumerate(terms):
            if not term.isdisjoint(forms):
                yield at, number


@lru_cache(maxsize=8_192)
def _stems(word: str) -> frozenset[str]:
    return frozenset(stem[:MAX_LEXEME] for found in stems(word, LANGUAGES) for stem in found)
