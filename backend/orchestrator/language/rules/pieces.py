"""The words of rules in every language, as pieces of the patterns by which a rule is read (`rules.toml`).

`pattern(text)` is compiled with `{name}` standing for the piece of that name, the alternatives of all languages: a rule
may be told in any of them, and half in one and half in another.
"""

from collections.abc import Mapping
from typing import Annotated, Final

from pydantic import BeforeValidator, Field

from orchestrator.kit import patterns
from orchestrator.language.tables import Joined, Table, Words, by_language


class _Part(Table):
    """A part of the day as a rule names it, first to last."""

    says: Joined
    begins: str = Field(alias="from")
    ends: str = Field(alias="until")


def _words(value: object) -> object:
    return [one.split() for one in value] if isinstance(value, list) else value


class _Rules(Table):
    """`rules.toml`. `numbers`: with the halves of an hour in minutes; `clocks`: times of day that have a name;
    `weekdays`: the words for each, from Monday on, `day_names` what may follow them; `left_out`: what does not tell
    what a rule is about, `idle` beside the days that an exception names, `front` in a time that stands before a ban;
    `first_person`: how a verb ends that tells what the speaker does, `wished` those verbs that tell a wish;
    `pieces`: alternatives of patterns, by the name that the patterns of this room use."""

    numbers: Mapping[str, int]
    clocks: Mapping[str, str]
    weekdays: Annotated[tuple[tuple[str, ...], ...], BeforeValidator(_words)]
    languages: Mapping[str, str]
    day_names: Words
    weekend_names: Words
    meeting: Words
    left_out: Words
    idle: Words
    front: Words
    first_person: Words
    wished: Words
    parts: Mapping[str, _Part]
    pieces: Mapping[str, Joined]


RULES: Final = by_language("rules", _Rules)


def _together() -> dict[str, str]:
    names = {name for told in RULES.values() for name in told.pieces}
    if lacking := {(tag, name) for tag, told in RULES.items() for name in names - told.pieces.keys()}:
        raise ValueError(f"rules.toml lacks pieces: {', '.join(sorted(map(str, lacking)))}")
    return {name: "|".join(told.pieces[name] for told in RULES.values() if told.pieces[name]) for name in names}


_PIECES: Final = _together()
_NAMED = patterns.compile(r"\{([a-z_]+)\}")


def put_in(text: str) -> str:
    """The text of a pattern with its pieces."""
    return _NAMED.sub(lambda named: f"(?:{_PIECES[named[1]]})", text)


def pattern(text: str) -> patterns.Pattern:
    """A pattern of folded text with its pieces. Raises KeyError for a piece that there is not."""
    return patterns.compile(put_in(text))


def words_in(name: str) -> frozenset[str]:
    """The words of a list, of all languages."""
    return frozenset().union(*(getattr(told, name) for told in RULES.values()))
