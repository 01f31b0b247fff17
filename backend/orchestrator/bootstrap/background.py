"""What does this process do beside its requests and jobs?"""

import asyncio
from collections.abc import Coroutine
from contextlib import AsyncExitStack

from orchestrator.agent.previews.lifecycle import Confirmer
from orchestrator.agent.runs.recovery import Recovery
from orchestrator.telemetry.logging import get_logger

log = get_logger(__name__)

SWEEP_S = 5.0
"""How often this process looks for runs and executions that a dead one left open."""


def run_beside(stack: AsyncExitStack, work: Coroutine[object, object, None], name: str) -> None:
    """A task that goes on until `stack` is closed; it is cancelled then, and waited for."""
    task = asyncio.create_task(work, name=name)

    async def ended() -> None:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    stack.push_async_callback(ended)


async def sweep(recovery: Recovery, confirmer: Confirmer) -> None:
    """Close, again and again, what processes that died left open."""
    while True:
        await asyncio.sleep(SWEEP_S)
        try:
            await recovery.run()
            await confirmer.recover()
        except Exception:  # a named border: one bad sweep must not end all those that would come after it
            log.warning("the sweep failed; it is tried again", exc_info=True)
