"""Who comes again under another source and is somebody for sure: one entry, a question, and nothing of it lost."""

from typing import Any

import pytest
import pytest_asyncio
from tests.support.steward import Person, Steward
from tests.support.vcards import asked_about, card, names, take_cards


@pytest_asyncio.fixture(scope="module")
async def steward(working: Steward) -> Steward:
    return working


UID = "0b8f62ce-0001-4a4e-9d7b-00000000{:04}"
ANA = card(UID.format(1), "Ana Souza", "EMAIL:ana@example.org")
ANA_ELSEWHERE = card(UID.format(2), "Ana Souza", "EMAIL:Ana@Example.org", "TEL:+351 912 345 678", "TITLE:Doctor")


async def ana_twice(me: Person) -> tuple[str, str, str]:
    """The ids of the one that is shown, of the one that waits, and of the question."""
    (shown,) = (await take_cards(me, ANA, source="vcard:google"))["results"]
    told = await take_cards(me, ANA_ELSEWHERE, source="vcard:phone")
    (waits,) = told["results"]
    assert (waits["status"], waits["waits"], waits["duplicate_of"]) == ("created", True, shown["id"])
    assert (told["duplicates"], told["waiting"]) == (1, 1)
    (pair,) = await asked_about(me, 1)
    assert pair["waiting"]
    assert set(pair["contact_ids"]) == {shown["id"], waits["id"]}
    assert await names(me) == ["Ana Souza"]
    return shown["id"], waits["id"], pair["preview_id"]


async def found(me: Person, words: str) -> set[str]:
    return {hit["id"] for hit in (await me.get("/search", q=words))["hits"]}


async def statuses(me: Person, text: str, source: str) -> list[str]:
    return [one["status"] for one in (await take_cards(me, text, source=source))["results"]]


async def test_confirmed_it_is_one_with_all_of_both_and_can_be_taken_back(me: Person) -> None:
    shown, waits, preview = await ana_twice(me)
    assert (await me.get(f"/contacts/{waits}"))["waits_for"] == shown
    assert waits not in await found(me, "Ana Souza")
    for source, text in (("vcard:google", ANA), ("vcard:phone", ANA_ELSEWHERE)):
        assert await statuses(me, text, source) == ["unchanged"]
    await me.post(f"/previews/{preview}/confirm")
    (ana,) = (await me.get("/contacts"))["items"]
    assert (ana["id"], ana["title"], ana["phones"][0]["value"]) == (shown, "Doctor", "+351 912 345 678")
    assert await statuses(me, ANA_ELSEWHERE, "vcard:phone") == ["unchanged"]
    apart = await me.post(f"/contacts/{shown}/unmerge", {"contact_id": waits})
    assert (apart["id"], apart.get("waits_for"), apart["kept"]["title"]) == (waits, None, None)
    assert await names(me) == ["Ana Souza"] * 2
    assert waits in await found(me, "Ana Souza")
    for source, text in (("vcard:google", ANA), ("vcard:phone", ANA_ELSEWHERE)):
        assert await statuses(me, text, source) == ["unchanged"]


async def test_declined_it_stands_for_itself_and_is_not_asked_again(me: Person) -> None:
    shown, waits, preview = await ana_twice(me)
    await me.post(f"/previews/{preview}/cancel")
    assert {one["id"] for one in (await me.get("/contacts"))["items"]} == {shown, waits}
    assert waits in await found(me, "Ana Souza")
    assert (await me.get(f"/contacts/{waits}")).get("waits_for") is None
    again = await take_cards(me, ANA_ELSEWHERE, source="vcard:phone")
    assert (again["results"][0]["status"], again["waiting"]) == ("unchanged", 0)
    (pair,) = (await me.post("/contacts/duplicates"))["items"]
    assert (pair["preview_id"], pair["waiting"]) == (preview, False)


async def test_it_is_told_in_words_and_may_be_the_one_that_is_kept(me: Person) -> None:
    shown, waits, _ = await ana_twice(me)
    told = (await me.ask("do I have duplicate contacts?"))["answer"]
    assert "Ana Souza" in told
    await me.post("/contacts/merge", {"keep_id": waits, "merge_ids": [shown]})
    (ana,) = (await me.get("/contacts"))["items"]
    assert (ana["id"], ana.get("waits_for")) == (waits, None)
    assert waits in await found(me, "Ana Souza")


async def test_a_refresh_reaches_the_one_that_waits(me: Person) -> None:
    _, waits, preview = await ana_twice(me)
    newer = ANA_ELSEWHERE.replace("Doctor", "Professor")
    assert await statuses(me, newer, "vcard:phone") == ["updated"]
    assert await names(me) == ["Ana Souza"]
    assert waits not in await found(me, "Professor")
    await me.post(f"/previews/{preview}/confirm")
    assert [one["title"] for one in (await me.get("/contacts"))["items"]] == ["Professor"]


