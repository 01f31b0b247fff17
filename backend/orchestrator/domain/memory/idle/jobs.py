"""What is done while nobody is there, in which order? Learned facts re-verified, summaries and episodes rebuilt,
friction clustered, facts consolidated.

Step by step, each its own unit of work, until the first request, in any process. What would change curated memory is
only proposed. Where memory is short models are unloaded and rest; so they do without tokens left, and what needs none
is done all the same.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from orchestrator.agent.ports.unit_of_work import UnitOfWork
from orchestrator.domain.memory.consolidation.comparing import compare
from orchestrator.domain.memory.consolidation.schemas import Tally
from orchestrator.domain.memory.consolidation.verifying import verify
from orchestrator.domain.memory.episodes.jobs import episode_jobs
from orchestrator.domain.memory.episodes.schemas import DISTIL
from orchestrator.domain.memory.interactions import analytics, vibe_maps
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.people.conversations import summaries
from orchestrator.kit.memory import MemoryInUse, memory_in_use
from orchestrator.llm.gateway.router import ModelRouter
from orchestrator.llm.port import Embedder, ModelError, Unloadable
from orchestrator.scheduling import history, status
from orchestrator.scheduling.async_jobs import JobType
from orchestrator.scheduling.handler import JobContext, JobHandler
from orchestrator.scheduling.history import Ended
from orchestrator.scheduling.scheduled_jobs import Every, Scheduled, ScheduledJob

IDLE = JobType("memory.idle", Scheduled, max_attempts=2, timeout_s=3_600.0)
"""Look after what is known of all users, until somebody comes."""


PRESSED_FROM = 0.8
"""Share of the machine's or the container's memory (product.md, Idle work)."""


async def relieved(models: ModelRouter, embedder: Embedder | None, in_use: MemoryInUse) -> tuple[bool, str]:
    """Whether memory is short, and what was given back, in words for the history of the job; "" where nothing was."""
    share = in_use()
    if share is None or share <= PRESSED_FROM:
        return False, ""
    given_back = await models.unload()
    try:
        if isinstance(embedder, Unloadable) and await embedder.unload():
            given_back.append(f"embedder {embedder.name}")
    except ModelError:
        pass  # its server is not there: then it holds nothing of ours either
    told = f"{share:.0%} of the memory is in use; unloaded: {', '.join(given_back)}" if given_back else ""
    return True, told


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


POLL_S = 60.0
THREADS_AT_ONCE = 50
STOPPED = "stopped: somebody is there"


@dataclass
class _Work:
    """One time of quiet. `models`: None where they rest; `done`: what came of it, in words."""

    context: JobContext
    models: ModelRouter | None
    default_zone: str
    goes_on: Callable[[], Awaitable[bool]]
    payload: Scheduled
    rebuild: JobHandler[Any]
    tally: Tally = field(default_factory=Tally)
    done: list[str] = field(default_factory=list)

    async def all(self) -> None:
        """Step after step, as long as it is quiet."""
        for step in (self._verified, self._rebuilt, self._clustered, self._consolidated):
            if not await self.goes_on():
                return
            await step()

    async def _verified(self) -> None:
        await verify(self.context, self.tally, default_zone=self.default_zone, goes_on=self.goes_on)

    async def _rebuilt(self) -> None:
        """Summaries and episodes that are due; those that a job makes already are left to it."""
        if self.models is None:
            return
        async with self.context.unit_of_work() as session:
            now, _ = await accounts.last_seen(session)
            owed = await summaries.owe_overdue(session, now=now, most=THREADS_AT_ONCE)
            busy = await status.under_way(session, DISTIL.name)
        if owed:
            self.done.append(f"summaries asked for: {owed}")
        ended = None if busy else await self.rebuild.handle(self.context, self.payload)
        if ended is not None and ended.outcome != "idle":
            self.done.append(ended.detail)

    async def _clustered(self) -> None:
        async with self.context.unit_of_work() as session:
            owners = await vibe_maps.due(session)
        drawn = 0
        for owner_id in owners:
            if not await self.goes_on():
                break
            async with self.context.unit_of_work_of(owner_id) as tx:
                await analytics.draw_vibe_map(tx)
            drawn += 1
        if drawn:
            self.done.append(f"friction clustered: {drawn}")

    async def _consolidated(self) -> None:
        await compare(self.context, self.models, self.tally, default_zone=self.default_zone, goes_on=self.goes_on)

    @property
    def told(self) -> str:
        """What was done."""
        return "; ".join(part for part in (self.tally.told, *self.done) if part)


def idle_jobs(
    models: ModelRouter, default_zone: str, *, in_use: MemoryInUse = memory_in_use
) -> tuple[JobHandler[Any], ...]:
    """The handler of `memory.idle`. `default_zone`: of users who have none themselves (STEWARD_TIMEZONE)."""

    async def idle(context: JobContext, payload: Scheduled) -> Ended:
        async with context.unit_of_work() as session:
            now, last = await accounts.last_seen(session)
            asked_for = await history.by_hand(session, context.job_id)
        if last is not None and now - last < QUIET_FOR and not asked_for:
            return Ended("idle")
        pressed, relief = await relieved(models, context.embedder, in_use)
        quiet = Quiet(context.unit_of_work, last)

        async def goes_on() -> bool:
            return not context.stopping() and (asked_for or await quiet.goes_on())

        watched = replace(context, stopping=lambda: quiet.over or context.stopping())
        work = _Work(
            replace(watched, embedder=None) if pressed else watched,
            None if pressed else models,
            default_zone,
            goes_on,
            payload,
            episode_jobs(models)[0],
        )
        if asked_for:  # by hand it is done to the end, whoever is there
            await work.all()
        else:
            await quiet.keep_to(work.all())
        told = "; ".join(part for part in (relief, work.told, STOPPED if quiet.over else "") if part)
        if relief or work.told:
            return Ended("ok", told)
        return Ended("skipped", told) if quiet.over else Ended("idle")

    return (JobHandler(IDLE, idle),)


SCHEDULED = (
    ScheduledJob(IDLE, Every(QUIET_FOR.total_seconds()), source="ten minutes without a request", poll_s=POLL_S),
)
