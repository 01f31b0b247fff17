"""The reader's words, one module a language, each read when its language is first asked."""

from importlib import import_module
from typing import Final

from orchestrator.language.tables import ByLanguage, Language, supported
from orchestrator.reader.lexicon import Words


def _words(language: Language) -> Words:
    words = import_module(f"{__name__}.{language}").WORDS
    assert isinstance(words, Words), language
    return words


WORDS: Final = ByLanguage(_words)


def words_of(language: str) -> Words:
    """The words of a language; those of the language of last resort where there are none."""
    return WORDS[supported(language)]
