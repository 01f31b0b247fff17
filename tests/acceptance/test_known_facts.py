"""What of all that is known does a turn hear? The most relevant facts of its user, within their tokens, and what its
answer used counts."""

from datetime import datetime
from typing import Any
from uuid import UUID

import pytest
from tests.support.steward import Person, Steward

from orchestrator.domain.memory.facts.retrieval.prompting import TOKENS
from orchestrator.kit.tokens import estimate

OPENS, CLOSES = "<<known facts>>", "<<end of known facts>>"


async def heard(steward: Steward, person: Person, question: str, *, answer: str = "Fine.", **fields: Any) -> str:
    """The known facts of the prompt that a question makes."""
    steward.model.always(answer)
    await person.ask(question, **fields)
    prompt = steward.prompt()
    steward.model.forget()
    return prompt.partition(OPENS)[2].partition(CLOSES)[0] if OPENS in prompt else ""


async def told_ids(person: Person, bundle: dict[str, Any]) -> list[str]:
    run = await person.get(f"/runs/{bundle['run']['id']}")
    return [one for part in run["context"] if part["part"] == "known_facts" for one in part.get("facts", ())]


async def fact(person: Person, text: str, **fields: Any) -> str:
    return str((await person.post("/facts", {"text": text, **fields}))["id"])


async def filled(person: Person, number: int = 36) -> None:
    """More facts than a prompt has room for, all newer and more important than what is asked for."""
    for at in range(number):
        await fact(person, f"Entry {at} of the ledger concerns the harbour authority and its fees", importance=7)


async def test_what_is_asked_for_is_heard_among_many(steward: Steward, ana: Person) -> None:
    boat = await fact(ana, "The boat is moored at berth 14 in Cascais", importance=3)
    await filled(ana)
    part = await heard(steward, ana, "Where is the boat moored, and could you joke about it?")
    assert "berth 14" in part
    assert part.count("Entry") > 5, "and what matters whatever is asked"
    prompt = f"{OPENS}{part}{CLOSES}"
    assert estimate(prompt) <= TOKENS
    steward.model.always("Fine.")
    bundle = await ana.ask("Tell me a joke about the boat")
    assert boat in await told_ids(ana, bundle)
    run = await ana.get(f"/runs/{bundle['run']['id']}")
    (known,) = [one for one in run["context"] if one["part"] == "known_facts"]
    assert known["tokens"] <= TOKENS
    assert all(UUID(one) for one in known["facts"])


async def test_the_profile_is_always_heard_and_long_facts_leave_room(steward: Steward, ana: Person) -> None:
    await filled(ana)
    await fact(ana, "Ana is a naval architect", category="founder_profile", importance=1)
    await fact(ana, "Storage " + "of sails and ropes " * 200, importance=10)
    lines = [line for line in (await heard(steward, ana, "Good morning")).splitlines() if line.strip()]
    assert lines[0] == "- Ana is a naval architect"
    assert any(line.startswith("- Storage") and line.endswith("…") for line in lines)
    assert sum(line.startswith("- Entry") for line in lines) > 5


async def test_a_narrow_fact_is_heard_where_it_is_named_and_before_wider_ones(steward: Steward, ana: Person) -> None:
    rui = (await ana.post("/contacts", {"display_name": "Rui Prates", "nicknames": ["Ruizinho"]}))["id"]
    quay = (await ana.post("/places", {"name": "Old Quay", "aliases": ["Cais Velho"]}))["id"]
    await fact(ana, "Everything is written down", importance=10)
    await fact(ana, "Tests come first", scope={"type": "project", "ref": "light house"}, importance=2)
    await fact(ana, "No wildcard imports", scope={"type": "language", "ref": "Python"}, importance=2)
    await fact(ana, "Never serve him fish", scope={"type": "person", "ref": rui}, importance=2)
    await fact(ana, "The gate code is on the card", scope={"type": "place", "ref": quay}, importance=2)
    plain = await heard(steward, ana, "What should I write?")
    assert [line for line in plain.splitlines() if line] == ["- Everything is written down"]
    for question, wanted in (
        ("What should I do in the light house?", "Tests come first"),
        ("What should I mind in python?", "No wildcard imports"),
        ("What should I cook for Ruizinho?", "Never serve him fish"),
        ("O que levo para o Cais Velho?", "The gate code is on the card"),
    ):
        part = await heard(steward, ana, question)
        lines = [line for line in part.splitlines() if line]
        assert wanted in lines[0], (question, part)
        assert len(lines) == 2, (question, part)
    assert "Tests" not in await heard(steward, ana, "Is the house light enough?")


async def test_the_conversation_names_a_project_too(steward: Steward, ana: Person) -> None:
    await fact(ana, "Tests come first", scope={"type": "project", "ref": "lighthouse"})
    steward.model.always("Fine.")
    thread = (await ana.ask("I'm working on lighthouse today"))["thread_id"]
    steward.model.forget()
    assert "Tests come first" in await heard(steward, ana, "What should I do now?", thread=thread)
    assert "Tests come first" not in await heard(steward, ana, "What should I do now?")


