"""Is "forget the haircut" told from what is to be forgotten as a fact?"""

import pytest
from tests.support.corpora import corpus

from orchestrator.language.speech_acts.forgetting import forgets_a_thing


@pytest.mark.parametrize("said", ["forget the haircut", "esquece o corte de cabelo", "olvida el corte de pelo"])
def test_a_thing(said: str) -> None:
    assert forgets_a_thing(said)


@corpus("forgetting_things", "a_fact")
def test_a_fact(said: str) -> None:
    assert not forgets_a_thing(said)
