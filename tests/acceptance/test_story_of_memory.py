"""A new user's story (issue 7): states facts in three languages, corrects one, asks what was believed in May, lays down
a rule, lets a foreign agent file notes, makes a rule of them, sees it told, and takes it all to another home."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest_asyncio
from tests.support.postgres import PostgresServer
from tests.support.source import ROOT
from tests.support.steward import Person, Steward, started

EN, PT, ES = "en-US", "pt-PT", "es-ES"
MORNING = "Never schedule anything before 10"
LISTS = ("/facts", "/proposals", "/rules", "/notes", "/episodes", "/events", "/threads")
MAY = {"as_of": "2026-05-31T23:00:00Z", "known_at": "2026-05-31T23:00:00Z"}


@pytest_asyncio.fixture
async def bases(postgres: PostgresServer) -> AsyncIterator[tuple[str, str]]:
    """Two empty databases: two homes."""
    urls = (await postgres.clone(), await postgres.clone())
    yield urls
    for url in urls:
        await postgres.drop(url)


async def foreign(steward: Steward, person: Person, *calls: tuple[str, dict[str, Any]]) -> list[Any]:
    """What an MCP client that shares no line with ours is given, with a token of `mcp` alone."""
    made = await person.post("/tokens", {"name": "agent", "scopes": ["mcp"]})
    program = [sys.executable, "-m", "tests.support.foreign_client", "calls", steward.url, made["token"]]
    client = await asyncio.create_subprocess_exec(*program, json.dumps(calls), cwd=ROOT, stdout=asyncio.subprocess.PIPE)
    output, _ = await client.communicate()
    assert client.returncode == 0
    told: list[Any] = json.loads(output.splitlines()[-1])
    return told


async def everything(person: Person) -> dict[str, Any]:
    """All that the lists show, now and as it was believed in May."""
    found = {path: (await person.get(path, limit=200))["items"] for path in LISTS}
    found["believed in May"] = (await person.get("/facts", limit=200, **MAY))["items"]
    return found


async def states_and_corrects(me: Person) -> None:
    """Facts in three languages, each with the words that said so; one of them was wrong."""
    for words, locale in (("I'm allergic to nuts", EN), ("Moro em Lisboa", PT), ("Mi hermana se llama Marta", ES)):
        bundle = await me.ask(words, locale=locale)
        assert [(one["tool"], one["outcome"]) for one in bundle["actions"]] == [("remember_fact", "done")], bundle
        fact = await me.get(f"/facts/{bundle['actions'][0]['entity']['id']}")
        assert fact["trust"] == "confirmed"
        assert [one["quote"] for one in fact["provenance"]] == [words]
    await me.execute("update user_facts set recorded_at = '2026-04-02' where user_id = :me")
    bundle = await me.ask("No, I live in Porto", locale=EN)
    assert [(one["tool"], one["outcome"]) for one in bundle["actions"]] == [("correct_fact", "done")]
    assert "Moro em Lisboa" in bundle["answer"]
    assert {fact["text"] for fact in (await me.get("/facts", kind="soft_fact"))["items"]} == {
        "I'm allergic to nuts", "I live in Porto", "Mi hermana se llama Marta"
    }  # fmt: skip
    await asks_of_may(me)


async def asks_of_may(me: Person) -> None:
    """What was believed then is another thing than what holds now."""
    for question, locale in (
        ("What did you believe about my home in May?", EN),
        ("O que acreditavas sobre a minha casa em maio?", PT),
        ("¿Qué creías de mi casa en mayo?", ES),
    ):
        bundle = await me.ask(question, locale=locale)
        assert "Moro em Lisboa" in bundle["answer"]
        assert "Porto" not in bundle["answer"]
    assert "Moro em Lisboa" in {fact["text"] for fact in (await me.get("/facts", **MAY))["items"]}


async def rules_and_is_held(me: Person) -> dict[str, Any]:
    """ "Never before 10" waits for a yes, then holds whoever writes; each exception is the user's."""
    bundle = await me.ask(MORNING, locale=EN)
    assert (await me.get("/rules"))["items"] == []
    await me.post(f"/previews/{bundle['previews'][0]['id']}/confirm")
    (rule,) = (await me.get("/rules"))["items"]
    assert rule["effect"] == {"type": "earliest_start", "parameters": {"time": "10:00"}}
    early = {"title": "Swim", "start_at": "2027-03-05T08:00:00", "end_at": "2027-03-05T09:00:00"}
    answer = await me.send("POST", "/events", json=early)
    assert (answer.status_code, answer.json()["code"]) == (409, "rule_held")
    assert answer.json()["rule"] == {"id": rule["id"], "text": rule["text"]}
    passed = await me.send("POST", "/events", json=early, params={"override_rule": rule["id"]})
    assert passed.status_code == 201
    # The assistant may book by itself, but for what the rule holds.
    await me.auto_confirm("events_create")
    free = await me.ask("Book lunch with Rui tomorrow at 1pm", locale=EN)
    assert [one["outcome"] for one in free["actions"]] == ["done"]
    held = await me.ask("Book the dentist tomorrow at 8am", locale=EN)
    assert [one["outcome"] for one in held["actions"]] == ["waiting"]
    assert rule["text"] in held["answer"] + json.dumps(held["previews"], ensure_ascii=False)
    await me.post(f"/previews/{held['previews'][0]['id']}/confirm")
    titles = [event["title"].lower() for event in (await me.get("/events"))["items"]]
    assert sum("dentist" in title for title in titles) == 1
    return dict(rule)


