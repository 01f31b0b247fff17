"""Which words say nothing by themselves, stand for a kind of value or name nobody; in which forms is a word found?"""

from functools import cache, lru_cache
from typing import Literal

from orchestrator.language.concepts import as_told
from orchestrator.language.numbers import cardinal
from orchestrator.language.pattern_tables import Compiled, read_patterns
from orchestrator.language.tables import LANGUAGES, ByLanguage, Language, Table, Words
from orchestrator.language.text.normalize import STOP_WORDS, normalize, stems, tokens
from orchestrator.language.values import Value


class _Told(Table):
    """`passages.toml`; what its keys are stands there."""

    asking: Words
    nobody: Words
    phone: Words
    email: Words
    first: Compiled
    said_when: Compiled
    term: str


_TABLES = ByLanguage(lambda language: read_patterns(language, "passages", _Told))


@cache
def words_for(key: Literal["asking", "nobody", "phone", "email"]) -> frozenset[str]:
    """Of every language: a question in one is answered by words of another."""
    return frozenset[str]().union(*(getattr(_TABLES[language], key) for language in LANGUAGES))


def stands_for(value: Value, word: str) -> bool:
    """Whether a value of the kind itself stands for a word."""
    return (value is Value.PHONE and word in words_for("phone")) or (
        value is Value.EMAIL and word in words_for("email")
    )


def term_word(language: Language) -> str:
    """The word by which a paper tells until when it holds."""
    return _TABLES[language].term


def asks_when_said(text: str, language: Language) -> bool:
    """Whether a message only asks when that was said which the last answer quoted."""
    return _TABLES[language].said_when.fullmatch(normalize(text).strip(" ?!.")) is not None


SMALL = 3
"""Letters of a small word: one of any of our languages may stand in the name of a place ("La Paloma")."""


def is_small(word: str, language: str) -> bool:
    """Whether a word says nothing by itself."""
    if word in STOP_WORDS[language] or (len(word) < 2 and not word.isdigit()):
        return True
    return len(word) <= SMALL and any(word in known for known in STOP_WORDS.values())


def of_oneself(sentence: str) -> bool:
    """Whether a sentence says something of who speaks, in any language."""
    low = normalize(sentence)
    return any(_TABLES[language].first.search(low) is not None for language in LANGUAGES)


def forms_of(text: str) -> frozenset[str]:
    """The stems of a text as it tells them, of a number in letters its figures."""
    return frozenset(form for one in stems(text) for form in as_told(one)) | {
        figures for word in tokens(text) if (figures := figures_of(word))
    }


@lru_cache(maxsize=4096)
def figures_of(word: str) -> str:
    found = (cardinal((word,), 0, language) for language in LANGUAGES)
    return next((str(number.value) for number in found if number is not None and number.value > 1), "")
