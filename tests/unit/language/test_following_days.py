"""Which day is "the following Saturday" beside one that was spoken of?"""

from datetime import date, datetime

import pytest

from orchestrator.language.discourse.nearby_days import day_beside
from orchestrator.language.tables import Language

NOW, SPOKEN_OF = datetime(2026, 12, 1, 18, 30), datetime(2026, 12, 5, 11, 30)


@pytest.mark.parametrize(
    ("language", "said", "day"),
    [
        ("fr", "le samedi suivant", date(2026, 12, 12)),
        ("es", "el sábado siguiente", date(2026, 12, 12)),
        ("pt", "o sábado seguinte", date(2026, 12, 12)),
        ("en", "the following saturday", date(2026, 12, 12)),
        ("fr", "le mardi suivant", date(2026, 12, 8)),
        ("es", "el lunes siguiente", date(2026, 12, 7)),
    ],
)
def test_the_following_weekday_comes_after_the_day_that_was_spoken_of(language: Language, said: str, day: date) -> None:
    assert day_beside(said, SPOKEN_OF, language, now=NOW) == day
