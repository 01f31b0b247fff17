"""The people of a real CardDAV account, and a file of the same people: each once, with a question, either way round."""

import pytest
from tests.support.connecting import connected, synced
from tests.support.radicale import Radicale
from tests.support.steward import Person
from tests.support.vcards import asked_about, card, names, take_cards

PEOPLE = {"Ana Souza": "EMAIL:ana@example.org", "Bebel Lima": "TEL:+351 912 345 678", "Caio Reis": "TITLE:Cook"}
NAMES = sorted(PEOPLE)


def as_file(prefix: str) -> list[str]:
    return [card(f"{prefix}-{at}", name, line) for at, (name, line) in enumerate(PEOPLE.items())]


async def account_of(me: Person, radicale: Radicale, user: str) -> str:
    path = await radicale.address_book(user, "People")
    for at, text in enumerate(as_file("server")):
        await radicale.put(user, f"{path}{at}.vcf", text.replace("VERSION:4.0", "VERSION:3.0"))
    made = await connected(me, "carddav", radicale.url, username=user, secret=f"{user}-secret")
    assert made["last_result"]["created"] == 3, made
    return str(made["id"])


async def test_a_file_after_the_account(me: Person, radicale: Radicale, user: str) -> None:
    connection = await account_of(me, radicale, user)
    told = await take_cards(me, *as_file("export"), source="vcard:export")
    assert (told["waiting"], told["duplicates"]) == (2, 2), "a name alone is no sure match"
    assert await names(me) == sorted([*NAMES, "Caio Reis"])
    first, second = [one["preview_id"] for one in await asked_about(me, 2) if one["waiting"]]
    assert (await synced(me, connection))["last_result"]["created"] == 0
    await me.post(f"/previews/{first}/confirm")
    await me.post(f"/previews/{second}/cancel")
    assert len(await names(me)) == 5
    assert {one["status"] for one in (await take_cards(me, *as_file("export"), source="vcard:export"))["results"]} == {
        "unchanged"
    }
    assert (await synced(me, connection))["last_result"]["created"] == 0
    assert len(await names(me)) == 5


async def test_the_account_after_a_file(me: Person, radicale: Radicale, user: str) -> None:
    await take_cards(me, *as_file("export"), source="vcard:export")
    connection = await account_of(me, radicale, user)
    result = (await me.get(f"/connections/{connection}"))["last_result"]
    assert (result["duplicates"], result["waiting"]) == (2, 2)
    assert await names(me) == sorted([*NAMES, "Caio Reis"])
    # Gone from the server it waits no more, and is shown when it comes back.
    await radicale.remove(user, f"{user}/people/0.vcf")
    assert (await synced(me, connection))["last_result"]["hidden"] == 1
    assert await names(me) == sorted([*NAMES, "Caio Reis"])
    assert await me.count("contacts", "waits_for is not null") == 1
    (ana,) = [one for one in (await me.get("/contacts"))["items"] if one["display_name"] == "Ana Souza"]
    await me.send("DELETE", f"/contacts/{ana['id']}")
    assert "Ana Souza" not in await names(me)


@pytest.mark.parametrize("kept", ["file", "account"])
async def test_when_one_side_goes_the_other_is_there(me: Person, radicale: Radicale, user: str, kept: str) -> None:
    if kept == "file":
        connection = await account_of(me, radicale, user)
        await take_cards(me, *as_file("export"), source="vcard:export")
    else:
        await take_cards(me, *as_file("export"), source="vcard:export")
        connection = await account_of(me, radicale, user)
    await me.send("DELETE", f"/connections/{connection}")
    assert await names(me) == NAMES
    assert await me.count("contacts", "waits_for is not null") == 0
