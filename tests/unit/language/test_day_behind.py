"""A weekday told as the one after another is counted from the day that was spoken of."""

from datetime import datetime

import pytest

from orchestrator.language.discourse.nearby_days import day_behind
from orchestrator.language.tables import Language
from orchestrator.language.time import mentions

NOW = datetime.fromisoformat("2026-11-22T16:40")
FRIDAY = datetime.fromisoformat("2026-11-27T00:00")


@pytest.mark.parametrize(
    ("words", "language", "day"),
    [
        ("the Monday after", "en", "2026-11-30"), ("the following Friday", "en", "2026-12-04"),
        ("el lunes después", "es", "2026-11-30"),
        ("the Monday", "en", ""), ("Monday", "en", ""), ("after lunch", "en", ""), ("tomorrow", "en", ""),
    ],
)  # fmt: skip
def test_the_weekday_behind_the_day_that_was_spoken_of(words: str, language: Language, day: str) -> None:
    told = day_behind(words, FRIDAY, language, now=NOW)
    found = mentions(told, now=NOW, locale=language)
    assert [f"{one.start:%Y-%m-%d}" for one in found] == ([day] if day else [])
