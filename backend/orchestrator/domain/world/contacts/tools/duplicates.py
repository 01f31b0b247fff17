"""Which contacts are proposed as one, and which were already? Each pair is proposed once, as a waiting preview of the
merge; nothing is merged by itself. One that waits for the answer is asked about until there is one."""

import asyncio
from collections.abc import Collection, Sequence
from uuid import UUID

from pydantic import BaseModel

from orchestrator.agent.tools.freezing import freeze
from orchestrator.agent.tools.spec import FrozenTool
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.people.previews.service import Previews, heads
from orchestrator.domain.world.contacts import repository
from orchestrator.domain.world.contacts.merging import merge_repository
from orchestrator.domain.world.contacts.merging.duplicate_scoring import Likely, Pair, Seen, pairs, proposals
from orchestrator.domain.world.contacts.merging.service import Merges
from orchestrator.domain.world.contacts.merging.similarity import as_seen
from orchestrator.domain.world.contacts.model import Contact
from orchestrator.domain.world.contacts.schemas import DUPLICATES, Duplicates
from orchestrator.domain.world.contacts.service import contacts
from orchestrator.domain.world.contacts.tools.merge_tools import proposed
from orchestrator.errors import ClientError
from orchestrator.kit.clock import Clock
from orchestrator.scheduling.async_jobs import enqueue

LIFE_S = 7 * 86_400.0
"""A proposal that nobody asked for waits as long as a command's."""
MOST_AT_ONCE = 20
"""Proposals of one look: the rest follows with the next, which comes at once for those that wait."""
_OVER = frozenset({"cancelled", "expired"})
KNOWN_LIMIT = 20_000


class DuplicateOut(BaseModel):
    """Two contacts that may be one person. `why`: `email`, `phone`, `name_and_birthday`, …; with `name` alone it is
    shown and never proposed. `preview_id`: what proposes to merge them. `waiting`: one of them is in no list until the
    user says."""

    contact_ids: tuple[UUID, UUID]
    names: tuple[str, str]
    why: str
    proposed: bool
    preview_id: UUID | None
    waiting: bool = False


async def shown(tx: Tx) -> list[DuplicateOut]:
    """All pairs that may be one person, those that the user keeps apart too."""
    people = await _seen(tx)
    noted = await merge_repository.noted_pairs(tx)
    names = {one.id: one.name for one in people}
    waiting = {one.id for one in people if one.waits}
    return [
        DuplicateOut(
            contact_ids=pair,
            names=(names[pair[0]], names[pair[1]]),
            why=why,
            proposed=pair in noted,
            preview_id=noted.get(pair),
            waiting=not waiting.isdisjoint(pair),
        )
        for pair, why in sorted((await asyncio.to_thread(pairs, people)).items())
    ]


async def propose(tx: Tx, merges: Merges, spec: FrozenTool, clock: Clock) -> Sequence[Likely]:
    """File a preview for each group of contacts that are likely one and were not proposed before, those that wait
    first; `spec`: the tool `contacts_merge`. Answers what was proposed."""
    await provenance.lock_ingestion(tx)
    morning = await accounts.morning(tx)
    zone = morning.timezone or "UTC"
    await merges.settle(tx, zone=zone)  # of imports from before these did so themselves
    await _free(tx)
    people = await _seen(tx)
    waiting = {one.id for one in people if one.waits}
    told = await _told(tx, waiting)
    likely = await asyncio.to_thread(proposals, people, told)  # of thousands it takes its time
    found = sorted(likely, key=lambda one: waiting.isdisjoint(one.merge))
    if not found:
        return []
    made = []
    for one in found[:MOST_AT_ONCE]:
        try:
            prepared = await proposed(tx, merges, one.keep, one.merge, zone=zone, locale=morning.locale)
        except ClientError:
            continue  # one of them went meanwhile
        preview = freeze(
            spec, prepared, owner_id=tx.owner_id, zone=zone, locale=morning.locale, now=clock.now(), life_s=LIFE_S
        )
        await Previews().add(tx.session, preview)
        await merge_repository.note_pairs(tx, one.why, preview.id)
        made.append(one)
    if made and any(not waiting.isdisjoint(one.merge) for one in found[MOST_AT_ONCE:]):
        await enqueue(tx.session, DUPLICATES, Duplicates(), owner_id=tx.owner_id, dedupe_key="look")
    return made


async def _told(tx: Tx, waiting: Collection[UUID]) -> Collection[Pair]:
    """The pairs that are not asked about (again). One with a contact that waits is, once its question was dropped by
    nobody's word: its time was up, or something else that it was about was erased."""
    noted = await merge_repository.noted_pairs(tx)
    asked = {
        pair: preview for pair, preview in noted.items() if preview is not None and not set(pair).isdisjoint(waiting)
    }
    found = await heads(tx, sorted(set(asked.values())))
    over = {pair for pair, preview in asked.items() if preview not in found or found[preview][1].state in _OVER}
    return noted.keys() - over


async def _free(tx: Tx) -> None:
    """Show those that wait for nobody: an archive may bring them without whom they waited for."""
    rows = await repository.contacts.rows(tx, Contact.waits_for.is_not(None), limit=KNOWN_LIMIT, hidden=True)
    there = await repository.contacts.many(tx, [row.waits_for for row in rows if row.waits_for])
    shown = {row.id for row in there if row.hidden_at is None}
    for row in rows:
        if row.waits_for not in shown:
            await contacts.unhide(tx, row.id)


async def _seen(tx: Tx) -> list[Seen]:
    return [as_seen(row) for row in await repository.compared(tx, limit=KNOWN_LIMIT)]
