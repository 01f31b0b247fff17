"""When is it read what the user told? Every five minutes, of sessions that ended, each message once.

A session counts from four messages of the user's on, or from one stated fact. One model call after another; what a call
found is committed with its messages marked as read, so that a kill loses one call. Rests at the cap of `extraction`.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from orchestrator.db.tx import Tx
from orchestrator.domain.memory.fact_learning import focus
from orchestrator.domain.memory.fact_learning.checks import Learnable, stated_in
from orchestrator.domain.memory.fact_learning.extraction import FEW, batch, extracted
from orchestrator.domain.memory.fact_learning.learning import Learned, keep, told_before
from orchestrator.domain.memory.facts import reading
from orchestrator.domain.memory.facts.similarity import Meanings, shares_words
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.people.conversations import sessions
from orchestrator.domain.people.conversations.rounds import go_round
from orchestrator.domain.people.conversations.sessions import DueThread, Look, SessionSpan
from orchestrator.llm.gateway.router import ModelRouter
from orchestrator.llm.port import Embedder, ModelError, ModelTimeout
from orchestrator.scheduling.async_jobs import JobType
from orchestrator.scheduling.handler import JobContext, JobHandler
from orchestrator.scheduling.history import Ended
from orchestrator.scheduling.scheduled_jobs import Every, Scheduled, ScheduledJob
from orchestrator.telemetry.logging import get_logger

EXTRACT = JobType("facts.extract", Scheduled, max_attempts=2, timeout_s=1_200.0)
"""Read the sessions of all users that have ended for what they tell of the user."""
EVERY_S = 300.0
CALL_S = 300.0
THREADS_AT_ONCE = 50
MOST_EMBEDDED = 60

log = get_logger(__name__)


@dataclass(frozen=True)
class _Work:
    """A thread's sessions that are over and have something unread. `again_at`: when one that goes on will be over."""

    thread: DueThread
    spans: tuple[SessionSpan, ...]
    again_at: datetime | None


@dataclass
class _Tally:
    calls: int = 0
    learned: int = 0
    proposed: int = 0
    known: int = 0
    threads: int = 0

    def add(self, told: Learned) -> None:
        self.calls += 1
        self.learned += told.learned + told.stated
        self.proposed += told.proposed
        self.known += told.known

    @property
    def told(self) -> str:
        """For the history of the scheduled job."""
        return f"facts learned: {self.learned}, proposed: {self.proposed}, known before: {self.known}"


def extraction_jobs(models: ModelRouter, default_zone: str) -> tuple[JobHandler[Any], ...]:
    """The handler of `facts.extract`. `default_zone`: of users who have none themselves (STEWARD_TIMEZONE)."""

    async def extract(context: JobContext, _: Scheduled) -> Ended | None:
        works = await _works(context)
        if not works:
            return Ended("idle")
        tally = _Tally()

        async def read(work: _Work, ends_at: float) -> bool:
            if not await _read(context, models, work, tally, default_zone=default_zone, ends_at=ends_at):
                return False
            tally.threads += 1
            async with context.unit_of_work() as session:
                await context.report(session, tally.threads, len(works))
            return True

        gone = await go_round(context, works, read)
        return gone.ended(tally.told, did_something=bool(tally.calls))

    return (JobHandler(EXTRACT, extract),)


async def _works(context: JobContext) -> list[_Work]:
    """The threads with something to read; those without are done with at once."""
    found: list[_Work] = []
    async with context.unit_of_work() as session:
        for thread in await sessions.due_threads(session, most=THREADS_AT_ONCE, look=Look.FACTS):
            spans = await sessions.spans(Tx(session, thread.owner_id), thread.id)
            again_at = next((span.ends_at for span in spans if span.ends_at >= thread.now), None)
            over = tuple(span for span in spans if span.ends_at < thread.now and span.unread)
            if over:
                found.append(_Work(thread, over, again_at))
            else:
                await sessions.looked_at(session, thread, again_at=again_at)
    return found


async def _read(
    context: JobContext, models: ModelRouter, work: _Work, tally: _Tally, *, default_zone: str, ends_at: float
) -> bool:
    """All of one thread; False where the time is over. Raises CapReached, ModelUnavailable."""
    for span in work.spans:
        left = span.unread
        while left > 0:
            if context.stopping() or asyncio.get_running_loop().time() > ends_at:
                return False
            taken = await _read_some(context, models, work.thread, span, tally, default_zone=default_zone)
            left = left - taken if taken else 0
    async with context.unit_of_work() as session:
        await sessions.looked_at(session, work.thread, again_at=work.again_at)
    return True


async def _read_some(
    context: JobContext,
    models: ModelRouter,
    thread: DueThread,
    span: SessionSpan,
    tally: _Tally,
    *,
    default_zone: str,
) -> int:
    """One call's worth of a session; answers how many messages that were, 0 where there is nothing to read."""
    owner_id = thread.owner_id
    async with context.unit_of_work_of(owner_id) as tx:
        unread = await sessions.unread(tx, thread.id, span)
        believed = await reading.facts_now(tx)
        me, morning = await accounts.me(tx), await accounts.morning(tx)
        mine = not thread.ingested
        worth_it = span.meaningful or await told_before(tx, unread)
    # In a thread: a message may be as long as a book's chapter.
    worth_it = worth_it or bool(await asyncio.to_thread(stated_in, unread, to_steward=mine))
    if not unread or not worth_it:
        return 0
    parts = batch(unread)
    wanted = focus.chosen(believed)
    try:
        found = await extracted(models, owner_id, parts, wanted=wanted, to_steward=mine, remaining_s=CALL_S)
    except ModelTimeout:
        parts = parts[:FEW]  # the rest is read by calls of its own
        found = await extracted(models, owner_id, parts, wanted=wanted, to_steward=mine, remaining_s=CALL_S)
    meanings = await _meanings(context.embedder, found, [row.text for row in believed])
    async with context.unit_of_work_of(owner_id) as tx:
        zone = me.timezone or default_zone
        tally.add(await keep(tx, thread, span, parts, found, zone=zone, locale=morning.locale, meanings=meanings))
    return len(parts)


async def _meanings(embedder: Embedder | None, found: Sequence[Learnable], known: Sequence[str]) -> Meanings:
    """Vectors of what was found and of the facts that it may repeat; none where they can't be had."""
    new = list(dict.fromkeys(one.text for one in found))
    near = [text for text in dict.fromkeys(known) if any(shares_words(text, each) for each in new)]
    texts = list(dict.fromkeys([*new, *near[:MOST_EMBEDDED]]))
    if embedder is None or len(texts) < 2:
        return Meanings()
    try:
        vectors = await embedder.embed_documents(texts)
    except ModelError as error:
        log.info("facts are compared by their words", why=str(error))
        return Meanings()
    return Meanings(dict(zip(texts, vectors, strict=True)))


SCHEDULED = (ScheduledJob(EXTRACT, Every(EVERY_S), source="sessions that have ended"),)
