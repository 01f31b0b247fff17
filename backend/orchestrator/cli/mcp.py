"""`steward mcp`: Model Context Protocol over stdio, for programs that start their servers themselves."""

import asyncio
import os
import sys
from typing import Annotated

import typer

from orchestrator.cli.server.signals import SIGNALS
from orchestrator.cli.terminal.client import Reached, reached
from orchestrator.mcp_api.http import PATH
from orchestrator.mcp_api.stdio import serve


def mcp(
    url: Annotated[
        str | None, typer.Option(help="A server's URL; without one, this home's.", show_default=False)
    ] = None,
    token: Annotated[
        str | None,
        typer.Option(help="A token with scope mcp; without one, that of the home's owner.", show_default=False),
    ] = None,
) -> None:
    """Serve an agent over this process's pipes: `{"command": "steward", "args": ["mcp"]}`. Everything that is said to
    people goes to stderr."""
    with reached(_origin(url), token) as there:
        asyncio.run(_until_asked(there))
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)  # the thread that reads our stdin may still wait there, and nothing else would end it


COMMAND = mcp


def _origin(url: str | None) -> str | None:
    """The server's URL; programs that speak HTTP are given that of the door itself."""
    return url and url.rstrip("/").removesuffix(PATH)


async def _until_asked(there: Reached) -> None:
    """Until the agent closes the pipes, or a signal comes."""
    task = asyncio.ensure_future(serve(there.locate, there.token, proxied=not there.on_this_machine))
    loop = asyncio.get_running_loop()
    for one in SIGNALS:
        loop.add_signal_handler(one, task.cancel)
    try:
        await task
    except asyncio.CancelledError:
        if not task.cancelled():
            raise
