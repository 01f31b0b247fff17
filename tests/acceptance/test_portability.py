"""Is all that a user has the same in another home, only once, and never half; and does no archive do harm?"""

import asyncio
import hashlib
import io
import json
import zipfile
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import pytest
import pytest_asyncio
from sqlalchemy import text
from tests.support.accounts import OWNER_TOKEN
from tests.support.lived import Lived, live, rested, word_of
from tests.support.postgres import PostgresServer
from tests.support.steward import Person, Steward, started
from tests.support.waiting import eventually

from orchestrator import catalog
from orchestrator.db.session import Database
from orchestrator.kit.ids import new_id

NAMED = ("user_facts", "messages", "threads", "events", "interactions")
"""Tables whose rows others name by id, also inside JSON."""
EMPTY_IN_A_LIFE = {
    "contact_duplicates",
    "knowledge_uses",
    "fact_reviews",
    "document_attachments",
    "connection_removals",
    "photo_uploads",
    "skill_uses",
    *("missions", "mission_steps", "mission_briefs", "mission_delegations", "mission_executions"),
    *("mission_questions", "mission_claims", "mission_memory"),
}
"""What nobody does by a route: a mission is planned and carried out by jobs, over minutes; jobs and turns find
duplicates, count uses, look again, take out what hangs on mails, and wait for calendars and photo libraries whose
server is down."""


@pytest_asyncio.fixture(scope="module")
async def old(postgres: PostgresServer, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Steward]:
    """The home that is exported."""
    url = await postgres.clone()
    home = tmp_path_factory.mktemp("old")
    async with started(
        home, url, workers=1, job_retry_s=0.2, meeting_debounce_s=0.2, embed_model="embed", photos=True
    ) as running:
        yield running
    await postgres.drop(url)


@pytest_asyncio.fixture
async def new(postgres: PostgresServer, tmp_path: Path) -> AsyncIterator[Steward]:
    """An empty home."""
    url = await postgres.clone()
    async with started(tmp_path / "new", url, embed_model="off") as running:
        yield running
    await postgres.drop(url)


@pytest_asyncio.fixture(scope="module")
async def lived(old: Steward) -> Lived:
    """The old home's owner, who has everything."""
    owner = await old.owner()
    await owner.patch("/me", {"name": "Ana Reis", "timezone": "UTC", "briefing_time": "23:59", "locale": "en"})
    made = await live(old, owner)
    await owner.patch("/me", {"home_place_id": made.ids["place"], "identifiers": ["ana@work.example"]})
    learnt = await owner.post("/knowledge", {"error": "the mast is too short", "fix": "take the longer one"})
    await owner.post(f"/knowledge/{learnt['id']}/review")
    gone = await owner.post("/notes", {"text": "to be forgotten"})
    await owner.send("DELETE", f"/notes/{gone['id']}")
    return made


async def exported(person: Person) -> bytes:
    answer = await person.send("GET", "/export")
    assert answer.status_code == 200, answer.text
    return answer.content


async def try_import(person: Person, archive: bytes | AsyncIterator[bytes]) -> httpx.Response:
    return await person.send("POST", "/import", content=archive, headers={"Content-Type": "application/zip"})


async def imported(person: Person, archive: bytes) -> dict[str, Any]:
    answer = await try_import(person, archive)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


async def rows_of(database: Database, owner_id: UUID) -> dict[str, list[str]]:
    """Every row of every portable table, whole, but for whose it is and what means nothing elsewhere."""
    found: dict[str, list[str]] = {}
    async with database.unit_of_work() as session:
        await session.execute(text("set local timezone = 'UTC'"))
        for one in catalog.PORTABLES:
            shown = "to_jsonb(t) - cast(:hidden as text[])"
            hidden = ["user_id", *one.not_told]
            if one.only:
                hidden += await _others(session, one.table, one.only)
            rows = await session.scalars(
                text(f"select ({shown})::text from {one.table} t where user_id = :owner"),
                {"owner": owner_id, "hidden": hidden},
            )
            found[one.table] = sorted(rows)
    return found


