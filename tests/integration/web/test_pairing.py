"""Does a device come in with its one-time code: once, in time, within its tries? And nobody else?"""

import asyncio
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import httpx
import pytest
from fastapi import FastAPI
from tests.support.accounts import make_owner, token_of
from tests.support.people import make_user
from tests.support.postgres import execute, scalar
from tests.support.web import client_of, make_app

from orchestrator.api import runs
from orchestrator.api.operation import account, pairing
from orchestrator.db.session import Database
from orchestrator.domain.people.pairing import service
from orchestrator.domain.people.pairing.schemas import DEFAULT_SCOPES, NewCode
from orchestrator.errors import InvalidRequest
from orchestrator.kit.clock import FixedClock
from orchestrator.web.access.sign_in_links import LIFE, SignInLinks


def app_over(database: Database, **settings: Any) -> FastAPI:
    return make_app(database, [account.router, runs.router, pairing.router], **settings)


async def code_of(database: Database, user: UUID, *scopes: str) -> NewCode:
    async with database.unit_of_work_of(user) as tx:
        return await service.make_code(tx, scopes or DEFAULT_SCOPES)


async def sent(client: httpx.AsyncClient, code: str, name: str = "Ana's phone") -> httpx.Response:
    return await client.post("/auth/pair", json={"code": code, "device_name": name})


def wrong(code: str, number: int = 0) -> str:
    """A code of the right form that is not `code`."""
    other = service.ALPHABET[(service.ALPHABET.index(code[-1]) + 1 + number) % len(service.ALPHABET)]
    return code[:-1] + other


async def test_a_code_gives_a_token_of_its_scopes_once(database: Database) -> None:
    owner = await make_owner(database)
    made = await code_of(database, owner)
    assert len(made.code) == 9
    assert made.code[4] == "-"
    app = app_over(database, public_url="https://steward.example.org")
    async with client_of(app, None) as client:
        paired = await sent(client, made.code)
        assert paired.status_code == 201, paired.text
        told = paired.json()
        assert told["scopes"] == ["mobile", "curate"]
        assert told["public_url"] == "https://steward.example.org"
        bearer = {"Authorization": f"Bearer {told['token']}"}
        assert (await client.get("/runs", headers=bearer)).status_code == 200
        assert (await client.get("/tokens", headers=bearer)).status_code == 403
        again = await sent(client, made.code)
        for typed in ("{a}{b}", " {a} {b} ", "{a}–{b}", "lower"):
            first, second = (code := (await code_of(database, owner)).code).split("-")
            other = await sent(client, code.lower() if typed == "lower" else typed.format(a=first, b=second), typed)
            assert other.status_code == 201, "however it is typed"
    async with client_of(app_over(database), None) as client:  # no public URL: the address that was called is told
        assert (await sent(client, (await code_of(database, owner)).code, "z")).json()[
            "public_url"
        ] == "http://127.0.0.1"
    assert (again.status_code, again.json()["code"]) == (401, "unauthenticated")
    async with database.unit_of_work_of(owner) as tx:
        for scopes in (("everything",), ()):
            with pytest.raises(InvalidRequest):
                await service.make_code(tx, scopes)
    async with client_of(app) as client:
        (device,) = [one for one in (await client.get("/tokens")).json()["items"] if one["name"] == "Ana's phone"]
    assert device["user_id"] == str(owner)


def test_letters_that_look_like_digits_are_read_as_these() -> None:
    assert service.normal("oil1-2345") == "01112345"
    assert service.normal("ÄBCD-2345") is None
    assert service.normal("U234-5678") is None
    assert service.normal("1234-567") is None


async def test_wrong_used_expired_and_unknown_codes_are_told_alike(database: Database) -> None:
    made = await code_of(database, await make_owner(database))
    async with client_of(app_over(database), None) as client:
        answers = [await sent(client, wrong(made.code)), await sent(client, "no code at all")]
        assert (await sent(client, made.code)).status_code == 201
        answers.append(await sent(client, made.code))
        late = await code_of(database, await make_owner(database))
        await execute(database, "update pairing_codes set expires_at = expires_at - interval '10 minutes'")
        answers.append(await sent(client, late.code))
    assert {(answer.status_code, answer.text) for answer in answers} == {(401, answers[0].text)}
    assert "steward pair" in answers[0].json()["detail"]


