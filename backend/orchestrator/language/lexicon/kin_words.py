"""By which words do people say what somebody is to somebody?"""

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from pydantic import BeforeValidator

from orchestrator.language.tables import ByLanguage, Language, Table, Words, read

_GENDERS = 3
Columns = tuple[tuple[str, ...], ...]
"""The words for a man, for a woman, for either."""


_WordsOf = Literal[
    "own", "parents", "articles", "modifiers", "whole", "small", "spaced", "theirs", "of_them", "of", "family"
]


def _columns(written: object) -> object:
    columns = str(written).split("|")
    if len(columns) != _GENDERS:
        raise ValueError("a role has words for a man | for a woman | for either")
    return tuple(tuple(word for word in column.split() if word != "-") for column in columns)


class KinWords(Table):
    """`kin.toml`. `own`: before what is the user's own, `parents`: how one calls one's own; `articles` before that or a
    relation; `modifiers` don't change which relation it is, `whole` makes a family all of it; `small` letters inside a
    label, `spaced`: first words of labels whose hyphens stand for blanks; `theirs`, `of_them`: what is theirs who were
    spoken of, before a relation and behind it, `of` what stands between a relation and its owner, `hangs` both, with
    `owner_first` the owner first; `family`: all relatives. `roles`: their words, the first is what a derived label
    says; `homely`: further ones, folded, by their English label, as `several` are by all that they may have."""

    own: Words
    parents: Words
    articles: Words
    modifiers: Words
    whole: Words
    small: Words
    spaced: Words
    theirs: Words
    of_them: Words
    of: Words
    hangs: str
    owner_first: bool
    family: Words
    roles: Mapping[str, Annotated[Columns, BeforeValidator(_columns)]]
    homely: Mapping[str, Words]
    several: Mapping[str, Words]


def _read(language: Language) -> KinWords:
    return read(language, "kin", KinWords)


KIN: Final = ByLanguage(_read)


def all_of(key: _WordsOf) -> frozenset[str]:
    """The words of a key in every language: people mix them when they speak of their family."""
    return frozenset().union(*(getattr(table, key) for table in KIN.values()))
