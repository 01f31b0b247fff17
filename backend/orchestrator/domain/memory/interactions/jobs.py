"""When is judged how answers were taken, and what corrections teach? And when are old calls forgotten?

Every five minutes for answers after which nothing came; every ten for principles that corrections violated: one model
call after another, each committed with the mark that it was read, so that a kill loses one call and doubles none.
"""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from orchestrator.domain.memory.interactions import calls, own_turns
from orchestrator.domain.memory.interactions.inference import service as inference
from orchestrator.domain.memory.interactions.inference.extraction import CASES_AT_ONCE, inferred
from orchestrator.domain.memory.interactions.inference.service import Due
from orchestrator.domain.memory.interactions.schemas import INFER, JUDGE, PRUNE_CALLS
from orchestrator.llm.gateway.router import ModelRouter
from orchestrator.llm.port import CapReached, ModelError, ModelUnavailable
from orchestrator.scheduling.handler import JobContext, JobHandler
from orchestrator.scheduling.history import Ended
from orchestrator.scheduling.scheduled_jobs import Every, Scheduled, ScheduledJob
from orchestrator.telemetry.logging import get_logger

DAILY_S = 86_400.0
JUDGED_EVERY_S = 300.0
INFERRED_EVERY_S = 600.0
CALL_S = 240.0
SLICE_S = 300.0
"""No call begins later in a tick: the next one is due then."""
NO_MODEL = "no model is configured"

log = get_logger(__name__)


@dataclass
class _Tally:
    """What a tick did. `resting`: users without tokens left for the day; `stopped`: why no model answered."""

    calls: int = 0
    filed: int = 0
    failed: int = 0
    resting: int = 0
    stopped: str = ""

    def ended(self) -> Ended:
        """For the history."""
        parts = [f"notes filed: {self.filed}"]
        if self.failed:
            parts.append(f"calls that gave nothing: {self.failed}")
        if self.resting:
            parts.append(f"users that wait for their daily tokens: {self.resting}")
        if self.stopped:
            parts.append(f"the rest waits: {self.stopped}")
        skipped = not self.calls and (self.resting or self.stopped)
        return Ended("skipped" if skipped else "ok", "; ".join(parts))


async def prune(context: JobContext, _: Scheduled) -> Ended | None:
    """Handler of `interactions.prune`."""
    number = await calls.prune(context.session)
    return Ended("ok", f"calls forgotten: {number}") if number else Ended("idle")


async def judge(context: JobContext, _: Scheduled) -> Ended | None:
    """Handler of `interactions.judge`."""
    number = await own_turns.let_stand(context.session)
    return Ended("ok", f"answers that stood: {number}") if number else Ended("idle")


def inference_jobs(models: ModelRouter) -> tuple[JobHandler[Any], ...]:
    """The handler of `interactions.infer`."""

    async def infer(context: JobContext, _: Scheduled) -> Ended | None:
        async with context.unit_of_work() as session:
            waiting = await inference.due(session)
        if not waiting:
            return Ended("idle")
        if not models.configured:
            number = sum(len(one.attempts) for one in waiting)
            return Ended("skipped", f"{NO_MODEL}; corrections that wait: {number}")
        tally = _Tally()
        ends_at = asyncio.get_running_loop().time() + SLICE_S
        for done, one in enumerate(waiting):
            if not await _infer_for(context, models, one, tally, ends_at=ends_at):
                break
            async with context.unit_of_work() as session:
                await context.report(session, done + 1, len(waiting))
        return tally.ended()

    return (JobHandler(INFER, infer),)


async def _infer_for(context: JobContext, models: ModelRouter, due: Due, tally: _Tally, *, ends_at: float) -> bool:
    """All that waits of one user; False where the time is over or no model answers."""
    for ids in _batches(due):
        if context.stopping() or asyncio.get_running_loop().time() > ends_at:
            return False
        try:
            await _infer(context, models, due.owner_id, ids, tally)
        except CapReached as error:
            log.info("corrections wait", user_id=str(due.owner_id), why=str(error))
            tally.resting += 1
            return True
        except ModelUnavailable as error:
            tally.stopped = str(error)
            return False
    return True


async def _infer(context: JobContext, models: ModelRouter, owner_id: UUID, ids: Sequence[UUID], tally: _Tally) -> None:
    """One call's worth. Raises CapReached, ModelUnavailable."""
    async with context.unit_of_work_of(owner_id) as tx:
        read = await inference.told(tx, ids)
    if not read:
        return
    try:
        found = await inferred(models, owner_id, [one.case for one in read], remaining_s=CALL_S)
    except (CapReached, ModelUnavailable):
        raise
    except ModelError as error:
        log.info("corrections could not be read", user_id=str(owner_id), why=type(error).__name__)
        async with context.unit_of_work_of(owner_id) as tx:
            await inference.failed(tx, [one.id for one in read])
        tally.calls, tally.failed = tally.calls + 1, tally.failed + 1
        return
    async with context.unit_of_work_of(owner_id) as tx:
        tally.filed += await inference.keep(tx, read, found)
    tally.calls += 1


def _batches(due: Due) -> Iterator[list[UUID]]:
    """What is read at once: those that failed before one by one, because one of them may be why."""
    fresh = [one for one, attempts in due.attempts.items() if not attempts]
    for start in range(0, len(fresh), CASES_AT_ONCE):
        yield fresh[start : start + CASES_AT_ONCE]
    for one, attempts in due.attempts.items():
        if attempts:
            yield [one]


JOBS = (JobHandler(PRUNE_CALLS, prune), JobHandler(JUDGE, judge))
SCHEDULED = (
    ScheduledJob(PRUNE_CALLS, Every(DAILY_S), source="the clock"),
    ScheduledJob(JUDGE, Every(JUDGED_EVERY_S), source="answers after which nothing came"),
    ScheduledJob(INFER, Every(INFERRED_EVERY_S), source="corrected interactions"),
)
