"""Does a text tell the user that something waits for their yes?"""

import pytest
from tests.support.corpora import corpus

from orchestrator.language.claims.pending import says_it_waits
from orchestrator.language.messages import say


@corpus("waiting", "words_of_waiting_are_found")
def test_words_of_waiting_are_found(text: str) -> None:
    assert says_it_waits(text)


@corpus("waiting", "everyday_words_are_not_taken_for_waiting")
def test_everyday_words_are_not_taken_for_waiting(text: str) -> None:
    assert not says_it_waits(text)


@pytest.mark.parametrize("language", ["en", "pt", "es"])
def test_the_controllers_and_the_readers_own_words_say_it(language: str) -> None:
    assert says_it_waits(say("agent.actions.waiting", language, items="x"))  # type: ignore[arg-type]
    assert says_it_waits(say("agent.proposal_waits", language))  # type: ignore[arg-type]
    assert says_it_waits(say("reader.answer.waiting", language))
    assert says_it_waits(say("reader.answer.confirm", language))
