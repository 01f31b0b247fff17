"""Which dictionary form does an irregular one belong to, where no stemmer sees it? "Went" is a form of "go".

Verbs and plurals in daily use, folded as `fold.tokens` gives them. A form that is as common in another meaning is left
out ("vino", which is wine).
"""

from collections.abc import Mapping, Sequence

from orchestrator.language.tables import Branches, ByLanguage, Language, Table, Words, by_language


class StemWords(Table):
    """`stems.toml`. `irregular`: rows parted by "|" of a dictionary form and its irregular ones."""

    stop_words: Words
    irregular: Branches


STEM_WORDS: Mapping[Language, StemWords] = by_language("stems", StemWords)


def _read(rows: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for row in rows.split("|"):
        base, *forms = row.split()
        found |= dict.fromkeys(forms, base)
    return found


_BASES: Mapping[Language, Mapping[str, str]] = ByLanguage(lambda language: _read(STEM_WORDS[language].irregular))


def bases_of(word: str, languages: Sequence[str]) -> tuple[str, ...]:
    """The dictionary forms of a folded word in these languages; empty where a stemmer does, or where it is one."""
    return tuple(dict.fromkeys(_BASES[language][word] for language in languages if word in _BASES[language]))
