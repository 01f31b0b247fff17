"""A message with the time phrases and the names in it as marks: what is left says what kind of message it is.

The marks are words of no language, which exemplars hold where a time or a person stands (`kind.toml`).
"""

from datetime import datetime
from typing import Final

from orchestrator.kit import patterns
from orchestrator.language.tables import Language
from orchestrator.language.time import mentions

TIME: Final = "zzt"
PERSON: Final = "zzp"
MOST_CHARACTERS: Final = 300
"""What a message wants is said within them."""
_ANY_DAY: Final = datetime(2026, 1, 1)  # noqa: DTZ001 - wall time of nobody
"""Where a time stands is the same on every day."""
_NAME = patterns.compile(r"(\S) ((?:[A-ZÀ-ÖØ-Þ][\w'’.-]*\w)(?: [A-ZÀ-ÖØ-Þ][\w'’.-]*\w)*)")


def masked(text: str, language: Language) -> str:
    """The message with marks in the place of its times and names."""
    text = text[:MOST_CHARACTERS]
    made: list[str] = []
    done = 0
    found = mentions(text, now=_ANY_DAY, locale=language)
    for start, end in sorted(
        part for one in found for part in (one.parts or ((one.offset, one.offset + len(one.text)),))
    ):
        if start >= done:
            made += [text[done:start], TIME]
            done = end
    told = "".join([*made, text[done:]])
    return told if told.isupper() else _NAME.sub(rf"\1 {PERSON}", told)
