"""Archives that Postgres takes and nobody could read, and junk by the million lines: refused, and nothing came."""

import hashlib
import io
import json
import tarfile
import zipfile
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
import pytest_asyncio
from tests.acceptance.test_portability import (
    changed,
    exported,
    imported,
    nothing_came,
    packed,
    parts_of,
    try_import,
    with_manifest,
)
from tests.support.corpora import cases
from tests.support.postgres import PostgresServer
from tests.support.steward import Person, Steward, started

from orchestrator.kit.ids import new_id


@pytest_asyncio.fixture(scope="module")
async def empty(postgres: PostgresServer, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Steward]:
    url = await postgres.clone()
    async with started(tmp_path_factory.mktemp("empty"), url, embed_model="off", llm_provider="reader") as running:
        yield running
    await postgres.drop(url)


@pytest_asyncio.fixture
async def rosa(empty: Steward) -> Person:
    """A new user who may import."""
    return await empty.with_every_scope(await empty.person("Rosa"))


@pytest_asyncio.fixture
async def archive(empty: Steward) -> bytes:
    """Of somebody with one of each."""
    owner = await empty.owner()
    if not (await owner.get("/contacts"))["items"]:
        await owner.post("/contacts", {"display_name": "Bel", "emails": ["bel@example.org"]})
        await owner.post("/places", {"name": "Mill", "lat": 38.7, "lon": -9.1})
        await owner.post("/events", {"title": "Choir", "start_at": "2027-03-05T10:00"})
        await owner.post("/todos", {"title": "Milk", "due_at": "2027-03-05T10:00"})
        await owner.post("/notes", {"text": "one"})
    return await exported(owner)


def every(**values: Any) -> Callable[[list[str]], list[str]]:
    """Each line with these values."""
    return lambda lines: [json.dumps(json.loads(line) | values) for line in lines]


@pytest.mark.parametrize(("part", "values"), cases("odd_archives", "rows_that_nobody_could_read"))
async def test_rows_that_nobody_could_read(rosa: Person, archive: bytes, part: str, values: dict[str, Any]) -> None:
    answer = await try_import(rosa, changed(archive, part, every(**values)))
    if answer.status_code == 200:  # then it is one that can be read
        listed = await rosa.get(f"/{part}")
        assert len(listed["items"]) == 1
        assert (await rosa.send("GET", "/export")).status_code == 200
    else:
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid_request"), answer.text
        assert part in answer.text
        assert await rosa.count("contacts") == await rosa.count("events") == await rosa.count("search_documents") == 0


async def test_a_manifest_that_says_odd_things(rosa: Person, archive: bytes) -> None:
    said = json.loads(parts_of(archive)["manifest.json"])
    account = said["account"]
    of_account: tuple[dict[str, Any], ...] = (
        {"updated_at": "2026-01-01T00:00:00"},
        {"captured_at": "2026-01-01T00:00:00"},
        {"version": 10**30},
        {"name": "x" * 70_000},
        {"identifiers": ["x"] * 100_000},
        {"timezone": "Mars/Olympus"},
        {"home_place_id": 7},
    )
    for odd in of_account:
        await nothing_came(rosa, with_manifest(archive, account=account | odd), "manifest.json can't be read")
    twice = said["parts"]["notes"] | {"columns": [*said["parts"]["notes"]["columns"], "id"]}
    other: tuple[dict[str, Any], ...] = (
        {"parts": said["parts"] | {"notes": twice}},
        {"parts": []},
        {"files": {"x": {}}},
        {"format": "one"},
        {"schema": 7},
        {"user_id": "me"},
        {"created_at": "now"},
    )
    for odd in other:
        await nothing_came(rosa, with_manifest(archive, **odd), "manifest.json can't be read")
    told = await imported(
        rosa, with_manifest(archive, account=account | {"name": "a\u0000b", "home_place_id": str(new_id())})
    )
    assert told["parts"]["notes"]["created"] == 1


async def test_lines_in_another_encoding(rosa: Person, archive: bytes) -> None:
    for encoding in ("utf-16", "utf-16-le", "utf-32", "latin-1"):
        parts = parts_of(archive)
        line = parts["data/notes.jsonl"].decode().strip().replace("one", "oné").encode(encoding)
        await nothing_came(rosa, _with_part(parts, "notes", line, rows=line.count(b"\n") + 1), "data/notes.jsonl")


async def test_a_million_lines_of_junk(rosa: Person, archive: bytes) -> None:
    parts = parts_of(archive)
    for junk in (b"junk\n", b"{}\n", b"\n", b"null\n"):
        content = junk * 1_000_000
        bomb = await try_import(rosa, _with_part(parts, "notes", content, rows=1_000_000))
        assert bomb.status_code == 422, bomb.text
    line = parts["data/notes.jsonl"]
    many = _with_part(parts, "notes", line * 20_000, rows=20_000, stored=True)
    await nothing_came(rosa, many, "data/notes.jsonl, line 2: this row stands there twice.")


async def test_a_tar_with_links_and_ways_out(rosa: Person) -> None:
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w:gz") as made:
        link = tarfile.TarInfo("manifest.json")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        made.addfile(link)
        out = tarfile.TarInfo("../../../../tmp/evil")
        out.size = 1
        made.addfile(out, io.BytesIO(b"x"))
    await nothing_came(rosa, target.getvalue(), "no archive of Steward")


async def test_a_link_inside_a_zip_is_read_as_its_text(rosa: Person, archive: bytes) -> None:
    parts = parts_of(archive)
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as made:
        for name, content in parts.items():
            if name == "data/notes.jsonl":
                link = zipfile.ZipInfo(name)
                link.external_attr = 0o120777 << 16
                made.writestr(link, "/etc/passwd")
            else:
                made.writestr(name, content)
    await nothing_came(rosa, target.getvalue(), "data/notes.jsonl")


def _with_part(parts: dict[str, bytes], name: str, content: bytes, *, rows: int, stored: bool = False) -> bytes:
    """The archive with another content of a part, and a manifest that agrees."""

    manifest = json.loads(parts["manifest.json"])
    manifest["parts"][name] |= {
        "rows": rows, "bytes": len(content), "sha256": hashlib.sha256(content).hexdigest(),
    }  # fmt: skip
    whole = parts | {f"data/{name}.jsonl": content, "manifest.json": json.dumps(manifest).encode()}
    if not stored:
        return packed(whole)
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as made:
        for member, data in whole.items():
            made.writestr(member, data)
    return target.getvalue()
