"""The card of a rule: in plain words what is asked about, with an event of each side; in three languages."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from tests.support.corpora import cases
from tests.support.steward import Person


def at(tag: str = "en-GB") -> dict[str, Any]:
    return {"client_context": {"locale": tag, "timezone": "Europe/Lisbon"}}


async def card(person: Person, words: str, tag: str = "en-GB") -> str:
    """What the card says, which stands in the answer too."""
    told = await person.ask(words, **at(tag))
    (preview,) = told["previews"]
    assert preview["tool"] == "rules_add"
    return str(preview["summary"])


@pytest.mark.parametrize(
    ("words", "tag", "told"), cases("rule_cards", "it_says_what_is_asked_about_in_the_users_language")
)
async def test_it_says_what_is_asked_about_in_the_users_language(
    rita: Person, words: str, tag: str, told: list[str]
) -> None:
    said = await card(rita, words, tag)
    assert [one for one in told if one not in said] == [], said
    assert "match" not in said
    assert "_" not in said


async def test_its_examples_are_the_users_own_events(rita: Person) -> None:
    friday = datetime.now(UTC).date() + timedelta(days=1)
    friday += timedelta(days=(4 - friday.weekday()) % 7)
    for title, hour in (("Sync on budget", "15:00"), ("Sync on hiring", "10:00")):
        await rita.post("/events", {"title": title, "start_at": f"{friday}T{hour}", "timezone": "Europe/Lisbon"})
    said = await card(rita, "No meetings on Friday afternoons")
    held, passing = said.split("I would ask about")[1].split("but not about")
    assert "Sync on budget" in held
    assert "Sync on hiring" in passing


@pytest.mark.parametrize(
    ("words", "tag", "held", "passing"), cases("rule_cards", "made_up_examples_are_held_and_let_pass")
)
async def test_made_up_examples_are_held_and_let_pass(
    rita: Person, words: str, tag: str, held: str, passing: str
) -> None:
    await rita.post("/contacts", {"display_name": "Ana Silva"})
    said = await card(rita, words, tag)
    first, _, second = said.rpartition({"en-GB": "but not", "pt-PT": "mas não", "es-ES": "pero no"}[tag])
    assert held in first
    assert passing in second


@pytest.mark.parametrize(("words", "tag", "told"), cases("rule_cards", "what_no_code_can_apply_is_said_so"))
async def test_what_no_code_can_apply_is_said_so(rita: Person, words: str, tag: str, told: str) -> None:
    answer = await rita.ask(words, **at(tag))
    (preview,) = answer["previews"]
    assert preview["arguments"]["effect"] is None
    assert told in preview["summary"]
    assert told in answer["answer"]


@pytest.mark.parametrize("words", cases("rule_cards", "a_correction_an_occasion_a_habit_and_a_question_are_no_rules"))
async def test_a_correction_an_occasion_a_habit_and_a_question_are_no_rules(rita: Person, words: str) -> None:
    assert [one["tool"] for one in (await rita.ask(words, **at()))["previews"] if one["tool"] == "rules_add"] == []
