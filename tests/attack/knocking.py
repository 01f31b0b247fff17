"""What happened to `/health`, and what was answered, while text was sent through the doors one after the other?"""

import asyncio
import contextlib
import json
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import text
from tests.attack.doors import Door, Request, headers, json_of
from tests.attack.watching import Watch, watched
from tests.support.accounts import OWNER_TOKEN
from tests.support.immich_server import KEY, ImmichServer
from tests.support.mcp import INITIALIZE
from tests.support.served import Served, served

from orchestrator.db.session import Database

BEYOND_IDLE_S = 0.25
"""Longer than idle nobody waits for `/health`, whatever is sent."""
IDLE_S = 4.0
REQUEST_S = 30.0
"""A request that is not answered by then counts as one that stopped the server, which is started again."""
WORK_S = 12.0
"""So long the work that a door leaves behind is watched: for vectors of 64,000 characters a minute would not do."""
BEHIND = "the work behind it"
HASTEN = text("update async_jobs set run_after = now() where state = 'pending' and run_after > now() and attempts = 0")
"""What waits for a talk to be over, or for more to come, is done at once."""
UNDER_WAY = text(
    "select count(*) from async_jobs where state = 'running' or (state = 'pending' and run_after <= now())"
)
GIVEN_UP = text("delete from async_jobs where state in ('running', 'pending')")
SLOW_START_S = 180.0
LOST = 3
"""After so many such requests the door is shown to be open."""
AGAIN = 5
"""A door that kept somebody waiting is tried again so often: the machine has other work."""
NEVER_S = 1.5
"""Nobody waits so long, whoever is busy: a thread that keeps the interpreter's lock leaves the loop no time at all."""
MADE: tuple[tuple[str, dict[str, Any]], ...] = (
    ("/contacts", {"display_name": "Ana Reis"}),
    ("/contact-groups", {"name": "Book club"}),
    ("/places", {"name": "Casa Amarela"}),
    ("/events", {"title": "Dentist", "start_at": "2027-03-05T10:00"}),
    ("/todos", {"title": "Buy milk"}),
    ("/notes", {"text": "likes tulips"}),
    ("/facts", {"text": "Ana likes tulips"}),
    ("/rules", {"text": "Never before 10"}),
    ("/episodes", {"title": "Trip", "summary": "Ana saw tulips."}),
    ("/knowledge", {"error": "tulips wilt", "fix": "Water them"}),
    ("/agents", {"name": "gardener", "purpose": "Looks after the tulips.", "instructions": "Water them first."}),
    ("/workspaces", {"name": "Garden"}),
    ("/missions", {"goal": "Review my week"}),
)


@dataclass
class Seen:
    """One door: what was sent and answered, and the longest wait for `/health` meanwhile."""

    door: str
    sent: int = 0
    statuses: Counter[int | str] = field(default_factory=Counter)
    wait_s: float = 0.0
    loop_s: float = 0.0
    slowest: str = ""
    failed: list[str] = field(default_factory=list)
    """Requests that were answered 5xx or not at all."""

    def holds(self, idle_s: float) -> bool:
        """Whether nobody waited beyond the bound for the server's own sake.

        Where the event loop itself took less than the bound, the rest of the wait was the machine's, which is shared.
        """
        bound_s = idle_s + BEYOND_IDLE_S
        return self.wait_s <= bound_s or (self.wait_s < NEVER_S and self.loop_s < bound_s)


@dataclass
class House:
    """A server in a process of its own with some rows, somebody who watches it, and its owner's client."""

    steward: Served
    watch: Watch
    client: httpx.AsyncClient
    database: Database
    ids: dict[str, str]
    document: dict[str, Any]
    idle_s: float = 0.0
    mcp: dict[str, str] = field(default_factory=dict)
    tools: list[dict[str, Any]] = field(default_factory=list)

    async def revive(self) -> None:
        """Kill the server, which answers nobody any more, and start it again."""
        await self.steward.kill()
        async with self.database.unit_of_work() as session:
            await session.execute(GIVEN_UP)
        try:
            await self.steward.start()
        except TimeoutError:  # a machine that is busy otherwise
            await self._ready()
        _pid_file(self.steward)
        await _open_mcp(self)

    async def _ready(self) -> None:
        async with asyncio.timeout(SLOW_START_S):
            while True:
                with contextlib.suppress(httpx.TransportError):
                    if (await self.client.get("/ready")).status_code == 200:
                        return
                await asyncio.sleep(0.5)


