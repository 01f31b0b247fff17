"""Is what hurried people type read as it is meant: rules with reasons and chat spellings, facts told by the way and
told anew, wishes to forget; in French as well as in the other languages?"""

from datetime import datetime
from typing import Any

import pytest
from tests.support.corpora import cases

from orchestrator.language.discourse.recalling import asked_talk
from orchestrator.language.discourse.rejecting import rejects
from orchestrator.language.meant import meant
from orchestrator.language.rules.ending import asked_to_end
from orchestrator.language.rules.form import lays_down
from orchestrator.language.rules.parser import read
from orchestrator.language.speech_acts.deciding import decides
from orchestrator.language.speech_acts.forgetting import asked_to_forget
from orchestrator.language.statements import Claim, claim_of, of_user
from orchestrator.language.statements.stating import statements


@pytest.mark.parametrize(("text", "effect", "parameters"), cases("typed_by_hand", "rules"))
def test_a_rule_in_a_hurry(text: str, effect: str, parameters: dict[str, Any]) -> None:
    found = read(text)
    assert found is not None
    assert (found.effect, dict(found.parameters), lays_down(text)) == (effect, parameters, True)


@pytest.mark.parametrize("text", cases("typed_by_hand", "no_rules"))
def test_a_correction_is_no_rule(text: str) -> None:
    assert not lays_down(text)


@pytest.mark.parametrize(("message", "texts", "values"), cases("typed_by_hand", "states"))
def test_what_is_told_by_the_way(message: str, texts: list[str], values: list[str]) -> None:
    found = statements(message)
    assert [one.text for one in found] == texts
    assert [one.claim.value if one.claim is not None else None for one in found] == values
    assert all(message[one.start : one.end] == one.text for one in found)


@pytest.mark.parametrize(("text", "what"), cases("typed_by_hand", "forgets"))
def test_what_shall_be_forgotten(text: str, what: str) -> None:
    assert asked_to_forget(text) == what


@pytest.mark.parametrize(("text", "which"), cases("typed_by_hand", "ends"))
def test_which_rule_ends(text: str, which: str) -> None:
    assert asked_to_end(text) == which


@pytest.mark.parametrize(("text", "rejects_it"), cases("typed_by_hand", "rejects"))
def test_what_rejects_an_answer(text: str, rejects_it: bool) -> None:
    assert rejects(text) is rejects_it


@pytest.mark.parametrize(("text", "when"), cases("typed_by_hand", "recalls"))
def test_which_talk_is_asked_for(text: str, when: str) -> None:
    found = asked_talk(text, now=datetime(2026, 11, 24, 9), locale="fr-FR")
    assert found is not None
    assert found.when == when


@pytest.mark.parametrize(("text", "decided"), cases("typed_by_hand", "decides"))
def test_what_was_decided(text: str, decided: bool) -> None:
    assert decides(text) is decided


def test_the_users_own_name_is_the_user() -> None:
    told = claim_of("Nuno's shirt size is M")
    assert isinstance(told, Claim)
    assert of_user(told, ["Nuno Ferraz"]).attribute == "self shirt size"
    assert of_user(told, ["Ana"]) == told


def test_a_part_of_what_is_meant_stands_in_what_was_written() -> None:
    out = meant("sabes q n gosto")
    assert out.text == "sabes que não gosto"
    start = out.text.index("não")
    assert out.written(start, len(out.text)) == (8, 15)
