"""What does a piece of HTML from a search engine say in plain words? Tags, entities and control characters gone."""

from html import unescape

from orchestrator.kit import patterns
from orchestrator.kit.text import shorten, storable

_TAG = patterns.compile(r"<[a-zA-Z/!][^<>]*>")
_CONTROL = patterns.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_READ = 8  # so many times the wanted length is looked at: what is cut away may be tags


def plain_text(value: object, limit: int) -> str:
    """At most `limit` characters on one line; "" for what is no text."""
    if not isinstance(value, str):
        return ""
    text = _TAG.sub(" ", unescape(_TAG.sub(" ", value[: limit * _READ])))
    return shorten(" ".join(_CONTROL.sub(" ", storable(text)).split()), limit)
