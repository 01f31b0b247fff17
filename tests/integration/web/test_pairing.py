"""Does a device come in with its one-time code: once, in time, within its tries? And nobody else?"""

import asyncio
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import httpx
import pytest
from fastapi import FastAPI
from tests.support.accounts import make_owner
from tests.support.people import make_user
from tests.support.postgres import execute, scalar
from tests.support.web import client_of, make_app

from orchestrator.api import runs
from orchestrator.api.operation import account, pairing
from orchestrator.db.session import Database
from orchestrator.domain.people.pairing import service
from orchestrator.domain.people.pairing.schemas import NewCode
from orchestrator.errors import InvalidRequest
from orchestrator.kit.clock import FixedClock


def app_over(database: Database, **settings: Any) -> FastAPI:
    return make_app(database, [account.router, runs.router, pairing.router], **settings)


async def code_of(database: Database, user: UUID, *scopes: str) -> NewCode:
    async with database.unit_of_work_of(user) as tx:
        return await service.make_code(tx, scopes or service.DEFAULT_SCOPES)


async def sent(client: httpx.AsyncClient, code: str, name: str = "Ana's phone") -> httpx.Response:
    return await client.post("/auth/pair", json={"code": code, "device_name": name})


def wrong(code: str, number: int = 0) -> str:
    """A code of the right form that is not `code`."""
    other = service.ALPHABET[(service.ALPHABET.index(code[-1]) + 1 + number) % len(service.ALPHABET)]
    return code[:-1] + other


async def test_a_code_gives_a_token_of_its_scopes_once(reused_database: Database) -> None:
    owner = await make_owner(reused_database)
    made = await code_of(reused_database, owner)
    assert len(made.code) == 9
    assert made.code[4] == "-"
    app = app_over(reused_database, public_url="https://steward.example.org")
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
    assert (again.status_code, again.json()["code"]) == (401, "unauthenticated")
    async with client_of(app) as client:
        (device,) = [one for one in (await client.get("/tokens")).json()["items"] if one["name"] == "Ana's phone"]
    assert device["user_id"] == str(owner)


@pytest.mark.parametrize("typed", ["{a}{b}", " {a} {b} ", "{a}–{b}", "lower"])
async def test_a_code_is_known_however_it_is_typed(reused_database: Database, typed: str) -> None:
    made = await code_of(reused_database, await make_owner(reused_database))
    first, second = made.code.split("-")
    code = made.code.lower() if typed == "lower" else typed.format(a=first, b=second)
    async with client_of(app_over(reused_database), None) as client:
        assert (await sent(client, code)).status_code == 201


def test_letters_that_look_like_digits_are_read_as_these() -> None:
    assert service.normal("oil1-2345") == "01112345"
    assert service.normal("ÄBCD-2345") is None
    assert service.normal("U234-5678") is None
    assert service.normal("1234-567") is None


async def test_wrong_used_expired_and_unknown_codes_are_told_alike(reused_database: Database) -> None:
    made = await code_of(reused_database, await make_owner(reused_database))
    async with client_of(app_over(reused_database), None) as client:
        answers = [await sent(client, wrong(made.code)), await sent(client, "no code at all")]
        assert (await sent(client, made.code)).status_code == 201
        answers.append(await sent(client, made.code))
        late = await code_of(reused_database, await make_owner(reused_database))
        await execute(reused_database, "update pairing_codes set expires_at = expires_at - interval '10 minutes'")
        answers.append(await sent(client, late.code))
    assert {(answer.status_code, answer.text) for answer in answers} == {(401, answers[0].text)}
    assert "steward pair" in answers[0].json()["detail"]


async def test_a_code_is_good_for_ten_minutes(reused_database: Database) -> None:
    made = await code_of(reused_database, await make_owner(reused_database))
    lasts = (made.expires_at - datetime.now(UTC)).total_seconds()
    assert 590 < lasts <= 601
    await execute(reused_database, "update pairing_codes set expires_at = expires_at - interval '9 minutes 50 s'")
    async with client_of(app_over(reused_database), None) as client:
        assert (await sent(client, made.code)).status_code == 201


