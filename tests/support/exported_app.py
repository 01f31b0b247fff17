"""The phone's app as its web export, under `/app` of the same origin as Steward's API: Steward lets no other origin in,
and this needs none.

async with served_beside(steward.app) as url:
    ...  # the app is at `{url}/app/`, all else answers Steward
"""

import asyncio
import mimetypes
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import uvicorn
from starlette.responses import FileResponse
from starlette.types import Receive, Scope, Send
from tests.support.app_types import APP
from tests.support.waiting import eventually

UNDER = "/app"
"""`experiments.baseUrl` of the app's `app.json`."""
EXPORT = APP / "dist"


def file_of(path: str) -> Path | None:
    """The exported file that is served there; its page for every address of the app; None for what is not the app's."""
    if path != UNDER and not path.startswith(f"{UNDER}/"):
        return None
    asked = (EXPORT / path.removeprefix(UNDER).lstrip("/")).resolve()
    inside = asked.is_relative_to(EXPORT) and asked.is_file()
    return asked if inside else EXPORT / "index.html"


@asynccontextmanager
async def served_beside(steward: Any) -> AsyncIterator[str]:
    """The address of a server that answers with the export under `/app`, elsewhere with the application `steward`."""

    async def both(scope: Scope, receive: Receive, send: Send) -> None:
        found = file_of(scope["path"]) if scope["type"] == "http" else None
        if found is None:
            await steward(scope, receive, send)
        else:
            kind = mimetypes.guess_type(found.name)[0]
            await FileResponse(found, media_type=kind)(scope, receive, send)

    config = uvicorn.Config(
        both, host="127.0.0.1", port=0, log_config=None, lifespan="off", timeout_keep_alive=120, proxy_headers=False
    )
    server = uvicorn.Server(config)
    server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
    task = asyncio.create_task(server.serve())
    await eventually(lambda: server.started)
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        await task
