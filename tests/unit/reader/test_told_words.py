"""What a plain sentence tells of somebody by name."""

from tests.support.corpora import corpus

from orchestrator.reader.line import spelled
from orchestrator.reader.requests.people.told_words import Told, told_of_somebody
from orchestrator.reader.words import words_of


@corpus("told_words", "who_and_what")
def test_who_and_what(language: str, text: str, told: Told) -> None:
    known = words_of(language)
    assert told_of_somebody(spelled(text, known.language), known) == told


@corpus("told_words", "what_tells_of_nobody")
def test_what_tells_of_nobody(language: str, text: str) -> None:
    known = words_of(language)
    assert told_of_somebody(spelled(text, known.language), known) is None
