"""MCP servers over HTTP that want OAuth: authorized in the owner's browser, renewed, and not asked where they lie."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from tests.acceptance.conftest import Start
from tests.support.authorizing_mcp import AuthorizingMcp
from tests.support.mcp_servers import approved, made, none_left
from tests.support.steward import Person


@pytest_asyncio.fixture
async def owner(start: Start) -> AsyncIterator[Person]:
    async with start(private_hosts=("127.0.0.1",)) as steward:
        owner = await steward.owner()
        yield owner
        await none_left(owner)


async def served(owner: Person, server: AuthorizingMcp) -> str:
    """Where a server that is not authorized yet is."""
    body = {"name": "Wiki", "transport": "http", "url": server.address}
    there = await made(owner, body)
    assert (there["state"], there["authorized"]) == ("degraded", False)
    assert "401" in there["last_error"]
    return f"/mcp-servers/{there['id']}"


async def test_the_owner_authorizes_in_their_browser_and_tokens_are_renewed(owner: Person) -> None:
    async with AuthorizingMcp(lasts_s=30) as server:
        where = await served(owner, server)
        sent = await owner.post(f"{where}/authorize")
        ready = await owner.post(f"{where}/authorized", {"url": server.visited(sent["url"])})
        assert (ready["state"], ready["authorized"], ready["has_secret"]) == ("ready", True, False)
        assert server.granted[0] == "authorization_code"
        await approved(owner, ready)
        assert (await owner.post(f"{where}/check"))["state"] == "ready"
        assert server.granted[-1] == "refresh_token"
        assert "access-" not in str(await owner.get(where))
        told = "select position('access-' in sealed_authorization::text) from mcp_servers where user_id = :me"
        assert await owner.scalar(told) == 0


async def test_it_is_used_once_and_for_its_own_state_alone(owner: Person) -> None:
    async with AuthorizingMcp() as server:
        where = await served(owner, server)
        back = server.visited((await owner.post(f"{where}/authorize"))["url"])
        forged = await owner.client.post(f"{where}/authorized", json={"url": back.replace("state=", "state=x")})
        assert (forged.status_code, forged.json()["code"]) == (422, "invalid_request")
        again = await owner.client.post(f"{where}/authorized", json={"url": back})
        assert (again.status_code, again.json()["code"]) == (422, "invalid_request")
        assert server.granted == []


@pytest.mark.parametrize("lie", ["issuer", "resource", "no_pkce"])
async def test_one_that_lies_about_whom_to_ask_is_not_asked(owner: Person, lie: str) -> None:
    async with AuthorizingMcp(lie) as server:
        where = await served(owner, server)
        owner.client.event_hooks = {}  # it is the server that is wrong: 502
        answer = await owner.client.post(f"{where}/authorize")
        assert (answer.status_code, answer.json()["code"]) == (502, "integration_failed")
        assert not [one for one in server.requests if one.path in {"/register", "/token"}]


@pytest.mark.parametrize("lasts_s", [3600, None])
async def test_a_token_that_is_refused_before_its_time_is_renewed_once(owner: Person, lasts_s: int | None) -> None:
    async with AuthorizingMcp(lasts_s=lasts_s) as server:
        where = await served(owner, server)
        sent = await owner.post(f"{where}/authorize")
        await owner.post(f"{where}/authorized", {"url": server.visited(sent["url"])})
        server.token = "another"
        again = await owner.post(f"{where}/check")
        assert (again["state"], server.granted) == ("ready", ["authorization_code", "refresh_token"])
        server.grants, server.token = False, "yet another"
        refused = await owner.post(f"{where}/check")
        assert (refused["state"], refused["authorized"]) == ("degraded", True)
        assert "Authorize Steward there again" in refused["last_error"]
        assert len([one for one in server.requests if one.path == "/token"]) == 3
