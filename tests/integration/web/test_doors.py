"""The door: who comes in, in which order a request is looked at, and what a bad one is answered."""

import json
import re
from collections.abc import AsyncIterator
from typing import Annotated, Any
from uuid import UUID

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI
from pydantic import BaseModel
from tests.support.accounts import OWNER_TOKEN, make_owner, token_of
from tests.support.people import make_user
from tests.support.web import client_of, make_app, serving

from orchestrator.api.operation import account, console, system
from orchestrator.db.session import Database
from orchestrator.db.tx import Tx
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.kit.ids import new_id
from orchestrator.setting_values import RateLimit
from orchestrator.web.access.auth import Principal, require
from orchestrator.web.ids import EntityId
from orchestrator.web.routing import Router

MEGABYTE = 1_000_000
probe = Router()


class Body(BaseModel):
    text: str
    number: float | None = None
    anything: Any = None


@probe.post("/probe")
async def take(_: Annotated[Principal, require("write")], body: Body) -> Body:
    return body


@probe.post("/ingest/probe")
async def take_in(_: Annotated[Principal, require("write")], body: Body) -> Body:
    return body


@probe.post("/probe/{entity_id}")
async def take_for(_: Annotated[Principal, require("write")], entity_id: EntityId, body: Body) -> str:
    return str(entity_id)


@probe.post("/unread")
async def unread(_: Annotated[Principal, require("write")]) -> str:
    return "not read"


@probe.get("/boom")
async def boom(_: Annotated[Principal, require("read")]) -> None:
    msg = "the inner SECRET of it"
    raise RuntimeError(msg)


@pytest_asyncio.fixture
async def app(database: Database) -> FastAPI:
    await make_owner(database)
    return make_app(database, [probe, account.router, system.router, console.router])


