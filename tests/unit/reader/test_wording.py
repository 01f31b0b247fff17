"""Wording that no template spells out: other languages' words, misspellings, fragments, several things at once."""

import pytest
from tests.support.corpora import cases, corpus
from tests.unit.reader.test_answers import CASES
from tests.unit.reader.world import ask

from orchestrator.language.claims.check import check, is_covered

ASKED = cases("wording", "asked")


@pytest.mark.parametrize(("question", "holds"), ASKED)
def test_fresh_wording_is_answered(question: str, holds: str) -> None:
    turn = ask(question, mood="question")
    assert turn.writes == []
    assert holds in turn.text, turn.text


@corpus("wording", "nothing_is_proposed_for_what_asks_for_no_change_that_tools_make")
def test_nothing_is_proposed_for_what_asks_for_no_change_that_tools_make(said: str, mood: str) -> None:
    assert ask(said, mood=mood).writes == []


@pytest.mark.parametrize("question", [case[0] for case in CASES])
def test_no_answer_of_its_own_is_taken_for_a_claim(question: str) -> None:
    turn = ask(question)
    assert check(turn.text, []).verdict == "pass", turn.text
    assert is_covered(turn.text), turn.text
