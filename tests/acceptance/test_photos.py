"""Photos of events: linked to a library elsewhere, brought into it whatever fails meanwhile, with who is on them."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
import pytest_asyncio
from pydantic import SecretStr
from tests.acceptance.test_proposed_events import SPOTS, YESTERDAY, known, listed, titles, wandered
from tests.support import papers
from tests.support.immich_server import KEY, ImmichServer
from tests.support.postgres import PostgresServer
from tests.support.steward import Person, Steward, started
from tests.support.waiting import eventually

from orchestrator.domain.senses.photos.access import SENT_S
from orchestrator.integrations.photos.fake import FakeImmich
from orchestrator.kit.ids import new_id

BEACH = (38.6446, -9.2354)
EVENING = datetime(2026, 5, 12, 19, 30, tzinfo=UTC)
JPEG = b"\xff\xd8\xff\xe0 a photo\r\n of "


@pytest_asyncio.fixture(scope="module")
async def server() -> AsyncIterator[ImmichServer]:
    async with ImmichServer() as found:
        yield found


@pytest_asyncio.fixture(scope="module")
async def steward(
    postgres: PostgresServer, tmp_path_factory: pytest.TempPathFactory, server: ImmichServer
) -> AsyncIterator[Steward]:
    url = await postgres.clone()
    settings: dict[str, Any] = {
        "llm_provider": "reader",
        "workers": 1,
        "embed_model": "off",
        "job_retry_s": 0.2,
        "immich_url": server.url,
        "immich_api_key": SecretStr(KEY),
    }
    async with started(tmp_path_factory.mktemp("photos"), url, **settings) as running:
        yield running
    await postgres.drop(url)


@pytest_asyncio.fixture
async def me(steward: Steward, server: ImmichServer) -> Person:
    """The owner, before a library that is well and empty."""
    assert steward.runtime.photos is not None
    steward.runtime.photos.rests_s, steward.runtime.photos.sent_s = 0.0, SENT_S
    emptied = FakeImmich()
    emptied.account = server.immich.account  # a key is of one account
    server.immich, server.statuses, server.raw, server.hangs = emptied, [], None, None
    return await steward.owner()


async def event(person: Person, title: str = "Regular fair", **fields: Any) -> str:
    """One made; what is asked for in words shares none with it."""
    told = {"title": title, "start_at": "2026-05-12T20:00", "end_at": "2026-05-12T23:00", "timezone": "Europe/Lisbon"}
    return str((await person.post("/events", {**told, **fields}))["id"])


async def sent(
    person: Person, event_id: str, content: bytes, name: str = "beach.jpg", door: str = ""
) -> httpx.Response:
    """The answer to an upload, whatever it is."""
    async with httpx.AsyncClient(
        base_url=person.client.base_url, headers=person.client.headers, verify=False, timeout=60
    ) as client:
        return await client.post(f"{door}/events/{event_id}/photos", files={"file": (name, content, "image/jpeg")})


async def photos(person: Person, event_id: str) -> list[dict[str, Any]]:
    return list((await person.get(f"/events/{event_id}/photos"))["items"])


async def test_the_same_bytes_are_one_photo_that_is_shown_with_its_picture(me: Person, server: ImmichServer) -> None:
    trip = await event(me)
    raw = await me.send("POST", f"/events/{trip}/photos?filename=beach.jpg", content=JPEG + b"ana")
    first = await sent(me, trip, JPEG + b"ana")
    again = await sent(me, trip, JPEG + b"ana", "copy.png", "/mobile")
    assert (first.status_code, again.status_code, server.immich.uploads) == (201, 201, 1)
    assert raw.json() == first.json() == again.json() == await me.get(f"/mobile/events/{trip}/photos")
    (photo,) = first.json()["items"]
    assert (first.json()["pending"], first.json()["last_error"], photo["faces"]) == (0, None, [])
    assert server.immich.assets[photo["asset_id"]]["originalFileName"] == "beach.jpg"
    picture = await me.send("GET", photo["thumbnail_url"])
    assert (picture.headers["content-type"], picture.content) == (
        "image/jpeg",
        server.immich.thumbnails[photo["asset_id"]],
    )
    assert (await me.send("GET", f"/events/{trip}/photos")).headers["etag"]
    known = {"If-None-Match": picture.headers["etag"]}
    same = await me.send("GET", photo["thumbnail_url"], headers=known)
    assert (same.status_code, same.content) == (304, b"")
    assert await me.count("photo_uploads") == 0


@pytest.mark.parametrize("door", ["", "/mobile"])
async def test_an_unlinking_is_tried_before_it_is_done(me: Person, server: ImmichServer, door: str) -> None:
    picnic, photo = await event(me, "Picnic"), server.immich.asset(EVENING, at=BEACH)
    await me.post(f"/events/{picnic}/photos", {"asset_id": str(photo)})
    one = f"{door}/events/{picnic}/photos/{photo}"
    for query, left in (("?dry_run=true", 1), ("", 0)):
        receipt = await me.send("DELETE", one + query)
        assert (receipt.status_code, receipt.json()["deleted"]) == (200, {"event_photo": 1})
        assert len(await photos(me, picnic)) == left


async def test_who_is_on_a_photo_is_told_anew_and_is_a_contact_once_the_user_says_so(
    me: Person, server: ImmichServer
) -> None:
    picnic = await event(me, "Picnic")
    contact = await me.post("/contacts", {"display_name": "Ána Souza"})
    namesakes = [await me.post("/contacts", {"display_name": "Rui Reis"}) for _ in range(2)]
    ana, rui, nobody = (server.immich.person(name) for name in ("ana souza", "Rui Reis", ""))
    photo = server.immich.asset(EVENING, at=BEACH)
    linked = await me.post(f"/events/{picnic}/photos", {"asset_id": str(photo)})
    assert linked["items"][0]["faces"] == []
    server.immich.seen(photo, ana, nobody)
    seen = (await photos(me, picnic))[0]
    assert [(one["name"], one["contact_id"]) for one in seen["faces"]] == [("ana souza", None), ("", None)]
    people = {one["name"]: one for one in (await me.get("/photos/people"))["items"]}
    assert people["ana souza"]["suggested_contact_id"] == contact["id"]
    assert people["Rui Reis"]["suggested_contact_id"] is None
    face = await me.send("GET", people["ana souza"]["thumbnail_url"])
    assert (face.status_code, face.headers["content-type"], b"face of" in face.content) == (200, "image/jpeg", True)
    known = {"if-none-match": face.headers["etag"]}
    assert (await me.send("GET", people["ana souza"]["thumbnail_url"], headers=known)).status_code == 304
    for wrong in (str(new_id()), "x", "..%2f..%2fusers"):
        assert (await me.send("GET", f"/photos/people/{wrong}/thumbnail")).status_code == 404
    said = await me.send("PUT", f"/contacts/{contact['id']}/photo-person", json={"person_id": str(ana)})
    assert said.json()["persons"][0]["person_id"] == str(ana)
    assert (await photos(me, picnic))[0]["faces"][0]["contact_id"] == contact["id"]
    other = await me.send("PUT", f"/contacts/{namesakes[0]['id']}/photo-person", json={"person_id": str(ana)})
    assert (other.status_code, other.json()["contact_id"]) == (409, contact["id"])
    for wrong in (str(new_id()), "x"):
        assert (
            await me.send("PUT", f"/contacts/{contact['id']}/photo-person", json={"person_id": wrong})
        ).status_code == 404
    await me.post("/contacts/merge", {"keep_id": namesakes[0]["id"], "merge_ids": [contact["id"]]})
    assert (await photos(me, picnic))[0]["faces"][0]["contact_id"] == namesakes[0]["id"]
    await me.post(f"/contacts/{namesakes[0]['id']}/unmerge", {"contact_id": contact["id"]})
    assert (await photos(me, picnic))[0]["faces"][0]["contact_id"] == contact["id"]
    receipt = (await me.send("DELETE", f"/contacts/{contact['id']}")).json()
    assert receipt["deleted"]["photo_person"] == 1
    assert [one["name"] for one in (await photos(me, picnic))[0]["faces"]] == [""]
    server.immich.seen(photo, ana, rui)
    assert [one["name"] for one in (await photos(me, picnic))[0]["faces"]] == ["Rui Reis"]
    cleared = await me.send("PUT", f"/contacts/{namesakes[1]['id']}/photo-person", content=b"null")
    assert (cleared.status_code, cleared.json()["persons"]) == (200, [])


async def test_photos_of_the_time_and_place_are_proposed_and_none_links_itself(
    me: Person, server: ImmichServer
) -> None:
    beach = await me.post("/places", {"name": "Costa", "lat": BEACH[0], "lon": BEACH[1]})
    outing = await event(me, "Beach", place_id=beach["id"])
    there = server.immich.asset(EVENING, at=BEACH)
    unplaced = server.immich.asset(EVENING + timedelta(minutes=5))
    server.immich.asset(EVENING, at=(BEACH[0] + 0.5, BEACH[1]))
    server.immich.asset(EVENING + timedelta(days=1), at=BEACH)
    proposed = (await me.get(f"/events/{outing}/photos/proposed"))["items"]
    assert [one["asset_id"] for one in proposed] == [str(there), str(unplaced)]
    assert await photos(me, outing) == []
    assert (await me.send("GET", proposed[0]["thumbnail_url"])).status_code == 200
    await me.post(f"/events/{outing}/photos", {"asset_id": str(there)})
    left = (await me.get(f"/events/{outing}/photos/proposed"))["items"]
    assert [one["asset_id"] for one in left] == [str(unplaced)]
    gone = (await me.send("DELETE", f"/events/{outing}/photos/{there}")).json()
    assert gone["deleted"] == {"event_photo": 1}
    assert (await me.get(f"/events/{outing}/photos/proposed"))["items"] == left
    assert (await me.send("DELETE", f"/events/{outing}/photos/{there}")).status_code == 404
    again = await me.post(f"/events/{outing}/photos", {"asset_id": str(there)})
    assert [one["asset_id"] for one in again["items"]] == [str(there)]
    coming = await event(me, "Later", start_at="2099-05-12T20:00", end_at="2099-05-12T21:00")
    assert (await me.get(f"/events/{coming}/photos/proposed"))["items"] == []


async def test_nobody_is_given_anothers_photos(steward: Steward, me: Person, server: ImmichServer) -> None:
    mine, ana = await event(me), server.immich.person("Ana")
    photo = server.immich.asset(EVENING, people=[ana])
    shared = server.immich.asset(EVENING, owner=new_id())
    await me.post(f"/events/{mine}/photos", {"asset_id": str(photo)})
    guest = await steward.person("Bruno Dias")
    theirs = await event(guest)
    for method, path, body in (
        ("GET", f"/events/{mine}/photos", None),
        ("GET", f"/photos/{photo}/thumbnail", None),
        ("GET", f"/photos/people/{ana}/thumbnail", None),
        ("POST", f"/events/{theirs}/photos", {"asset_id": str(photo)}),
        ("POST", f"/events/{mine}/photos", {"asset_id": str(photo)}),
        ("DELETE", f"/events/{mine}/photos/{photo}", None),
    ):
        assert (await guest.send(method, path, json=body)).status_code == 404, path
    assert (await guest.get("/photos/people"))["items"] == []
    assert (await guest.get(f"/events/{theirs}/photos/proposed"))["items"] == []
    assert (await me.send("GET", f"/photos/{shared}/thumbnail")).status_code == 404
    uploaded = (await sent(guest, theirs, JPEG + b"bruno")).json()["items"][0]
    server.immich.seen(uploaded["asset_id"], server.immich.person("Somebody of the owner's"))
    assert (await photos(guest, theirs))[0]["faces"] == []
    assert (await guest.send("GET", uploaded["thumbnail_url"])).status_code == 200


@pytest.mark.parametrize("failure", ["away", "slow", "busy"])
async def test_a_photo_waits_for_a_library_that_is_away(
    steward: Steward, me: Person, server: ImmichServer, failure: str
) -> None:
    dinner = await event(me, "Dinner")
    if failure == "away":
        await asyncio.to_thread(server.stop)
    elif failure == "slow":
        assert steward.runtime.photos is not None
        steward.runtime.photos.sent_s = 0.1
        server.hangs = "/api/assets"
    else:
        server.statuses = [503, 502]
    waiting = await sent(me, dinner, JPEG + failure.encode())
    assert (waiting.status_code, waiting.json()["pending"], waiting.json()["items"]) == (202, 1, [])
    assert waiting.json()["last_error"]
    if failure == "away":
        await asyncio.to_thread(server.start)
    server.hangs = None
    there = await me.until(f"/events/{dinner}/photos", lambda told: told["items"])
    assert (len(there["items"]), there["pending"], there["last_error"]) == (1, 0, None)
    assert server.immich.uploads == 1


@pytest.mark.parametrize(
    ("refusal", "told"), [(401, "API key"), (403, "asset.upload"), (413, "too large"), (400, "refused")]
)
async def test_what_the_library_refuses_is_not_sent_again(
    me: Person, server: ImmichServer, refusal: int, told: str
) -> None:
    party = await event(me, "Party")
    await sent(me, party, JPEG + b"before")
    server.statuses = [refusal]
    refused = await sent(me, party, JPEG + b"after")
    assert (refused.status_code, refused.json()["code"]) == (502, "integration_failed")
    assert told in refused.json()["detail"]
    shown = await me.get(f"/events/{party}/photos")
    assert (len(shown["items"]), shown["pending"], shown["last_error"]) == (1, 0, refused.json()["detail"])
    assert KEY not in refused.text
    anew = await sent(me, party, JPEG + b"after")
    assert (anew.status_code, len(anew.json()["items"]), anew.json()["last_error"]) == (201, 2, None)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"json": {"asset_id": str(new_id())}}, 404),
        ({"json": {"asset_id": "x"}}, 404),
        ({"json": {"asset_id": None}}, 422),
        ({"json": {"asset_id": 5}}, 422),
        ({"json": {}}, 422),
        ({"content": b"\xff\xfe"}, 415),
        ({"content": b"{\xff\xfe"}, 422),
        ({"content": b""}, 422),
        ({"files": {"file": ("a.jpg", b"")}}, 415),
        ({"files": {"file": ("a.jpg", b"MZ program")}}, 415),
        ({"files": {"file": ("a.jpg", b"<svg onload=x>")}}, 415),
        ({"files": {"other": ("a.jpg", JPEG)}}, 422),
        ({"files": {"file": ("a.jpg", JPEG + bytes(25_000_000))}}, 413),
    ],
)
async def test_what_is_no_photo_is_refused(me: Person, body: dict[str, Any], status: int) -> None:
    answer = await me.send("POST", f"/events/{await event(me)}/photos", **body)
    assert answer.status_code == status, answer.text
    assert (await me.send("POST", f"/events/{new_id()}/photos", **body)).status_code in {404, status}


async def test_a_photo_that_the_library_lost_stays_known_and_is_not_shown(me: Person, server: ImmichServer) -> None:
    walk = await event(me, "Walk")
    ana = server.immich.person("Ana")
    kept, lost = server.immich.asset(EVENING), server.immich.asset(EVENING + timedelta(minutes=1), people=[ana])
    for one in (kept, lost):
        await me.post(f"/events/{walk}/photos", {"asset_id": str(one)})
    server.immich.remove(lost)
    shown = {one["asset_id"]: one for one in await photos(me, walk)}
    assert shown[str(lost)]["thumbnail_url"] is None
    assert [one["name"] for one in shown[str(lost)]["faces"]] == ["Ana"]
    assert (await me.send("GET", f"/photos/{lost}/thumbnail")).status_code == 404
    server.immich.trash(kept)
    assert {one["thumbnail_url"] for one in await photos(me, walk)} == {None}
    server.immich.assets[str(kept)]["isTrashed"] = False
    assert next(one["thumbnail_url"] for one in await photos(me, walk)) is not None


async def test_the_daily_job_asks_about_those_that_nobody_looks_at(me: Person, server: ImmichServer) -> None:
    hike = await event(me, "Hike")
    photo = server.immich.asset(EVENING)
    await me.post(f"/events/{hike}/photos", {"asset_id": str(photo)})
    server.immich.seen(photo, server.immich.person("Rui"))
    await me.execute("update event_photos set refreshed_at = steward_now() - interval '1 day' where user_id = :me")
    job = await me.ran("photos.refresh")
    assert job["state"] == "done", job
    assert await me.scalar("select name from event_photo_contacts where user_id = :me and name = 'Rui'") == "Rui"


async def test_an_erased_event_takes_its_photos_and_what_was_on_its_way(me: Person, server: ImmichServer) -> None:
    trip = await event(me, "Trip")
    photo = server.immich.asset(EVENING, people=[server.immich.person("Ana")])
    await me.post(f"/events/{trip}/photos", {"asset_id": str(photo)})
    server.statuses = [503] * 50
    await sent(me, trip, JPEG + b"late")
    receipt = (await me.send("DELETE", f"/events/{trip}", params={"dry_run": "true"})).json()
    assert (receipt["deleted"]["event_photo"], receipt["redacted"]["photo_upload"]) == (1, 1)
    assert (await me.send("DELETE", f"/events/{trip}")).json() == receipt
    under_way = "job_type = 'photos.upload' and state in ('pending', 'running')"
    await eventually(lambda: me.count("async_jobs", under_way), lambda number: number == 0)
    server.statuses = []
    for table in ("event_photos", "photo_uploads"):
        assert await me.count(table, f"event_id = '{trip}'") == 0
    assert (await me.send("GET", f"/photos/{photo}/thumbnail")).status_code == 200  # it is the library's still
    assert server.immich.uploads == 0


async def test_they_travel_with_an_archive_and_what_waits_is_sent_from_there(
    me: Person, server: ImmichServer, postgres: PostgresServer, tmp_path_factory: pytest.TempPathFactory
) -> None:
    gala = await event(me, "Gala")
    contact = await me.post("/contacts", {"display_name": "Dora Lima"})
    dora = server.immich.person("Dora")
    photo = server.immich.asset(EVENING, people=[dora])
    await me.post(f"/events/{gala}/photos", {"asset_id": str(photo)})
    await me.send("PUT", f"/contacts/{contact['id']}/photo-person", json={"person_id": str(dora)})
    server.statuses = [503] * 1000
    await sent(me, gala, JPEG + b"gala")
    archive = (await me.send("GET", "/export")).content
    server.statuses = []
    await eventually(lambda: me.get(f"/events/{gala}/photos"), lambda told: len(told["items"]) == 2)
    before = await photos(me, gala)
    url = await postgres.clone()
    settings: dict[str, Any] = {"immich_url": server.url, "immich_api_key": SecretStr(KEY), "workers": 1}
    async with started(
        tmp_path_factory.mktemp("other"), url, llm_provider="reader", embed_model="off", **settings
    ) as other:
        mine = await other.owner()
        assert (await mine.send("POST", "/import", content=archive)).status_code in {200, 202}
        await mine.until(f"/events/{gala}/photos", lambda told: len(told["items"]) == 2)
        assert await photos(mine, gala) == before
    await postgres.drop(url)


async def filed(person: Person, content: bytes, name: str) -> str:
    """A document's id."""
    answer = await person.send("POST", "/documents", files={"file": (name, content, "image/png")})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def test_pictures_of_a_command_become_photos_once_it_is_confirmed(me: Person, server: ImmichServer) -> None:
    picture, paper = await filed(me, papers.image("Cake"), "cake.png"), await filed(me, papers.pdf("Menu"), "menu.pdf")
    asked = await me.ask("/event dinner with Zacarias", attachments=[{"document_id": picture}])
    shown = await me.ask(
        "tomorrow at 8pm", thread=asked["thread_id"], attachments=[{"document_id": paper}, {"document_id": picture}]
    )
    (preview,) = shown["previews"]
    assert (preview["arguments"]["photos"], "1 photo goes with it" in preview["summary"]) == ([picture], True), preview
    later = await me.ask("change it to 9pm", thread=asked["thread_id"])
    (preview,) = later["previews"]
    assert preview["arguments"]["photos"] == [picture]
    server.statuses = [503]
    done = await me.post(f"/previews/{preview['id']}/confirm")
    dinner = done["result"]["entity"]["id"]
    there = await me.until(f"/events/{dinner}/photos", lambda told: told["items"])
    assert (len(there["items"]), there["pending"], server.immich.uploads) == (1, 0, 1)
    assert server.immich.assets[there["items"][0]["asset_id"]]["originalFileName"] == "cake.png"