async def _others(session: Any, table: str, only: tuple[str, ...]) -> list[str]:
    names = await session.scalars(
        text("select attname from pg_attribute where attrelid = to_regclass(:table) and attnum > 0"), {"table": table}
    )
    return [name for name in names if name not in only]


def parts_of(archive: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def packed(parts: Mapping[str, bytes]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in parts.items():
            made.writestr(name, content)
    return target.getvalue()


def changed(archive: bytes, part: str, change: Callable[[list[str]], list[str]]) -> bytes:
    """The archive with other lines in a part, and a manifest that agrees."""
    parts = parts_of(archive)
    name = f"data/{part}.jsonl"
    lines = change(parts[name].decode().splitlines())
    parts[name] = "".join(f"{line}\n" for line in lines).encode()
    manifest = json.loads(parts["manifest.json"])
    said = manifest["parts"][part]
    said |= {"rows": len(lines), "bytes": len(parts[name]), "sha256": hashlib.sha256(parts[name]).hexdigest()}
    return packed(parts | {"manifest.json": json.dumps(manifest).encode()})


def with_manifest(archive: bytes, **values: Any) -> bytes:
    parts = parts_of(archive)
    manifest = json.loads(parts["manifest.json"]) | values
    return packed(parts | {"manifest.json": json.dumps(manifest).encode()})


# --- there and back


async def test_everything_is_equal_in_an_empty_home(lived: Lived, old: Steward, new: Steward) -> None:
    archive = await exported(lived.person)
    owner = await new.owner()
    done = await imported(owner, archive)
    assert {name: counts["updated"] for name, counts in done["parts"].items() if counts["updated"]} == {}
    assert (done["renamed"], done["missing_files"], done["files"]) == (0, [], 2)  # a document, a workspace's file
    assert done["account"] == {
        "email": "owner@example.org", "archive_email": "owner@example.org", "changed": True
    }  # fmt: skip
    before, after = await rows_of(old.database, lived.person.id), await rows_of(new.database, owner.id)
    for table, rows in before.items():
        assert after[table] == rows, table
    assert {table for table, rows in before.items() if not rows} <= EMPTY_IN_A_LIFE
    mine, theirs = await owner.get("/me"), await lived.person.get("/me")
    different = {"id", "created_at", "captured_at", "captured_timezone"}
    assert {k: v for k, v in mine.items() if k not in different} == {
        k: v for k, v in theirs.items() if k not in different
    }
    path = f"/documents/{lived.ids['document']}/content"
    assert (await owner.send("GET", path)).content == (await lived.person.send("GET", path)).content
    for query, found in (("tenant pays", "document"), (word_of("event"), "event"), (word_of("vcard"), "vcard")):
        assert lived.ids[found] in {hit["id"] for hit in (await owner.get("/search", q=query))["hits"]}, query
    assert (await owner.get("/search", q="regatta sail", kinds="message"))["hits"]
    waiting = await owner.scalar(
        "select count(*) from async_jobs where user_id = :me and job_type = 'previews.expire' and state = 'pending'"
    )
    assert waiting == len([one for one in before["previews"] if '"state": "pending"' in one])


async def test_again_it_changes_nothing(lived: Lived, new: Steward) -> None:
    archive = await exported(lived.person)
    owner = await new.owner()
    await imported(owner, archive)
    before = await rows_of(new.database, owner.id)
    again = await imported(owner, archive)
    assert {name: counts for name, counts in again["parts"].items() if counts["created"] or counts["updated"]} == {}
    assert (again["account"]["changed"], again["files"], again["renamed"]) == (False, 0, 0)
    assert again["erased"] == {"deleted": {}, "rebuilt": {}, "redacted": {}}
    assert await rows_of(new.database, owner.id) == before
    assert parts_of(await exported(owner)).keys() == parts_of(archive).keys()


async def test_it_holds_ones_own_and_no_secret(lived: Lived, old: Steward) -> None:
    other = await old.person("Somebody Else")
    await other.post("/notes", {"text": "somebody elses secret"})
    parts = parts_of(await exported(lived.person))
    whole = b"\n".join(parts.values())
    assert b"somebody elses secret" not in whole
    for secret in (OWNER_TOKEN.encode(), hashlib.sha256(OWNER_TOKEN.encode()).hexdigest().encode(), b"stw_"):
        assert secret not in whole
    assert (await other.send("GET", "/export")).status_code == 403
    assert (await try_import(other, b"")).status_code == 403


# --- merging


async def test_the_later_version_stays_whichever_side_has_it(new: Steward) -> None:
    owner = await new.owner()
    kept = await owner.post("/todos", {"title": "Kept"})
    older = await exported(owner)
    await owner.patch(f"/todos/{kept['id']}", {"title": "Changed here"})
    added = await owner.post("/todos", {"title": "Only here"})
    later = await exported(owner)
    done = await imported(owner, older)
    assert done["parts"]["todos"] == {"created": 0, "updated": 0, "unchanged": 1}
    assert {one["title"] for one in (await owner.get("/todos"))["items"]} == {"Changed here", "Only here"}
    await owner.execute(
        "update todos set title = 'As it was', updated_at = updated_at - interval '1 h' where id = cast(:id as uuid)",
        id=kept["id"],
    )
    done = await imported(owner, later)
    assert done["parts"]["todos"] == {"created": 0, "updated": 1, "unchanged": 1}
    assert (await owner.get(f"/todos/{kept['id']}"))["title"] == "Changed here"
    assert (await owner.get(f"/todos/{added['id']}"))["title"] == "Only here"
    assert (await owner.get("/search", q="Changed"))["hits"][0]["id"] == kept["id"]


async def test_a_merged_contact_is_there_once_whichever_side_has_the_merge(new: Steward) -> None:
    owner = await new.owner()
    ana = await owner.post("/contacts", {"display_name": "Ana Souza"})
    twin = await owner.post("/contacts", {"display_name": "Ana S", "emails": ["ana@example.org"]})
    dinner = {"title": "Dinner", "start_at": "2026-12-01T19:00", "participants": [{"contact_id": twin["id"]}]}
    first = await owner.post("/events", dinner)
    before = await exported(owner)
    await owner.post("/contacts/merge", {"keep_id": ana["id"], "merge_ids": [twin["id"]]})
    after = await exported(owner)
    unmerge = {"contact_id": twin["id"]}

    async def once() -> None:
        (only,) = (await owner.get("/contacts"))["items"]
        assert (only["id"], [one["value"] for one in only["emails"]]) == (ana["id"], ["ana@example.org"])
        events = (await owner.get("/events"))["items"]
        assert {one["participants"][0]["contact_id"] for one in events} == {ana["id"]}
        assert {hit["id"] for hit in (await owner.get("/search", q="Ana", kinds="contact"))["hits"]} == {ana["id"]}

    await imported(owner, before)  # the row from before the merge
    await once()
    back = await owner.post(f"/contacts/{ana['id']}/unmerge", unmerge)
    assert back["contact"]["id"] == twin["id"] if "contact" in back else back
    assert {one["id"] for one in (await owner.get("/contacts"))["items"]} == {ana["id"], twin["id"]}
    assert (await owner.get(f"/events/{first['id']}"))["participants"][0]["contact_id"] == twin["id"]

    await imported(owner, after)  # the user took that merge back since
    assert {one["id"] for one in (await owner.get("/contacts"))["items"]} == {ana["id"], twin["id"]}

    await owner.execute("delete from contact_duplicates where user_id = :me")  # a home that knows nothing of it
    await owner.post("/events", {**dinner, "title": "Only here"})
    await imported(owner, after)
    await once()
    await owner.post(f"/contacts/{ana['id']}/unmerge", unmerge)
    events = (await owner.get("/events"))["items"]
    assert {one["participants"][0]["contact_id"] for one in events} == {twin["id"]}


async def test_what_either_side_erased_stays_erased(new: Steward) -> None:
    owner = await new.owner()
    here = await owner.post("/notes", {"text": "erased here"})
    there = await owner.post("/notes", {"text": "erased there"})
    item = {"external_id": "t1", "source": "tool", "title": "came from a tool"}
    await owner.post("/ingest/todo", item)
    everything = await exported(owner)
    await owner.send("DELETE", f"/notes/{there['id']}")
    without = await exported(owner)
    # The other home: it still has what was erased there, and has erased something itself.
    await owner.execute("delete from tombstones where user_id = :me")
    await imported(owner, everything)
    assert (await owner.get(f"/notes/{there['id']}"))["text"] == "erased there"
    await owner.send("DELETE", f"/notes/{here['id']}")
    done = await imported(owner, without)
    assert done["erased"]["deleted"] == {"note": 2}
    assert (await owner.get("/notes"))["items"] == []
    assert [one["title"] for one in (await owner.get("/todos"))["items"]] == ["came from a tool"]
    assert (await owner.get("/search", q="erased"))["hits"] == []


async def test_what_came_by_another_way_is_the_same_thing(old: Steward, new: Steward) -> None:
    there, here = await old.person("There"), await new.owner()
    for person in (there, here):
        await person.post("/ingest/contact", {"external_id": "c1", "source": "book", "display_name": "Bia"})
        await person.post("/contacts", {"display_name": "Rui", "groups": ["Sailors"]})
    archive = await exported(await old.with_every_scope(there))
    bia = (await here.get("/contacts", q="Bia"))["items"][0]["id"]
    done = await imported(here, archive)
    assert done["renamed"] >= 2
    assert [one["id"] for one in (await here.get("/contacts", q="Bia"))["items"]] == [bia]
    assert len((await here.get("/contact-groups"))["items"]) == 1
    assert len((await here.get("/contacts", q="Rui"))["items"]) == 2


async def test_a_name_comes_along_where_none_was_given(old: Steward, new: Steward) -> None:
    made = await (await old.owner()).post("/users", {"email": f"{new_id()}@example.org", "name": "Tereza"})
    archive = await exported(await old.with_every_scope(old.speaking(UUID(made["id"]), made["token"])))
    owner = await new.owner()
    assert (await owner.get("/me"))["name"] == ""
    await imported(owner, archive)
    assert (await owner.get("/me"))["name"] == "Tereza"
    await owner.patch("/me", {"name": "Teresa"})
    assert not (await imported(owner, archive))["account"]["changed"]
    assert (await owner.get("/me"))["name"] == "Teresa"


async def test_two_who_take_in_one_archive_at_once_have_rows_of_their_own(old: Steward, new: Steward) -> None:
    gone = await old.with_every_scope(await old.person("Gone"))
    await gone.post("/notes", {"text": "Both will have it."})
    archive = await exported(gone)
    both = [await new.with_every_scope(await new.person(name)) for name in ("First", "Second")]
    done = await asyncio.gather(*(imported(one, archive) for one in both))
    assert sorted(one["renamed"] > 0 for one in done) == [False, True]
    ids = [(await one.get("/notes"))["items"][0]["id"] for one in both]
    assert len(set(ids)) == 2


async def read_anew(person: Person) -> None:
    """Wait for the job that finds the passages of meetings under their new names, in place of those that came."""
    waiting = "select count(*) from async_jobs where user_id = :me and job_type = 'meetings.index' and state <> 'done'"
    await eventually(lambda: person.scalar(waiting), lambda number: number == 0)


async def test_into_another_account_of_the_same_home(old: Steward, lived: Lived) -> None:
    archive = await exported(lived.person)
    other = await old.with_every_scope(await old.person("Another"))
    before = await rows_of(old.database, lived.person.id)
    done = await imported(other, archive)
    assert done["renamed"] > 100
    assert done["account"]["email"] != done["account"]["archive_email"]
    assert await rows_of(old.database, lived.person.id) == before
    await read_anew(other)
    after = await rows_of(old.database, other.id)
    assert {name: len(rows) for name, rows in after.items()} == {name: len(rows) for name, rows in before.items()}
    ours = {json.loads(row)["id"] for name in NAMED for row in before[name]}
    for name, rows in after.items():
        assert not [row for row in rows if any(one in row for one in ours)], name
    assert [one["display_name"] for one in (await other.get("/contacts", q="Marta"))["items"]] == ["Marta Lopes"]
    found = (await other.get("/documents"))["items"][0]["id"]
    assert (await other.send("GET", f"/documents/{found}/content")).status_code == 200
    again = await imported(other, archive)
    assert {name for name, one in again["parts"].items() if one["created"] or one["updated"]} == set()
    await rested(old, other)


# --- archives that are none, or do harm


async def nothing_came(person: Person, archive: bytes, *told: str, status: int = 422) -> None:
    before = await rows_of(person.database, person.id)
    answer = await try_import(person, archive)
    assert answer.status_code == status, answer.text
    for one in told:
        assert one in answer.json()["detail"], answer.text
    assert await rows_of(person.database, person.id) == before


async def test_an_archive_that_is_none(new: Steward) -> None:
    owner = await new.owner()
    await owner.post("/notes", {"text": "one"})
    archive = await exported(owner)
    await nothing_came(owner, b"", "no archive of Steward")
    await nothing_came(owner, b"hello", "no archive of Steward")
    await nothing_came(owner, archive[: len(archive) // 2], "no archive of Steward")
    await nothing_came(owner, packed({"readme.txt": b"x"}), "manifest.json")
    await nothing_came(owner, with_manifest(archive, format=2), "format is 2")
    await nothing_came(owner, with_manifest(archive, schema="9999_x.sql"), "newer Steward")
    await nothing_came(owner, with_manifest(archive, account={}), "manifest.json can't be read")
    damaged = bytearray(archive)
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        largest = max(opened.infolist(), key=lambda one: one.compress_size)
    damaged[largest.header_offset + 30 + len(largest.filename) + largest.compress_size // 2] ^= 0xFF
    assert (await try_import(owner, bytes(damaged))).status_code == 422


async def test_what_does_not_belong_there(new: Steward) -> None:
    owner = await new.owner()
    await owner.post("/notes", {"text": "one"})
    archive = await exported(owner)
    parts = parts_of(archive)
    for name in ("../../evil", "/etc/passwd", "data/../x.jsonl", "files/../../x", "data/api_tokens.jsonl"):
        await nothing_came(owner, packed(parts | {name: b"x"}), "does not belong there")
    manifest = json.loads(parts["manifest.json"])
    manifest["parts"]["api_tokens"] = manifest["parts"]["notes"]
    content = parts | {"data/api_tokens.jsonl": b"", "manifest.json": json.dumps(manifest).encode()}
    await nothing_came(owner, packed(content), "`api_tokens`, which this Steward does not know")
    bomb = packed(parts | {"data/notes.jsonl": b" " * 50_000_000})
    await nothing_came(owner, bomb, "no honest archive")
    wrong = packed(parts | {"data/notes.jsonl": parts["data/notes.jsonl"].replace(b"one", b"two")})
    await nothing_came(owner, wrong, "data/notes.jsonl", "sha256")


async def test_a_line_that_is_none_is_told_with_file_and_line(new: Steward) -> None:
    owner = await new.owner()
    for number in range(3):
        await owner.post("/notes", {"text": f"note {number}"})
    archive = await exported(owner)
    await owner.execute("delete from notes where user_id = :me")

    def at_two(change: Callable[[dict[str, Any]], Any]) -> Callable[[list[str]], list[str]]:
        def changing(lines: list[str]) -> list[str]:
            row = json.loads(lines[1])
            other = change(row)
            return [lines[0], other if isinstance(other, str) else json.dumps(other), *lines[2:]]

        return changing

    where = "data/notes.jsonl, line 2"
    for change in (
        lambda _: "{broken",
        lambda _: "[1]",
        lambda row: row | {"sql": 1},
        lambda row: row | {"id": "no id"},
        lambda row: row | {"created_at": "one fine day"},
        lambda row: row | {"text": None},
        lambda row: row | {"confidence": 7},
        lambda row: row | {"text": "a\u0000b"},
        lambda row: row | {"version": 10**30},
        lambda _: "[" * 100_000,
        lambda row: {name: value for name, value in row.items() if name != "text"},
    ):
        await nothing_came(owner, changed(archive, "notes", at_two(change)), where)
    assert (await imported(owner, archive))["parts"]["notes"]["created"] == 3


async def test_a_row_that_points_to_another_users(old: Steward, new: Steward) -> None:
    owner, other = await new.owner(), await new.person("Other")
    theirs = await other.post("/contacts", {"display_name": "Theirs"})
    mine = await owner.post("/contacts", {"display_name": "Mine"})
    second = await owner.post("/contacts", {"display_name": "Second"})
    await owner.post(f"/contacts/{mine['id']}/relationships", {"contact_id": second["id"], "label": "Friend"})
    archive = await exported(owner)
    await owner.execute("delete from contact_relationships where user_id = :me")

    def pointing(lines: list[str]) -> list[str]:
        return [json.dumps(json.loads(line) | {"other_id": theirs["id"]}) for line in lines]

    await nothing_came(owner, changed(archive, "contact_relationships", pointing), "another user's")
    taken = changed(archive, "contacts", lambda lines: [line.replace(mine["id"], theirs["id"]) for line in lines])
    taken = changed(taken, "contact_relationships", lambda _: [])
    taken = changed(taken, "search_documents", lambda _: [])
    done = await imported(owner, taken)
    assert done["renamed"] == 1
    assert (await other.get(f"/contacts/{theirs['id']}"))["display_name"] == "Theirs"


async def test_a_file_of_another_content(lived: Lived, new: Steward) -> None:
    owner = await new.owner()
    archive = await exported(lived.person)
    parts = parts_of(archive)
    name = f"files/{lived.ids['document']}"
    await nothing_came(owner, packed(parts | {name: b"%PDF other"}), name)
    assert not list((new.runtime.settings.home / "files").rglob("*.*"))
    manifest = json.loads(parts["manifest.json"])
    manifest["files"][lived.ids["document"]] = {"bytes": 10, "sha256": hashlib.sha256(b"%PDF other").hexdigest()}
    agreed = packed(parts | {name: b"%PDF other", "manifest.json": json.dumps(manifest).encode()})
    await nothing_came(owner, agreed, "data/documents.jsonl, line 1")


async def test_two_at_once_and_a_client_that_goes(lived: Lived, new: Steward) -> None:
    owner = await new.owner()
    archive = await exported(lived.person)

    async def broken() -> AsyncIterator[bytes]:
        yield archive[:1000]
        raise OSError

    with pytest.raises(OSError):  # noqa: PT011
        await try_import(owner, broken())
    assert await owner.count("contacts") == 0
    first, second = await asyncio.gather(imported(owner, archive), imported(owner, archive))
    created = [one["parts"]["contacts"]["created"] for one in (first, second)]
    assert sorted(created)[0] == 0 < sorted(created)[1]
