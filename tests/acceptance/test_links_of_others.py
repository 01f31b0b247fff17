"""Every field that takes an id of something: what if that is another user's? It is refused, and nothing is changed."""

from typing import Any

import pytest
import pytest_asyncio
from tests.acceptance.test_other_users import TABLES
from tests.support.meetings import transcript
from tests.support.steward import Person, Steward

LUNCH = {"title": "Lunch", "start_at": "2027-03-05T12:00"}


class Theirs(dict[str, str]):
    """Ids of Marta's, by kind."""


@pytest_asyncio.fixture
async def marta(steward: Steward) -> Person:
    return await steward.person("Marta Lima")


@pytest_asyncio.fixture
async def theirs(marta: Person) -> Theirs:
    made = Theirs()
    for kind, path, body in (
        ("contact", "/contacts", {"display_name": "Secret Marta", "external_id": "c", "source": "app"}),
        ("other", "/contacts", {"display_name": "Secret Rui", "groups": ["Secret rowers"]}),
        ("place", "/places", {"name": "Secret house", "lat": 38.7, "lon": -9.1}),
        ("event", "/events", {"title": "Secret dinner", "start_at": "2027-03-05T19:00"}),
        ("todo", "/todos", {"title": "Secret milk"}),
    ):
        made[kind] = str((await marta.post(path, body))["id"])
    made["group"] = str((await marta.get("/contact-groups"))["items"][0]["id"])
    paper = await marta.client.post("/documents", files={"file": ("secret.txt", b"Secret paper of Marta")})
    made["document"] = str(paper.json()["id"])
    merged = (await marta.post("/contacts", {"display_name": "Secret Double"}))["id"]
    await marta.post("/contacts/merge", {"keep_id": made["other"], "merge_ids": [merged]})
    made["merged"] = str(merged)
    return made


async def _rows(person: Person) -> dict[str, Any]:
    return {
        table: await person.scalar(f"select coalesce(string_agg(t::text, '|' order by t::text), '') from {table} t "
                                   "where user_id = :me")
        for table in TABLES
        if table not in {"async_jobs", "search_documents"}
    }  # fmt: skip


