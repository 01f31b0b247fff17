"""What if no server runs? Then the command runs one for itself, on a free loopback port, without job workers."""

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager

from orchestrator.app import create_app
from orchestrator.bootstrap import running
from orchestrator.cli.listener import Server, bind, local_url
from orchestrator.cli.signals import until
from orchestrator.settings import Settings

LOOPBACK = "127.0.0.1"


@contextmanager
def own_server(settings: Settings) -> Iterator[str]:
    """The URL of a server that lives for the length of the block, in a thread of its own: Ctrl-C reaches the command
    alone. Raises what starting it raises."""
    started: Future[tuple[str, asyncio.AbstractEventLoop, asyncio.Event]] = Future()

    def serve() -> None:
        try:
            asyncio.run(_serve(settings, started))
        except BaseException as error:
            if started.done():
                raise
            started.set_exception(error)

    thread = threading.Thread(target=serve, name="steward server", daemon=True)
    thread.start()
    url, loop, stop = started.result()
    try:
        yield url
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()


async def _serve(settings: Settings, started: "Future[tuple[str, asyncio.AbstractEventLoop, asyncio.Event]]") -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    with bind(LOOPBACK, 0) as listening:
        url = local_url(listening, LOOPBACK)
        async with running(settings, workers=False) as runtime:
            server = Server(create_app(runtime), lambda: started.set_result((url, loop, stop)))
            stopping = asyncio.create_task(until(stop, server.stop))
            try:
                await server.serve(sockets=[listening])
            finally:
                stopping.cancel()
