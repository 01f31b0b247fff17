"""The reader's words, one module a language."""

from collections.abc import Mapping

from orchestrator.reader.lexicon import Words
from orchestrator.reader.words import en, es, pt

WORDS: Mapping[str, Words] = {words.language: words for words in (en.WORDS, pt.WORDS, es.WORDS)}


def words_of(language: str) -> Words:
    """The words of a language; English where there are none."""
    return WORDS.get(language, en.WORDS)
