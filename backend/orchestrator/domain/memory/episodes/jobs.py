"""When are sessions written down? Every five minutes those that ended: the background summariser.

One model call after another, so that turns are not held up; each episode is committed by itself, so that a kill loses
one call. What is left when the time is over, or when no model answers, the next look finds.
"""

import asyncio
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.memory.episodes import service
from orchestrator.domain.memory.episodes.distilling import Distilled, distilled
from orchestrator.domain.memory.episodes.schemas import DISTIL
from orchestrator.domain.memory.episodes.service import episodes
from orchestrator.domain.people.conversations import sessions
from orchestrator.domain.people.conversations.rounds import go_round
from orchestrator.domain.people.conversations.sessions import DueThread, SessionSpan
from orchestrator.llm.gateway.router import ModelRouter
from orchestrator.scheduling.handler import JobContext, JobHandler
from orchestrator.scheduling.history import Ended
from orchestrator.scheduling.scheduled_jobs import Every, Scheduled, ScheduledJob

EVERY_S = 300.0
CALL_S = 300.0
MOST_EPISODES = 20
THREADS_AT_ONCE = 50


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


def episode_jobs(models: ModelRouter) -> tuple[JobHandler[Any], ...]:
    """The handler of `episodes.distil`."""

    async def distil(context: JobContext, _: Scheduled) -> Ended | None:
        looks = await _looks(context)
        total = sum(len(look.works) for look in looks)
        if not total:
            return Ended("idle")
        tally = _Tally()

        async def write_down(look: Look, ends_at: float) -> bool:
            return await _write_down(context, models, look, tally, ends_at=ends_at, total=total)

        gone = await go_round(context, looks, write_down)
        return gone.ended(f"episodes written: {tally.made}", did_something=bool(tally.made))

    return (JobHandler(DISTIL, distil),)


async def _looks(context: JobContext) -> list[Look]:
    """The threads with something to write down; those without are done with at once."""
    found: list[Look] = []
    room = MOST_EPISODES
    async with context.unit_of_work() as session:
        for thread in await sessions.due_threads(session, most=THREADS_AT_ONCE):
            tx = Tx(session, thread.owner_id)
            spans = await sessions.spans(tx, thread.id)
            known = service.claimed(spans, await service.of_thread(tx, thread.id))
            over = [span for span in spans if span.ends_at < thread.now and span.meaningful]
            unwanted = await episodes.erased(tx, over)
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
        async with context.unit_of_work_of(work.thread.owner_id) as tx:
            kept = await episodes.keep(tx, work.thread.id, work.span, made, known=work.known)
            tally.made += kept is not None
            whole = whole and kept is not None
            await context.report(tx.session, tally.made, total)
    if whole:
        async with context.unit_of_work() as session:
            await sessions.looked_at(session, look.thread, again_at=look.again_at)
    return True


async def _made(context: JobContext, models: ModelRouter, work: Work) -> Distilled | None:
    """The episode's words; None where the user erased it before."""
    owner_id, span = work.thread.owner_id, work.span
    async with context.unit_of_work_of(owner_id) as tx:
        parts = await sessions.messages(tx, work.thread.id, since=span.started_at, until=span.ended_at)
        if not work.known and await episodes.erased_before(tx, span, parts):
            return None
    return await distilled(models, owner_id, parts, title=work.thread.own_title, remaining_s=CALL_S)


SCHEDULED = (ScheduledJob(DISTIL, Every(EVERY_S), source="sessions that have ended"),)
