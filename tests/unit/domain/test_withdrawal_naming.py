"""What do words say of the thing that is to go: its kind, its name, or nothing?"""

import pytest
from tests.support.corpora import corpus

from orchestrator.domain.lifecycle.withdrawal.naming import called


@corpus("withdrawal_naming", "the_kind_is_told_from_the_name")
def test_the_kind_is_told_from_the_name(words: str, kind: str, phrase: str) -> None:
    found = called(words)
    assert (found.kind, found.phrases[-1], found.points, found.several) == (kind, phrase, False, False)


@corpus("withdrawal_naming", "what_names_nothing_points")
def test_what_names_nothing_points(words: str) -> None:
    assert called(words).points


@pytest.mark.parametrize(("words", "person"), [("her", True), ("ele", True), ("it", False), ("isso", False)])
def test_a_pronoun_may_be_somebody(words: str, person: bool) -> None:
    assert called(words).person is person


@corpus("withdrawal_naming", "several_at_once_are_told")
def test_several_at_once_are_told(words: str) -> None:
    assert called(words).several


def test_all_in_portuguese_is_no_todo() -> None:
    assert called("todos os meus eventos").kind == "event"
    assert called("todos mis eventos").kind == "event"


def test_long_words_stay_cheap() -> None:
    assert called("the " * 5_000 + "note").kind in {"", "note"}
