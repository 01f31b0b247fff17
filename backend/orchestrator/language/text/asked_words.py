"""What does a question ask beside its words, and what does a text look like from outside? The words of every language
(`asked_words.toml`), read together: search reads what several people said in several languages."""

from collections.abc import Mapping
from typing import Annotated, Final

from pydantic import BeforeValidator, Field

from orchestrator.kit import patterns
from orchestrator.language.tables import Joined, Table, Words, by_language


def _names(value: object) -> object:
    return [str(one).split() for one in value] if isinstance(value, list) else value


class _Asked(Table):
    """`asked_words.toml`, folded. `asking`: how a question begins, with or without its mark; `when`: what asks for a
    time; `months`: the names of each, from January on, `weak` those that are one only beside a day, a year or one of
    `links`; `of`: between a day and its month; `ordinals`: behind a day's number; `times`: what says when; `listener`:
    who is spoken to; `speaker`: who speaks, beside the pronouns."""

    asking: Words
    when: Joined
    months: Annotated[tuple[tuple[str, ...], ...], BeforeValidator(_names), Field(min_length=12, max_length=12)]
    weak: Words
    links: Words
    of: Words
    ordinals: Joined
    times: Joined
    listener: Words
    speaker: Words


_TABLES: Final = tuple(by_language("asked_words", _Asked).values())


def _words(name: str) -> frozenset[str]:
    return frozenset().union(*(getattr(table, name) for table in _TABLES))


def _ways(name: str) -> str:
    """The alternatives of all languages, longest first."""
    found = {way for table in _TABLES for way in getattr(table, name) if way}
    return "|".join(sorted(found, key=lambda way: (-len(way), way)))


ASKING: Final = _words("asking")
"""A question often begins with one of these, with or without its mark."""
ASKS_WHEN: Final = patterns.compile(rf"\b(?:{'|'.join(table.when for table in _TABLES)})\b")
MONTHS: Final[Mapping[str, int]] = {
    name: number for table in _TABLES for number, names in enumerate(table.months, 1) for name in names
}
WEAK_MONTHS: Final = _words("weak")
"""Words that are a month only beside a day, a year or "in"."""
SAYS_WHEN: Final = patterns.compile(rf"\b(?:{'|'.join(table.times for table in _TABLES)}|\d{{4}})\b")
LISTENER: Final = _words("listener")
SPEAKER: Final = _words("speaker")
_ORDINALS = "|".join(table.ordinals for table in _TABLES if table.ordinals)
_OF, _LINKS = _ways("of"), _ways("links")
DATE: Final = patterns.compile(
    rf"(?:(?P<before>\d{{1,2}})(?:{_ORDINALS})?\s+(?:(?:{_OF})\s+)?)?(?P<link>\b(?:{_LINKS})\s+)?"
    rf"\b(?P<month>{'|'.join(MONTHS)})\b\.?"
    rf"(?:\s+(?P<after>\d{{1,2}})(?:{_ORDINALS})?\b(?P<clock>\s*:)?)?(?:,?\s+(?:(?:{_OF})\s+)?(?P<year>(?:19|20)\d\d)\b)?"
)
"""A month with the day and the year that stand beside it."""