@pytest.mark.parametrize(
    ("question", "locale", "says"),
    [
        ("show me the photos of Zita's birthday", "en-US", ("There are 2 photos of", "On them: Zita Melo")),
        ("mostra-me as fotos do Zita's birthday", "pt-PT", ("Há 2 fotos de", "Nelas: Zita Melo")),
        ("enséñame las fotos de Zita's birthday", "es-ES", ("Hay 2 fotos de", "En ellas: Zita Melo")),
        ("montre-moi les photos de Zita's birthday", "fr-FR", ("Il y a 2 photos de", "On y voit : Zita Melo")),
        ("who is in the photos of Zita's birthday?", "en-US", ("Zita Melo",)),
        ("do I have any photos of Zita?", "en-US", ("Zita",)),
        ("who was at the sandcastle contest?", "en-US", ("Zita Melo",)),
        ("who was in the sandcastle contest in May?", "en-US", ("Zita Melo",)),
        ("who was at Zita's birthday?", "en-US", ("“Zita's birthday”: with Zita Melo",)),
        ("show me the photos of the funeral", "en-US", ("There are no photos of “Funeral”",)),
    ],
)  # fmt: skip
async def test_they_are_asked_for_in_words(
    me: Person, server: ImmichServer, question: str, locale: str, says: tuple[str, ...]
) -> None:
    if not (await me.get("/contacts", q="Zita"))["items"]:
        contact = await me.post("/contacts", {"display_name": "Zita Melo"})
        birthday, zita = await event(me, "Zita's birthday"), server.immich.person("Z.")
        contest = await event(me, "Sandcastle contest")
        await me.post(f"/events/{contest}/photos", {"asset_id": str(server.immich.asset(EVENING, people=[zita]))})
        await event(me, "Funeral", start_at="2026-04-12T20:00", end_at="2026-04-12T23:00")
        for minute in range(2):
            photo = server.immich.asset(EVENING + timedelta(minutes=minute), people=[zita])
            await me.post(f"/events/{birthday}/photos", {"asset_id": str(photo)})
        await me.send("PUT", f"/contacts/{contact['id']}/photo-person", json={"person_id": str(zita)})
    bundle = await me.ask(question, locale=locale)
    assert all(one in bundle["answer"] for one in says), bundle["answer"]
    linked = sorted(one["type"] for one in bundle["linked_items"])
    assert linked == ["event"] or (linked == ["contact", "event"] and "Zita" in question), bundle["linked_items"]