@pytest.mark.parametrize("which", ["shown", "waits"])
async def test_erasing_one_leaves_the_other(me: Person, which: str) -> None:
    shown, waits, preview = await ana_twice(me)
    gone, left = (shown, waits) if which == "shown" else (waits, shown)
    receipt = (await me.send("DELETE", f"/contacts/{gone}")).json()
    assert receipt["deleted"]["contact"] == 1
    assert [one["id"] for one in (await me.get("/contacts"))["items"]] == [left]
    assert await found(me, "Ana Souza") == {left}
    assert (await me.get(f"/previews/{preview}"))["state"] == "cancelled"
    assert (await me.get("/contacts/duplicates"))["items"] == []
    back = {"shown": (ANA, "vcard:google"), "waits": (ANA_ELSEWHERE, "vcard:phone")}[which]
    assert await statuses(me, *back) == ["erased"]


async def test_a_question_whose_time_is_up_is_asked_again(me: Person) -> None:
    _, waits, preview = await ana_twice(me)
    await me.execute("update previews set expires_at = created_at where user_id = :me")
    (pair,) = (await me.post("/contacts/duplicates"))["items"]
    assert pair["preview_id"] not in {None, preview}
    assert await names(me) == ["Ana Souza"]
    await me.post(f"/previews/{pair['preview_id']}/cancel")
    assert waits in {one["id"] for one in (await me.get("/contacts"))["items"]}


async def test_three_sources_and_a_merge_of_the_first(me: Person) -> None:
    shown, waits, _ = await ana_twice(me)
    third = {"external_id": "9", "source": "crm", "display_name": "Ana Souza", "phones": ["+351912345678"]}
    (told,) = (await me.post("/ingest/contact", third))["results"]
    assert "waits" not in told, "the number stands on a card that waits: it may be asked about, and is shown"
    other = await me.post("/contacts", {"display_name": "Ana S."})
    await me.post("/contacts/merge", {"keep_id": other["id"], "merge_ids": [shown]})
    assert (await me.get(f"/contacts/{waits}"))["waits_for"] == other["id"]
    await me.post("/contacts/merge", {"keep_id": other["id"], "merge_ids": [waits, told["id"]]})
    assert await names(me) == ["Ana S."]


async def test_more_than_one_look_asks_about_all(me: Person) -> None:
    people = [(f"P{number:02} Reis", f"p{number}@example.org") for number in range(25)]

    def book(prefix: int) -> list[str]:
        return [
            card(
                UID.format(prefix + at), name, f"EMAIL:{address}", f"RELATED;TYPE=friend:urn:uuid:{UID.format(prefix)}"
            )
            for at, (name, address) in enumerate(people)
        ]

    await take_cards(me, *book(1000), source="vcard:google")
    told = await take_cards(me, *book(2000), source="vcard:phone")
    assert told["waiting"] == 25
    assert await names(me) == [name for name, _ in people]
    pairs = await asked_about(me, 25)
    for preview in sorted({one["preview_id"] for one in pairs}):
        await me.post(f"/previews/{preview}/confirm")
    assert await names(me, hidden=True) == [name for name, _ in people]
    friends = {one["display_name"]: one["relationships"] for one in (await me.get("/contacts", limit=100))["items"]}
    assert len(friends["P07 Reis"]) == 1
    assert await me.count("contacts", "waits_for is not null") == 0


async def test_an_archive_keeps_who_waits(me: Person, steward: Steward) -> None:
    me = await steward.with_every_scope(me)
    shown, waits, _ = await ana_twice(me)
    archive = (await me.send("GET", "/export")).content
    for one in (shown, waits):
        await me.send("DELETE", f"/contacts/{one}")
    await me.execute("delete from tombstones where user_id = :me")
    answer = await me.send("POST", "/import", content=archive, headers={"Content-Type": "application/zip"})
    assert answer.status_code == 200, answer.text
    assert [one["id"] for one in (await me.get("/contacts"))["items"]] == [shown]
    assert (await me.get(f"/contacts/{waits}"))["waits_for"] == shown
    (pair,) = (await me.post("/contacts/duplicates"))["items"]
    await me.post(f"/previews/{pair['preview_id']}/confirm")
    assert await names(me, hidden=True) == ["Ana Souza"]


async def test_what_waits_for_nobody_is_shown_by_the_next_look(me: Person) -> None:
    _, waits, _ = await ana_twice(me)
    await me.execute("update contacts set waits_for = gen_random_uuid() where user_id = :me and waits_for is not null")
    await me.post("/contacts/duplicates")
    assert waits in {one["id"] for one in (await me.get("/contacts"))["items"]}


