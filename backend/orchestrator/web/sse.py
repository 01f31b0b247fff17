"""How does a turn's stream reach the client? As server-sent events, with a comment as heartbeat.

The turn runs in the controller, whoever listens: a client that drops only ends this response.
"""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import Any

from starlette.responses import StreamingResponse

from orchestrator.agent.ports import TurnEvent
from orchestrator.errors import ClientError
from orchestrator.telemetry.logging import get_logger

HEARTBEAT_S = 15.0
HEARTBEAT = ": still here\n\n"

log = get_logger(__name__)


def frame(event: str, data: Any) -> str:
    """One event. The data are ASCII JSON on one line, so that nothing in them can end the event."""
    return f"event: {event}\ndata: {json.dumps(data, separators=(',', ':'), default=str)}\n\n"


async def frames(events: AsyncIterator[TurnEvent], *, heartbeat_s: float = HEARTBEAT_S) -> AsyncGenerator[str, None]:
    """The events framed; a heartbeat where none came for `heartbeat_s`; a failure as a last `error` event."""
    upcoming: asyncio.Task[TurnEvent | None] | None = None
    try:
        while True:
            upcoming = upcoming or asyncio.ensure_future(_next(events))
            done, _ = await asyncio.wait({upcoming}, timeout=heartbeat_s)
            if not done:
                yield HEARTBEAT
                continue
            event = upcoming.result()
            upcoming = None
            if event is None:
                return
            yield frame(event.name, event.data)
    except ClientError as error:
        yield frame("error", {**error.extra, "code": error.code, "message": error.detail})
    except Exception:  # a named border: the HTTP edge; after the first byte there is no status to give
        log.exception("stream_failed")
        yield frame("error", {"code": "internal", "message": "Something went wrong here."})
    finally:
        if upcoming is not None:
            upcoming.cancel()
            await asyncio.gather(upcoming, return_exceptions=True)
        await _close(events)


async def _next(events: AsyncIterator[TurnEvent]) -> TurnEvent | None:
    return await anext(events, None)


async def _close(events: AsyncIterator[TurnEvent]) -> None:
    """Tell a generator that nobody listens any more."""
    if isinstance(events, AsyncGenerator):
        await events.aclose()


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
            await _close(events)

    return all_of_them()


def stream(events: AsyncIterator[TurnEvent]) -> StreamingResponse:
    """The response; it is not buffered by proxies."""

    async def framed() -> AsyncIterator[str]:
        async with aclosing(frames(events)) as texts:
            async for text in texts:
                yield text

    return StreamingResponse(
        framed(), media_type="text/event-stream", headers={"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
    )
