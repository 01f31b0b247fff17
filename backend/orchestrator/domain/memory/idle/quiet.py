"""Is anybody there? Idle work asks before each of its steps, and is told while it waits for a model."""

import asyncio
from collections.abc import Coroutine
from datetime import datetime, timedelta
from typing import Any

from orchestrator.agent.ports import UnitOfWork
from orchestrator.domain.people.accounts import service as accounts

QUIET_FOR = timedelta(minutes=10)
"""Without a request or a turn (product.md, Idle work)."""
LOOK_S = 1.0
"""How soon a step that takes long, a model call, hears of a request."""
TO_THE_END_S = 0.5
"""A step that is not a model call ends within it; one that is gives way after it."""


class Quiet:
    """The time without traffic, of all processes, that began with `since`: when somebody was last there."""

    def __init__(self, unit_of_work: UnitOfWork, since: datetime | None) -> None:
        self._unit_of_work = unit_of_work
        self._since = since
        self.over = False

    async def goes_on(self) -> bool:
        """Ask once more; once it is over it stays over."""
        if not self.over:
            async with self._unit_of_work() as session:
                _, last = await accounts.last_seen(session)
            self.over = last != self._since
        return not self.over

    async def keep_to(self, work: Coroutine[Any, Any, None]) -> None:
        """Do the work while it is quiet. Whoever comes is not kept waiting by a model call: it is broken off; what was
        stored by then stays stored. Raises what the work raises."""
        task = asyncio.create_task(work, name="idle work")
        try:
            while not (await asyncio.wait({task}, timeout=LOOK_S))[0]:
                if await self.goes_on():
                    continue
                await asyncio.wait({task}, timeout=TO_THE_END_S)
                break
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        if not task.cancelled():
            task.result()
