"""Which rule shall end?"""

import pytest
from tests.support.corpora import cases, corpus

from orchestrator.language.rules.ending import asked_to_end, asks_for_quiet_hours
from orchestrator.language.speech_acts.affirm import reading

OTHERS = cases("rule_ending", "others")


@corpus("rule_ending", "the_words_for_the_rule")
def test_the_words_for_the_rule(text: str, which: str) -> None:
    assert asked_to_end(text) == which


@pytest.mark.parametrize("text", OTHERS)
def test_other_messages_end_none(text: str) -> None:
    assert asked_to_end(text) is None


@corpus("rule_ending", "asked_for")
def test_quiet_hours_are_asked_for(text: str, *, asked: bool) -> None:
    assert asks_for_quiet_hours(text) is asked


@corpus("rule_ending", "an_exception_is_a_yes")
def test_an_exception_is_a_yes(text: str) -> None:
    assert reading(text) == "yes"


@pytest.mark.parametrize("text", ["make an exception for Bea", "just this once at 9", "no exceptions"])
def test_a_yes_that_says_more_is_none(text: str) -> None:
    assert reading(text) is None
