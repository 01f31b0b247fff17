"""`steward serve`: the whole of Steward in one process, until Ctrl-C."""

import asyncio
import socket
import time
from contextlib import ExitStack

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

SANDBOX_TRIED_AFTER_S = 5.0
LEFT_FOR_S = 86_400.0
"""No run lasts so long."""

log = get_logger(__name__)


def serve() -> None:
    """Run Steward: database, API and job workers, until Ctrl-C."""
    settings = configured()
    with ExitStack() as held:
        if settings.home.is_dir():  # a new home is made only once the port is there
            held.enter_context(alone(settings))
        listening = held.enter_context(bind(settings.host, settings.port))  # in use: it is told at once
        if not settings.home.is_dir():
            held.enter_context(alone(settings))
        run_until_stopped(lambda stop: _serve(settings, listening, stop))


COMMAND = serve


async def _serve(settings: Settings, listening: socket.socket, stop: asyncio.Event) -> None:
    url = local_url(listening, settings.host)
    with ExitStack() as presence:
        async with running(settings) as runtime:

            def started() -> None:
                presence.enter_context(announced(settings, url))
                _greet(runtime, url)

            server = Server(create_app(runtime), started)
            stopping = asyncio.create_task(until(stop, server.stop))
            trying = asyncio.create_task(_tried(runtime))
            try:
                await server.answer(listening)
            finally:
                stopping.cancel()
                trying.cancel()
                presence.close()  # nobody is sent here while the rest is taken down


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
    say("Ctrl-C stops it.")
