"""What if the user says at once who they all are that wait? Each is the one that it waits for, or nobody of them is."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from uuid import UUID

from sqlalchemy import ColumnElement

from orchestrator.db.session import Database
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.world.contacts import repository
from orchestrator.domain.world.contacts.merging import merge_repository
from orchestrator.domain.world.contacts.merging.service import Merges
from orchestrator.domain.world.contacts.model import Contact
from orchestrator.domain.world.contacts.service import contacts
from orchestrator.errors import InvalidRequest, NotFound

AT_ONCE = 200
"""Contacts of one request; the others wait for the next."""
TOGETHER = 20
"""Contacts of one unit of work: others write meanwhile."""


@dataclass
class Settled:
    """`ids`: who waits no more; `left`: how many wait still; `over`: the proposals that ask about nobody any more."""

    ids: list[UUID] = field(default_factory=list)
    left: int = 0
    over: list[UUID] = field(default_factory=list)


async def settle(
    database: Database, owner_id: UUID, merges: Merges, *, same: bool, only: Sequence[UUID] | None, zone: str
) -> Settled:
    """Merge each contact that waits into the one that it waits for, or (not `same`) let each stand for itself; `only`:
    these of them."""
    done, merged = Settled(), set[UUID]()
    while len(done.ids) < AT_ONCE:
        async with database.unit_of_work_of(owner_id) as tx:
            await provenance.lock_ingestion(tx)
            rows = await repository.contacts.rows(tx, *_wanted(only), limit=TOGETHER, hidden=True)
            if not rows:
                break
            asked = await _asked_about(tx, [row.id for row in rows])
            for row in rows:
                if await _is_merged(tx, merges, row, same=same, zone=zone):
                    merged.add(row.id)
            done.ids += [row.id for row in rows]
        done.over += [preview for preview, ids in asked.items() if not same or len(ids - merged) <= 1]
    async with database.unit_of_work_of(owner_id) as tx:
        done.left = await repository.contacts.count(tx, *_wanted(only), hidden=True)
    return done


def _wanted(only: Sequence[UUID] | None) -> Sequence[ColumnElement[bool]]:
    waits = Contact.waits_for.is_not(None)
    return (waits,) if only is None else (waits, Contact.id.in_(only))


async def _asked_about(tx: Tx, ids: Sequence[UUID]) -> dict[UUID, set[UUID]]:
    """The proposals about any of these contacts, with all that each is about."""
    noted = await merge_repository.noted_pairs(tx)
    asked: dict[UUID, set[UUID]] = {}
    for pair, preview in noted.items():
        if preview is not None:
            asked.setdefault(preview, set()).update(pair)
    wanted = set(ids)
    return {preview: about for preview, about in asked.items() if not wanted.isdisjoint(about)}


async def _is_merged(tx: Tx, merges: Merges, row: Contact, *, same: bool, zone: str) -> bool:
    """Whether it is part of the other one now; else it is shown."""
    if same and row.waits_for is not None:
        with suppress(NotFound, InvalidRequest):  # an archive may have brought it without whom it waits for
            await merges.merge(tx, row.waits_for, [row.id], zone=zone)
            return True
    await contacts.unhide(tx, row.id)
    return False
