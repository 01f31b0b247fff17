"""Wording that no template spells out: other languages' words, misspellings, fragments, several things at once."""
# ruff: noqa: E501

import pytest
from tests.support.corpora import cases
from tests.unit.reader.test_answers import CASES
from tests.unit.reader.world import ask

from orchestrator.language.claims.check import check, is_covered

ASKED = cases("wording", "asked")


@pytest.mark.parametrize(("question", "holds"), ASKED)
def test_fresh_wording_is_answered(question: str, holds: str) -> None:
    turn = ask(question, mood="question")
    assert turn.writes == []
    assert holds in turn.text, turn.text


def test_the_open_ones_alone_answer_what_is_to_buy_and_the_late_ones_what_is_late() -> None:
    assert "Renew the passport" not in ask("what do I still need to buy?").text
    assert "Buy milk" not in ask("what's overdue?").text


def test_a_name_alone_is_no_yes() -> None:
    said = ask("is Ana allergic to nuts?").text
    assert not said.startswith("Yes")


def test_two_questions_get_two_answers() -> None:
    said = ask("what do I have tomorrow and what's overdue?", mood="question").text
    assert "Lunch with Ana" in said
    assert "Pay the rent" in said
    assert "Maria Silva" in ask("who is Maria and when do I meet her?", mood="question").text


REQUESTED = [
    ("lembre-se que prefiro voos de manhã", "request", [("notes_add", {"text": "prefiro voos de manhã"})]),
    ("my car is on level two, keep that in mind", "request", [("notes_add", {"text": "my car is on level two"})]),
    (
        "add wine to my list and cancel yoga",
        "request",
        [("todos_create", {"title": "wine"}), ("events_delete", {"event": "e6"})],
    ),
    ("cancela o dentista e marca para terça às 17h", "request", [("events_update", {"event": "e1", "when": "terça às 17h"})]),
    ("add cheese", "request", [("todos_create", {"title": "cheese"})]),
    ("we're out of eggs, put them on the list", "request", [("todos_create", {"title": "eggs"})]),
    ("make the dentist an hour later", "request", [("events_update", {"event": "e1", "start_at": "2026-11-27T11:00:00"})]),
    ("push yoga back 30 minutes", "request", [("events_update", {"event": "e6", "start_at": "2026-11-24T07:30:00"})]),
    ("invite Lucía to yoga", "request", [("events_update", {"event": "e6", "participants_add": ["Lucía"]})]),
    ("already paid the rent", "unclear", [("todos_complete", {"todo": "t2"})]),
    ("marca como hecho lo del pan", "request", [("todos_complete", {"todo": "t3"})]),
]  # fmt: skip


@pytest.mark.parametrize(("said", "mood", "writes"), REQUESTED)
def test_fresh_requests_are_proposed(said: str, mood: str, writes: list[tuple[str, dict[str, object]]]) -> None:
    turn = ask(said, mood=mood)
    assert turn.writes == writes, turn


@pytest.mark.parametrize(
    ("said", "mood"), cases("wording", "nothing_is_proposed_for_what_asks_for_no_change_that_tools_make")
)
def test_nothing_is_proposed_for_what_asks_for_no_change_that_tools_make(said: str, mood: str) -> None:
    assert ask(said, mood=mood).writes == []


def test_it_is_what_was_asked_about_last() -> None:
    history = (("user", "when is the dentist?"), ("assistant", "On Friday."))
    other = {"events": [{"id": "e6", "title": "Yoga"}]}
    assert ask("cancel it", mood="request", history=history, context=other).writes == [
        ("events_delete", {"event": "e1"})
    ]
    assert "Clínica Central" in ask("where's that again?", history=history, context=other).text


def test_it_moves_by_so_much_from_its_own_start() -> None:
    yoga = {"events": [{"id": "e6", "title": "Yoga"}]}
    assert ask("push it back 30 minutes", mood="request", context=yoga).writes == [
        ("events_update", {"event": "e6", "start_at": "2026-11-24T07:30:00"})
    ]


@pytest.mark.parametrize("question", [case[0] for case in CASES])
def test_no_answer_of_its_own_is_taken_for_a_claim(question: str) -> None:
    turn = ask(question)
    assert check(turn.text, []).verdict == "pass", turn.text
    assert is_covered(turn.text), turn.text
