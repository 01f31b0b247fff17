"""`steward serve`: the whole of Steward in one process, until Ctrl-C."""

import asyncio
import socket
import time
from collections.abc import Awaitable, Callable
from contextlib import ExitStack

from fastapi import FastAPI

from orchestrator.app import create_app
from orchestrator.bootstrap.runtime import Runtime, running
from orchestrator.cli.home import configured, owner_token
from orchestrator.cli.server.listener import Server, bind, local_url
from orchestrator.cli.server.one_server import alone
from orchestrator.cli.server.presence import announced
from orchestrator.cli.server.signals import run_until_stopped, until
from orchestrator.cli.terminal.output import on_terminal, say
from orchestrator.integrations.sandbox.programs import forget_rooms
from orchestrator.settings import Settings
from orchestrator.telemetry.logging import get_logger
from orchestrator.web.access.sign_in_links import FRAGMENT, SignInLinks

SANDBOX_TRIED_AFTER_S = 5.0
LEFT_FOR_S = 86_400.0
"""No run lasts so long."""

Filling = Callable[[Runtime, str], Awaitable[None]]
"""Given the running Steward and its URL."""

log = get_logger(__name__)


def serve() -> None:
    """Run Steward: database, API and job workers, until Ctrl-C."""
    serve_home(configured())


def serve_home(settings: Settings, then: Filling | None = None) -> None:
    """The same of a home that is told. `then`: what goes on beside the first answers; its failure ends the server."""
    with ExitStack() as held:
        if settings.home.is_dir():  # a new home is made only once the port is there
            held.enter_context(alone(settings))
        listening = held.enter_context(bind(settings.host, settings.port))  # in use: it is told at once
        if not settings.home.is_dir():
            held.enter_context(alone(settings))
        run_until_stopped(lambda stop: _serve(settings, listening, stop, then))


COMMAND = serve


async def _serve(
    settings: Settings, listening: socket.socket, stop: asyncio.Event, then: Filling | None = None
) -> None:
    url = local_url(listening, settings.host)
    with ExitStack() as presence:
        async with running(settings) as runtime:
            app = create_app(runtime)

            def started() -> None:
                presence.enter_context(announced(settings, url))
                _greet(runtime, url)
                if on_terminal():
                    _offer(app, runtime, url)
                say("Ctrl-C stops it.")

            server = Server(app, started)
            stopping = asyncio.create_task(until(stop, server.stop))
            trying = asyncio.create_task(_tried(runtime))
            filling = asyncio.create_task(_filled(server, then, runtime, url))
            try:
                await server.answer(listening)
            finally:
                for beside in (stopping, trying, filling):
                    beside.cancel()
                presence.close()  # nobody is sent here while the rest is taken down
        if filling.done() and not filling.cancelled():
            filling.result()


async def _filled(server: Server, then: Filling | None, runtime: Runtime, url: str) -> None:
    if then is None:
        return
    try:
        await then(runtime, url)
    except BaseException:  # a named border: whatever ended the filling (Ctrl-C too) goes on, and the server stops
        server.stop()
        raise


async def _tried(runtime: Runtime) -> None:
    """Have the sandbox tried by the attack list, where that was not done for this machine, once the first answers are
    out; and clear what runs of processes that died left."""
    await asyncio.sleep(SANDBOX_TRIED_AFTER_S)
    await asyncio.to_thread(forget_rooms, before=time.time() - LEFT_FOR_S)
    try:
        await runtime.untrusted.sandbox.report()
    except Exception as error:  # noqa: BLE001  (a named border: a sandbox that can't be tried must not end the server)
        log.warning("sandbox.not_tried", error=type(error).__name__)


def _greet(runtime: Runtime, url: str) -> None:
    settings, models = runtime.settings, runtime.models.status()
    say(f"Steward is running at {settings.public_url or url}")
    say(f"  documentation  {url}/docs")
    say(f"  home           {settings.home}")
    say(f"  answered by    {models.models[0].provider} ({models.why})")
    if runtime.new_home and settings.owner_token is None and on_terminal():
        say(f"  your token     {owner_token(settings)}")
        say(f"                 shown this once; kept in {settings.token_path}")
    else:
        say(f"  your token     in {settings.token_path}")


def _offer(app: FastAPI, runtime: Runtime, url: str) -> None:
    """Whoever sees this terminal comes in by a click."""
    links: SignInLinks = app.state.sign_in_links
    say(f"  sign in        {url}{FRAGMENT}{links.make(runtime.clock.now())}")
    say("                 on this machine, once, within ten minutes")