async def test_five_wrong_tries_end_a_code(reused_database: Database) -> None:
    owner = await make_owner(reused_database)
    made = await code_of(reused_database, owner)
    async with client_of(app_over(reused_database), None) as client:
        statuses = [(await sent(client, wrong(made.code, number))).status_code for number in range(5)]
        assert statuses == [401] * 5
        ended = await sent(client, made.code)
        assert (ended.status_code, ended.json()["code"]) == (429, "rate_limited")
        assert 0 < int(ended.headers["retry-after"]) <= 600
        fresh = await code_of(reused_database, owner)
        assert (await sent(client, fresh.code)).status_code == 201


async def test_the_fifth_try_may_be_the_right_one(reused_database: Database) -> None:
    made = await code_of(reused_database, await make_owner(reused_database))
    async with client_of(app_over(reused_database), None) as client:
        for number in range(4):
            assert (await sent(client, wrong(made.code, number))).status_code == 401
        assert (await sent(client, made.code)).status_code == 201


async def test_twenty_tries_an_hour_from_an_address(reused_database: Database) -> None:
    owner = await make_owner(reused_database)
    app = app_over(reused_database)
    clock = FixedClock(datetime(2026, 11, 21, tzinfo=UTC))
    app.state.runtime.clock = clock
    async with client_of(app, None) as client:
        for _ in range(20):
            assert (await sent(client, "0000-0000")).status_code == 401
        made = await code_of(reused_database, owner)
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


async def test_a_new_code_ends_the_earlier_one_and_users_have_their_own(reused_database: Database) -> None:
    owner = await make_owner(reused_database)
    ana = await make_user(reused_database)
    earlier, other = await code_of(reused_database, owner), await code_of(reused_database, ana, "ask")
    newer = await code_of(reused_database, owner)
    async with client_of(app_over(reused_database), None) as client:
        assert (await sent(client, earlier.code)).status_code == 401
        assert (await sent(client, newer.code)).json()["scopes"] == ["mobile", "curate"]
        assert (await sent(client, other.code)).json()["scopes"] == ["ask"]


async def test_nothing_in_the_table_shows_the_code(reused_database: Database) -> None:
    made = await code_of(reused_database, await make_owner(reused_database))
    row = str(await scalar(reused_database, "select p::text from pairing_codes p"))
    assert made.code not in row
    assert made.code.replace("-", "") not in row


@pytest.mark.parametrize("scopes", [("everything",), ()])
async def test_scopes_are_checked(reused_database: Database, scopes: tuple[str, ...]) -> None:
    owner = await make_owner(reused_database)
    async with reused_database.unit_of_work_of(owner) as tx:
        with pytest.raises(InvalidRequest):
            await service.make_code(tx, scopes)


@pytest.mark.parametrize(
    "body", [{}, {"code": "0000-0000"}, {"code": "", "device_name": "x"}, {"code": 1, "device_name": "x"},
             {"code": "0000-0000", "device_name": " "}, {"code": "x" * 101, "device_name": "x"}, [], "x"]
)  # fmt: skip
async def test_a_body_that_is_none_costs_no_try(reused_database: Database, body: Any) -> None:
    made = await code_of(reused_database, await make_owner(reused_database))
    async with client_of(app_over(reused_database), None) as client:
        answer = await client.post("/auth/pair", json=body)
        assert answer.status_code == 422
        assert "0000-0000" not in answer.text
        assert (await sent(client, made.code)).status_code == 201


async def test_without_a_public_url_the_address_that_was_called_is_told(reused_database: Database) -> None:
    made = await code_of(reused_database, await make_owner(reused_database))
    async with client_of(app_over(reused_database), None) as client:
        assert (await sent(client, made.code)).json()["public_url"] == "http://127.0.0.1"
