"""Are facts stated, corrected, forgotten and asked for in plain words, in three languages, without any model?"""

from typing import Any

import pytest
import pytest_asyncio
from tests.support.corpora import cases
from tests.support.steward import Person, Steward

IN_NOVEMBER = {"timezone": "Europe/Lisbon", "locale": "en-US", "now": "2026-11-21T12:00:00Z"}
"""Months without a year are those of 2026, whenever these tests run."""


@pytest_asyncio.fixture
async def ana(plain: Steward) -> Person:
    return await plain.person()


async def facts(person: Person, **params: Any) -> list[dict[str, Any]]:
    """Those that hold, oldest first."""
    found: list[dict[str, Any]] = (await person.get("/facts", limit=100, **params))["items"]
    return found[::-1]


@pytest.mark.parametrize(("words", "locale", "text"), cases("facts_by_words", "what_the_user_states_is_kept_at_once"))
async def test_what_the_user_states_is_kept_at_once(ana: Person, words: str, locale: str, text: str) -> None:
    bundle = await ana.ask(words, locale=locale)
    (fact,) = await facts(ana)
    assert (fact["text"], fact["trust"], fact["confidence"], fact["origin"]) == (text, "confirmed", 1.0, "user")
    (action,) = bundle["actions"]
    assert (action["tool"], action["outcome"]) == ("remember_fact", "done")
    assert action["entity"] == {"type": "fact", "id": fact["id"]}
    assert text in bundle["answer"]
    # The exact span of the message it was taken from.
    (evidence,) = fact["provenance"]
    messages = (await ana.get(f"/threads/{bundle['thread_id']}/messages"))["items"]
    assert (evidence["kind"], evidence["id"]) == ("message", messages[0]["id"])
    assert messages[0]["content"][evidence["start"] : evidence["end"]] == evidence["quote"] == text
    undone = await ana.post(f"/previews/{action['preview_id']}/undo")
    assert undone["state"] == "undone"
    assert await facts(ana) == []


@pytest.mark.parametrize("words", cases("facts_by_words", "questions_reports_and_secrets_are_not_kept"))
async def test_questions_reports_and_secrets_are_not_kept(ana: Person, words: str) -> None:
    bundle = await ana.ask(words)
    assert await ana.count("user_facts") == 0
    assert not [one for one in bundle["actions"] if one["outcome"] == "done"]


@pytest.mark.parametrize(("first", "second", "locale"), cases("facts_by_words", "since_when_is_corrected"))
async def test_since_when_is_corrected(ana: Person, first: str, second: str, locale: str) -> None:
    told = await ana.ask(first, locale=locale)
    bundle = await ana.ask(second, thread=told["thread_id"], locale=locale)
    (fact,) = await facts(ana)
    assert fact["text"] == first
    assert fact["valid_from"].startswith(("2026-04-30", "2026-05-01"))
    assert [one["tool"] for one in bundle["actions"]] == ["correct_fact"]
    assert bundle["actions"][0]["outcome"] == "done"


@pytest.mark.parametrize(
    ("first", "second", "locale", "asked"), cases("facts_by_words", "where_to_and_since_when_is_a_change_in_any_thread")
)
async def test_where_to_and_since_when_is_a_change_in_any_thread(
    ana: Person, first: str, second: str, locale: str, asked: str
) -> None:
    await ana.ask(first, locale=locale)
    bundle = await ana.ask(second, locale=locale)
    assert bundle["actions"][0]["outcome"] == "done"
    (fact,) = await facts(ana)
    assert fact["text"] == second.split(", ", 1)[1]
    assert fact["valid_from"].startswith(("2026-04-30", "2026-05-01"))
    answer = (await ana.ask(asked, locale=locale))["answer"]
    assert fact["text"] in answer  # as they said it: it is no claim of Steward's own
    assert len(answer.splitlines()) == 2