async def test_photos_go_over_to_the_calendars_own_event_of_a_meeting(me: Person, server: ImmichServer) -> None:
    """A recorder's transcript comes first, with an event of its own; then the calendar's turns up."""
    said = {
        "meeting_id": f"m-{new_id()}", "title": "Regatta review", "started_at": "2026-05-12T19:00:00Z",
        "ended_at": "2026-05-12T20:00:00Z", "transcript_hash": "1", "attendees": [],
        "segments": [{"start_s": 0.0, "end_s": 2.5, "speaker": "Ana", "text": "We sail on Friday."}],
    }  # fmt: skip
    job = await me.post("/ingest/meetings/transcript", said)
    await me.execute("update async_jobs set run_after = steward_now() where user_id = :me and state = 'pending'")
    await me.job_ended(job["job_id"])
    before = (await me.get(f"/meetings/{said['meeting_id']}"))["event_id"]
    photo = server.immich.asset(EVENING)
    await me.post(f"/events/{before}/photos", {"asset_id": str(photo)})
    calendars = await event(me, "Regatta review", start_at="2026-05-12T20:00", end_at="2026-05-12T21:00")
    again = await me.post(f"/meetings/{said['meeting_id']}/summary/rerun")
    await me.job_ended(again["job_id"])
    assert (await me.get(f"/meetings/{said['meeting_id']}"))["event_id"] == calendars
    assert [one["asset_id"] for one in await photos(me, calendars)] == [str(photo)]
    assert (await me.send("DELETE", f"/events/{calendars}")).json()["deleted"]["event_photo"] == 1


