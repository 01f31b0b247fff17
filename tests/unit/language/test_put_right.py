"""What stands at the end of a question and asks nothing, what takes the place of what was shown, and rules of days."""

from typing import Any

from tests.support.corpora import corpus

from orchestrator.language.discourse.declining import likely_answer
from orchestrator.language.rules.parser import read
from orchestrator.language.text.words import without_tag


@corpus("put_right", "without_its_tag")
def test_without_its_tag(text: str, told: str) -> None:
    assert without_tag(text) == told


@corpus("put_right", "wants_the_other")
def test_wants_the_other(text: str, reply: str | None) -> None:
    assert likely_answer(text) == reply


@corpus("put_right", "a_rule_of_days")
def test_a_rule_of_days(text: str, effect: str | None, parameters: dict[str, Any]) -> None:
    found = read(text)
    assert (found.effect if found is not None else None) == effect
    assert found is None or found.parameters == parameters
