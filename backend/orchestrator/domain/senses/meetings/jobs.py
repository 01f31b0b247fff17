"""When is a meeting summarised, by whom, and what if no model can? The handlers of `meetings.summarize`
and of `meetings.index`, which lets what was said be found.

A configured model that fails makes the job fail and be tried again; after the last attempt, without a model, or where
the day's tokens for meetings are used up, the reader shows sentences of the transcript and says that it did.
"""

import asyncio
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from orchestrator.domain.senses.meetings import results
from orchestrator.domain.senses.meetings.errors import SummaryUnreadable
from orchestrator.domain.senses.meetings.results import Result, Work
from orchestrator.domain.senses.meetings.schemas import INDEX, SUMMARIZE, Index, Summarize
from orchestrator.domain.senses.meetings.summary import reading
from orchestrator.domain.senses.meetings.summary.drafts import Draft
from orchestrator.domain.senses.meetings.summary.passages import Passage
from orchestrator.domain.senses.meetings.summary.summarizing import Summarizer
from orchestrator.llm.gateway.router import ModelRouter
from orchestrator.llm.port import CapReached, ModelError
from orchestrator.scheduling.handler import JobContext, JobHandler
from orchestrator.scheduling.scheduled_jobs import External, ScheduledJob
from orchestrator.telemetry.logging import get_logger
from orchestrator.worker_processes.service import WorkerProcesses

INDEXED_AT_ONCE = 200
"""Passages: as of documents."""

log = get_logger(__name__)


def meeting_jobs(models: ModelRouter, processes: WorkerProcesses, default_zone: str) -> tuple[JobHandler[Any], ...]:
    """The handler of `meetings.summarize`. `processes`: where transcripts are read; `default_zone`: of users who have
    none themselves (STEWARD_TIMEZONE)."""

    async def summarize(context: JobContext, payload: Summarize) -> None:
        assert context.owner_id is not None
        async with context.unit_of_work_of(context.owner_id) as tx:
            loaded = await results.load(tx, payload.meeting_row_id, default_zone=default_zone)
        if loaded is None:
            return
        by_model = loaded.due and models.configured
        read = await reading.read(processes, context.owner_id, loaded.kept, turns=by_model)
        work = await results.understood(loaded, read)
        result = await _result(context, models, processes, work) if loaded.due else None
        await results.write(context.tx, work, result)

    async def index(context: JobContext, payload: Index) -> None:
        assert context.owner_id is not None
        async with context.unit_of_work_of(context.owner_id) as tx:
            loaded = await results.load(tx, payload.meeting_row_id, default_zone=default_zone)
        if loaded is None:
            return
        read = await reading.read(processes, context.owner_id, loaded.kept, turns=False)
        work = await results.understood(loaded, read)
        decided, passages = await reading.found(processes, context.owner_id, loaded.kept, work.names)
        await _index(context, context.owner_id, work, decided, passages)

    return (JobHandler(SUMMARIZE, summarize), JobHandler(INDEX, index))


async def _index(
    context: JobContext,
    owner_id: UUID,
    work: Work,
    decided: Sequence[dict[str, Any]],
    passages: Sequence[Passage],
) -> None:
    """Let it be found a few passages at a time: the index is written under a lock of the user's. What was said later
    and what was erased meanwhile ends it."""
    async with context.unit_of_work_of(owner_id) as tx:
        entries = await results.decide(tx, work, decided, passages)
    for start in range(0, len(entries), INDEXED_AT_ONCE):
        async with context.unit_of_work_of(owner_id) as tx:
            if not await results.let_be_found(tx, work, entries[start : start + INDEXED_AT_ONCE]):
                return
        await asyncio.sleep(0)


async def _result(context: JobContext, models: ModelRouter, processes: WorkerProcesses, work: Work) -> Result:
    """Raises ModelError and SummaryUnreadable where the job shall be tried again, OutOfLimits where it shall not."""
    assert context.owner_id is not None
    draft: Draft | None = None
    told: str | None = None
    if models.configured:
        try:
            draft = await _by_model(context, models, work)
        except CapReached as error:  # no attempt of this day would do better
            told = str(error)
        except (ModelError, SummaryUnreadable) as error:
            if not context.last_attempt:
                raise
            told = f"{type(error).__name__}: {error}"
            log.warning("meeting read without a model", error=told)
    draft, items = await reading.summarize(processes, context.owner_id, work.loaded.kept, work.asked, draft)
    return Result(draft, items, told)


async def _by_model(context: JobContext, models: ModelRouter, work: Work) -> Draft:
    assert context.owner_id is not None

    async def progress(done: int, total: int) -> None:
        async with context.unit_of_work() as session:
            await context.report(session, done, total)

    return await Summarizer(models, context.owner_id).draft(work.sheet, progress)


SCHEDULED = (
    ScheduledJob(SUMMARIZE, External(), source="POST /ingest/meetings/transcript, and a re-run"),
    ScheduledJob(INDEX, External(), source="a meeting whose summary was written, and one that came with an archive"),
)
