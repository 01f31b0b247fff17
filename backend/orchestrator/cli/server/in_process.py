"""What if no server runs? Then the command runs one for itself, on a free loopback port, without job workers."""

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from orchestrator.app import create_app
from orchestrator.bootstrap.runtime import running
from orchestrator.cli.server.listener import Server, bind, local_url
from orchestrator.cli.server.signals import until
from orchestrator.settings import Settings

LOOPBACK = "127.0.0.1"


@dataclass
class _Handle:
    """What the command's thread holds of the server's. `begun` comes at once, `url` when it answers."""

    begun: "Future[tuple[asyncio.AbstractEventLoop, asyncio.Event]]" = field(default_factory=Future)
    url: "Future[str]" = field(default_factory=Future)


@contextmanager
def own_server(settings: Settings) -> Iterator[str]:
    """The URL of a server that lives for the length of the block, in a thread of its own: Ctrl-C reaches the command
    alone. Raises what starting it raises."""
    handle = _Handle()

    def serve() -> None:
        try:
            asyncio.run(_serve(settings, handle))
        except BaseException as error:  # a named border: a thread's end; whoever waits for the URL is told
            if handle.url.done():
                raise
            handle.url.set_exception(error)

    thread = threading.Thread(target=serve, name="steward server", daemon=True)
    thread.start()
    loop, stop = handle.begun.result()
    try:
        yield handle.url.result()
    finally:
        if thread.is_alive():
            with suppress(RuntimeError):  # it ended in between
                loop.call_soon_threadsafe(stop.set)
        thread.join()


async def _serve(settings: Settings, handle: _Handle) -> None:
    stop = asyncio.Event()
    handle.begun.set_result((asyncio.get_running_loop(), stop))
    with bind(LOOPBACK, 0) as listening:
        url = local_url(listening, LOOPBACK)
        async with running(settings, workers=False) as runtime:
            server = Server(create_app(runtime), lambda: handle.url.set_result(url))
            stopping = asyncio.create_task(until(stop, server.stop))
            try:
                await server.answer(listening)
            finally:
                stopping.cancel()
