"""Does `/event` know what the rest of the user's world knows: groups, places, who lives there, where "here" is?"""

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from tests.acceptance.test_event_command import people
from tests.support.corpora import cases
from tests.support.geoapify_server import KEY, GeoapifyServer, feature
from tests.support.steward import Person, Steward, previewed, started

FAMILY = ["Ana Souza", "Rui Souza", "Teresa Souza"]
ADDRESS = "Rua Augusta 10, Lisboa"


@pytest_asyncio.fixture(scope="module")
async def mapped(shared_url: str, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Steward]:
    """A Steward with a map, and no model but the reader."""
    async with GeoapifyServer() as world:
        world.found[ADDRESS] = [feature(38.7139, -9.1394, street="Rua Augusta", housenumber="10", city="Lisboa")]
        home = tmp_path_factory.mktemp("mapped")
        async with started(
            home, shared_url, llm_provider="reader", geoapify_url=world.url, geoapify_api_key=KEY
        ) as steward:
            yield steward


@pytest_asyncio.fixture
async def me(mapped: Steward) -> Person:
    """Somebody with three relatives, two colleagues, and a club."""
    person = await mapped.person("Eva Reis")
    listed: list[dict[str, Any]] = [
        {"display_name": "Ana Souza", "organization": "Acme", "tags": ["relation:Sister"]},
        {"display_name": "Rui Souza", "tags": ["relation:Brother"], "groups": ["Book club"]},
        {"display_name": "Teresa Souza", "tags": ["relation:Mother"], "groups": ["Book club"]},
        {"display_name": "Francisco Dias", "organization": "Acme", "emails": ["paco@acme.example"]},
    ]
    for one in listed:
        await person.post("/contacts", one)
    return person


async def groups(person: Person) -> list[str]:
    return [one["name"] for one in (await person.get("/contact-groups"))["items"]]


@pytest.mark.parametrize(
    ("words", "locale", "names"),
    [
        ("dinner with my family tomorrow", "en-US", FAMILY),
        ("jantar com a minha família amanhã", "pt-PT", FAMILY),
        ("cena con mi familia mañana", "es-ES", FAMILY),
        ("demo with everyone at acme.example tomorrow at 3pm", "en-US", ["Francisco Dias"]),
        ("almoço com o pessoal da Acme amanhã", "pt-BR", ["Ana Souza", "Francisco Dias"]),
        ("comida con todos los de Acme mañana", "es-ES", ["Ana Souza", "Francisco Dias"]),
        ("drinks with the book club and bob tomorrow at 6pm", "en-US", ["Rui Souza", "Teresa Souza", "bob"]),
    ],
)
async def test_several_people_in_one_phrase(me: Person, words: str, locale: str, names: list[str]) -> None:
    shown = await me.ask(f"/event {words}", locale=locale)
    assert people(shown) == names
    inferred = names == FAMILY
    assert ("groups" in previewed(shown), "“Family” =" in shown["answer"] or "«Family» =" in shown["answer"]) == (
        inferred,
        inferred,
    )


async def test_a_group_is_kept_on_confirmation_and_goes_with_the_undo(me: Person) -> None:
    shown = await me.ask("/event dinner with my family tomorrow")
    assert "“Family” = Ana Souza, Rui Souza and Teresa Souza; kept as a group" in shown["answer"]
    moved = await me.ask("change it to 9pm", thread=shown["thread_id"])
    assert "kept as a group" in moved["answer"]
    assert "Family" not in await groups(me)
    done = await me.ask("yes", thread=shown["thread_id"])
    assert "Family" in await groups(me)
    await me.post(f"/previews/{done['previews'][0]['id']}/undo")
    assert "Family" not in await groups(me)


async def test_a_group_is_shown_by_an_edit_and_falls_with_its_people(me: Person) -> None:
    shown = await me.ask("/event drinks with the book club tomorrow at 6pm")
    added = await me.ask("and add my family", thread=shown["thread_id"])
    assert sorted(people(added)) == FAMILY
    assert "kept as a group" in added["answer"]
    fewer = await me.ask("without Ana", thread=shown["thread_id"])
    assert ("groups" in previewed(fewer), "kept as a group" in fewer["answer"]) == (False, False)
    await me.ask("yes", thread=shown["thread_id"])
    assert "Family" not in await groups(me)


@pytest.mark.parametrize("edited", [False, True])
async def test_an_address_becomes_a_place_of_the_users(me: Person, edited: bool) -> None:
    shown = await me.ask(f"/event lunch with Ana tomorrow{'' if edited else f' at {ADDRESS}'}")
    if edited:
        shown = await me.ask(f"make it at {ADDRESS}", thread=shown["thread_id"])
    assert f"“{ADDRESS}” becomes a place of yours" in shown["answer"]
    assert (await me.get("/places"))["items"] == []
    await me.ask("yes", thread=shown["thread_id"])
    ((place,), (event,)) = ((await me.get("/places"))["items"], (await me.get("/events"))["items"])
    assert (place["name"], place["lat"], event["place_id"]) == (ADDRESS, 38.7139, place["id"])


@pytest.mark.parametrize(
    ("words", "asks", "locale"),
    cases("event_command_world", "here_is_the_place_of_the_event_before_and_after_it_is_confirmed"),
)
async def test_here_is_the_place_of_the_event_before_and_after_it_is_confirmed(
    me: Person, words: str, asks: str, locale: str
) -> None:
    house = await me.post("/places", {"name": "Rua Azul 5"})
    for name in ("Jordan Reis", "Sam Reis"):
        await me.post("/contacts", {"display_name": name, "places": [{"place_id": house["id"], "label": "Home"}]})
    shown = await me.ask(words, locale=locale)
    assert shown["previews"][0]["arguments"]["place_id"] == house["id"]
    waiting = await me.ask(asks, thread=shown["thread_id"], locale=locale)
    assert "Sam Reis" in waiting["answer"], waiting["answer"]
    if words.startswith("/"):
        again = await me.ask({"en": "at 4pm", "pt": "às 16h", "es": "a las 16"}[locale[:2]], thread=shown["thread_id"])
        shown = again
    await me.post(f"/previews/{shown['previews'][0]['id']}/confirm")
    after = await me.ask(asks, thread=shown["thread_id"], locale=locale)
    assert "Sam Reis" in after["answer"], after["answer"]


@pytest.mark.parametrize("verb", ["/event", "schedule"])
async def test_erasing_the_place_takes_its_name_out_of_what_was_said_of_it(me: Person, verb: str) -> None:
    house = await me.post("/places", {"name": "Rua Azul 5"})
    await me.post("/contacts", {"display_name": "Jordan Reis", "places": [{"place_id": house["id"], "label": "Home"}]})
    shown = await me.ask(f"{verb} lunch with Ana tomorrow at Jordan's house")
    assert "Rua Azul 5" in shown["answer"]
    await me.send("DELETE", f"/places/{house['id']}")
    messages = await me.get(f"/threads/{shown['thread_id']}/messages")
    assert "Rua Azul 5" not in str(messages)
    assert "Rua Azul 5" not in str(await me.get(f"/runs/{shown['run']['id']}"))
