"""Which everyday words mean the same thing in English, French, Portuguese and Spanish?

"Lunch", "almoço" and "almuerzo" share no stem; a word of the table (`data/concepts.toml`) gets the concept of its row
as a further stem, in the index and in a question alike, so that one finds the other.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache

from orchestrator.language.tables import DATA, parsed

MARK = "="
"""Begins a concept, so that it is no word of any language."""


@cache
def listed() -> Mapping[str, tuple[str, ...]]:
    """Every word of the table with its concepts."""
    found: dict[str, list[str]] = {}
    for name, words in parsed((DATA / "concepts.toml").read_text("utf-8"), where="concepts.toml").items():
        for word in str(words).split():
            found.setdefault(word, []).append(MARK + name)
    return {word: tuple(names) for word, names in found.items()}


def concepts_of(word: str) -> tuple[str, ...]:
    """The concepts of one folded word, marked as such; none for a word that the table does not hold."""
    return listed().get(word, ())


def narrowest(forms: Iterable[str]) -> str | None:
    """Of the concepts among these stems the one of the fewest words: a prawn is a prawn before it is shellfish, so that
    who can't eat the one may eat the other. None where there is none."""
    marked = sorted(form for form in forms if form.startswith(MARK))
    return min(marked, key=_sizes().__getitem__, default=None)


def as_told(forms: Iterable[str]) -> frozenset[str]:
    """The stems of a word of a text, of a kind of something marked as such: beef is a kind of meat."""
    found = frozenset(forms)
    return frozenset(form + _KIND if _is_kind(form, found) else form for form in found)


def as_asked(forms: Iterable[str]) -> frozenset[str]:
    """The stems of a word of a question, to hold against those `as_told`: meat is found in what tells of beef or of
    meat, beef in what tells of beef or of meat, and not in what tells of pork."""
    found = frozenset(forms)
    of_kinds = (form + _KIND for form in found if form.startswith(MARK) and not _is_kind(form, found))
    return found.union(of_kinds)


_KIND = "<"


def _is_kind(form: str, forms: frozenset[str]) -> bool:
    """Whether the word with these stems names a kind of that concept: a narrower one is among them."""
    return not _narrower().get(form, frozenset()).isdisjoint(forms)


@cache
def _narrower() -> Mapping[str, frozenset[str]]:
    """To each concept those whose words are all among its own."""
    words: dict[str, set[str]] = {}
    for word, names in listed().items():
        for name in names:
            words.setdefault(name, set()).add(word)
    found: dict[str, set[str]] = {}
    for names in listed().values():
        for wide in names:
            found.setdefault(wide, set()).update(one for one in names if words[one] < words[wide])
    return {wide: frozenset(kinds) for wide, kinds in found.items() if kinds}


@cache
def _sizes() -> Mapping[str, int]:
    return Counter(name for names in listed().values() for name in names)
