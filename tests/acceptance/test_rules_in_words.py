"""Rules in plain words, without a model: told, ended, taken back, excepted from once; in three languages."""

from typing import Any

import pytest
from tests.support.corpora import cases
from tests.support.rules import add, held, rule
from tests.support.steward import Person, Steward


def in_locale(tag: str) -> dict[str, Any]:
    return {"client_context": {"locale": tag, "timezone": "Europe/Lisbon"}}


@pytest.mark.parametrize(
    ("words", "yes", "locale", "ended"), cases("rules_in_words", "a_rule_ends_by_words_and_holds_again_by_an_undo")
)
async def test_a_rule_ends_by_words_and_holds_again_by_an_undo(
    rita: Person, words: str, yes: str, locale: str, ended: str
) -> None:
    await rita.auto_confirm()
    await rule(rita, "latest_end", {"time": "20:00"}, text="Nothing after eight")
    made = await rule(rita, "earliest_start", {"time": "23:59", "days": ["fri"]}, text="Free days stay free")
    told = await rita.ask(words, **in_locale(locale))
    (preview,) = told["previews"]
    assert (preview["tool"], preview["state"]) == ("rules_end", "pending")
    assert made["text"] in preview["summary"]
    held(await add(rita, "10:00"), made)
    done = await rita.ask(yes, thread=told["thread_id"], **in_locale(locale))
    assert ended in done["answer"]
    assert [
        one["text"] for one in (await rita.get("/rules"))["items"] if one["effect"]["type"] == "earliest_start"
    ] == []
    assert (await add(rita, "10:00", title="Now")).status_code == 201
    assert (await rita.get("/facts", kind="hard_rule", as_of="2026-01-01"))["items"]  # that it held is still known
    assert (await rita.post(f"/previews/{preview['id']}/undo"))["state"] == "undone"
    held(await add(rita, "12:00"), made)
    again = await rita.get(f"/rules/{made['id']}")
    assert again["valid_to"] is None


async def test_of_several_it_asks_and_of_none_it_says_so(rita: Person) -> None:
    assert "no rule" in (await rita.ask("Forget the rule about Fridays"))["answer"].lower()
    for text in ("No calls on Fridays", "Gym on Fridays"):
        await rita.post("/rules", {"text": text})
    told = await rita.ask("Forget the rule about Fridays")
    assert told["status"] == "needs_input"
    labels = {one["label"]: one["id"] for one in told["need_user_input"]["options"]}
    assert set(labels) == {"No calls on Fridays", "Gym on Fridays"}
    reply = {"id": told["need_user_input"]["id"], "option_id": labels["Gym on Fridays"]}
    chosen = await rita.ask("the second", thread=told["thread_id"], reply_to_clarification=reply)
    assert "Gym on Fridays" in chosen["previews"][0]["title"]


@pytest.mark.parametrize(("text", "words", "locale"), cases("rules_in_words", "a_number_is_the_same_in_words"))
async def test_a_number_is_the_same_in_words(rita: Person, text: str, words: str, locale: str) -> None:
    await rule(rita, "latest_end", {"time": "20:00"}, text="Nothing after eight")
    await rule(rita, "earliest_start", {"time": "10:00"}, text=text)
    (preview,) = (await rita.ask(words, **in_locale(locale)))["previews"]
    assert text in preview["summary"]


async def test_it_needs_the_scope(plain: Steward, rita: Person) -> None:
    made = await rule(rita, "earliest_start", {"time": "10:00"}, text="Never before ten")
    told = await (await plain.with_scopes(rita, "ask")).ask("Forget the rule about ten")
    assert told["previews"] == []
    held(await add(rita, "09:00"), made)


@pytest.mark.parametrize(("words", "exception", "locale"), cases("rules_in_words", "an_exception_this_once"))
async def test_an_exception_this_once(rita: Person, words: str, exception: str, locale: str) -> None:
    made = await rule(rita, "earliest_start", {"time": "10:00"}, text="Never before ten")
    told = await rita.ask(words, **in_locale(locale))
    assert told["previews"][0]["held_by_rule"] == made["id"]
    done = await rita.ask(exception, thread=told["thread_id"], **in_locale(locale))
    assert [one["outcome"] for one in done["actions"]] == ["done"]
    assert await rita.count("events") == 1
    held(await add(rita, "08:00"), made)


async def test_without_the_scope_a_rule_in_words_is_refused(plain: Steward, rita: Person) -> None:
    told = await (await plain.with_scopes(rita, "ask")).ask("never schedule anything before 10")
    assert told["previews"] == []
    assert await rita.count("user_facts") == 0


@pytest.mark.parametrize(
    ("words", "choice", "yes", "locale"), cases("rules_in_words", "whom_a_rule_means_is_asked_and_its_words_stay")
)
async def test_whom_a_rule_means_is_asked_and_its_words_stay(
    rita: Person, words: str, choice: str, yes: str, locale: str
) -> None:
    await rita.post("/contacts", {"display_name": "Ana Reis"})
    sousa = await rita.post("/contacts", {"display_name": "Ana Sousa"})
    asked = await rita.ask(words, **in_locale(locale))
    assert [one["label"] for one in asked["need_user_input"]["options"]] == ["Ana Reis", "Ana Sousa"]
    told = await rita.ask(choice, thread=asked["thread_id"], **in_locale(locale))
    (preview,) = told["previews"]
    assert "Ana Sousa" in preview["summary"]
    assert sousa["id"] not in preview["summary"]
    await rita.ask(yes, thread=asked["thread_id"], **in_locale(locale))
    (made,) = (await rita.get("/rules"))["items"]
    assert made["text"] == words
    assert made["effect"] == {"type": "never_invite", "parameters": {"contact_ids": [sousa["id"]]}}


async def test_two_names_of_a_rule_are_asked_one_after_the_other(rita: Person) -> None:
    made = {
        name: await rita.post("/contacts", {"display_name": name})
        for name in ("Ana Sá", "Ana Paz", "Rui Sá", "Rui Paz")
    }
    thread = (await rita.ask("Always invite Ana and Rui to dinners"))["thread_id"]
    for choice in ("Ana Paz", "Rui Sá", "yes"):
        await rita.ask(choice, thread=thread)
    (rule_made,) = (await rita.get("/rules"))["items"]
    assert rule_made["effect"]["parameters"]["contact_ids"] == [made["Ana Paz"]["id"], made["Rui Sá"]["id"]]


@pytest.mark.parametrize(("words", "yes", "locale"), cases("rules_in_words", "a_rule_about_what_is_with_somebody"))
async def test_a_rule_about_what_is_with_somebody(rita: Person, words: str, yes: str, locale: str) -> None:
    rui = await rita.post("/contacts", {"display_name": "Rui Costa"})
    told = await rita.ask(words, **in_locale(locale))
    assert "Rui Costa" in told["previews"][0]["summary"]
    await rita.ask(yes, thread=told["thread_id"], **in_locale(locale))
    (made,) = (await rita.get("/rules"))["items"]
    assert made["scope"] == {"type": "person", "ref": rui["id"]}
    held(await add(rita, "09:00", participants=[{"contact_id": rui["id"]}]), made)
    assert (await add(rita, "09:00")).status_code == 201


async def test_a_preview_tells_what_a_rule_is_about(rita: Person) -> None:
    told = await rita.ask("Lunch always lasts 30 minutes")
    told_so = told["previews"][0]["summary"].split("; ", 1)[1]
    assert "lunch" in told_so
    assert "30 minutes" in told_so
