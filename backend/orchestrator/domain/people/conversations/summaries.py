"""What stands in a prompt for the older messages of a thread? Summaries, each of thirty messages; the messages stay.

Past 50 messages that no summary covers the oldest 30 get one, by a job that is enqueued with the answer that went
past, or with what was ingested. A summary whose messages change or are cleaned is withdrawn, and made again.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.agent.ports.requests import StoredSummary
from orchestrator.agent.types.limits import SUMMARIES_SHOWN, SUMMARISED_AT_ONCE, WINDOW_MESSAGES
from orchestrator.agent.types.origin import Origin
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.foundation.slices.erasable import ErasedRow
from orchestrator.domain.people.conversations import covering
from orchestrator.domain.people.conversations.said import Said, said
from orchestrator.domain.people.conversations.schemas import (
    SUMMARISE,
    SummariseThread,
    SummarisingOut,
    SummaryOut,
)
from orchestrator.domain.people.conversations.summarizing import Made
from orchestrator.errors import NotFound
from orchestrator.kit.ids import new_id
from orchestrator.scheduling import status
from orchestrator.scheduling.async_jobs import enqueue
from orchestrator.scheduling.model import in_seconds

KIND = "conversation_summary"
MESSAGE = "message"
INGESTED_AT_ONCE = 4
INGESTED_EVERY_S = 30.0
"""Of an archive of hundreds of conversations so many are begun each half minute: their models have other work too."""
TRIED_AGAIN_AFTER = timedelta(hours=6)
"""A summary whose job used up its attempts is made by the next answer in the thread, or by idle work after so long."""
RULE = "fact"


async def owe(tx: Tx, thread_id: UUID, **when: Any) -> bool:
    """Have the oldest messages summarised where the thread is past its window; False where it is not. `when`:
    `run_after`."""
    most = WINDOW_MESSAGES + 1
    past = await covering.uncovered(tx, thread_id, most=most) == most
    if past:
        await put_off(tx, thread_id, **when)
    return past


async def owe_ingested(tx: Tx, thread_ids: Sequence[UUID]) -> None:
    """The same for threads that were ingested together, a few at a time."""
    owed = 0
    for thread_id in thread_ids:
        run_after = in_seconds(INGESTED_EVERY_S * (owed // INGESTED_AT_ONCE))
        owed += await owe(tx, thread_id, run_after=run_after)


async def owe_overdue(session: AsyncSession, *, now: datetime, most: int) -> int:
    """Have the threads summarised that are past their window and wait for no job: the last one failed a while ago, or
    nobody asked for one. Answers how many; `now`: aware."""
    owed = 0
    for owner_id, thread_id in await covering.past_window(session, window=WINDOW_MESSAGES, most=most):
        tx = Tx(session, owner_id)
        last = (await status.unfinished(tx, SUMMARISE.name, [str(thread_id)])).get(str(thread_id))
        rested = last is None or (
            last.state == "failed" and last.finished_at is not None and last.finished_at < now - TRIED_AGAIN_AFTER
        )
        if rested and await covering.uncovered(tx, thread_id, most=WINDOW_MESSAGES + 1) > WINDOW_MESSAGES:
            await put_off(tx, thread_id)
            owed += 1
    return owed


async def put_off(tx: Tx, thread_id: UUID, **when: Any) -> None:
    """Enqueue the job; `when`: `run_after`."""
    job = SummariseThread(thread_id=thread_id)
    await enqueue(tx.session, SUMMARISE, job, owner_id=tx.owner_id, dedupe_key=str(thread_id), **when)


async def due(tx: Tx, thread_id: UUID) -> list[Said]:
    """The messages that are to be summarised next, oldest first; none where the window holds all that is left."""
    most = WINDOW_MESSAGES + 1
    rows = await covering.oldest_uncovered(tx, thread_id, most=most)
    return [said(row) for row in rows[:SUMMARISED_AT_ONCE]] if len(rows) == most else []


async def keep(tx: Tx, thread_id: UUID, parts: Sequence[Said], made: Made) -> bool:
    """Store a summary of these messages; False, and nothing stored, where one of them changed or went meanwhile, or a
    rule went whose words it took in."""
    await provenance.lock_ingestion(tx)  # no erasure may walk by what is not stored yet
    if await provenance.gone(tx, RULE, made.rules):
        return False
    read = [(part.id, part.changed_at) for part in parts]
    if await covering.hold_unchanged(tx, read) != len(parts):
        return False
    summary_id, ids = new_id(), [part.id for part in parts]
    values = {
        "id": summary_id,
        "thread": thread_id,
        "from_id": ids[0],
        "to_id": ids[-1],
        "count": len(ids),
        "since": parts[0].at,
        "until": parts[-1].at,
        "text": made.text,
        "origin": made.origin.value,
        "generated_by": made.generated_by,
    }
    await covering.add(tx, values, ids)
    sources = [*((MESSAGE, message_id) for message_id in ids), *((RULE, rule_id) for rule_id in made.rules)]
    await provenance.record_all(tx, sources=sources, derived=(KIND, summary_id))
    return True


async def withdraw(tx: Tx, message_ids: Sequence[UUID]) -> None:
    """Take back the summaries that cover any of these messages, and have them made again."""
    if message_ids:
        await _remove(tx, await covering.covering(tx, message_ids))


async def shown(tx: Tx, thread_id: UUID) -> tuple[StoredSummary, ...]:
    """The newest summaries of a thread, oldest first, as a prompt takes them."""
    rows = await covering.newest(tx, thread_id, most=SUMMARIES_SHOWN)
    return tuple(
        StoredSummary(
            id=row.id,
            text=row.text,
            origin=Origin(row.origin),
            since=row.since_at,
            until=row.until_at,
            count=row.count,
            sources=tuple(row.sources),
        )
        for row in reversed(rows)
    )


async def of_threads(tx: Tx, thread_ids: Sequence[UUID]) -> dict[UUID, tuple[list[SummaryOut], SummarisingOut | None]]:
    """For each thread its summaries, oldest first, and the one that is to be made, is being made, or failed."""
    if not thread_ids:
        return {}
    made: dict[UUID, list[SummaryOut]] = {thread_id: [] for thread_id in thread_ids}
    for row in await covering.of_threads(tx, thread_ids):
        made[row.thread_id].append(SummaryOut.model_validate(row, from_attributes=True))
    keys = [str(thread_id) for thread_id in thread_ids]
    open_jobs = await status.unfinished(tx, SUMMARISE.name, keys)
    return {
        thread_id: (summaries, SummarisingOut.of(open_jobs.get(str(thread_id))))
        for thread_id, summaries in made.items()
    }


async def parts_of(tx: Tx, thread_id: UUID) -> list[ErasedRow]:
    """The summaries that go with their thread."""
    rows = await covering.of_threads(tx, [thread_id])
    return [ErasedRow(KIND, row.id, indexed=False) for row in rows]


async def erase(tx: Tx, summary_id: UUID) -> Sequence[ErasedRow]:
    """Delete a summary all of whose messages are gone. Raises NotFound."""
    if not await covering.remove(tx, [summary_id]):
        raise NotFound("There is no such summary.")
    return [ErasedRow(KIND, summary_id, indexed=False)]


async def rebuild(tx: Tx, summary_id: UUID) -> None:
    """Take it back and have one made of what its messages say now."""
    await _remove(tx, [summary_id])


async def _remove(tx: Tx, summary_ids: Sequence[UUID]) -> None:
    if not summary_ids:
        return
    threads = await covering.remove(tx, summary_ids)
    await provenance.forget(tx, [(KIND, summary_id) for summary_id in summary_ids])
    for thread_id in dict.fromkeys(threads):
        await owe(tx, thread_id)


async def keys(tx: Tx) -> Sequence[tuple[UUID, str | None, str | None]]:
    """What a tombstone may name summaries by: their ids."""
    return [(summary_id, None, None) for summary_id in await covering.all_ids(tx)]
