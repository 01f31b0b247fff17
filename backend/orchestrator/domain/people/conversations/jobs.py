"""When is the older part of a thread summarised? The handler of `conversations.summarise`."""

from datetime import timedelta
from typing import Any

from orchestrator.domain.people.conversations import summaries
from orchestrator.domain.people.conversations.schemas import SUMMARISE, SummariseThread
from orchestrator.domain.people.conversations.summarizing import summarised
from orchestrator.llm.gateway.router import CapReached, ModelRouter
from orchestrator.scheduling.handler import JobContext, JobHandler
from orchestrator.scheduling.scheduled_jobs import External, ScheduledJob
from orchestrator.telemetry.logging import get_logger

AFTER_CAP = timedelta(hours=1)
"""Caps count by UTC day, and may be raised at any time."""

log = get_logger(__name__)


def conversation_jobs(models: ModelRouter) -> tuple[JobHandler[Any], ...]:
    """The handler of `conversations.summarise`."""

    async def summarise(context: JobContext, payload: SummariseThread) -> None:
        """One summary; the next one is a job of its own. A model that fails makes the job fail: the window stays as it
        was, and the job is tried again, by itself and with the next answer in the thread."""
        assert context.owner_id is not None
        owner_id, thread_id = context.owner_id, payload.thread_id
        async with context.unit_of_work_of(owner_id) as tx:
            parts = await summaries.due(tx, thread_id)
        if not parts:
            return
        try:
            made = await summarised(models, owner_id, parts)
        except CapReached as error:
            log.info("a summary waits", thread_id=str(thread_id), why=str(error))
            later = context.clock.now() + AFTER_CAP
            await summaries.put_off(context.tx, thread_id, run_after=later)
            return
        await summaries.keep(context.tx, thread_id, parts, made)
        await summaries.owe(context.tx, thread_id)

    return (JobHandler(SUMMARISE, summarise),)


SCHEDULED = (
    ScheduledJob(SUMMARISE, External(), source="what takes a thread past its window: an answer, or what is ingested"),
)
