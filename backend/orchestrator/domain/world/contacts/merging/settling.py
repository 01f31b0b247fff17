"""Which contacts are merged and there as well? An import brings a row from before its merge, or a merge from after it:
the row becomes part of the kept contact again, with all that refers to it. Where the user took the merge back here, it
is the merge that goes."""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.foundation.search import service as search
from orchestrator.domain.world.contacts import grouping, repository, texts
from orchestrator.domain.world.contacts.merging import merge_repository, merge_steps
from orchestrator.domain.world.contacts.merging.merge_steps import Means, take_in
from orchestrator.domain.world.contacts.merging.provenance_of_values import JOINED, Gain, part
from orchestrator.domain.world.contacts.model import Contact, ContactMerge

KIND = "contact"


Came = Callable[[Sequence[UUID]], Awaitable[Collection[UUID]]]
"""ids of merges -> those of them that were made elsewhere: the kept contact here has nothing of them yet."""


async def settle(tx: Tx, means: Means, came: Came | None) -> int:
    """Let no contact be merged and there as well; answers how many were."""
    await provenance.lock_ingestion(tx)
    merges = await merge_repository.merges(tx)
    there = await merge_repository.live(tx, [one.merged_id for one in merges])
    doubled = [one for one in merges if one.merged_id in there]
    noted = await merge_repository.noted_at(tx) if doubled else {}
    foreign = frozenset(await came([one.id for one in doubled])) if doubled and came is not None else frozenset()
    for one in doubled:
        keep, row = await _both(tx, one)
        noted_at = noted.get((min(one.keep_id, one.merged_id), max(one.keep_id, one.merged_id)))
        taken_back = noted_at is not None and noted_at > one.created_at
        if keep is None or row is None or taken_back:
            tx.session.expunge(one)
            await merge_repository.remove(tx, [one.id])
        else:
            await _merge_again(tx, keep, row, one, means, made_here=one.id not in foreign)
    return len(doubled)


async def _both(tx: Tx, merge: ContactMerge) -> tuple[Contact | None, Contact | None]:
    found = {row.id: row for row in await repository.contacts.many(tx, [merge.keep_id, merge.merged_id])}
    return found.get(merge.keep_id), found.get(merge.merged_id)


async def _merge_again(
    tx: Tx, keep: Contact, row: Contact, merge: ContactMerge, means: Means, *, made_here: bool
) -> None:
    """The same merge, of what is the later of the row and what the merge remembers, with what either moved; what the
    user took out of the kept contact since stays out."""
    left, refused = part(merge_steps.columns_of(keep), Gain.of(merge.gain), means.phone_key)
    before = keep.groups
    merge_steps.set_columns(keep, left, means.phone_key)
    if datetime.fromisoformat(merge.contact["updated_at"]) >= row.updated_at:
        held = row.groups
        merge_steps.set_columns(row, {name: merge.contact[name] for name in JOINED}, means.phone_key)
        await tx.session.flush()
        await grouping.moved(tx, row, held)
    await tx.session.flush()
    await grouping.moved(tx, keep, before)
    tx.session.expunge(merge)
    await merge_repository.remove(tx, [merge.id])
    made = await take_in(tx, keep, row, means, again=(merge.id, refused if made_here else {}))
    made.created_at = merge.created_at
    made.links = _joined(merge.links, made.links)
    made.referrers = _joined(merge.referrers, made.referrers)
    merge_steps.bump(keep)
    await tx.session.flush()
    await search.withdraw(tx, KIND, [merge.merged_id])
    await search.index(tx, [texts.entry(keep)] if keep.hidden_at is None else [])


def _joined(told: Mapping[str, Sequence[Any]], now: Mapping[str, Sequence[Any]]) -> dict[str, list[Any]]:
    """What the merge moved when it was made, and now."""
    return {
        name: [*told.get(name, ()), *(one for one in now.get(name, ()) if one not in told.get(name, ()))]
        for name in dict.fromkeys([*told, *now])
    }