async def test_a_code_is_good_for_ten_minutes(database: Database) -> None:
    made = await code_of(database, await make_owner(database))
    lasts = (made.expires_at - datetime.now(UTC)).total_seconds()
    assert 590 < lasts <= 601
    await execute(database, "update pairing_codes set expires_at = expires_at - interval '9 minutes 50 s'")
    async with client_of(app_over(database), None) as client:
        assert (await sent(client, made.code)).status_code == 201


async def test_five_wrong_tries_end_a_code(database: Database) -> None:
    owner = await make_owner(database)
    async with client_of(app_over(database), None) as client:
        for right in (True, False):
            made = await code_of(database, owner)
            row = str(await scalar(database, "select p::text from pairing_codes p"))
            assert made.code not in row
            assert made.code.replace("-", "") not in row
            statuses = [(await sent(client, wrong(made.code, number))).status_code for number in range(4)]
            assert statuses == [401] * 4
            if right:
                assert (await sent(client, made.code)).status_code == 201, "the fifth may be the right one"
        assert (await sent(client, wrong(made.code, 4))).status_code == 401
        ended = await sent(client, made.code)
        assert (ended.status_code, ended.json()["code"]) == (429, "rate_limited")
        assert 0 < int(ended.headers["retry-after"]) <= 600
        fresh = await code_of(database, owner)
        assert (await sent(client, fresh.code)).status_code == 201


async def test_twenty_tries_an_hour_from_an_address(database: Database) -> None:
    owner = await make_owner(database)
    app = app_over(database)
    clock = FixedClock(datetime(2026, 11, 21, tzinfo=UTC))
    app.state.runtime.clock = clock
    async with client_of(app, None) as client:
        for _ in range(20):
            assert (await sent(client, "0000-0000")).status_code == 401
        made = await code_of(database, owner)
        over = await sent(client, made.code)
        assert (over.status_code, over.headers["retry-after"]) == (429, "3600")
        clock.advance(3599)
        assert (await sent(client, made.code)).status_code == 429
        clock.advance(1)
        assert (await sent(client, made.code)).status_code == 201


async def test_one_code_at_once_from_many_gives_one_token(database: Database) -> None:
    made = await code_of(database, await make_owner(database))
    async with client_of(app_over(database), None) as client:
        answers = await asyncio.gather(*(sent(client, made.code, f"phone {number}") for number in range(8)))
    assert sorted(answer.status_code for answer in answers) == [201] + [401] * 7
    made_tokens = await scalar(database, "select count(*) from api_tokens where name like 'phone %'")
    assert made_tokens == 1


async def test_a_new_code_ends_the_earlier_one_and_users_have_their_own(database: Database) -> None:
    owner = await make_owner(database)
    ana = await make_user(database)
    earlier, other = await code_of(database, owner), await code_of(database, ana, "ask")
    newer = await code_of(database, owner)
    async with client_of(app_over(database), None) as client:
        assert (await sent(client, earlier.code)).status_code == 401
        assert (await sent(client, newer.code)).json()["scopes"] == ["mobile", "curate"]
        assert (await sent(client, other.code)).json()["scopes"] == ["ask"]


async def test_a_body_that_is_none_costs_no_try(database: Database) -> None:
    made = await code_of(database, await make_owner(database))
    good = {"code": "0000-0000", "device_name": "x"}
    async with client_of(app_over(database), None) as client:
        for body in (
            *({}, {"code": "0000-0000"}, {**good, "code": ""}, {**good, "code": 1}, {**good, "device_name": " "}),
            *({**good, "code": "x" * 101}, [], "x"),
        ) * 3:
            answer = await client.post("/auth/pair", json=body)
            assert answer.status_code == 422
            assert "0000-0000" not in answer.text
        assert (await sent(client, made.code)).status_code == 201


# --- the link of the terminal


async def linked(client: httpx.AsyncClient, code: str, **headers: str) -> httpx.Response:
    return await client.post("/auth/link", json={"code": code}, headers=headers)


def elsewhere(app: FastAPI, peer: str = "192.0.2.7") -> httpx.AsyncClient:
    """A client at another machine."""
    transport = httpx.ASGITransport(app, client=(peer, 5), raise_app_exceptions=False)
    return httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1")


