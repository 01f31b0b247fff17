"""Which messages does the reader understand whole, so that no model is asked, and which does it leave to one?"""

from tests.support.corpora import corpus
from tests.unit.reader.world import ask

from orchestrator.language.speech_acts.mood import mood_of


def understood(text: str, locale: str = "en-GB") -> bool:
    return ask(text, locale=locale, mood=mood_of(text, locale).mood).understood


@corpus("understood", "understood_says")
def test_understood_says(text: str, locale: str, expected: bool) -> None:
    assert bool(understood(text, locale)) is expected