async def test_no_field_takes_anothers_id(marta: Person, theirs: Theirs, ana: Person) -> None:
    eva = (await ana.post("/contacts", {"display_name": "Eva"}))["id"]
    own_place = (await ana.post("/places", {"name": "Mill"}))["id"]
    own_event = (await ana.post("/events", LUNCH))["id"]
    own_group = (await ana.post("/contact-groups", {"name": "Book club"}))["id"]
    own_paper = (await ana.client.post("/documents", files={"file": ("a.txt", b"Mine")})).json()["id"]
    contact, place, someone = theirs["contact"], theirs["place"], {"contact_id": theirs["contact"], "label": "Sister"}
    before, mine = await _rows(marta), await _rows(ana)
    tried: list[tuple[str, str, Any]] = [
        ("POST", "/events", {**LUNCH, "place_id": place}),
        ("POST", "/events", {**LUNCH, "participants": [{"contact_id": contact}]}),
        ("PATCH", f"/events/{own_event}", {"place_id": place}),
        ("PATCH", f"/events/{own_event}", {"participants": [{"contact_id": contact}]}),
        ("POST", "/contacts", {"display_name": "Bo", "relationships": [someone]}),
        ("POST", "/contacts", {"display_name": "Bo", "places": [{"place_id": place, "label": "Home"}]}),
        ("PATCH", f"/contacts/{eva}", {"relationships": [someone]}),
        ("PATCH", f"/contacts/{eva}", {"places": [{"place_id": place, "label": "Home"}]}),
        ("POST", f"/contacts/{eva}/relationships", someone),
        ("POST", f"/contacts/{eva}/places", {"place_id": place, "label": "Home"}),
        ("POST", "/contacts/merge", {"keep_id": eva, "merge_ids": [contact]}),
        ("POST", "/contacts/merge", {"keep_id": contact, "merge_ids": [eva]}),
        ("POST", "/contacts/merge", {"keep_id": eva, "merge_ids": [contact], "dry_run": True}),
        ("POST", f"/contacts/{theirs['other']}/unmerge", {"contact_id": theirs["merged"]}),
        ("POST", f"/contacts/{eva}/unmerge", {"contact_id": theirs["merged"]}),
        ("POST", "/contact-groups", {"name": "Mixed", "contact_ids": [eva, contact]}),
        ("PATCH", f"/contact-groups/{own_group}", {"contact_ids": [contact]}),
        ("PATCH", f"/documents/{own_paper}", {"contacts": [{"contact_id": contact, "label": "Patient"}]}),
        ("PATCH", "/me", {"home_place_id": place}),
        ("POST", "/ask", {"question": "Read it", "attachments": [{"document_id": theirs["document"]}]}),
    ]
    for method, path, body in tried:
        answer = await ana.send(method, path, json=body)
        assert answer.status_code in {404, 422}, (method, path, body, answer.text)
        assert "Secret" not in answer.text
    for kind, item in (
        ("event", {**LUNCH, "place_id": place}),
        ("event", {**LUNCH, "participants": [{"contact_id": contact}]}),
        ("contact", {"display_name": "Bo", "relationships": [someone]}),
        ("contact", {"display_name": "Bo", "places": [{"place_id": place}]}),
        ("document", {"title": "t", "filename": "b.txt", "text": "t", "contacts": [{"contact_id": contact}]}),
    ):
        answer = await ana.send("POST", f"/ingest/{kind}", json=item)
        assert answer.json()["results"][0]["status"] == "invalid", (kind, item, answer.text)
    assert await _rows(marta) == before
    after = await _rows(ana)
    assert {table for table in after if after[table] != mine[table]} == set(), "nothing half-written of one's own"
    assert own_place in str(await ana.get("/places"))


@pytest.mark.parametrize("field", ["source_id", "calendar_event_id"])
async def test_what_may_name_anything_reaches_nothing(marta: Person, theirs: Theirs, ana: Person, field: str) -> None:
    before = await _rows(marta)
    if field == "source_id":
        made = await ana.post("/todos", {"title": "Mine", "source_kind": "event", "source_id": theirs["event"]})
        assert "Secret" not in str(await ana.get(f"/todos/{made['id']}"))
    else:
        body = transcript(("Me", "I say so."), calendar_event_id=theirs["event"])
        answer = await ana.send("POST", "/ingest/meetings/transcript", json=body)
        assert answer.status_code in {202, 404, 422}, answer.text
    assert (await ana.send("DELETE", f"/events/{theirs['event']}")).status_code == 404
    await marta.send("DELETE", f"/events/{theirs['event']}", params={"dry_run": "true"})
    assert await _rows(marta) == before


async def test_a_model_can_not_link_what_is_anothers(
    steward: Steward, marta: Person, theirs: Theirs, ana: Person
) -> None:
    await ana.auto_confirm()
    before = await _rows(marta)
    for tool, arguments in (
        ("events_create", {**LUNCH, "when": "5 March 2027 at noon", "participants": [theirs["contact"]]}),
        ("events_create", {**LUNCH, "when": "5 March 2027 at noon", "place": theirs["place"]}),
        ("get_document", {"document_id": theirs["document"]}),
        ("places_people", {"place": theirs["place"]}),
        ("get_places", {"ids": [theirs["place"]]}),
        ("get_contacts", {"ids": [theirs["contact"]]}),
    ):
        steward.model.forget()
        steward.model.call(tool, arguments)
        steward.model.always("That is all.")
        bundle = await ana.ask("Please add lunch on 5 March 2027 at noon as we said")
        assert "Secret" not in steward.prompt() + str(bundle), tool
    assert await _rows(marta) == before
