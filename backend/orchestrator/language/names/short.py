"""Which short forms does a given name have? Bob for Robert, Chico for Francisco, Vova for Vladimir.

English ones come from the table of the package `nicknames` (carltonnorthern/nicknames, Apache-2.0); it has no others,
so those of Portuguese, Spanish, Russian and the neighbours of these stand in `data/given_names.toml`.
`short_forms(name)` and `full_forms(short)` are folded words; `is_given(word)` says
whether a word is such a name at all; `is_formal(name)` says whether a name has short forms of
its own.
"""

from collections.abc import Mapping
from functools import cache

from nicknames import name_triplets

from orchestrator.language.tables import DATA, Table, checked, parsed

_NONE: frozenset[str] = frozenset()
_NOWHERE: frozenset[int] = frozenset()


class _GivenNames(Table):
    """`data/given_names.toml`. `spellings`: rows of spellings of one name; `short_forms`: by the full name."""

    spellings: tuple[str, ...]
    short_forms: Mapping[str, str]


@cache
def _given_names() -> _GivenNames:
    where = "given_names.toml"
    return checked(parsed((DATA / where).read_text("utf-8"), where=where), _GivenNames, where=where)


@cache
def _spellings() -> dict[str, frozenset[int]]:
    rows: dict[str, set[int]] = {}
    for at, line in enumerate(_given_names().spellings):
        for word in line.split():
            rows.setdefault(word, set()).add(at)
    return {word: frozenset(at) for word, at in rows.items()}


def same_name(word: str, other: str) -> bool:
    """Whether two words are usual spellings of one name."""
    table = _spellings()
    return bool(table.get(word, _NOWHERE) & table.get(other, _NOWHERE))


def spellings(word: str) -> frozenset[str]:
    """The usual spellings of the same name, the word among them if it has any."""
    table = _spellings()
    rows = table.get(word, _NOWHERE)
    return frozenset(other for other, own in table.items() if rows & own) if rows else _NONE


@cache
def _tables() -> tuple[dict[str, frozenset[str]], dict[str, frozenset[str]]]:
    """Short forms by full name, and the other way round. Where the package has a pair both ways, the longer name is the
    full one."""
    pairs = {(full, short) for full, kind, short in name_triplets() if kind == "has_nickname"}
    pairs = {(full, short) for full, short in pairs if (short, full) not in pairs or len(full) > len(short)}
    for full, shorts in _given_names().short_forms.items():
        pairs |= {(full, short) for short in shorts.split()}
    shorts_of: dict[str, set[str]] = {}
    fulls_of: dict[str, set[str]] = {}
    for full, short in pairs:
        shorts_of.setdefault(full, set()).add(short)
        fulls_of.setdefault(short, set()).add(full)
    return (
        {key: frozenset(values) for key, values in shorts_of.items()},
        {key: frozenset(values) for key, values in fulls_of.items()},
    )


def short_forms(name: str) -> frozenset[str]:
    """What a given name, or two ("maria jose"), is cut down to."""
    return _tables()[0].get(name, _NONE)


def full_forms(short: str) -> frozenset[str]:
    """The given names that are cut down to this."""
    return _tables()[1].get(short, _NONE)


def is_formal(name: str) -> bool:
    """Whether a name has short forms of its own, so that it is a whole name itself (Sandra, beside Alexandra)."""
    return bool(short_forms(name))


def is_given(word: str) -> bool:
    """Whether a folded word is a given name that any table holds, or a short form of one."""
    return bool(short_forms(word) or full_forms(word) or word in _spellings())
