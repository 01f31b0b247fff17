"""Are rules the same after an export and an import, and is a wrong one told by its field?"""

from typing import Any

from tests.support.rules import rule
from tests.support.steward import Person, Steward


async def test_anothers_contact_notes_and_no_notes(steward: Steward, ana: Person) -> None:
    ben = await steward.person("Ben")
    theirs = (await ben.post("/contacts", {"display_name": "Bea"}))["id"]
    effect = {"type": "always_invite", "parameters": {"contact_ids": [theirs]}}
    answer = await ana.send("POST", "/rules", json={"text": "x", "effect": effect})
    assert answer.json()["errors"][0]["loc"] == ["effect", "parameters", "contact_ids", 0]
    note = (await ben.post("/notes", {"text": "Never before 10"}))["id"]
    for body, code in (({"note_ids": []}, 422), ({"note_ids": [note]}, 422), ({}, 422), ({"note_ids": ["x"]}, 422)):
        assert (await ana.send("POST", "/rules/preview", json=body)).status_code == code
    assert (await ana.send("POST", "/rules", json={"text": "x", "note_ids": [note]})).status_code == 422
    assert (await ana.send("POST", "/rules", json={"text": "  "})).status_code == 422


async def test_notes_of_an_erased_rule_are_free_again(ana: Person) -> None:
    note = await ana.post("/notes", {"text": "Never before 10"})
    made = await ana.post("/rules", {"text": "Never before 10", "note_ids": [note["id"]]})
    assert made["provenance"][0]["id"] == note["id"]
    assert (await ana.get(f"/notes/{note['id']}"))["promoted_to"] == made["id"]
    (await ana.send("DELETE", f"/rules/{made['id']}")).raise_for_status()
    assert (await ana.get(f"/notes/{note['id']}"))["promoted_to"] is None


async def test_an_import_brings_no_retired_rule_back_and_the_same_rules_stay_as_they_are(
    steward: Steward, ana: Person
) -> None:
    bea = (await ana.post("/contacts", {"display_name": "Bea Cruz"}))["id"]
    gym = (await ana.post("/places", {"name": "Gym"}))["id"]
    early = await rule(ana, "earliest_start", {"time": "10:00", "days": ["fri"], "match": {"contact_ids": [bea]}})
    await rule(ana, "default_place", {"place_id": gym}, scope={"type": "person", "ref": bea})
    await rule(ana, "alias", {"phrase": "the boss", "entity": {"type": "contact", "id": bea}})
    await rule(ana, "units", {"week_start": "sun", "system": "imperial"})
    note = await ana.post("/notes", {"text": "Call them Captain"})
    await ana.post("/rules", {"text": "Call me Captain", "note_ids": [note["id"]]})
    await ana.patch("/me", {"quiet_hours": {"from": "22:00", "to": "07:00"}, "auto_confirm": ["todos_create"]})
    before = (await ana.get("/rules", limit=50))["items"]
    admin = await steward.with_every_scope(ana)
    archive = (await admin.send("GET", "/export")).content

    async def imported() -> list[dict[str, Any]]:
        answer = await admin.send("POST", "/import", content=archive)
        assert answer.status_code == 200, answer.text
        return list((await ana.get("/rules", limit=50))["items"])

    assert await imported() == before
    await ana.post(f"/facts/{early['id']}/retire")
    left = await imported()
    assert early["id"] not in {one["id"] for one in left}
    (await ana.send("DELETE", f"/rules/{left[0]['id']}")).raise_for_status()
    assert left[0]["id"] not in {one["id"] for one in await imported()}
    assert len((await ana.get("/rules", limit=50))["items"]) == len(before) - 2