@pytest.mark.parametrize(("state", "words", "locale"), cases("facts_by_words", "forgetting_is_always_shown_first"))
async def test_forgetting_is_always_shown_first(ana: Person, state: str, words: str, locale: str) -> None:
    told = await ana.ask(state, locale=locale)
    await ana.ask("I live in Porto", locale=locale)
    bundle = await ana.ask(words, thread=told["thread_id"], locale=locale)
    assert (bundle["status"], len(await facts(ana))) == ("preview", 2)
    (preview,) = bundle["previews"]
    assert preview["tool"] == "forget"
    await ana.post(f"/previews/{preview['id']}/confirm")
    assert [fact["text"] for fact in await facts(ana)] == ["I live in Porto"]
    assert await ana.count("user_facts", "text <> 'I live in Porto'") == 0


@pytest.mark.parametrize(("state", "question", "locale"), cases("facts_by_words", "what_is_known_is_told"))
async def test_what_is_known_is_told(ana: Person, state: str, question: str, locale: str) -> None:
    empty = await ana.ask(question, locale=locale)
    assert state not in empty["answer"]
    await ana.ask(state, locale=locale)
    bundle = await ana.ask(question, locale=locale)
    assert state in bundle["answer"]
    assert [item["type"] for item in bundle["linked_items"]] == ["fact"]


@pytest.mark.parametrize(("state", "question", "locale"), cases("facts_by_words", "a_fact_answers_what_it_states"))
async def test_a_fact_answers_what_it_states(ana: Person, state: str, question: str, locale: str) -> None:
    assert state not in (await ana.ask(question, locale=locale))["answer"]
    await ana.post("/facts", {"text": state})
    assert state in (await ana.ask(question, locale=locale))["answer"]


async def test_a_deleted_thread_takes_what_it_stated_and_leaves_what_was_ratified(ana: Person) -> None:
    told = await ana.ask("I'm allergic to nuts")
    await ana.ask("I live in Porto", thread=told["thread_id"])
    porto = next(fact for fact in await facts(ana) if "Porto" in fact["text"])
    await ana.post(f"/facts/{porto['id']}/confirm")
    receipt = (await ana.send("DELETE", f"/threads/{told['thread_id']}")).json()
    assert receipt["deleted"]["fact"] == 1
    (kept,) = await facts(ana)
    assert (kept["text"], kept["provenance"]) == ("I live in Porto", [])
    hits = (await ana.get("/search", q="allergic nuts"))["hits"]
    assert hits == []


async def test_what_two_messages_state_stays_with_the_other(ana: Person) -> None:
    one = await ana.ask("I'm allergic to nuts")
    two = await ana.ask("Remember that I'm allergic to nuts")
    (fact,) = await facts(ana)
    assert len(fact["provenance"]) == 2
    assert fact["importance"] == 10
    receipt = (await ana.send("DELETE", f"/threads/{one['thread_id']}")).json()
    assert receipt["rebuilt"] == {"fact": 1}
    (left,) = await facts(ana)
    assert left["text"] == "I'm allergic to nuts"
    assert len(left["provenance"]) == 1
    await ana.send("DELETE", f"/threads/{two['thread_id']}")
    assert await facts(ana) == []


async def test_what_was_told_since_is_named_for_a_time_of_which_nothing_was_known(plain: Steward, ana: Person) -> None:
    ana = await plain.with_every_scope(ana)
    await ana.ask("I live in Lisbon", client_context=IN_NOVEMBER)
    await ana.ask("No, I moved to Porto in May", client_context=IN_NOVEMBER)
    question = "What did you believe in March about where I live?"
    answer = (await ana.ask(question, client_context=IN_NOVEMBER))["answer"]
    assert "nothing down about that then" in answer
    assert "By what I know now, this held then:\n- I live in Lisbon" in answer


