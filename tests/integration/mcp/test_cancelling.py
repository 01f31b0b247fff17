"""Does a call end when its caller does not want it any more? Held up by a lock of Postgres, so it can't be over."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from sqlalchemy import text
from tests.support.mcp import alone, by_hand, token_for
from tests.support.postgres import scalar
from tests.support.steward import Person, Steward
from tests.support.waiting import eventually

KEEP = {"name": "remember_short_term", "arguments": {"session_id": "s", "key": "k", "value": 1}}
_WAITING = "select count(*) from pg_locks where locktype = 'advisory' and not granted"
PATIENCE_S = 30.0


@asynccontextmanager
async def held_up(steward: Steward, ana: Person) -> AsyncIterator[None]:
    """Nobody adds to Ana's scratchpad for the length of the block."""
    async with steward.database.unit_of_work() as session:
        lock = "select pg_advisory_xact_lock(hashtextextended('scratchpad:' || :owner, 0))"
        await session.execute(text(lock), {"owner": str(ana.id)})
        yield


async def until_waiting(steward: Steward, number: int) -> None:
    """So many calls wait for the lock."""

    async def waiting() -> Any:
        return await scalar(steward.database, _WAITING)

    await eventually(waiting, lambda found: found == number)


async def test_whoever_hangs_up_ends_a_request_that_stands_alone(steward: Steward, ana: Person) -> None:
    async with by_hand(steward.url, await token_for(steward, ana, "mcp")) as agent:
        body, headers = alone("tools/call", KEEP)
        async with held_up(steward, ana):
            calling = asyncio.create_task(agent.post(body, **headers))
            await until_waiting(steward, 1)
            calling.cancel()
            await asyncio.gather(calling, return_exceptions=True)
            await until_waiting(steward, 0)
        assert await ana.count("scratchpad") == 0
        assert (await agent.post(body, **headers)).status_code == 200
        assert await ana.count("scratchpad") == 1


async def test_a_call_in_a_session_is_cancelled_by_a_message(steward: Steward, ana: Person) -> None:
    async with by_hand(steward.url, await token_for(steward, ana, "mcp")) as agent:
        await agent.open()
        call = {"jsonrpc": "2.0", "id": "slow", "method": "tools/call", "params": KEEP}
        async with held_up(steward, ana):
            calling = asyncio.create_task(agent.post(call))
            await until_waiting(steward, 1)
            cancel = {"requestId": "slow", "reason": "not wanted"}
            told = await agent.post({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancel})
            assert told.status_code == 202
            await until_waiting(steward, 0)
        assert await ana.count("scratchpad") == 0
        calling.cancel()  # what was cancelled is never answered (MCP, Cancellation)
        await asyncio.gather(calling, return_exceptions=True)
        assert (await agent.send("tools/list")).status_code == 200, "the session goes on"


async def test_a_broken_connection_does_not_end_a_session(steward: Steward, ana: Person) -> None:
    async with by_hand(steward.url, await token_for(steward, ana, "mcp")) as agent:
        await agent.open()
        with pytest.raises(httpx.ReadTimeout):
            async with held_up(steward, ana):
                await agent.http.post(
                    "/mcp",
                    json={"jsonrpc": "2.0", "id": 99, "method": "tools/call", "params": KEEP},
                    headers={"accept": "application/json", "mcp-session-id": agent.session_id or ""},
                    timeout=1,
                )
        assert (await agent.send("tools/list")).status_code == 200
