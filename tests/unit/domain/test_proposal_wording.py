"""What of a model's words for a proposal may be told?"""

import json
from typing import Any

import pytest

from orchestrator.domain.work.proposed_events.wording import Material, Worded, checked
from orchestrator.kit.ids import new_id

RUI, EVA = str(new_id()), str(new_id())
GIVEN = Material(
    new_id(),
    1,
    "Dinner at Trattoria",
    "Trattoria, Tuesday, 3 March 2026, 20:00–22:00",
    ["Why: You were at Trattoria, where you seldom are."],
    {RUI: "Rui Alves (Works)", EVA: "Eva Lima (took part in 2 events)"},
)


def said(**changes: Any) -> Worded:
    answer = {"title": "Dinner with Rui", "summary": "A long dinner at Trattoria.", "contact_ids": [RUI], **changes}
    return checked(json.dumps(answer), GIVEN)


def test_what_was_given_may_be_told() -> None:
    assert said() == Worded("Dinner with Rui", "A long dinner at Trattoria.", (RUI,))
    assert said(contact_ids=[]).contact_ids == ()
    assert said(contact_ids=[EVA, RUI, EVA]).contact_ids == (EVA, RUI)


@pytest.mark.parametrize(
    "title",
    [
        "",
        "Dinner with Mallory",
        "Dinner for 12",
        "Dinner [menu](http://x)",
        "Dinner\nat Trattoria",
        "nothing known",
        "Dinner at Trattoria " * 10,
        7,
    ],
    ids=["empty", "a name", "a number", "a link", "two lines", "of nothing", "too long", "no text"],
)
def test_what_was_not_given_is_not_told(title: object) -> None:
    assert said(title=title) == Worded(None, "A long dinner at Trattoria.", (RUI,))


@pytest.mark.parametrize(
    "listed", [[str(new_id())], [RUI, "Mallory"], "Rui", None], ids=["a stranger", "one of two", "no list", "nothing"]
)
def test_people_that_were_not_found_are_nobody(listed: object) -> None:
    assert said(contact_ids=listed).contact_ids is None


@pytest.mark.parametrize("answer", ["", "I think that it was a dinner.", "[]", '{"title": {}}'])
def test_an_answer_that_is_none_changes_nothing(answer: str) -> None:
    assert checked(answer, GIVEN) == Worded()
