"""`steward worker`: job workers beside a server, any number of processes on any number of machines."""

import asyncio

from orchestrator.bootstrap.runtime import running
from orchestrator.cli.home import configured
from orchestrator.cli.server.signals import run_until_stopped
from orchestrator.cli.terminal.output import say
from orchestrator.settings import Settings


def worker() -> None:
    """Run STEWARD_WORKERS job workers (at least one) alone, beside a server."""
    settings = configured()
    at_least_one = settings.model_copy(update={"workers": max(settings.workers, 1)})
    run_until_stopped(lambda stop: _work(at_least_one, stop))


COMMAND = worker


async def _work(settings: Settings, stop: asyncio.Event) -> None:
    async with running(settings):
        say(f"{settings.workers} job worker{'s' if settings.workers > 1 else ''} at work; Ctrl-C stops.")
        await stop.wait()
