"""Changes whose words no template knows: said again in plain words, and only where they name something."""

import pytest
from tests.unit.reader.world import ask

from orchestrator.language.speech_acts.mood import mood_of


def made(said: str, locale: str) -> list[str]:
    return [tool for tool, _ in ask(said, locale=locale, mood=mood_of(said, locale).mood).writes]


@pytest.mark.parametrize(
    ("said", "locale"),
    [
        ("can't make pottery this coming wednesday, just cancel that one", "en-GB"),
        ("pasame el service del auto pal jueves 10", "es-UY"),
    ],
)
def test_a_change_is_said_again_in_plain_words(said: str, locale: str) -> None:
    assert len(made(said, locale)) == 1


@pytest.mark.parametrize(
    ("said", "locale"),
    [
        ("did I cancel the pottery on wednesday", "en-GB"),
        ("don't cancel the pottery on wednesday", "en-GB"),
        ("should I move the pottery?", "en-GB"),
        ("não canceles a cerâmica de quarta", "pt-PT"),
        ("cancelé la cerámica ayer?", "es-ES"),
        ("the pottery was cancelled last week", "en-GB"),
    ],
)
def test_nothing_is_made_of_a_question_a_ban_or_no_word(said: str, locale: str) -> None:
    assert made(said, locale) == []
