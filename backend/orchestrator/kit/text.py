"""What may a text from outside contain before it is stored? And how is it shortened for people?"""

import unicodedata
from collections.abc import Iterator, Mapping

_SURROGATES = dict.fromkeys(range(0xD800, 0xE000))
_NUL = {0: None}
ELLIPSIS = "…"


def storable(text: str) -> str:
    """`text` in NFC without NUL and lone surrogates: Postgres refuses the first, UTF-8 the second."""
    return unicodedata.normalize("NFC", text.translate(_NUL).translate(_SURROGATES))


def storable_json(value: object) -> object:
    """`storable` for every string inside a JSON value, keys included."""
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, dict):
        return {storable(str(key)): storable_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [storable_json(item) for item in value]
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


def shorten(text: str, limit: int) -> str:
    """At most `limit` characters of `text`, cut at a word where one is near, with an ellipsis."""
    if len(text) <= limit:
        return text
    cut = text[: max(limit - 1, 0)]
    space = cut.rfind(" ")
    return (cut[:space] if space > limit // 2 else cut).rstrip() + ELLIPSIS