async def test_nobody_hears_what_is_not_so_or_not_theirs(steward: Steward, ana: Person) -> None:
    rui = await steward.person("Rui Prates")
    await fact(rui, "Rui keeps a boat in Faro")
    old = await fact(ana, "The boat is blue")
    await ana.post(f"/facts/{old}/correct", {"text": "The boat is green"})
    gone = await fact(ana, "The boat needs paint")
    await ana.post(f"/facts/{gone}/retire", {})
    await fact(ana, "The boat is for sale", valid_to="2020-01-01", valid_from="2019-01-01")
    await fact(ana, "The boat will be in Brest", valid_from="2096-01-01")
    part = await heard(steward, ana, "What about the boat?")
    assert [line for line in part.splitlines() if line] == ["- The boat is green"]
    assert "Faro" in await heard(steward, rui, "What about the boat?")


async def uses(person: Person, fact_id: str) -> int:
    return int(
        await person.scalar(
            "select count(*) from fact_uses where user_id = :me and fact_id = cast(:id as uuid)", id=fact_id
        )
    )


async def test_an_answer_that_used_a_fact_counts_once_a_session(steward: Steward, ana: Person) -> None:
    nuts = await fact(ana, "I'm allergic to hazelnuts")
    boat = await fact(ana, "The boat is called Albatroz")
    steward.model.always("Take the lemon cake: it is free of hazelnuts, and you are allergic to them.")
    thread = (await ana.ask("Which cake shall I order, what do you say?"))["thread_id"]
    assert (await uses(ana, nuts), await uses(ana, boat)) == (1, 0), "shown is not used"
    await ana.ask("Which cake shall Ana order then, what do you say?", thread=thread)
    assert await uses(ana, nuts) == 1, "once a session"
    await ana.execute("update messages set at = at - interval '40 minutes' where user_id = :me")
    await ana.ask("And which ice cream shall I order, what do you say?", thread=thread)
    assert await uses(ana, nuts) == 2, "the thread goes on, in another session"
    before = await ana.get(f"/facts/{nuts}")
    assert (before["confidence"], before["importance"], before["trust"]) == (1.0, 5, "confirmed")


async def test_what_the_question_said_or_a_stopped_turn_told_counts_for_nothing(steward: Steward, ana: Person) -> None:
    nuts = await fact(ana, "I'm allergic to hazelnuts")
    steward.model.always("You are allergic to hazelnuts.")
    await ana.ask("Is it true that I'm allergic to hazelnuts?")
    assert await uses(ana, nuts) == 0


async def test_without_a_model_what_is_told_counts(plain: Steward) -> None:
    person = await plain.person()
    boat = await fact(person, "O meu barco chama-se Albatroz")
    other = await fact(person, "A Ana gosta de café")
    told = await person.ask("O que sabes sobre o meu barco?")
    assert "Albatroz" in told["answer"]
    assert (await uses(person, boat), await uses(person, other)) == (1, 0)


@pytest.mark.parametrize(
    ("zone", "day"), [("Pacific/Kiritimati", "2026-03-02"), ("Pacific/Pago_Pago", "2026-03-01"), ("UTC", "2026-03-01")]
)
async def test_since_when_is_told_in_the_turns_zone(steward: Steward, zone: str, day: str) -> None:
    person = await steward.person(zone=zone)
    began = datetime.fromisoformat("2026-03-01T18:00:00+00:00")
    await fact(person, "Mora no Porto — 「港」 🚢", valid_from=began.isoformat())
    part = await heard(steward, person, "Olá", client_context={"timezone": zone})
    assert f"- Mora no Porto — 「港」 🚢 (since {day})" in part


async def test_nothing_is_found_as_current_that_is_not(ana: Person) -> None:
    """`GET /search` honours validity as well."""
    old = await fact(ana, "The zeppelin is blue")
    await ana.post(f"/facts/{old}/correct", {"text": "The zeppelin is green"})
    gone = await fact(ana, "The zeppelin needs paint")
    await ana.post(f"/facts/{gone}/retire", {})
    await fact(ana, "The zeppelin was for sale", valid_from="2019-01-01", valid_to="2020-01-01")
    later = await fact(ana, "The zeppelin is rented out", valid_to="2096-01-01")

    async def found() -> set[str]:
        hits = (await ana.get("/search", q="zeppelin", kinds="fact"))["hits"]
        return {hit["title"] for hit in hits}

    assert await found() == {"The zeppelin is green", "The zeppelin is rented out"}
    await ana.execute(
        "update user_facts set valid_to = steward_now() where user_id = :me and id = cast(:id as uuid)", id=later
    )
    await ana.execute(
        "update search_documents set ends_at = steward_now() where user_id = :me and entity_id = cast(:id as uuid)",
        id=later,
    )
    assert await found() == {"The zeppelin is green"}, "its end has come"
