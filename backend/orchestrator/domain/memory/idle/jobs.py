"""What is done while nobody is there, in which order? Learned facts re-verified, summaries and episodes rebuilt,
friction clustered, facts consolidated.

Step by step, each its own unit of work, until the first request, in any process. What would change curated memory is
only proposed. Where memory is short models are unloaded and rest; so they do without tokens left, and what needs none
is done all the same.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Any

from orchestrator.domain.memory.consolidation.comparing import compare
from orchestrator.domain.memory.consolidation.schemas import Tally
from orchestrator.domain.memory.consolidation.verifying import verify
from orchestrator.domain.memory.episodes.jobs import episode_jobs
from orchestrator.domain.memory.episodes.schemas import DISTIL
from orchestrator.domain.memory.idle.quiet import QUIET_FOR, Quiet
from orchestrator.domain.memory.idle.relief import relieved
from orchestrator.domain.memory.idle.schemas import IDLE
from orchestrator.domain.memory.interactions import analytics, vibe_maps
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.people.conversations import summaries
from orchestrator.kit.memory import MemoryInUse, memory_in_use
from orchestrator.llm.gateway.router import ModelRouter
from orchestrator.scheduling import history, status
from orchestrator.scheduling.handler import JobContext, JobHandler
from orchestrator.scheduling.history import Ended
from orchestrator.scheduling.scheduled_jobs import Every, Scheduled, ScheduledJob

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
            async with self.context.unit_of_work() as session:
                await analytics.draw_vibe_map(session, owner_id)
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