async def test_others_and_households_do_not_wait(me: Person, steward: Steward) -> None:
    await take_cards(me, ANA, source="vcard:google")
    somebody = await steward.person("Somebody Else")
    assert (await take_cards(somebody, ANA_ELSEWHERE, source="vcard:phone"))["waiting"] == 0
    mother = card(UID.format(3), "Lia Souza", "EMAIL:ana@example.org")
    assert (await take_cards(me, mother, source="vcard:phone"))["waiting"] == 0
    same: dict[str, Any] = await take_cards(me, ANA_ELSEWHERE, source="vcard:google")
    assert (same["duplicates"], same["waiting"]) == (1, 0), "the same source has two of them: it says so itself"
    assert await names(me) == ["Ana Souza", "Ana Souza", "Lia Souza"]


async def test_who_waits_stands_in_the_exported_file(me: Person, steward: Steward) -> None:
    await ana_twice(me)
    exported = (await me.send("GET", "/export/contacts.vcf")).text
    assert (exported.count("BEGIN:VCARD"), exported.count("Doctor")) == (2, 1)
    before = await me.count("contacts")
    again = await take_cards(me, exported, source="vcard")
    assert ({one["status"] for one in again["results"]}, await me.count("contacts")) == ({"unchanged"}, before)
    other = await steward.person("Somebody Else")
    assert {one["status"] for one in (await take_cards(other, exported, source="vcard"))["results"]} == {"created"}


def many(prefix: int, number: int) -> list[str]:
    return [
        card(UID.format(prefix + at), f"P{at:02} Reis", f"EMAIL:p{at}@example.org", f"TITLE:{prefix}")
        for at in range(number)
    ]


async def test_all_who_wait_are_the_same_in_one_word(me: Person) -> None:
    await take_cards(me, *many(3000, 22), source="vcard:google")
    await take_cards(me, *many(4000, 22), source="vcard:phone")
    await asked_about(me, 1)
    told = await me.post("/contacts/duplicates/answer", {"same": True})
    assert (len(told["contact_ids"]), told["waiting"]) == (22, 0)
    assert await names(me, hidden=True) == [f"P{at:02} Reis" for at in range(22)]
    assert (await me.get("/previews", state="pending"))["items"] == []
    assert await statuses(me, "".join(many(4000, 22)), "vcard:phone") == ["unchanged"] * 22
    one = told["contact_ids"][0]
    kept = await me.scalar(f"select keep_id from contact_merges where user_id = :me and merged_id = '{one}'")
    assert (await me.post(f"/contacts/{kept}/unmerge", {"contact_id": one}))["id"] == one


async def test_all_who_wait_are_others_in_one_word(me: Person) -> None:
    await take_cards(me, *many(5000, 22), source="vcard:google")
    await take_cards(me, *many(6000, 22), source="vcard:phone")
    first = await me.get("/contacts", hidden=True, limit=200)
    (one,) = [row["id"] for row in first["items"] if row["display_name"] == "P07 Reis" and row.get("waits_for")]
    told = await me.post("/contacts/duplicates/answer", {"same": False, "contact_ids": [one]})
    assert told == {"contact_ids": [one], "waiting": 0}
    assert len(await names(me)) == 23
    told = await me.post("/contacts/duplicates/answer", {"same": False})
    assert (len(told["contact_ids"]), told["waiting"]) == (21, 0)
    assert len(await names(me)) == 44
    assert all(not pair["waiting"] for pair in (await me.post("/contacts/duplicates"))["items"])
    assert (await me.get("/previews", state="pending"))["items"] == []
    assert await me.post("/contacts/duplicates/answer", {"same": True}) == {"contact_ids": [], "waiting": 0}


async def test_who_waits_for_nobody_is_shown_by_the_answer_too(me: Person) -> None:
    _, waits, preview = await ana_twice(me)
    await me.execute("update contacts set waits_for = gen_random_uuid() where user_id = :me and waits_for is not null")
    assert (await me.post("/contacts/duplicates/answer", {"same": True}))["contact_ids"] == [waits]
    assert waits in {one["id"] for one in (await me.get("/contacts"))["items"]}
    assert (await me.get(f"/previews/{preview}"))["state"] == "pending"


async def test_an_answer_to_all_is_the_users_own(me: Person, steward: Steward) -> None:
    _, waits, _ = await ana_twice(me)
    other = await steward.person("Somebody Else")
    for asked in ({"same": True}, {"same": True, "contact_ids": [waits]}):
        assert await other.post("/contacts/duplicates/answer", asked) == {"contact_ids": [], "waiting": 0}
    assert (await me.get(f"/contacts/{waits}"))["waits_for"]
    wrong = await me.send("POST", "/contacts/duplicates/answer", json={"contact_ids": [waits]})
    assert wrong.status_code == 422
