"""Does what was learned still stand where it was taken from, and has anything used it? What doesn't goes to review.

Nothing of the fact changes: the mark is a row of its own (facts/reviewing.py).
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.memory.consolidation.comparing import GoesOn
from orchestrator.domain.memory.consolidation.schemas import Tally
from orchestrator.domain.memory.facts.retrieval.scoring import LOOK_BACK, Signals, days_unseen, relevance
from orchestrator.domain.memory.facts.review import review_queue, reviewing
from orchestrator.domain.memory.facts.review.review_queue import Believed
from orchestrator.domain.memory.facts.review.reviewing import SOURCE_CHANGED, SOURCE_GONE, UNUSED, Why
from orchestrator.domain.memory.notes.service import notes
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.people.conversations import quoting
from orchestrator.domain.people.runs import service as runs
from orchestrator.scheduling.handler import JobContext

EVERY = timedelta(days=1)
"""Sources change by acts that tell the facts (erasure, ingestion); this is the net below them."""
BATCH = 100
STALE_BELOW = 0.25
"""Relevance without any question (seed 004). A learned fact of middling importance (5) that no answer used comes to it
after sixty days of use; one of importance 8 never does."""


async def verify(context: JobContext, tally: Tally, *, default_zone: str, goes_on: GoesOn) -> bool:
    """Look after the learned facts of all users that are due; False where the time was over."""
    async with context.unit_of_work() as session:
        owners = await review_queue.owners_to_verify(session, every=EVERY)
    for owner_id in owners:
        while True:
            if not await goes_on():
                return False
            async with context.unit_of_work_of(owner_id) as tx:
                rows = await review_queue.to_verify(tx, every=EVERY, most=BATCH)
                tally.marked += await _marked(tx, rows, context.clock.now(), default_zone)
                await review_queue.verified(tx, [row.id for row in rows])
            tally.verified += len(rows)
            if len(rows) < BATCH:
                break
    return True


async def _marked(tx: Tx, rows: Sequence[Believed], now: datetime, default_zone: str) -> int:
    """Put up for review what is not so well founded, or not so well used, any more; answers how many."""
    known = await reviewing.marked(tx, [row.id for row in rows])
    fresh = [row for row in rows if row.id not in known]
    found: dict[UUID, Why] = {**await _unused(tx, fresh, now, default_zone)}
    found |= await _unfounded(tx, fresh)
    for fact_id, why in found.items():
        await reviewing.mark(tx, fact_id, why)
    return len(found)


async def _unfounded(tx: Tx, rows: Sequence[Believed]) -> dict[UUID, Why]:
    """Those none of whose sources says it any more: because it is gone, or says something else."""
    ids: dict[str, list[UUID]] = {"message": [], "note": []}
    for row in rows:
        for one in row.provenance:
            ids.setdefault(str(one["kind"]), []).append(UUID(one["id"]))
    texts = {one.id: one.text for one in await quoting.messages(tx, ids["message"])}
    there = await notes.many(tx, ids["note"])
    texts |= {one.id: one.text for one in there if one.hidden_at is None}
    found: dict[UUID, Why] = {}
    for row in rows:
        looked_at = [one for one in row.provenance if one["kind"] in {"message", "note"}]
        if row.provenance and len(looked_at) < len(row.provenance):
            continue  # another kind of source stands on its own
        left = [(one, texts[UUID(one["id"])]) for one in looked_at if UUID(one["id"]) in texts]
        if not left:
            found[row.id] = SOURCE_GONE
        elif not any(one["quote"] is None or one["quote"] in text for one, text in left):
            found[row.id] = SOURCE_CHANGED
    return found


async def _unused(tx: Tx, rows: Sequence[Believed], now: datetime, default_zone: str) -> dict[UUID, Why]:
    """Those that are of little use, by days on which the user was there."""
    if not rows:
        return {}
    zone = (await accounts.me(tx)).timezone or default_zone
    used = await review_queue.uses(tx, [row.id for row in rows])
    days = await runs.days_of_use(tx, since=now - LOOK_BACK, zone=zone)
    found: dict[UUID, Why] = {}
    for row in rows:
        sessions, last = used.get(row.id, (0, None))
        age = days_unseen((row.last_confirmed_at, row.recorded_at, last), zone, days)
        if relevance(Signals(age, sessions, row.importance, 0.0)) < STALE_BELOW:
            found[row.id] = UNUSED
    return found