@pytest_asyncio.fixture
async def client(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    async with client_of(app) as client:
        yield client


def is_problem(answer: httpx.Response, status: int, code: str) -> None:
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    told = answer.json()
    assert {"type", "title", "status", "detail", "code", "errors"} <= told.keys()
    assert (told["status"], told["code"]) == (status, code)
    assert "Traceback" not in answer.text


BODIES: list[bytes] = [b"{", b"\xff\xfe", b"[]", b"null", b"", b"x" * (2 * MEGABYTE)]


@pytest.mark.parametrize("body", BODIES, ids=range(len(BODIES)))
@pytest.mark.parametrize(
    "authorization", [None, "Basic eDp5", "Bearer", "Bearer stw_" + "w" * 43, "Bearer ü", "bearer x"]
)
async def test_the_token_comes_before_the_body(
    client: httpx.AsyncClient, body: bytes, authorization: str | None
) -> None:
    client.headers.pop("authorization")
    headers = {"authorization": authorization.encode()} if authorization else {}
    answer = await client.post("/probe", content=body, headers=headers)  # type: ignore[arg-type]
    is_problem(answer, 401, "unauthenticated")
    assert answer.headers["www-authenticate"] == "Bearer"
    answer = await client.post("/probe/no-uuid", content=body, headers=headers)  # type: ignore[arg-type]
    is_problem(answer, 401, "unauthenticated")


async def test_the_scope_comes_before_the_body(app: FastAPI, database: Database) -> None:
    user = await make_user(database)
    async with client_of(app, await token_of(database, user, "read", "ask")) as reader:
        for body in BODIES:
            is_problem(await reader.post("/probe", content=body), 403, "scope_missing")
        is_problem(await reader.post("/tokens", content=b"{"), 403, "scope_missing")
    async with client_of(app, await token_of(database, user, "mobile")) as phone:
        assert (await phone.post("/probe", json={"text": "a"})).status_code == 200
        is_problem(await phone.get("/users"), 403, "scope_missing")


NO_BODIES = (
    *(b"{", b"\xff\xfe{}", b'{"text": "\xff"}', b"", b"[]", b"null", b"7", b'"text"', b'{"text": 7}'),
    *(b'{"text": "a", "number": NaN}', b'{"text": "a", "number": 1e999}', b'{"text": "a", "anything": [-Infinity, 2]}'),
    b'{"text": "a", "anything": ' + b"9" * 5000 + b"}",
    b'{"text": "a", "anything": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    b'{"text": "a\x00b"}',
)


async def test_a_body_that_is_none_is_422(client: httpx.AsyncClient) -> None:
    for body in NO_BODIES:
        for headers in ({}, {"content-type": "application/json"}):
            is_problem(await client.post("/probe", content=body, headers=headers), 422, "invalid_request")


async def test_what_a_body_is_called_matters_little(client: httpx.AsyncClient) -> None:
    good = b'{"text": "a"}'
    for media_type in (
        None,
        "application/json",
        "application/json; charset=utf-8",
        "application/x-www-form-urlencoded",
    ):
        headers = {"content-type": media_type} if media_type else {}
        assert (await client.post("/probe", content=good, headers=headers)).status_code == 200, media_type
    for media_type in ("text/plain", "multipart/form-data", "multipart/form-data; boundary=x", "nonsense", "image/png"):
        answer = await client.post("/probe", content=good, headers={"content-type": media_type})
        is_problem(answer, 422, "invalid_request")
    form = await client.post("/probe", data={"text": "a"})
    is_problem(form, 422, "invalid_request")


async def test_nul_and_lone_surrogates_are_taken_out(client: httpx.AsyncClient) -> None:
    answer = await client.post(
        "/probe", content=rb'{"text": "a\u0000b\ud800c\udc00\ud83d\ude00", "anything": {"k\uDFFF": [1]}}'
    )
    assert answer.json() == {"text": "abc😀", "number": None, "anything": {"k": [1]}}
    answer = await client.post("/probe", content=rb'{"text": 1, "anything": "\ud800"}')
    is_problem(answer, 422, "invalid_request")
    for path in ("/users?q=%00a%ED%A0%80", "/users?q=%FF", "/users?cursor=%00", "/probe/%00"):
        assert (await client.get(path)).status_code < 500


async def test_errors_say_where_without_repeating_the_value(client: httpx.AsyncClient) -> None:
    answer = await client.post("/probe", json={"text": {"secret": "value"}})
    is_problem(answer, 422, "invalid_request")
    assert answer.json()["errors"] == [{"loc": ["body", "text"], "message": "Input should be a valid string"}]
    assert "secret" not in answer.text


async def test_ids_that_are_none_and_paths_that_are_none_are_404(client: httpx.AsyncClient) -> None:
    for entity_id in ("7", "no-uuid", "%20", "null"):
        is_problem(await client.post(f"/probe/{entity_id}", json={"text": "a"}), 404, "not_found")
    known = str(new_id())
    assert (await client.post(f"/probe/{known}", json={"text": "a"})).json() == known
    is_problem(await client.get("/nowhere"), 404, "not_found")
    refused = await client.put("/me")
    is_problem(refused, 405, "method_not_allowed")
    assert "GET" in refused.headers["allow"]


async def test_what_nobody_expected_is_a_500_without_its_inside(client: httpx.AsyncClient) -> None:
    answer = await client.get("/boom")
    is_problem(answer, 500, "internal")
    assert "SECRET" not in answer.text
    assert answer.headers["x-request-id"]


async def test_bodies_are_limited_by_path_and_the_answer_arrives(app: FastAPI) -> None:
    async def chunks(size: int) -> AsyncIterator[bytes]:
        for _ in range(size // 50_000):
            yield b"x" * 50_000

    token = {"authorization": f"Bearer {OWNER_TOKEN}"}
    wrong = {"authorization": "Bearer stw_" + "w" * 43}
    async with serving(app) as url, httpx.AsyncClient(base_url=url, timeout=30, verify=False) as client:
        large = json.dumps({"text": "x" * (2 * MEGABYTE)})
        for _ in range(3):
            is_problem(await client.post("/probe", content=large, headers=token), 413, "too_large")
            is_problem(await client.post("/probe", content=chunks(2 * MEGABYTE), headers=token), 413, "too_large")
            is_problem(await client.post("/unread", content=large, headers=token), 413, "too_large")
            is_problem(await client.post("/probe", content=large, headers=wrong), 401, "unauthenticated")
            is_problem(await client.post("/probe", content=chunks(2 * MEGABYTE), headers=wrong), 401, "unauthenticated")
        is_problem(await client.post("/ingest/probe", content=b"x" * 33 * MEGABYTE, headers=token), 413, "too_large")
        is_problem(await client.post("/ingest/probe", content=chunks(33 * MEGABYTE), headers=token), 413, "too_large")
        assert (await client.post("/ingest/probe", content=large, headers=token)).status_code == 200
        assert (await client.post("/probe", content=b'{"text": "a"}', headers=token)).status_code == 200


async def test_a_token_that_asks_too_often_waits(database: Database) -> None:
    user = await make_owner(database)
    other = await token_of(database, user, "read")
    app = make_app(database, [account.router], rate_limit=RateLimit(1, 60, 5))
    async with client_of(app) as client, client_of(app, other) as second:
        answers = [await client.get("/me") for _ in range(6)]
        assert [answer.status_code for answer in answers] == [200] * 5 + [429]
        is_problem(answers[-1], 429, "rate_limited")
        assert answers[-1].headers["retry-after"] == "60"
        assert (await second.get("/me")).status_code == 200


async def test_a_revoked_token_is_refused_from_the_next_request_on(
    client: httpx.AsyncClient, app: FastAPI, database: Database
) -> None:
    made = await client.post("/tokens", json={"name": "phone", "scopes": ["read", "read"]})
    assert made.status_code == 201
    assert made.json()["scopes"] == ["read"]
    assert len(made.json()["token"]) == 47
    async with client_of(app, made.json()["token"]) as phone:
        assert (await phone.get("/me")).status_code == 200
        revoked = await client.delete(f"/tokens/{made.json()['id']}")
        assert (revoked.status_code, revoked.content) == (204, b"")
        is_problem(await phone.get("/me"), 401, "unauthenticated")
    is_problem(await client.delete(f"/tokens/{made.json()['id']}"), 404, "not_found")
    is_problem(await client.delete("/tokens/none"), 404, "not_found")
    listed = (await client.get("/tokens", params={"limit": 1})).json()
    assert len(listed["items"]) == 1
    assert listed["next_cursor"]
    rest = (await client.get("/tokens", params={"cursor": listed["next_cursor"]})).json()
    assert [token["name"] for token in rest["items"]] == ["phone"]
    assert rest["items"][0]["revoked_at"].endswith("Z")
    assert made.json()["token"] not in str(listed) + str(rest)
    # another process revokes
    made = await client.post("/tokens", json={"name": "phone", "scopes": ["read"]})
    async with client_of(app, made.json()["token"]) as phone:
        assert (await phone.get("/me")).status_code == 200
        elsewhere = Database(database.url)
        async with elsewhere.unit_of_work() as session:
            account_of = await accounts.authenticate(session, made.json()["token"])
            assert account_of
            await accounts.revoke_token(session, account_of.token_id)
        await elsewhere.close()
        is_problem(await phone.get("/me"), 401, "unauthenticated")


async def test_tokens_and_users_by_http(client: httpx.AsyncClient, app: FastAPI) -> None:
    made = await client.post("/users", json={"email": "ana@example.org", "name": "Ana"})
    assert made.status_code == 201
    assert made.json().keys() == {"id", "email", "name", "token"}
    is_problem(await client.post("/users", json={"email": "ANA@example.org"}), 409, "already_exists")
    is_problem(await client.post("/users", json={"email": "no mail"}), 422, "invalid_request")
    for bad in (
        {"name": "x"},
        {"name": "x", "scopes": []},
        {"name": "x", "scopes": ["root"]},
        {"name": " ", "scopes": ["read"]},
    ):
        is_problem(await client.post("/tokens", json=bad), 422, "invalid_request")
    is_problem(
        await client.post("/tokens", json={"name": "x", "scopes": ["read"], "user_id": str(new_id())}), 404, "not_found"
    )
    for_ana = await client.post("/tokens", json={"name": "x", "scopes": ["read"], "user_id": made.json()["id"]})
    async with client_of(app, for_ana.json()["token"]) as ana:
        assert (await ana.get("/me")).json()["email"] == "ana@example.org"
    async with client_of(app, made.json()["token"]) as ana:
        is_problem(await ana.get("/users"), 403, "scope_missing")
    assert [user["email"] for user in (await client.get("/users")).json()["items"]] == [
        "owner@example.org",
        "ana@example.org",
    ]
    for query in ("limit=0", "limit=-1", "limit=x", "cursor=bad"):
        is_problem(await client.get(f"/users?{query}"), 422, "invalid_request")


async def test_me_by_http(client: httpx.AsyncClient, app: FastAPI, database: Database) -> None:
    read = await client.get("/me")
    assert read.headers["etag"] == '"1"'
    changed = await client.patch(
        "/me",
        json={"quiet_hours": {"from": "22:00", "to": "07:00"}, "auto_confirm": ["todos_create"]},
        headers={"If-Match": read.headers["etag"]},
    )
    assert changed.status_code == 200, changed.text
    assert changed.json()["quiet_hours"] == {"from": "22:00", "to": "07:00"}
    present = changed.headers["etag"]
    assert present == (await client.get("/me")).headers["etag"] != read.headers["etag"]
    for stale in ('"1"', 'W/"1"', '"x"', "1", '"1", "x"', f"W/{present}", f'"1", W/{present}', f"{present} {present}"):
        is_problem(await client.patch("/me", json={"name": "x"}, headers={"If-Match": stale}), 412, "version_conflict")
    for good in (present, "*", f'"1", {present}', f'W/"1",{present} , "x"'):
        assert (await client.patch("/me", json={}, headers={"If-Match": good})).status_code == 200
    is_problem(await client.patch("/me", json={"auto_confirm": ["get_events"]}), 422, "invalid_request")
    is_problem(await client.patch("/me", json={"timezone": "Mars/Base"}), 422, "invalid_request")
    user = await make_user(database)
    async with client_of(app, await token_of(database, user, "write")) as writer:
        is_problem(await writer.patch("/me", json={"auto_confirm": []}), 403, "scope_missing")
        assert (await writer.patch("/me", json={"locale": "pt-BR"})).status_code == 200
        is_problem(await writer.get("/me"), 403, "scope_missing")


async def test_what_steward_says_by_itself_follows_the_language_of_the_client(
    client: httpx.AsyncClient, app: FastAPI, database: Database
) -> None:
    async def spoken() -> str:
        owner_id = UUID((await client.get("/me")).json()["id"])
        async with database.unit_of_work() as session:
            return (await accounts.morning(Tx(session, owner_id))).locale

    assert await spoken() == "en"
    await client.get("/me", headers={"Accept-Language": "*"})
    await client.get("/me", headers={"Accept-Language": "ja-JP"})
    assert await spoken() == "en"
    ingest = await client.post("/tokens", json={"name": "recorder", "scopes": ["ingest", "read"]})
    async with client_of(app, ingest.json()["token"]) as recorder:
        await recorder.get("/me", headers={"Accept-Language": "fr-FR"})
    assert await spoken() == "en"
    await client.get("/me", headers={"Accept-Language": "es-mx,es;q=0.9,en;q=0.8"})
    assert await spoken() == "es-MX"
    assert (await client.get("/me")).json()["locale"] == "en"
    await client.patch("/me", json={"locale": "pt-BR"})
    await client.get("/me", headers={"Accept-Language": "en-US"})
    assert await spoken() == "pt-BR"


async def test_every_answer_carries_its_headers(client: httpx.AsyncClient) -> None:
    for path in ("/", "/health", "/nowhere", "/me", "/boom", "/docs", "/static/steward.css"):
        answer = await client.get(path, headers={"X-Request-ID": "abc-1"})
        assert answer.headers["x-request-id"] == "abc-1"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["x-frame-options"] == "DENY"
        assert "default-src 'none'" in answer.headers["content-security-policy"]
    made_up = await client.get("/health", headers={"X-Request-ID": "a b\tc" * 50})
    assert len(made_up.headers["x-request-id"]) == 36
    for path, words in (("/", "<title>Steward</title>"), ("/docs", "Steward API")):
        page = await client.get(path)
        assert words in page.text
        assert "unsafe-inline" not in page.headers["content-security-policy"]


async def test_the_documentation_needs_no_other_host(client: httpx.AsyncClient) -> None:
    page = await client.get("/docs")
    parts = re.findall(r'(?:src|href)="([^"]+)"', page.text)
    assert "/static/docs.js" in parts
    for part in parts:
        assert part.startswith("/"), part
        found = await client.get(part)
        assert found.status_code == 200, part
        assert part == "/openapi.json" or "://" not in found.text, part
    assert "<script>" not in page.text
    is_problem(await client.get("/static/..%2findex.html"), 404, "not_found")
    is_problem(await client.get("/static/nothing.js"), 404, "not_found")


async def test_the_chat_page_names_its_modules_and_they_are_fetched_once(client: httpx.AsyncClient) -> None:
    page = await client.get("/")
    modules = re.findall(r"<(/static/chat/[\w/]+\.js)>; rel=modulepreload", page.headers["link"])
    assert "/static/chat/main.js" in modules
    assert "require-trusted-types-for 'script'" in page.headers["content-security-policy"]
    for path in (*modules, *re.findall(r'(?:src|href)="(/static/[^"]+)"', page.text)):
        found = await client.get(path)
        assert found.status_code == 200, path
        assert found.headers["cache-control"] == "no-cache"
        again = await client.get(path, headers={"If-None-Match": found.headers["etag"]})
        assert (again.status_code, again.content) == (304, b""), path


async def test_only_our_hosts_are_answered(client: httpx.AsyncClient, database: Database) -> None:
    for host in ("evil.example", "", "127.0.0.1.evil.example", "[::2]:80", "localhost@evil"):
        is_problem(await client.get("/health", headers={"host": host}), 421, "invalid_request")
    for host in ("127.0.0.1:8000", "LOCALHOST", "[::1]:8000", "localhost:1"):
        assert (await client.get("/health", headers={"host": host})).status_code == 200
    named = make_app(database, [system.router], allowed_hosts=("*.home.example",), public_url="https://me.example")
    async with client_of(named) as other:
        for host, status in (
            ("a.home.example", 200),
            ("home.example", 421),
            ("me.example:443", 200),
            ("x.me.example", 421),
        ):
            assert (await other.get("/health", headers={"host": host})).status_code == status


async def test_health_and_readiness_need_no_token(app: FastAPI, database: Database) -> None:
    async with client_of(app, None) as nobody:
        assert (await nobody.get("/health")).json() == {"status": "ok"}
        assert (await nobody.get("/ready")).json() == {
            "status": "ok",
            "database": "ok",
            "model": "ok",
            "provider": "reader",
            "models": [],
            "why": "",
            "embedder": "off",
            "follower": "off",
        }
        metrics = await nobody.get("/metrics")
        assert 'route="/ready"' in metrics.text
        assert "steward_http_requests_total" in metrics.text


async def test_without_a_database_it_is_not_ready_and_says_503() -> None:
    gone = Database("postgresql+asyncpg://nobody@127.0.0.1:1/none")
    app = make_app(gone, [system.router])
    async with client_of(app) as client:
        is_problem(await client.get("/ready"), 503, "not_ready")
        assert (await client.get("/health")).status_code == 200
    await gone.close()
