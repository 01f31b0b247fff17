"""What does each door say to each credential? Every route: no token, a wrong one, a token of each scope alone."""

from collections.abc import AsyncIterator, Iterator

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI
from fastapi.routing import APIRoute, iter_route_contexts
from tests.support.postgres import PostgresServer
from tests.support.steward import Steward, started

from orchestrator.app import ROUTERS
from orchestrator.domain.people.accounts.schemas import SCOPES, allows
from orchestrator.kit.ids import new_id
from orchestrator.web.routing import add_routes, requirements

WRONG = ("Bearer stw_" + "x" * 43, "Bearer x", "Bearer stw_\udce9", "Basic c3R3Xzp4", "stw_" + "o" * 43, "Bearer null")
REFUSED = {401, 429}
"""429: too many of them from one address."""


@pytest_asyncio.fixture(scope="module")
async def steward(postgres: PostgresServer, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Steward]:
    url = await postgres.clone()
    async with started(tmp_path_factory.mktemp("doors"), url, photos=True) as running:
        yield running
    await postgres.drop(url)


def demanded() -> dict[tuple[str, str], list[tuple[str, ...]]]:
    """Of each method and path that demands anything: for each requirement, the scopes of which one is enough."""
    app = FastAPI(docs_url=None, redoc_url=None)
    add_routes(app, ROUTERS)
    found = {}
    for context in iter_route_contexts(app.routes):
        route = context.original_route
        if isinstance(route, APIRoute) and (needs := requirements(route.dependant)):
            for method in route.methods or ():
                found[method, route.path] = [tuple(one.any_of) for one in needs]
    return found


async def _knock(client: httpx.AsyncClient, method: str, path: str, authorization: str | None) -> httpx.Response:
    """A body that is none: whoever may come in is told so, and nothing happens."""
    given = {} if authorization is None else {b"authorization": authorization.encode("utf-8", "surrogateescape")}
    filled = "/".join(str(new_id()) if part.startswith("{") else part for part in path.split("/"))
    return await client.request(method, filled, headers=given, content=b"{")


def tried(needs: list[tuple[str, ...]], number: int) -> Iterator[tuple[str, bool]]:
    """Each scope that opens the route alone, and two of the others, in turns: every scope meets many routes."""
    opens = {scope: all(allows({scope}, any_of) for any_of in needs) for scope in SCOPES}
    closed = [scope for scope, may in opens.items() if not may]
    turned = closed[number % len(closed) :] + closed[: number % len(closed)] if closed else []
    yield from ((scope, opens[scope]) for scope in (*(one for one in SCOPES if opens[one]), *turned[:2]))


async def test_nobody_comes_in_without_a_right_token(steward: Steward) -> None:
    routes = demanded()
    assert len(routes) > 100
    leaks = []
    async with httpx.AsyncClient(base_url=steward.url, timeout=30, verify=False) as client:
        for number, (method, path) in enumerate(routes):
            for authorization in (None, WRONG[number % len(WRONG)]):
                answer = await _knock(client, method, path, authorization)
                if answer.status_code not in REFUSED:
                    leaks.append(f"{method} {path} with {authorization}: {answer.status_code}")
    assert not leaks, "\n".join(leaks)


async def test_a_scope_opens_its_routes_and_no_others(steward: Steward) -> None:
    owner, person = await steward.owner(), await steward.person("Ana Reis")
    tokens = {}
    for scope in SCOPES:
        body = {"name": scope, "scopes": [scope], "user_id": str(person.id)}
        tokens[scope] = str((await owner.post("/tokens", body))["token"])
    wrong = []
    async with httpx.AsyncClient(base_url=steward.url, timeout=30, verify=False) as client:
        for number, ((method, path), needs) in enumerate(demanded().items()):
            for scope, opens in tried(needs, number):
                answer = await _knock(client, method, path, f"Bearer {tokens[scope]}")
                if answer.status_code >= 500 or (answer.status_code == 403) == opens or answer.status_code == 401:
                    wrong.append(f"{method} {path} with {scope}: {answer.status_code}")
    assert not wrong, "\n".join(wrong)
