"""How the reader says what it found: templates a language, and what fills them."""

from collections.abc import Mapping

from orchestrator.reader.phrase import en, es, pt
from orchestrator.reader.phrase.say import Say

SAYS: Mapping[str, Say] = {"en": en.SAY, "pt": pt.SAY, "es": es.SAY}


def say_of(language: str) -> Say:
    """The templates of a language; English where there are none."""
    return SAYS.get(language, en.SAY)
