"""How does a turn's stream reach the client? As server-sent events, with a comment as heartbeat.

The turn runs in the controller, whoever listens: a client that drops only ends this response.
"""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from contextlib import aclosing
from typing import Any

from starlette.responses import StreamingResponse

from orchestrator.agent.ports.runner import TurnEvent
from orchestrator.errors import ClientError
from orchestrator.telemetry.logging import get_logger

HEARTBEAT_S = 15.0
HEARTBEAT = ": still here\n\n"
Failed = Callable[[Mapping[str, Any]], str]
"""Frames a failure: `code`, `message` and what the error has besides."""

log = get_logger(__name__)


def frame(event: str, data: Any) -> str:
    """One event. The data are ASCII JSON on one line, so that nothing in them can end the event."""
    return f"event: {event}\ndata: {json.dumps(data, separators=(',', ':'), default=str)}\n\n"


async def frames(events: AsyncIterator[TurnEvent], *, heartbeat_s: float = HEARTBEAT_S) -> AsyncGenerator[str, None]:
    """The events framed; a heartbeat where none came for `heartbeat_s`; a failure as a last `error` event."""
    async with aclosing(told(_framed(events), lambda error: frame("error", error), heartbeat_s=heartbeat_s)) as texts:
        async for text in texts:
            yield text


async def _framed(events: AsyncIterator[TurnEvent]) -> AsyncGenerator[str, None]:
    try:
        async for event in events:
            yield frame(event.name, event.data)
    finally:
        await close(events)


async def told(
    texts: AsyncIterator[str], failed: Failed, *, heartbeat_s: float = HEARTBEAT_S
) -> AsyncGenerator[str, None]:
    """The texts as they come; a heartbeat where none came for `heartbeat_s`; a failure as a last text."""
    upcoming: asyncio.Task[str | None] | None = None
    try:
        while True:
            upcoming = upcoming or asyncio.ensure_future(_next(texts))
            done, _ = await asyncio.wait({upcoming}, timeout=heartbeat_s)
            if not done:
                yield HEARTBEAT
                continue
            text = upcoming.result()
            upcoming = None
            if text is None:
                return
            yield text
    except ClientError as error:
        yield failed({**error.extra, "code": error.code, "message": error.detail})
    except Exception:  # a named border: the HTTP edge; after the first byte there is no status to give
        log.exception("stream_failed")
        yield failed({"code": "internal", "message": "Something went wrong here."})
    finally:
        if upcoming is not None:
            upcoming.cancel()
            await asyncio.gather(upcoming, return_exceptions=True)
        await close(texts)


async def _next(texts: AsyncIterator[str]) -> str | None:
    return await anext(texts, None)


async def close(items: AsyncIterator[Any]) -> None:
    """Tell a generator that nobody listens any more."""
    if isinstance(items, AsyncGenerator):
        await items.aclose()


async def begun(events: AsyncIterator[TurnEvent]) -> AsyncIterator[TurnEvent]:
    """The same events once the first is there: what is refused at once (409, 404) still gets its status."""
    first = await anext(events, None)

    async def all_of_them() -> AsyncIterator[TurnEvent]:
        try:
            if first is not None:
                yield first
            async for event in events:
                yield event
        finally:
            await close(events)

    return all_of_them()


def stream(events: AsyncIterator[TurnEvent]) -> StreamingResponse:
    """The response of a turn's events."""
    return _response(frames(events))


def events_response(texts: AsyncIterator[str], failed: Failed) -> StreamingResponse:
    """The response of texts that are framed already; `failed` frames a failure after the first of them."""
    return _response(told(texts, failed))


def _response(texts: AsyncGenerator[str, None]) -> StreamingResponse:
    """It is not buffered by proxies, and a listener who leaves ends `texts`."""

    async def closing() -> AsyncIterator[str]:
        async with aclosing(texts):
            async for text in texts:
                yield text

    return StreamingResponse(
        closing(), media_type="text/event-stream", headers={"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
    )