async def test_what_was_photographed_says_that_a_stay_was_an_event_and_with_whom(
    steward: Steward, me: Person, server: ImmichServer
) -> None:
    """Enough photos of the time and near the place; an unknown face, another place and another hour say nothing."""
    await known(me)
    await me.patch("/me", {"timezone": "UTC"})
    contact = await me.post("/contacts", {"display_name": "Gil Prado"})
    gil, stranger = server.immich.person("Gil P."), server.immich.person()
    assert (
        await me.send("PUT", f"/contacts/{contact['id']}/photo-person", json={"person_id": str(gil)})
    ).status_code == 200
    await wandered(me, (0, 9, 11), (1, 13, 15), began=YESTERDAY)
    here, there = SPOTS[0], SPOTS[1]
    for hour, at, people in (
        (9, here, [gil]),
        (10, None, [gil, stranger]),
        (11, here, [stranger]),
        (10.5, there, [gil]),
        (12, here, [gil]),
        (13.5, there, [gil]),
    ):
        server.immich.asset(YESTERDAY + timedelta(hours=hour), at=at, people=people)
    server.statuses = [503] * 9
    assert (await me.ran("proposed_events_daily"))["state"] == "done"
    assert titles(await listed(me)) == ["At Spot 0", "At Spot 1"]  # without the library too
    server.statuses = []
    await me.execute("delete from proposed_events where user_id = :me")
    assert (await me.ran("proposed_events_daily"))["state"] == "done"
    first, second = await listed(me)
    assert [first["title"], second["title"]] == ["At Spot 0", "At Spot 1"]
    assert [one["why"] for one in (*first["suggested_contacts"], *second["suggested_contacts"])] == [
        "seen on 2 photos taken there",
        "seen on 1 photo taken there",
    ]
    assert {one["contact_id"] for one in (*first["suggested_contacts"], *second["suggested_contacts"])} == {
        contact["id"]
    }
    (cover,) = [one for one in first["evidence"] if one["kind"] == "photo"]
    assert (cover["field"], cover["text"], cover["id"] in server.immich.assets) == (
        "reason",
        "3 photos were taken then",
        True,
    )
    assert not [one for one in second["evidence"] if one["kind"] == "photo"]
    await me.send("DELETE", f"/contacts/{contact['id']}")
    assert await listed(me) == []
