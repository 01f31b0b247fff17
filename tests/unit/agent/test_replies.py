"""Which option do the user's words choose, and what do they say of several proposals at once?"""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest

from orchestrator.agent.ports.requests import StoredMessage
from orchestrator.agent.previews.reply_parser import CONFIRM_TOOL, drops_question, option_in_words, verdict_on_choice
from orchestrator.agent.types.origin import Origin
from orchestrator.kit.ids import new_id

LUNCH, MILK = UUID(int=1), UUID(int=2)
OPTIONS = [
    {"id": str(LUNCH), "label": "Create event “Lunch with Ana”, Monday, November 23, 2026"},
    {"id": str(MILK), "label": "Add todo “milk”"},
]


def asked(tool: str = CONFIRM_TOOL, kind: str = "choice") -> StoredMessage:
    clarification: dict[str, Any] = {"id": "c1", "kind": kind, "tool": tool, "options": OPTIONS}
    metadata = {"clarification": clarification}
    return StoredMessage(new_id(), "assistant", "Which?", Origin.AGENT, at=datetime.now(UTC), metadata=metadata)


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        ("no", None), ("yes", None), ("mil", None), ("ana", LUNCH), ("milk", MILK), ("add todo milk", MILK),
        ("lunch with ana", LUNCH), ("the second one", MILK), ("november", LUNCH), ("vem", None), ("", None),
        ("…", None),
    ],
)  # fmt: skip
def test_whole_words_choose(text: str, chosen: UUID | None) -> None:
    assert option_in_words(text, OPTIONS) == (str(chosen) if chosen else None)


@pytest.mark.parametrize(
    ("text", "kind", "meant"),
    [
        ("both", "yes", (LUNCH, MILK)), ("as duas", "yes", (LUNCH, MILK)), ("las dos", "yes", (LUNCH, MILK)),
        ("no", "no", (LUNCH, MILK)), ("não", "no", (LUNCH, MILK)), ("yes", "which", (LUNCH, MILK)),
    ],
)  # fmt: skip
def test_several_at_once(text: str, kind: str, meant: tuple[UUID, ...]) -> None:
    found = verdict_on_choice(text, asked())
    assert found is not None
    assert (found.kind, found.previews) == (kind, meant)


@pytest.mark.parametrize("text", ["the second one", "what's on tomorrow?", "milk"])
def test_one_of_them_or_something_else_is_no_verdict_on_all(text: str) -> None:
    assert verdict_on_choice(text, asked()) is None
    assert verdict_on_choice("both", asked(tool="events_create")) is None
    assert verdict_on_choice("both", None) is None


def test_a_no_drops_a_question_for_a_choice_or_words_alone() -> None:
    assert drops_question("no, thanks", asked("events_create"))
    assert drops_question("não", asked("events_create", "text"))
    assert not drops_question("no", asked("events_create", "confirm"))
    assert not drops_question("at four", asked("events_create"))
    assert not drops_question("no", None)


TIMES = [
    {"id": "2026-11-22T19:00:00", "label": "today, Sunday, 22 November 2026, 19:00"},
    {"id": "2026-11-23T07:00:00", "label": "tomorrow, Monday, 23 November 2026, 07:00"},
]


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("tomorrow i mean", 1), ("sorry, tonight", 0), ("this evening", 0), ("7 in the evening", 0), ("à noite", 0),
        ("7am tomorrow", 1), ("tomorrow evening", None), ("in the morning", None), ("put milk on the list", None),
        ("no", None),
    ],
)  # fmt: skip
def test_one_of_several_times_is_chosen_by_a_part_of_its_day(text: str, at: int | None) -> None:
    assert option_in_words(text, TIMES) == (TIMES[at]["id"] if at is not None else None)


def test_a_time_chooses_nothing_where_nothing_was_offered() -> None:
    assert option_in_words("tomorrow at one", []) is None
