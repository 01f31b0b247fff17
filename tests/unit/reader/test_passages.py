"""The sentence that answers is found by the words it holds and the kind of value it tells."""

from collections.abc import Mapping
from typing import Any

import pytest
from tests.unit.reader.world import NOW

from orchestrator.llm.messages import LedgerEntry
from orchestrator.reader.evidence.gathering import gather
from orchestrator.reader.owing import debtor, tells_debt
from orchestrator.reader.passages.ranking import Passage, passages
from orchestrator.reader.phrase.from_passages import told_from_passages
from orchestrator.reader.phrase.voice import Voice
from orchestrator.reader.question.reading import read


def _row(key: str, kind: str, text: str, speaker: str = "", title: str = "", **more: Any) -> dict[str, Any]:
    row = {"kind": kind, "id": key, "title": title, "text": text, "at": None, "origin": "own_data"}
    return {**row, "speaker": speaker or None, "answers": False, "relevance": 0.1, **more}


ROWS = [
    _row("n1", "note", "Guest wifi: network Harbour, password tide-77."),
    _row("n2", "note", "Rui takes shoe size 44 and hates polo necks."),
    _row("n3", "note", "Ana takes shoe size 37."),
    _row(
        "d1",
        "document",
        "Sheds. A shed may measure at most 2.4 by 1.8 metres. Up to six hens may be kept.",
        title="Plot",
    ),
    _row("m1", "message", "The rent goes up to 1.300 from May", "Carla Dias", origin="third_party"),
    _row("m2", "message", "I paid both tickets, 48 pounds each", "Tunde Adeyemi", origin="third_party"),
    _row("t1", "meeting", "Somebody has to cover the night alerts.", "Bea Lima", title="Ops"),
    _row("t2", "meeting", "Yuki can cover the night alerts from January.", "Aoife Brennan", title="Ops"),
]


def _found(question: str, rows: list[dict[str, Any]] | None = None, **told: Any) -> list[Passage]:
    reading = read(question, now=NOW, locale="en-GB")
    data: Mapping[str, Any] = {"hits": ROWS if rows is None else rows, **told}
    entry = LedgerEntry("search_memories", {"query": question, "near": True}, "read", "done", "", data)
    return passages([entry], reading)


def _first(question: str, **told: Any) -> Passage | None:
    return next((one for one in _found(question, **told) if one.fits), None)


@pytest.mark.parametrize(
    ("question", "holds"),
    [
        ("what do guests type in for the wifi password?", "tide-77"),
        ("how big can the shed be?", "2.4 by 1.8"),
        ("can i keep chickens on the plot?", "six hens"),
        ("puedo tener gallinas?", "six hens"),
        ("how much is the rent going up to?", "1.300"),
        ("who covers the night alerts?", "Yuki"),
    ],
)
def test_the_sentence_with_the_value_comes_first(question: str, holds: str) -> None:
    best = _first(question)
    assert best is not None
    assert best.likely
    assert holds in (best.item.telling or best.item.get("text"))


def test_whom_the_question_names_has_to_be_told_of() -> None:
    best = _first("what size shoes does ana take?", people={"ana": "Ana Souza"})
    assert best is not None
    assert best.item.get("id") == "n3"
    nobody = _first("what size shoes does gil take?", people={"gil": "Gil Costa"})
    assert nobody is None or not nobody.likely


def test_without_its_value_a_sentence_is_no_answer() -> None:
    found = _found("how much is the wifi?", [ROWS[0]])
    assert not any(one.likely for one in found)


def test_a_debt_is_told_by_who_owes() -> None:
    people = {"tunde": "Tunde Adeyemi"}
    mine = _first("how much do i owe tunde?", people=people)
    assert mine is not None
    assert mine.likely
    assert not any(one.likely for one in _found("how much does tunde owe me?", people=people))
    assert debtor("quanto devo ao rui") == "user"
    assert debtor("cuanto me debe ana") == "other"
    assert debtor("how much is the rent") is None
    assert tells_debt("other", "I still owe you 20 euros", {"speaker": "Ana", "origin": "third_party"})


def test_a_question_that_somebody_asked_answers_nothing() -> None:
    asked = _row("m9", "message", "What is the wifi password?", "Rui", origin="third_party")
    found = _found("what is the wifi password?", [asked, ROWS[0]])
    assert found[0].item.get("id") == "n1"


def test_nothing_is_compared_where_nothing_was_looked_for() -> None:
    assert passages([], read("how big is the shed?", now=NOW, locale="en-GB")) == []


@pytest.mark.parametrize(
    ("question", "opening"),
    [
        ("What made Jon choose the furniture for his shop?", "Nothing says exactly that"),
        ("what made you choose the furniture for the shop?", "The closest"),
    ],
)
def test_what_another_may_have_told_is_not_the_closest(question: str, opening: str) -> None:
    said = _row("m7", "message", "I chose the furniture at the fair.", "Jon Bell", origin="third_party")
    entry = LedgerEntry("search_memories", {"query": question, "near": True}, "read", "done", "", {"hits": [said]})
    reading = read(question, now=NOW, locale="en-GB")
    told = told_from_passages([entry], reading, gather([entry], reading), Voice("en", NOW, "Europe/Lisbon"))
    assert told is not None
    assert told.startswith(opening)
