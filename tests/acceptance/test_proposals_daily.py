"""What does the day's job do? It proposes, has a model word what is new, and tells of it once, wherever it broke
off."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest_asyncio
from tests.acceptance.test_proposed_events import YESTERDAY, known, listed, proposed, titles, wandered
from tests.support.postgres import PostgresServer
from tests.support.steward import Person, Steward, started

JOB = "proposed_events_daily"


@pytest_asyncio.fixture
async def modelled(postgres: PostgresServer, tmp_path: Path) -> AsyncIterator[Steward]:
    """A Steward with a worker and a scripted model; one a test: a model that failed is not asked for a while."""
    url = await postgres.clone()
    async with started(tmp_path, url, workers=1, job_retry_s=0.2, embed_model="off") as running:
        yield running
    await postgres.drop(url)


async def with_phone(steward: Steward, name: str) -> Person:
    person = await steward.person(name)
    await known(person)
    token = f"ExponentPushToken[{name.partition(' ')[0].lower()}]"
    await person.post("/mobile/devices", {"expo_push_token": token, "platform": "ios"})
    return person


async def pushes(person: Person) -> Any:
    return await person.scalar("select array_agg(kind || ': ' || body) from pushes where user_id = :me")


async def test_one_push_a_day_of_all_that_is_new(working: Steward) -> None:
    owner = await working.owner()
    carla = await with_phone(working, "Carla Reis")
    await wandered(carla, (0, 7, 8), (1, 10, 11), began=YESTERDAY)
    for _ in range(2):
        assert (await owner.ran(JOB))["state"] == "done"
        assert await pushes(carla) == ["proposed_events_ready: 2 events are proposed for your calendar."]
    assert titles(await listed(carla)) == ["At Spot 0", "At Spot 1"]


async def test_what_a_dead_process_proposed_is_told_by_the_next(working: Steward) -> None:
    owner = await working.owner()
    dora = await with_phone(working, "Dora Luz")
    await wandered(dora, (0, 7, 8), began=YESTERDAY)
    assert await proposed(working, dora) == 1
    assert await pushes(dora) is None
    await owner.ran(JOB)
    assert await pushes(dora) == ["proposed_events_ready: 1 event is proposed for your calendar."]
    (one,) = await listed(dora)
    await dora.post(f"/proposed-events/{one['id']}/dismiss", {"reason": "not_an_event"})
    await dora.post(f"/proposed-events/{one['id']}/undo")
    await owner.ran(JOB)
    assert len(await pushes(dora)) == 1


async def test_a_model_words_them_within_what_was_found(modelled: Steward) -> None:
    owner, eva = await modelled.owner(), await with_phone(modelled, "Eva Lima")
    (place, *_) = [one["id"] for one in (await eva.get("/places"))["items"] if one["name"] == "Spot 0"]
    people = [
        await eva.post("/contacts", {"display_name": name, "places": [{"place_id": place, "label": "Works"}]})
        for name in ("Rui Alves", "Zoe Brito")
    ]
    await wandered(eva, (0, 7, 8), (1, 10, 11), began=YESTERDAY)
    modelled.model.forget()
    chosen = {"contact_ids": [people[1]["id"]]}
    for title, summary in (("Coffee with Zoe at Spot 0", "With Zoe at Spot 0."), ("Heist with Mallory", "At Spot 1.")):
        modelled.model.say(json.dumps({"title": title, "summary": summary, **chosen}), to="routing")
    assert (await owner.ran(JOB))["state"] == "done"
    assert modelled.model.routings[-1].body["format"]["required"] == ["title", "summary", "contact_ids"]
    found = {one["title"]: one for one in await listed(eva)}
    assert set(found) == {"Coffee with Zoe at Spot 0", "At Spot 1"}
    first, second = found["Coffee with Zoe at Spot 0"], found["At Spot 1"]
    assert [one["contact_id"] for one in first["suggested_contacts"]] == [people[1]["id"]]
    assert [one["id"] for one in first["evidence"] if one["field"] == "suggested_contacts"] == [people[1]["id"]]
    assert (first["suggested_summary"], second["suggested_summary"]) == ("With Zoe at Spot 0.", "At Spot 1.")
    assert (second["suggested_contacts"], second["confidence"]) == ([], "medium")
    modelled.model.assert_finished()


async def test_a_model_that_fails_leaves_them_in_plain_words(modelled: Steward) -> None:
    owner, filipa = await modelled.owner(), await with_phone(modelled, "Filipa Sá")
    await wandered(filipa, (0, 7, 8), began=YESTERDAY)
    modelled.model.forget()
    modelled.model.say("I don't know.", to="routing")
    assert (await owner.ran(JOB))["state"] == "done"
    assert titles(await listed(filipa)) == ["At Spot 0"]
    assert len(await pushes(filipa)) == 1
