"""Does Steward say where it knows something from, what a new statement replaced, and which fact "that" is? Without any
model, in three languages."""

from datetime import UTC, datetime
from typing import Any

import pytest
import pytest_asyncio
from tests.support.corpora import cases
from tests.support.steward import Person, Steward


@pytest_asyncio.fixture
async def ana(plain: Steward) -> Person:
    return await plain.person()


async def texts(person: Person) -> set[str]:
    return {fact["text"] for fact in (await person.get("/facts", limit=100))["items"]}


@pytest.mark.parametrize(("state", "question", "words", "locale"), cases("facts_explained", "where_it_is_known_from"))
async def test_where_it_is_known_from(ana: Person, state: str, question: str, words: str, locale: str) -> None:
    told = await ana.ask(state, locale=locale)
    await ana.ask("My shoe size is 42")
    bundle = await ana.ask(question, thread=told["thread_id"], locale=locale)
    assert bundle["answer"].count(state) == 2  # what is believed, and the words that said so
    assert words in bundle["answer"]
    assert str(datetime.now(UTC).year) in bundle["answer"]
    assert "42" not in bundle["answer"]
    assert bundle["actions"] == []


async def test_erasing_the_words_takes_them_out_of_the_answer_that_quoted_them(ana: Person) -> None:
    told = await ana.ask("I live in Porto")
    (fact,) = (await ana.get("/facts"))["items"]
    await ana.post(f"/facts/{fact['id']}/confirm")
    bundle = await ana.ask("How do you know that I live in Porto?")
    assert "told me on" in bundle["answer"]
    await ana.send("DELETE", f"/threads/{told['thread_id']}")
    messages = (await ana.get(f"/threads/{bundle['thread_id']}/messages"))["items"]
    assert not [one for one in messages if one["role"] == "assistant" and "told me on" in one["content"]]
    again = await ana.ask("How do you know that I live in Porto?")
    assert "entered it yourself" in again["answer"]


async def test_what_was_entered_by_hand_and_what_nobody_said(ana: Person) -> None:
    await ana.post("/facts", {"text": "I live in Porto", "valid_from": "2019-05-01"})
    bundle = await ana.ask("How do you know that I live in Porto?")
    assert "entered it yourself" in bundle["answer"]
    assert "since May 1, 2019" in bundle["answer"]
    nothing = await ana.ask("Why do you think I like olives?")
    assert "don't know anything" in nothing["answer"]


@pytest.mark.parametrize(
    ("first", "second", "replaced", "locale"), cases("facts_explained", "what_is_replaced_is_named_and_comes_back")
)
async def test_what_is_replaced_is_named_and_comes_back(
    ana: Person, first: str, second: str, replaced: str, locale: str
) -> None:
    await ana.ask(first, locale=locale)
    (before,) = await texts(ana)
    bundle = await ana.ask(second, locale=locale)
    (action,) = bundle["actions"]
    assert action["outcome"] == "done"
    assert before in action["summary"]
    assert replaced in action["summary"]
    assert replaced in bundle["answer"]
    assert before not in await texts(ana)
    await ana.post(f"/previews/{action['preview_id']}/undo")
    assert await texts(ana) == {before}


async def test_a_preview_names_what_it_would_replace(ana: Person) -> None:
    """Others' private matters are asked first; so is what they would replace told."""
    await ana.post("/facts", {"text": "Rui is allergic to nuts"})
    bundle = await ana.ask("remember that Rui is not allergic to nuts")
    (preview,) = bundle["previews"]
    assert "replaces “Rui is allergic to nuts”" in preview["summary"]
    await ana.post(f"/previews/{preview['id']}/confirm")
    assert await texts(ana) == {"Rui is not allergic to nuts"}


@pytest.mark.parametrize(("ask", "forget", "locale"), cases("facts_explained", "forgetting_one_of_several_asks_which"))
async def test_forgetting_one_of_several_asks_which(ana: Person, ask: str, forget: str, locale: str) -> None:
    for text in ("I live in Porto", "My shoe size is 42"):
        await ana.post("/facts", {"text": text})
    told = await ana.ask(ask, locale=locale)
    bundle = await ana.ask(forget, thread=told["thread_id"], locale=locale)
    assert bundle["status"] == "needs_input"
    question: dict[str, Any] = bundle["need_user_input"]
    assert {option["label"] for option in question["options"]} == {"I live in Porto", "My shoe size is 42"}
    size = next(option for option in question["options"] if "42" in option["label"])
    chosen = {"id": question["id"], "option_id": size["id"]}
    preview = await ana.ask("that one", thread=told["thread_id"], locale=locale, reply_to_clarification=chosen)
    (card,) = preview["previews"]
    await ana.post(f"/previews/{card['id']}/confirm")
    assert await texts(ana) == {"I live in Porto"}


@pytest.mark.parametrize(("words", "subject"), cases("facts_explained", "the_subject_is_the_users_own_word"))
async def test_the_subject_is_the_users_own_word(ana: Person, words: str, subject: str) -> None:
    await ana.ask(f"Remember: {words}")
    (fact,) = (await ana.get("/facts"))["items"]
    assert fact["subjects"] == [subject]
    assert (await ana.get("/facts", subject=subject.upper()))["items"] == [fact]


@pytest.mark.parametrize("words", cases("facts_explained", "others_private_matters_wait"))
async def test_others_private_matters_wait(ana: Person, words: str) -> None:
    bundle = await ana.ask(words)
    assert bundle["status"] == "preview"
    assert await texts(ana) == set()


@pytest.mark.parametrize(("question", "locale"), cases("facts_explained", "what_was_believed_in_march"))
async def test_what_was_believed_in_march(plain: Steward, ana: Person, question: str, locale: str) -> None:
    ana = await plain.with_every_scope(ana)
    await ana.post("/facts", {"text": "I live in Porto"})
    await ana.execute("update user_facts set recorded_at = '2026-02-01' where user_id = :me")
    await ana.post("/facts", {"text": "I live in Lisbon"})
    bundle = await ana.ask(question, client_context={"locale": locale, "now": "2026-11-21T12:00:00Z"})
    assert "I live in Porto" in bundle["answer"]
    assert "Lisbon" not in bundle["answer"]


async def test_a_preview_tells_a_birthday_as_people_do(ana: Person) -> None:
    bundle = await ana.ask("Rui's birthday is on 3 May", locale="en-GB")
    told = bundle["answer"] + str([one["summary"] for one in bundle["previews"]])
    assert "3 May" in told
    assert "--05-03" not in told