@asynccontextmanager
async def house(folder: Path, **settings: str) -> AsyncIterator[House]:
    """Steward with the built-in reader and photos, and how long `/health` takes there while nothing happens."""
    async with AsyncExitStack() as around:
        library = await around.enter_async_context(ImmichServer())
        settings |= {"STEWARD_IMMICH_URL": library.url, "STEWARD_IMMICH_API_KEY": KEY}
        steward = await around.enter_async_context(served(folder, STEWARD_LLM_PROVIDER="reader", **settings))
        assert steward.process is not None
        authorization = {"authorization": f"Bearer {OWNER_TOKEN}"}
        async with (
            httpx.AsyncClient(base_url=steward.url, headers=authorization, timeout=REQUEST_S, verify=False) as client,
            watched(steward.port, _pid_file(steward)) as watch,
            AsyncExitStack() as leaving,
        ):
            database = Database(steward.database_url)
            leaving.push_async_callback(database.close)
            document = (await client.get("/openapi.json")).json()
            found = House(steward, watch, client, database, {}, document)
            for path, body in MADE:
                found.ids[path] = str((await client.post(path, json=body)).raise_for_status().json()["id"])
            paper = await client.post("/documents", files={"file": ("tulips.txt", b"Tulips bloom in March")})
            found.ids["/documents"] = str(paper.raise_for_status().json()["id"])
            await _open_mcp(found)
            await _quiet(found)
            began = time.monotonic()
            await asyncio.sleep(IDLE_S)
            found.idle_s = watch.usual(began, time.monotonic())
            yield found


def _pid_file(steward: Served) -> Path:
    assert steward.process is not None
    told = steward.home.parent / "pid"
    told.write_text(str(steward.process.pid))
    return told


async def knocked(at: House, door: Door) -> Seen:
    """The door, all of its requests one after the other; again where somebody waited too long."""
    seen = await _once(at, door)
    for _ in range(AGAIN):
        if seen.holds(at.idle_s) or seen.failed:
            return seen
        again = await _once(at, door)
        if again.wait_s < seen.wait_s or again.failed:
            seen = again
    return seen


async def all_hold(at: House, there: Iterable[Door]) -> Sequence[Seen]:
    """What was seen at the doors. Raises AssertionError where one answered 5xx or kept somebody waiting."""
    seen = [await knocked(at, door) for door in there]
    broken = [line for one in seen for line in one.failed]
    assert not broken, "\n" + "\n".join(broken)
    slow = [
        f"{one.door}: {one.slowest}: {one.wait_s:.2f} s, the loop {one.loop_s:.2f}"
        for one in seen
        if not one.holds(at.idle_s)
    ]
    assert not slow, f"/health took {at.idle_s:.3f} s idle, and while these were open:\n" + "\n".join(slow)
    return seen


async def _once(at: House, door: Door) -> Seen:
    seen = Seen(door.name)
    for request in door.requests:
        began = time.monotonic()
        status = await _status(at.client, request)
        ended = time.monotonic()
        seen.sent += 1
        seen.statuses[status] += 1
        if isinstance(status, str) or status >= 500:
            seen.failed.append(f"{request.method} {request.path} {request.what}: {status}")
        if isinstance(status, str) and at.watch.worst(began, ended).took_s > REQUEST_S / 2:
            seen.wait_s, seen.loop_s, seen.slowest = ended - began, ended - began, request.what
            await at.revive()
            if len(seen.failed) >= LOST:
                break
            continue
        await _note(at, seen, began, ended, request.what)
    if door.works:
        began = time.monotonic()
        await _quiet(at)
        await _note(at, seen, began, time.monotonic(), BEHIND)
    return seen


async def _note(at: House, seen: Seen, began_s: float, ended_s: float, what: str) -> None:
    """The longest wait of that time, where it is the door's longest."""
    await at.watch.caught_up(ended_s)
    worst = at.watch.worst(began_s, ended_s)
    if worst.took_s > seen.wait_s:
        seen.wait_s, seen.loop_s, seen.slowest = worst.took_s, worst.loop_s, what


async def _status(client: httpx.AsyncClient, request: Request) -> int | str:
    try:
        answer = await client.request(request.method, request.path, **request.how)
    except httpx.HTTPError as error:
        return type(error).__name__
    return answer.status_code


async def _quiet(at: House) -> None:
    """Until no job of the background is due or runs, or its time is over."""
    ends = time.monotonic() + WORK_S
    while time.monotonic() < ends:
        async with at.database.unit_of_work() as session:
            await session.execute(HASTEN)
            if (await session.execute(UNDER_WAY)).scalar_one() == 0:
                return
        await asyncio.sleep(0.2)


async def _open_mcp(at: House) -> None:
    """A session, and the tools that it offers."""
    accept = {"accept": "application/json, text/event-stream"}
    opening = json_of({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": INITIALIZE})
    opening["headers"] |= accept
    answer = (await at.client.post("/mcp", **opening)).raise_for_status()
    at.mcp = {**accept, "mcp-session-id": answer.headers["mcp-session-id"]}
    begun = json_of({"jsonrpc": "2.0", "method": "notifications/initialized"})
    begun["headers"] |= at.mcp
    await at.client.post("/mcp", **begun)
    listing = json_of({"jsonrpc": "2.0", "id": 2, "method": "tools/list"})
    listing["headers"] |= at.mcp
    told = await at.client.post("/mcp", **listing)
    at.tools = _message(told.text)["result"]["tools"]


def _message(text: str) -> Any:
    return json.loads(text if text.startswith("{") else text.partition("data: ")[2].partition("\n")[0])


def header_doors(at: House, shapes_of: Any) -> Sequence[Door]:
    return list(headers(OWNER_TOKEN, shapes_of, at.ids["/documents"]))
