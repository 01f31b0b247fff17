"""What may a text from outside contain before it is stored? And how is it shortened for people?"""

import json
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from orchestrator.kit import patterns

_UNSTORABLE = {0: None} | dict.fromkeys(range(0xD800, 0xE000))
_NUL = "\\u0000"
"""As JSON writes it."""
_SENTENCE_END = patterns.compile(r"[.!?…](\s+)|\n+")
ELLIPSIS = "…"


def storable(text: str) -> str:
    """`text` in NFC without NUL and lone surrogates: Postgres refuses the first, UTF-8 the second."""
    return unicodedata.normalize("NFC", encodable(text))


def encodable(text: str) -> str:
    """`text` without NUL and lone surrogates, letters as they are."""
    return text if text.isascii() and "\0" not in text else text.translate(_UNSTORABLE)


def storable_json(value: object) -> object:
    """`storable` for every string inside a JSON value, keys included. The value itself where there is nothing to
    change: that is nearly always so, and is told by looking at it as one text."""
    return value if _is_storable(value) else _made_storable(value)


def _is_storable(value: object) -> bool:
    try:
        written = json.dumps(value, ensure_ascii=False)
        written.encode()
    except (TypeError, ValueError):  # no JSON, or half of a pair
        return False
    return _NUL not in written and unicodedata.is_normalized("NFC", written)


def _made_storable(value: object) -> object:
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, dict):
        return {storable(str(key)): _made_storable(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_made_storable(item) for item in value]
    return value


def texts_in(value: object) -> Iterator[str]:
    """Every string inside a JSON value, at any depth; the keys are none of them."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from texts_in(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from texts_in(one)


def sentences(text: str) -> list[str]:
    """`text` cut after the marks that end a sentence and at line breaks; the blanks between are left out. Pieces may be
    empty where line breaks follow one another."""
    pieces, start = [], 0
    for end in _SENTENCE_END.finditer(text):
        pieces.append(text[start : end.start(1) if end[1] else end.start()])
        start = end.end()
    return [*pieces, text[start:]]


def words(text: str) -> Iterator[tuple[int, str]]:
    """Each run of letters and figures in `text`, with where it begins."""
    place = 0
    for inside, run in groupby(text, str.isalnum):
        word = "".join(run)
        if inside:
            yield place, word
        place += len(word)


def without_leading(words: Sequence[str], is_small: Callable[[str], bool]) -> Sequence[str]:
    """`words` from the first that isn't small; the last always stays. Linear, however many are small."""
    start = next((at for at, word in enumerate(words) if not is_small(word)), len(words) - 1)
    return words[max(start, 0) :]


def standing_in(names: Iterable[str], text: str) -> dict[str, int]:
    """Where each of the names first stands in a text, but inside a longer one of them: "Alba's birthday party" names no
    "Alba's birthday". Those that do not stand there are left out."""
    left, found = text, {}
    for name in sorted({one for one in names if one}, key=len, reverse=True):
        if (at := left.find(name)) >= 0:
            found[name] = at
            left = left.replace(name, " " * len(name))
    return found


def shorten(text: str, limit: int) -> str:
    """At most `limit` characters of `text`, cut at a word where one is near, with an ellipsis."""
    if len(text) <= limit:
        return text
    cut = text[: max(limit - 1, 0)]
    space = cut.rfind(" ")
    return (cut[:space] if space > limit // 2 else cut).rstrip() + ELLIPSIS
