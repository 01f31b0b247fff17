"""How do entries get their vectors, and new postings after a migration? Batch by batch, each committed: a kill loses no
more than the last one."""

import asyncio
from datetime import timedelta

from orchestrator.domain.foundation.search import embedding, index_writer
from orchestrator.domain.foundation.search.schemas import EMBED, REINDEX, Reindexing, VectorsOwed
from orchestrator.domain.foundation.search.store import repository, vectors
from orchestrator.scheduling.async_jobs import enqueue
from orchestrator.scheduling.handler import JobContext, JobHandler
from orchestrator.scheduling.scheduled_jobs import External, ScheduledJob

BATCH = 32
"""Entries, with their sentences about 80 texts: half a second on one core."""
REINDEX_BATCH = 500
"""Entries; half a second, so that a turn that wants the index does not wait longer."""
REINDEX_AGAIN_S = 2
SLICE_S = 600.0
"""So long one attempt works; what is left then is another job's, so that no attempt runs into its time-out."""


async def embed(context: JobContext, _: VectorsOwed) -> None:
    """Handler of `search.embed`: vectors for the owner's entries that have none, newest first.

    The embedder works at a low priority, so turns are not held up. Raises ModelError where the model can't be had: the
    job is tried again, and searches go by words meanwhile.
    """
    owner_id, embedder = context.owner_id, context.embedder
    assert owner_id is not None
    if embedder is None:
        return
    async with context.unit_of_work_of(owner_id) as tx:
        total = await vectors.count_missing(tx, embedder.name)
    done, before = 0, vectors.NEWEST
    ends_at = asyncio.get_running_loop().time() + SLICE_S
    while done < total:
        if context.stopping() or asyncio.get_running_loop().time() > ends_at:
            await embedding.owe(context.tx)
            return
        async with context.unit_of_work_of(owner_id) as tx:
            rows = await vectors.missing(tx, embedder.name, limit=BATCH, before=before)
        if not rows:
            return
        made = await embedding.embedded(embedder, rows)
        done, before = done + len(rows), rows[-1].doc
        async with context.unit_of_work_of(owner_id) as tx:
            await vectors.store(tx, embedder.name, made)
            await context.report(tx.session, done, total)


async def reindex(context: JobContext, _: Reindexing) -> None:
    """Handler of `search.reindex`: index anew what a migration marked as stale, newest first."""
    assert context.owner_id is not None
    async with context.unit_of_work_of(context.owner_id) as tx:
        total = await repository.count_stale(tx)
    done = 0
    ends_at = asyncio.get_running_loop().time() + SLICE_S
    while not (context.stopping() or asyncio.get_running_loop().time() > ends_at):
        async with context.unit_of_work_of(context.owner_id) as tx:
            renewed = await index_writer.renew(tx, REINDEX_BATCH)
            done += renewed
            await context.report(tx.session, done, max(done, total))
        if not renewed:
            break
    if await repository.count_stale(context.tx):  # also what others were changing meanwhile
        again = context.clock.now() + timedelta(seconds=REINDEX_AGAIN_S)
        await enqueue(
            context.session, REINDEX, Reindexing(), owner_id=context.owner_id, dedupe_key="all", run_after=again
        )


JOBS = (JobHandler(EMBED, embed), JobHandler(REINDEX, reindex))
SCHEDULED = (
    ScheduledJob(EMBED, External(), source="an entry of the index without a vector"),
    ScheduledJob(REINDEX, External(), source="a migration that made the index stale"),
)
