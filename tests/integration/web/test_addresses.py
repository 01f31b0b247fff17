"""Whose address counts where tries are counted? The peer's, and past a proxy of ours the one that it was asked by."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from fastapi import FastAPI, Request
from tests.support.accounts import OWNER_TOKEN, make_owner
from tests.support.corpora import cases
from tests.support.web import make_app, serving

from orchestrator.api.operation import account, pairing
from orchestrator.db.session import Database
from orchestrator.web.access.addresses import counted_as
from orchestrator.web.access.auth import FAILURES_PER_MINUTE
from orchestrator.web.install import PAIRINGS_AN_HOUR

WRONG = {"Authorization": "Bearer stw_" + "x" * 43}
RIGHT = {"Authorization": f"Bearer {OWNER_TOKEN}"}


def app_over(database: Database, **settings: Any) -> FastAPI:
    app = make_app(database, [account.router, pairing.router], **settings)

    @app.get("/who")
    async def who(request: Request) -> dict[str, str]:
        assert request.client is not None
        return {"host": request.client.host, "scheme": request.url.scheme}

    return app


@asynccontextmanager
async def asking_from(app: FastAPI, peer: str) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(app, raise_app_exceptions=False, client=(peer, 1234))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
        yield client


async def test_the_nearest_address_that_is_none_of_ours_is_the_clients(database: Database) -> None:
    app = app_over(database, trusted_proxies=("127.0.0.1", "10.0.0.0/8"))
    endless = ("127.0.0.1", ["1.1.1.1," * 3000 + "203.0.113.7"], "203.0.113.7")
    for peer, headers, expected in (
        *cases("addresses", "the_nearest_address_that_is_none_of_ours_is_the_clients"),
        endless,
    ):
        async with asking_from(app, peer) as client:
            found = await client.get("/who", headers=[("X-Forwarded-For", one) for one in headers])
        assert found.json()["host"] == expected, (peer, headers[:9])


async def test_the_scheme_counts_from_a_proxy_alone(database: Database) -> None:
    app = app_over(database, trusted_proxies=("127.0.0.1",))
    for peer, told, expected in (
        ("127.0.0.1", "https", "https"),
        ("127.0.0.1", "http, https", "https"),
        ("127.0.0.1", "javascript", "http"),
        ("10.0.0.1", "https", "http"),
    ):
        async with asking_from(app, peer) as client:
            assert (await client.get("/who", headers={"X-Forwarded-Proto": told})).json()["scheme"] == expected


async def test_without_a_proxy_of_ours_no_header_gives_more_tries(database: Database) -> None:
    await make_owner(database)
    async with serving(app_over(database)) as url, httpx.AsyncClient(base_url=url, verify=False) as client:
        told = [
            await client.get(
                "/me", headers={**WRONG, "X-Forwarded-For": f"203.0.113.{n}", "Forwarded": f"for=9.9.9.{n}"}
            )
            for n in range(FAILURES_PER_MINUTE + 5)
        ]
        assert [one.status_code for one in told[:FAILURES_PER_MINUTE]] == [401] * FAILURES_PER_MINUTE
        assert {one.status_code for one in told[FAILURES_PER_MINUTE + 1 :]} == {429}
        assert int(told[-1].headers["Retry-After"]) >= 1
        assert (await client.get("/me", headers=RIGHT)).status_code == 200, "a right token goes on from there"
        assert (await client.get("/me", headers=WRONG)).status_code == 429
        tries = [
            await client.post(
                "/auth/pair",
                json={"code": "AAAA-AAAA", "device_name": "x"},
                headers={"X-Forwarded-For": f"203.0.113.{n}", "X-Real-IP": f"9.9.9.{n}"},
            )
            for n in range(PAIRINGS_AN_HOUR + 1)
        ]
    assert {one.status_code for one in tries[:PAIRINGS_AN_HOUR]} == {401}
    assert tries[-1].status_code == 429


async def test_past_a_proxy_each_client_has_tries_of_its_own(database: Database) -> None:
    await make_owner(database)
    app = app_over(database, trusted_proxies=("127.0.0.1",))
    async with asking_from(app, "127.0.0.1") as client:

        async def tried(address: str) -> int:
            return (await client.get("/me", headers={**WRONG, "X-Forwarded-For": f"1.1.1.1, {address}"})).status_code

        assert {await tried("203.0.113.7") for _ in range(FAILURES_PER_MINUTE)} == {401}
        assert await tried("203.0.113.7") == 429
        assert await tried("203.0.113.8") == 401
        v6 = [await tried(f"2001:db8::{n:x}") for n in range(FAILURES_PER_MINUTE + 2)]
        assert v6[-1] == 429, "all addresses of one /64 are one customer's"
        assert await tried("2001:db8:0:1::1") == 401


@pytest.mark.parametrize(("host", "counted"), cases("addresses", "under_which_name_tries_are_counted"))
def test_under_which_name_tries_are_counted(host: str, counted: str) -> None:
    assert counted_as(host) == counted
