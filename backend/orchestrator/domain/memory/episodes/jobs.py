"""When are sessions written down? Every five minutes those that ended: the background summariser.

One model call after another, so that turns are not held up; each episode is committed by itself, so that a kill loses
one call. What is left when the time is over, or when no model answers, the next look finds.
"""

import asyncio
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from orchestrator.agent.model_routing import CapReached, ModelRouter
from orchestrator.domain.memory.episodes import service
from orchestrator.domain.memory.episodes.distilling import Distilled, distilled
from orchestrator.domain.memory.episodes.schemas import DISTIL
from orchestrator.domain.memory.episodes.service import episodes
from orchestrator.domain.people.conversations import sessions
from orchestrator.domain.people.conversations.sessions import DueThread, SessionSpan
from orchestrator.llm.port import ModelUnavailable
from orchestrator.scheduling.handler import JobContext, JobHandler
from orchestrator.scheduling.history import Ended
from orchestrator.scheduling.scheduled_jobs import Every, Scheduled, ScheduledJob
from orchestrator.telemetry.logging import get_logger

EVERY_S = 300.0
SLICE_S = 240.0
"""No call begins later in a look: the next look is due then."""
CALL_S = 300.0
MOST_EPISODES = 20
THREADS_AT_ONCE = 50
AFTER_CAP = timedelta(hours=1)
"""Caps count by UTC day, and may be raised at any time."""

log = get_logger(__name__)


@dataclass(frozen=True)
class Work:
    """A session to be written down, in the place of the episodes that there are of it (`known`)."""

    thread: DueThread
    span: SessionSpan
    known: tuple[UUID, ...]


@dataclass(frozen=True)
class Look:
    """What is to be done in a thread. `again_at`: when its session that still goes on will be over. `whole`: there is
    no more than `works`."""

    thread: DueThread
    works: tuple[Work, ...]
    again_at: datetime | None
    whole: bool = True


@dataclass
class _Tally:
    made: int = 0
    capped: int = 0
    stopped: str = ""

    def ended(self) -> Ended:
        """For the history of the scheduled job."""
        told = [f"episodes written: {self.made}"]
        if self.capped:
            told.append(f"threads that wait for their user's daily tokens: {self.capped}")
        if self.stopped:
            told.append(f"the rest waits: {self.stopped}")
        did_nothing = not self.made and (self.capped or self.stopped)
        return Ended("skipped" if did_nothing else "ok", "; ".join(told))


def episode_jobs(models: ModelRouter) -> tuple[JobHandler[Any], ...]:
    """The handler of `episodes.distil`."""

    async def distil(context: JobContext, _: Scheduled) -> Ended | None:
        looks = await _looks(context)
        total = sum(len(look.works) for look in looks)
        if not total:
            return Ended("idle")
        tally = _Tally()
        resting: set[UUID] = set()
        ends_at = asyncio.get_running_loop().time() + SLICE_S
        for look in looks:
            if look.thread.owner_id not in resting:
                try:
                    if not await _write_down(context, models, look, tally, ends_at=ends_at, total=total):
                        break
                    continue
                except CapReached as error:
                    log.info("episodes wait", user_id=str(look.thread.owner_id), why=str(error))
                    resting.add(look.thread.owner_id)
                except ModelUnavailable as error:
                    tally.stopped = str(error)
                    break
            tally.capped += 1
            async with context.unit_of_work() as session:
                await sessions.put_off(session, look.thread, until=look.thread.now + AFTER_CAP)
        return tally.ended()

    return (JobHandler(DISTIL, distil),)


async def _looks(context: JobContext) -> list[Look]:
    """The threads with something to write down; those without are done with at once."""
    found: list[Look] = []
    room = MOST_EPISODES
    async with context.unit_of_work() as session:
        for thread in await sessions.due_threads(session, most=THREADS_AT_ONCE):
            spans = await sessions.spans(session, thread.owner_id, thread.id)
            known = service.claimed(spans, await service.of_thread(session, thread.owner_id, thread.id))
            over = [span for span in spans if span.ends_at < thread.now and span.meaningful]
            unwanted = await episodes.erased(session, thread.owner_id, over)
            works = [
                Work(thread, span, tuple(row.id for row in known[span.id]))
                for span in over
                if span.id not in unwanted and [row.made_from for row in known[span.id]] != [span.state]
            ]
            again_at = next((span.ends_at for span in spans if span.ends_at >= thread.now), None)
            if works:
                found.append(Look(thread, tuple(works[:room]), again_at, whole=len(works) <= room))
                room -= min(len(works), room)
            else:
                await sessions.looked_at(session, thread, again_at=again_at)
            if not room:
                break
    return found


async def _write_down(
    context: JobContext, models: ModelRouter, look: Look, tally: _Tally, *, ends_at: float, total: int
) -> bool:
    """All of one thread; False where the time is over. Raises CapReached, ModelUnavailable."""
    whole = look.whole
    for work in look.works:
        if context.stopping() or asyncio.get_running_loop().time() > ends_at:
            return False
        made = await _made(context, models, work)
        if made is None:
            continue
        async with context.unit_of_work() as session:
            kept = await episodes.keep(session, work.thread.owner_id, work.thread.id, work.span, made, known=work.known)
            tally.made += kept is not None
            whole = whole and kept is not None
            await context.report(session, tally.made, total)
    if whole:
        async with context.unit_of_work() as session:
            await sessions.looked_at(session, look.thread, again_at=look.again_at)
    return True


async def _made(context: JobContext, models: ModelRouter, work: Work) -> Distilled | None:
    """The episode's words; None where the user erased it before."""
    owner_id, span = work.thread.owner_id, work.span
    async with context.unit_of_work() as session:
        parts = await sessions.messages(session, owner_id, work.thread.id, since=span.started_at, until=span.ended_at)
        if not work.known and await episodes.erased_before(session, owner_id, span, parts):
            return None
    return await distilled(models, owner_id, parts, title=work.thread.own_title, remaining_s=CALL_S)


SCHEDULED = (ScheduledJob(DISTIL, Every(EVERY_S), source="sessions that have ended"),)
