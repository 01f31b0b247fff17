"""Which part of a text shows why it was found?"""

from collections.abc import Sequence
from functools import lru_cache

from orchestrator.domain.foundation.search.text.lexemes import MAX_LEXEME
from orchestrator.kit.text import ELLIPSIS, shorten, words
from orchestrator.language.normalize import stems
from orchestrator.language.tables import LANGUAGES

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
    matches = [(at, number) for at, word in words(flat) for number, term in enumerate(terms) if term & _stems(word)]
    best, most = 0, 0
    for index, (start, _) in enumerate(matches):
        window = {number for at, number in matches[index : index + 50] if at < start + SNIPPET_CHARACTERS - LEAD}
        if len(window) > most:
            best, most = start, len(window)
    return best


@lru_cache(maxsize=8_192)
def _stems(word: str) -> frozenset[str]:
    return frozenset(stem[:MAX_LEXEME] for found in stems(word, LANGUAGES) for stem in found)