async def composes(steward: Steward, me: Person) -> dict[str, Any]:
    """An agent files notes; they move nothing until the user makes a rule of them."""
    filed = await foreign(
        steward, me,
        ("add_profile_note", {"text": "Always write commit messages in the imperative", "category": "preference"}),
        ("add_profile_note", {"text": "Rewrote two commit messages into the imperative", "confidence": 0.6}),
        ("remember_fact", {"text": "Prefers the imperative in commit messages"}),
    )  # fmt: skip
    notes = [one["id"] for one in filed[:2]]
    assert "imperative" not in json.dumps([await me.get("/facts"), await me.get("/rules")])
    (waiting,) = (await me.get("/proposals"))["items"]
    await me.post(f"/proposals/{waiting['id']}/dismiss")
    told = await me.post("/rules/preview", {"note_ids": notes})
    assert "imperative" in told["rule"]["text"]
    assert "imperative" not in json.dumps(await me.get("/rules"))  # nothing is stored by looking
    rule = {**told["rule"], "scope": {"type": "project", "ref": "steward"}, "note_ids": notes}
    made = await me.send("POST", "/rules", json=rule)
    assert made.status_code == 201, made.text
    for note in notes:
        assert (await me.get(f"/notes/{note}"))["promoted_to"] == made.json()["id"]
    (profile,) = await foreign(steward, me, ("get_developer_profile", {"project_context": "steward"}))
    shown = json.dumps(profile, ensure_ascii=False)
    assert made.json()["text"] in shown
    assert MORNING.lower() in shown.lower()
    return dict(made.json())


async def test_a_new_users_story(bases: tuple[str, str], tmp_path: Path) -> None:
    first, second = bases
    async with started(tmp_path / "one", first, llm_provider="reader", embed_model="off") as steward:
        me = await steward.owner()
        await me.patch("/me", {"timezone": "Europe/Lisbon"})
        await states_and_corrects(me)
        morning = await rules_and_is_held(me)
        composed = await composes(steward, me)
    async with started(tmp_path / "two", first) as steward:  # the same life, with a model
        me = await steward.owner()
        steward.model.say("You work on it today.")
        await me.ask("What about the steward project today?")
        prompt = steward.prompt()
        assert composed["text"] in prompt
        assert morning["text"] in prompt
        assert prompt.index(morning["text"]) < prompt.index("I'm allergic to nuts")
        before = await everything(me)
        archive = (await me.send("GET", "/export")).content
    async with started(tmp_path / "three", second, llm_provider="reader", embed_model="off") as steward:
        me = await steward.owner()
        for _ in range(2):  # a second time changes nothing
            imported = await me.send("POST", "/import", content=archive)
            assert imported.status_code == 200, imported.text
            assert await everything(me) == before
        await asks_of_may(me)
        early = {"title": "Run", "start_at": "2027-03-06T08:00:00", "end_at": "2027-03-06T09:00:00"}
        answer = await me.send("POST", "/events", json=early)
        assert answer.json()["rule"] == {"id": morning["id"], "text": morning["text"]}
        (profile,) = await foreign(steward, me, ("get_developer_profile", {"project_context": "steward"}))
        assert composed["text"] in json.dumps(profile, ensure_ascii=False)
