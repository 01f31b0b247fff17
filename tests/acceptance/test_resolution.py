"""Are the people and places meant found, the doubtful ones asked about, and groups shown before they are kept?"""

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from tests.support.corpora import cases
from tests.support.steward import Person, Steward

NOW = "2027-03-01T09:00:00Z"
ZONE = "Europe/Lisbon"


async def people(person: Person) -> dict[str, str]:
    """Three relatives, two Anas at two companies, and a group; ids by name."""
    listed: list[dict[str, Any]] = [
        {
            "display_name": "Ana Souza",
            "organization": "Acme",
            "emails": ["ana@acme.example"],
            "tags": ["relation:Sister"],
        },
        {"display_name": "Ana Lima", "organization": "Beta", "emails": ["ana@beta.example"]},
        {"display_name": "Rui Souza", "tags": ["relation:Brother"], "groups": ["Book club"]},
        {"display_name": "Teresa Souza", "tags": ["relation:Mãe"], "groups": ["Book club"]},
        {"display_name": "Francisco Dias", "organization": "Acme"},
    ]
    return {one["display_name"]: (await person.post("/contacts", one))["id"] for one in listed}


def named(event: dict[str, Any]) -> list[str]:
    return sorted(one["name"] for one in event["participants"])


async def lunch(steward: Steward, person: Person, *participants: str) -> dict[str, Any]:
    """What a request to have lunch with them leads to."""
    steward.model.call(
        "events_create", {"title": "Lunch", "when": "tomorrow at 12:30", "participants": list(participants)}
    )
    steward.model.say("I have prepared it for you.")
    return await person.ask("Schedule lunch tomorrow at 12:30")


async def test_an_inferred_group_is_shown_and_kept_on_confirmation(steward: Steward, ana: Person) -> None:
    ids = await people(ana)
    (preview,) = (await lunch(steward, ana, "my family"))["previews"]
    assert named(preview["draft"]) == ["Ana Souza", "Rui Souza", "Teresa Souza"]
    assert "family" in json.dumps(preview, ensure_ascii=False).casefold()
    assert "Family" not in [one["name"] for one in (await ana.get("/contact-groups"))["items"]]
    await ana.post(f"/previews/{preview['id']}/confirm")
    family = next(one for one in (await ana.get("/contact-groups"))["items"] if one["name"] == "Family")
    assert set(family["contact_ids"]) == {ids[name] for name in ("Ana Souza", "Rui Souza", "Teresa Souza")}
    await ana.post(f"/previews/{preview['id']}/undo")
    assert "Family" not in [one["name"] for one in (await ana.get("/contact-groups"))["items"]]


async def test_a_group_that_is_added_to_an_event_is_kept_too(steward: Steward, ana: Person) -> None:
    await people(ana)
    event = await ana.post("/events", {"title": "Lunch", "start_at": "2026-11-28T12:30:00"})
    steward.model.call("events_update", {"event": event["id"], "participants_add": ["my family"]})
    steward.model.say("I have prepared it for you.")
    (preview,) = (await ana.ask("Add my family to the lunch"))["previews"]
    assert named(preview["draft"]) == ["Ana Souza", "Rui Souza", "Teresa Souza"]
    await ana.post(f"/previews/{preview['id']}/confirm")
    assert "Family" in [one["name"] for one in (await ana.get("/contact-groups"))["items"]]
    await ana.post(f"/previews/{preview['id']}/undo")
    assert "Family" not in [one["name"] for one in (await ana.get("/contact-groups"))["items"]]
    assert (await ana.get(f"/events/{event['id']}"))["participants"] == []


async def test_groups_domains_and_organisations_are_taken_as_they_are(steward: Steward, ana: Person) -> None:
    await people(ana)
    for phrase, names in (
        ("the book club", ["Rui Souza", "Teresa Souza"]),
        ("o pessoal do clube do livro", ["Rui Souza", "Teresa Souza"]),
        ("everyone at acme.example", ["Ana Souza"]),
        ("todos da Acme", ["Ana Souza", "Francisco Dias"]),
        ("Paco", ["Francisco Dias"]),
    ):
        (preview,) = (await lunch(steward, ana, phrase))["previews"]
        assert named(preview["draft"]) == names
        assert "groups" not in preview["arguments"]
        await ana.post(f"/previews/{preview['id']}/cancel")


