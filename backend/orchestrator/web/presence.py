"""Is the client still there? While a turn is worked on, for a client that only gets its answer whole."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import Request

from orchestrator.agent.ports.requests import Caller


@asynccontextmanager
async def watching(request: Request, caller: Caller) -> AsyncIterator["asyncio.Task[None]"]:
    """Inside the block a client that hangs up has left; gives the task that ends then. The body is read already."""

    async def until_gone() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            continue
        caller.leave()

    leaving = asyncio.create_task(until_gone(), name="the client leaves")
    try:
        yield leaving
    finally:
        leaving.cancel()
        await asyncio.gather(leaving, return_exceptions=True)
