"""How does background work go through the threads that are due? One after another, until the time is over, no model
answers, or a user's tokens of the day are used up: theirs wait then, the others' go on."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Protocol, TypeVar
from uuid import UUID

from orchestrator.domain.people.conversations import sessions
from orchestrator.domain.people.conversations.sessions import DueThread
from orchestrator.llm.port import CapReached, ModelUnavailable
from orchestrator.scheduling.handler import JobContext
from orchestrator.scheduling.history import Ended
from orchestrator.telemetry.logging import get_logger

SLICE_S = 240.0
"""No call begins later in a round: the next one is due then."""
AFTER_CAP = timedelta(hours=1)
"""Caps count by UTC day, and may be raised at any time."""

log = get_logger(__name__)


class OfThread(Protocol):
    """What is to be done in a thread."""

    @property
    def thread(self) -> DueThread:
        """Where."""
        ...


W = TypeVar("W", bound=OfThread)


@dataclass
class Round:
    """Why not all was done. `capped`: threads of users without tokens left; `stopped`: why no model answered."""

    capped: int = 0
    stopped: str = ""

    def ended(self, told: str, *, did_something: bool) -> Ended:
        """For the history of the scheduled job; `told`: what was done."""
        parts = [told]
        if self.capped:
            parts.append(f"threads that wait for their user's daily tokens: {self.capped}")
        if self.stopped:
            parts.append(f"the rest waits: {self.stopped}")
        skipped = not did_something and (self.capped or self.stopped)
        return Ended("skipped" if skipped else "ok", "; ".join(parts))


async def go_round(context: JobContext, works: Sequence[W], do: Callable[[W, float], Awaitable[bool]]) -> Round:
    """Do each. `do(work, ends_at)` (seconds of the loop's clock) answers False where the time is over, and raises
    CapReached or ModelUnavailable."""
    found = Round()
    resting: set[UUID] = set()
    ends_at = asyncio.get_running_loop().time() + SLICE_S
    for work in works:
        owner_id = work.thread.owner_id
        if owner_id not in resting:
            try:
                if not await do(work, ends_at):
                    break
                continue
            except CapReached as error:
                log.info("threads wait", job_id=str(context.job_id), user_id=str(owner_id), why=str(error))
                resting.add(owner_id)
            except ModelUnavailable as error:
                found.stopped = str(error)
                break
        found.capped += 1
        async with context.unit_of_work() as session:
            await sessions.put_off(session, work.thread, until=work.thread.now + AFTER_CAP)
    return found
