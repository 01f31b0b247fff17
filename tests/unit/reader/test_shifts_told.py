"""What somebody tells that they have on days in a row, as a shift by its nights, is proposed as one event."""

from datetime import datetime

from tests.support.corpora import corpus

from orchestrator.language.speech_acts.mood import mood_of
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.question.reading import read
from orchestrator.reader.request import Request
from orchestrator.reader.requests.told.appointments import appointment

NOW = datetime(2026, 11, 28, 9)


def noted(said: str, locale: str) -> list[Request]:
    facts = TurnFacts(said, NOW, "Europe/Lisbon", locale, "turn", mood=mood_of(said, locale).mood)
    return appointment(facts, read(said, now=NOW, locale=locale))


@corpus("shifts_told", "days_in_a_row")
def test_days_in_a_row_are_one_event(locale: str, said: str, title: str, when: str) -> None:
    (made,) = noted(said, locale)
    assert (made.arguments["title"], made.arguments["when"]) == (title, when)


@corpus("shifts_told", "no_days_in_a_row")
def test_no_days_are_told(locale: str, said: str) -> None:
    assert noted(said, locale) == []