async def test_two_of_one_name_are_a_choice_that_tells_them_apart(steward: Steward, ana: Person) -> None:
    ids = await people(ana)
    told = await lunch(steward, ana, "Ana", "Rui")
    asked = told["need_user_input"]
    assert [option["label"] for option in asked["options"]] == ["Ana Souza (Sister, Acme)", "Ana Lima (Beta)"]
    answer = await ana.ask(
        "That one",
        thread=told["thread_id"],
        reply_to_clarification={"id": asked["id"], "option_id": asked["options"][1]["id"]},
    )
    (preview,) = answer["previews"]
    assert {one["contact_id"] for one in preview["draft"]["participants"]} == {ids["Ana Lima"], ids["Rui Souza"]}


async def test_who_shares_a_name_is_told_by_where_they_live(steward: Steward, ana: Person) -> None:
    for name, address in (("Casa", "Rua A 1, Porto, Portugal"), ("Casa", "Rua B 2, Lisboa, Portugal")):
        place = await ana.post("/places", {"name": name, "address": address})
        await ana.post(
            "/contacts", {"display_name": "Bia Costa", "places": [{"place_id": place["id"], "label": "Home"}]}
        )
    asked = (await lunch(steward, ana, "Bia"))["need_user_input"]
    assert sorted(option["label"] for option in asked["options"]) == [
        "Bia Costa (Casa, Lisboa, Portugal)",
        "Bia Costa (Casa, Porto, Portugal)",
    ]


async def test_a_name_that_only_comes_near_may_be_somebody_else(steward: Steward, ana: Person) -> None:
    await people(ana)
    told = await lunch(steward, ana, "Francisca Dias")
    asked = told["need_user_input"]
    assert [option["label"] for option in asked["options"]] == ["Francisco Dias (Acme)", "Someone else: Francisca Dias"]
    answer = await ana.ask(
        "That one",
        thread=told["thread_id"],
        reply_to_clarification={"id": asked["id"], "option_id": asked["options"][1]["id"]},
    )
    (preview,) = answer["previews"]
    assert [(one["name"], one["contact_id"]) for one in preview["draft"]["participants"]] == [("Francisca Dias", None)]


async def test_somebodys_house_is_the_place_that_is_linked_to_them(steward: Steward, ana: Person) -> None:
    house = await ana.post("/places", {"name": "Rua Azul 5"})
    office = await ana.post("/places", {"name": "Torre Sul"})
    places = [{"place_id": house["id"], "label": "Home"}, {"place_id": office["id"], "label": "Work"}]
    await ana.post("/contacts", {"display_name": "Jordan Reis", "places": places})
    for phrase, name in (
        ("Jordan's house", "Rua Azul 5"),
        ("Jordan's", "Rua Azul 5"),
        ("casa do Jordan", "Rua Azul 5"),
        ("la oficina de Jordan", "Torre Sul"),
        ("Jordan's moon", "Jordan's moon"),
    ):
        steward.model.call("events_create", {"title": "Tea", "when": "tomorrow at 16:00", "place": phrase})
        steward.model.say("I have prepared it for you.")
        (preview,) = (await ana.ask("Schedule tea tomorrow at 16:00"))["previews"]
        assert preview["draft"]["place"] == name
        await ana.post(f"/previews/{preview['id']}/cancel")


async def test_nobody_elses_people_are_found(steward: Steward, ana: Person) -> None:
    await people(ana)
    (preview,) = (await lunch(steward, await steward.person("Bo"), "Rui Souza"))["previews"]
    assert [(one["name"], one["contact_id"]) for one in preview["draft"]["participants"]] == [("Rui Souza", None)]


@pytest_asyncio.fixture
async def alone(plain: Steward) -> AsyncIterator[Person]:
    """The owner of a Steward without a model, who knows some people."""
    person = await plain.owner()
    await people(person)
    yield person
    for kind in ("events", "contacts", "contact-groups", "threads"):
        for item in (await person.get(f"/{kind}", limit=200))["items"]:
            await person.send("DELETE", f"/{kind}/{item['id']}")
    await person.execute("delete from tombstones where user_id = :me")


@pytest.mark.parametrize(("question", "locale", "names"), cases("resolution", "the_reader_invites_them_too"))
async def test_the_reader_invites_them_too(alone: Person, question: str, locale: str, names: list[str]) -> None:
    context = {"timezone": ZONE, "locale": locale, "now": NOW}
    told = await alone.post("/ask", {"question": question, "client_context": context})
    (preview,) = told["previews"]
    assert named(preview["draft"]) == names
