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


@cache
def _sizes() -> Mapping[str, int]:
    return Counter(name for names in listed().values() for name in names)
