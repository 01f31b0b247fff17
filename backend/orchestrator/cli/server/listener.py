"""How does Steward listen? On a socket that is bound before anything else starts, by uvicorn without its signals."""

import asyncio
import errno
import gc
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, cast

import uvicorn
from fastapi import FastAPI

from orchestrator.cli.server.connections import Connection, Room
from orchestrator.errors import ConfigurationError, OperatorError
from orchestrator.setting_values import WILDCARD_ADDRESSES

BACKLOG = 2048
TICKS_A_SECOND = 10
SHUTDOWN_S = 20
"""Answers under way have so long at a stop; supervisors give 30 s in all."""


class StartFailed(OperatorError):
    """The application's own start went wrong."""


def bind(host: str, port: int) -> socket.socket:
    """A listening socket. Raises ConfigurationError naming the variable that has to change."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.socket(family, kind, protocol)
    except OSError as error:
        raise ConfigurationError(f"STEWARD_HOST: {host!r} is no address to listen on ({error.strerror})") from None
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(BACKLOG)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            raise ConfigurationError(
                f"STEWARD_PORT: port {port} on {host} is in use; stop what listens there or set another port"
            ) from None
        if error.errno == errno.EACCES:
            raise ConfigurationError(f"STEWARD_PORT: port {port} may not be used by this user") from None
        raise ConfigurationError(f"STEWARD_HOST: can't listen on {host}:{port} ({error.strerror})") from None
    return listening


def local_url(listening: socket.socket, host: str) -> str:
    """Where this machine reaches the socket."""
    port = listening.getsockname()[1]
    name = "127.0.0.1" if host in WILDCARD_ADDRESSES else host
    return f"http://{f'[{name}]' if ':' in name else name}:{port}"


class Server(uvicorn.Server):
    """uvicorn, which leaves signals to the command and tells when it answers."""

    def __init__(self, app: FastAPI, on_started: Callable[[], None]) -> None:
        self._room = Room()
        super().__init__(
            uvicorn.Config(
                app,
                http=cast("type[asyncio.Protocol]", partial(Connection, room=self._room)),
                log_config=None,
                access_log=False,
                server_header=False,
                ws="none",
                proxy_headers=False,  # uvicorn would believe whatever comes from this machine (web/access/addresses.py)
                lifespan="on",
                timeout_graceful_shutdown=SHUTDOWN_S,
            )
        )
        self._on_started = on_started

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """uvicorn raises a caught signal again, which would end the process before its database was closed."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            keep_short()
            self._on_started()

    async def on_tick(self, counter: int) -> bool:
        """Ten times a second."""
        if counter % TICKS_A_SECOND == 0:
            self._room.end_overdue()
        return await super().on_tick(counter)

    async def answer(self, listening: socket.socket) -> None:
        """Until `stop()`. Raises StartFailed where the application did not come up."""
        await self.serve(sockets=[listening])
        if not self.started:
            raise StartFailed("the application did not start; the log says why")

    def stop(self) -> None:
        """Take no more requests; `answer` returns when those under way are answered."""
        self.should_exit = True


LONG_S = 0.03
"""What survived a full collection of so much processor time is left out of the next ones."""


class _Survivors:
    """A callback of `gc.callbacks`: frozen are those of a long full collection.

    Not those of each: what is frozen while it is in use and part of a cycle later on is never freed. In a collection
    nobody is answered, and the time of a full one grows with all that lives: four hundred thousand objects when
    everything is loaded (a quarter of a second), then statements, compiled patterns and caches.
    """

    def __init__(self) -> None:
        self._began_s = 0.0

    def __call__(self, phase: str, info: dict[str, Any]) -> None:
        if info["generation"] < 2:
            return
        if phase == "start":
            self._began_s = time.thread_time()
        elif time.thread_time() - self._began_s > LONG_S:
            gc.freeze()


def keep_short() -> None:
    """From now on full collections leave out what lives now, and what outlives a long one."""
    gc.collect()
    gc.freeze()
    if not any(isinstance(one, _Survivors) for one in gc.callbacks):
        gc.callbacks.append(_Survivors())