async def test_the_terminals_link_gives_the_owners_token_once(database: Database) -> None:
    await make_owner(database)
    app = app_over(database)
    links: SignInLinks = app.state.sign_in_links
    code = links.make(datetime.now(UTC))
    async with client_of(app, None) as client:
        assert (await linked(client, code[:-1])).status_code == 401
        made = await linked(client, code)
        assert made.status_code == 201, made.text
        bearer = {"Authorization": f"Bearer {made.json()['token']}"}
        assert "admin" in made.json()["scopes"]
        assert (await client.get("/tokens", headers=bearer)).status_code == 200
        again = await linked(client, code)
        assert (again.status_code, again.json()["code"]) == (401, "unauthenticated")
        first = links.make(datetime.now(UTC))
        links.make(datetime.now(UTC))
        assert (await linked(client, first)).status_code == 401, "a new one ends the earlier one"


async def test_the_terminals_link_is_for_this_machine_and_ten_minutes(database: Database) -> None:
    await make_owner(database)
    app = app_over(database, allowed_hosts=("steward.example",))
    links: SignInLinks = app.state.sign_in_links
    code = links.make(datetime.now(UTC))
    async with client_of(app, None) as client, elsewhere(app) as stranger:
        assert (await linked(stranger, code)).status_code == 401
        for headers in (
            {"X-Forwarded-For": "192.0.2.7"},
            {"Forwarded": "for=192.0.2.7"},
            {"Via": "1.1 proxy"},
            {"Host": "steward.example"},
        ):
            assert (await linked(client, code, **headers)).status_code == 401, headers
        late = links.make(datetime.now(UTC) - LIFE)
        assert (await linked(client, late)).status_code == 401
        assert (await linked(client, "é" * 90)).status_code == 401
        assert (await client.post("/auth/link", json={})).status_code == 422
        good = links.make(datetime.now(UTC))
        assert (await linked(client, good)).status_code == 201


async def test_guesses_at_the_link_are_counted(database: Database) -> None:
    await make_owner(database)
    async with client_of(app_over(database), None) as client:
        found = [(await linked(client, f"guess-{number}")).status_code for number in range(22)]
    assert found[:20] == [401] * 20
    assert found[-1] == 429


async def test_whoever_signs_out_revokes_the_token_that_they_came_with_and_no_other(database: Database) -> None:
    owner = await make_owner(database)
    app = app_over(database)
    texts = [await token_of(database, owner, "location") for _ in range(2)]
    async with client_of(app, texts[0]) as tracker, client_of(app, texts[1]) as other, client_of(app, None) as nobody:
        assert (await nobody.post("/auth/revoke", json={"token": texts[0]})).status_code == 401
        for wrong_one in (texts[1], "stw_" + "x" * 43, "x", 7, None):
            assert (await tracker.post("/auth/revoke", json={"token": wrong_one})).status_code == 422
        out = await tracker.post("/auth/revoke", json={"token": texts[0]})
        assert (out.status_code, out.content) == (204, b"")
        assert (await tracker.post("/auth/revoke", json={"token": texts[0]})).status_code == 401
        assert (await other.get("/me")).status_code == 403, "it is still known"


async def test_a_code_is_made_on_the_page(database: Database) -> None:
    owner = await make_owner(database)
    app = app_over(database, public_url="https://steward.example.org")
    async with client_of(app, await token_of(database, owner, "admin")) as client:
        made = await client.post("/auth/codes", json={})
        assert made.status_code == 201, made.text
        told = made.json()
        assert told["scopes"] == ["mobile", "curate"]
        assert told["url"] == f"https://steward.example.org/#pair={told['code']}"
        assert len(told["qr"]) >= 21
        assert {len(row) for row in told["qr"]} == {len(told["qr"])}
        assert (await sent(client, told["code"])).json()["scopes"] == ["mobile", "curate"]
        first = (await client.post("/auth/codes", json={"scopes": ["read"]})).json()
        second = (await client.post("/auth/codes", json={"scopes": ["ask"]})).json()
        assert (await sent(client, first["code"])).status_code == 401, "a new code ends the earlier one"
        assert (await sent(client, second["code"])).json()["scopes"] == ["ask"]
        assert (await client.post("/auth/codes", json={"scopes": ["owner"]})).status_code == 422
        assert (await client.post("/auth/codes", json={"scopes": []})).status_code == 422
    async with client_of(app, None) as client:
        assert (await client.post("/auth/codes", json={})).status_code == 401
