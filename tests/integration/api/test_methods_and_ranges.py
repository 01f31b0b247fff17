"""Does 405 name all methods of a path, and is a range of events that is too long refused instead of cut?"""

import httpx
import pytest
from tests.support.corpora import cases

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
AN_ID = "0192f5a0-0000-7000-8000-000000000000"


async def test_405_names_every_method_of_the_path(client: httpx.AsyncClient) -> None:
    """Of every path that the document has: fixed ones beside an id among them."""
    document = (await client.get("/openapi.json")).json()
    fixed_beside_an_id = 0
    for path, operations in document["paths"].items():
        taken = {method.upper() for method in operations}
        here = path
        for name in (part for part in path.split("/") if part.startswith("{")):
            here = here.replace(name, AN_ID)
        parent = path.rpartition("/")[0]
        beside = any(other.rpartition("/")[0] == parent and other.endswith("}") for other in document["paths"])
        fixed_beside_an_id += beside and not path.endswith("}")
        for method in METHODS:
            answer = (
                await client.request(method, here)
                if method not in taken and (method, path) != ("GET", "/mcp")
                else None
            )
            if answer is None or (path.startswith("/meetings/") and answer.status_code != 405):
                continue  # a meeting's id is its caller's, and may hold slashes: `GET` reads the one of that name
            assert answer.status_code == 405, (method, path, answer.text)
            assert answer.json()["code"] == "method_not_allowed"
            told = {one.strip() for one in answer.headers["allow"].split(",")}
            taken |= {"HEAD"} if "GET" in taken else set()
            assert told == taken or (path.startswith("/meetings/") and told > taken), (method, path)
    assert fixed_beside_an_id >= 4


@pytest.mark.parametrize("path", ["/", "/health", "/docs", "/openapi.json", "/events", "/me", "/export/events.ics"])
async def test_head_is_get_without_its_body(client: httpx.AsyncClient, path: str) -> None:
    read, head = await client.get(path), await client.head(path)
    assert (head.status_code, head.content) == (read.status_code, b"")
    same = ("content-type", "content-length", "etag", "cache-control")
    assert [head.headers.get(name) for name in same] == [read.headers.get(name) for name in same]
    known = {"If-None-Match": read.headers.get("etag", '"none"')}
    assert (await client.head(path, headers=known)).status_code == (await client.get(path, headers=known)).status_code


async def test_head_is_asked_for_a_token_and_for_what_there_is(client: httpx.AsyncClient) -> None:
    assert (await client.head("/events", headers={"Authorization": "Bearer stw_none"})).status_code == 401
    assert (await client.head(f"/events/{AN_ID}")).status_code == 404
    refused = await client.head("/contacts/merge")

    assert (refused.status_code, refused.headers["allow"]) == (405, "POST")


@pytest.mark.parametrize("path", ["/contacts/merge", "/contacts/duplicates", "/rules/preview", "/briefings/latest"])
async def test_a_fixed_path_is_no_id(client: httpx.AsyncClient, path: str) -> None:
    for method in ("PATCH", "DELETE"):
        answer = await client.request(method, path, json={})
        assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed")


@pytest.mark.parametrize(("range_", "status"), cases("ranges", "a_range_that_is_too_long_is_refused"))
async def test_a_range_that_is_too_long_is_refused(
    client: httpx.AsyncClient, range_: dict[str, str], status: int
) -> None:
    answer = await client.get("/events", params=range_)
    assert answer.status_code == status, answer.text
    if status == 422:
        assert answer.json()["errors"][0]["loc"][0] == "query"
        assert "20 years" in answer.json()["detail"]


async def test_the_longest_range_is_read_whole(client: httpx.AsyncClient) -> None:
    """What lies at its both ends is there: nothing is cut where nothing is refused."""
    for start in ("2020-01-01T08:00:00", "2039-12-31T08:00:00"):
        made = await client.post("/events", json={"title": "Walk", "start_at": start, "timezone": "UTC"})
        assert made.status_code == 201
    read = await client.get("/events", params={"since": "2020-01-01T00:00:00Z", "until": "2040-01-01T00:00:00Z"})
    assert [one["start_at"] for one in read.json()["items"]] == ["2020-01-01T08:00:00", "2039-12-31T08:00:00"]