@pytest.mark.parametrize(
    ("stated", "wrong", "right", "text", "locale"), cases("facts_by_words", "what_was_just_noted_is_called_wrong")
)
async def test_what_was_just_noted_is_called_wrong(
    ana: Person, stated: str, wrong: str, right: str, text: str, locale: str
) -> None:
    thread = (await ana.ask(stated, locale=locale))["thread_id"]
    asked = await ana.ask(wrong, thread=thread, locale=locale)
    assert (asked["status"], asked["run"]["mood"]) == ("needs_input", "statement")
    assert stated.rstrip(".") in asked["need_user_input"]["question"]
    bundle = await ana.ask(right, thread=thread, locale=locale)
    (action,) = bundle["actions"]
    assert (action["tool"], action["outcome"]) == ("correct_fact", "done")
    (fact,) = await facts(ana)
    assert fact["text"] == text


@pytest.mark.parametrize(("stated", "no", "text", "locale"), cases("facts_by_words", "a_no_with_what_is_right"))
async def test_a_no_with_what_is_right(ana: Person, stated: str, no: str, text: str, locale: str) -> None:
    thread = (await ana.ask(stated, locale=locale))["thread_id"]
    (action,) = (await ana.ask(no, thread=thread, locale=locale))["actions"]
    assert (action["tool"], action["outcome"]) == ("correct_fact", "done")
    (fact,) = await facts(ana)
    assert (fact["text"], fact["valid_from"]) == (text, None)


async def test_that_is_wrong_still_drops_what_waits(ana: Person) -> None:
    thread = (await ana.ask("I live in Porto"))["thread_id"]
    await ana.ask("Schedule lunch with Rui tomorrow at noon", thread=thread)
    bundle = await ana.ask("that's wrong", thread=thread)
    assert [one["state"] for one in bundle["previews"]] == ["cancelled"]
    assert [one["text"] for one in await facts(ana)] == ["I live in Porto"]


async def test_a_move_with_its_time_in_the_middle(ana: Person) -> None:
    thread = (await ana.ask("Moro no Porto", locale="pt-PT"))["thread_id"]
    await ana.ask("não, mudei-me em maio para Braga", thread=thread, locale="pt-PT")
    (now,) = await facts(ana)
    assert (now["text"], now["valid_from"][:7]) == ("mudei-me em maio para Braga", "2026-04")
    (before,) = await facts(ana, as_of="2026-03-01")
    assert before["text"] == "Moro no Porto"


@pytest.mark.parametrize(
    ("one", "other", "locale"),
    [("I live in Porto", "I live in Oporto", "en-US"), ("Vivo en Nueva York", "I live in New York", "en-US")],
)
async def test_two_names_of_one_town_are_no_contradiction(ana: Person, one: str, other: str, locale: str) -> None:
    thread = (await ana.ask(one, locale=locale))["thread_id"]
    bundle = await ana.ask(other, thread=thread, locale=locale)
    assert bundle["status"] == "answered"
    assert one not in bundle["answer"]
    assert [fact["valid_to"] for fact in await facts(ana)] == [None, None]


@pytest.mark.parametrize(("stated", "then", "how", "locale"), cases("facts_by_words", "where_they_lived_then"))
async def test_where_they_lived_then(ana: Person, stated: list[str], then: str, how: str, locale: str) -> None:
    thread = (await ana.ask(stated[0], locale=locale))["thread_id"]
    await ana.ask(stated[1], thread=thread, locale=locale)
    answer = (await ana.ask(then, thread=thread, locale=locale))["answer"]
    assert stated[0] in answer
    assert stated[1] not in answer
    source = (await ana.ask(how, thread=thread, locale=locale))["answer"]
    assert stated[0] in source


async def test_what_had_ended_is_not_true_again_for_being_changed(ana: Person) -> None:
    first = await ana.post("/facts", {"text": "I live in Braga", "valid_from": "2019-01-01"})
    second = await ana.post(f"/facts/{first['id']}/change", {"text": "I live in Lisbon", "valid_from": "2024-05-01"})
    await ana.post(f"/facts/{second['id']}/retire", {})
    await ana.post(f"/facts/{first['id']}/change", {"text": "I live in Faro"})
    assert [one["text"] for one in await facts(ana, as_of="2025-01-01")] == ["I live in Lisbon"]
    assert [one["text"] for one in await facts(ana)] == ["I live in Faro"]
