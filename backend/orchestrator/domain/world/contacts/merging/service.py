"""Which contacts are the same person, and what if they were not after all?

A merge moves everything of one contact to another and keeps what it moved; an un-merge takes exactly that back, and
leaves what the user changed since. The merged one has no row meanwhile: whatever asks for contacts finds the kept one.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple
from uuid import UUID

from orchestrator.db.tx import Tx, tried
from orchestrator.domain.foundation.entities.merge_order import entangled, root
from orchestrator.domain.foundation.entities.merging import MANY, Moves
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.foundation.search import service as search
from orchestrator.domain.foundation.slices.referrer import Referrer
from orchestrator.domain.world.contacts import owner_locale, repository, texts
from orchestrator.domain.world.contacts.merging import merge_repository, merge_steps, settling, waiting
from orchestrator.domain.world.contacts.merging.merge_steps import Means, take_in, take_out
from orchestrator.domain.world.contacts.merging.provenance_of_values import not_taken
from orchestrator.domain.world.contacts.model import Contact, ContactMerge
from orchestrator.domain.world.contacts.phones import phone_key
from orchestrator.errors import InvalidRequest, NotFound, VersionConflict
from orchestrator.kit.versions import Expected, is_expected

KIND = "contact"
_UNSAID = frozenset({"user_fields", "origin"})
"""What a contact has from a merge that is no field of the user's."""


def _moved(moves: Moves, merge: ContactMerge, aside: Mapping[str, Any]) -> None:
    """Count what one of the merges moved."""
    rows = {
        "relationship": len(merge.links["relationships"]),
        "place": len(merge.links["places"]),
        **{kind: len(entries) for kind, entries in merge.referrers.items()},
    }
    moves.add(str(merge.contact["display_name"]), merge.gain, rows, aside, unsaid=_UNSAID)


class Part(NamedTuple):
    """A contact that was merged into another one, as it was. `names`: all it was called by."""

    id: UUID
    name: str
    names: Sequence[str]
    origin: str


class Merges:
    """Merging and un-merging; `referrers`: who else refers to contacts (their manifests)."""

    def __init__(self, referrers: Sequence[Referrer]) -> None:
        self._referrers = tuple(referrers)

    async def merge(
        self, tx: Tx, keep_id: UUID, merge_ids: Sequence[UUID], *, zone: str, version: Expected = None
    ) -> tuple[Contact, Moves]:
        """Let all of `merge_ids` become part of `keep_id`. Raises InvalidRequest, NotFound, VersionConflict."""
        await provenance.lock_ingestion(tx)
        keep, others = await self._asked(tx, keep_id, merge_ids)
        if not is_expected(keep.version, version):
            raise VersionConflict(f"The contact is at version {keep.version}.")
        waiting.settle(keep)
        means, moves = await self._means(tx, zone), Moves()
        for other in others:
            waiting.settle(other)
            aside = not_taken(merge_steps.columns_of(keep), merge_steps.columns_of(other))
            _moved(moves, await take_in(tx, keep, other, means), aside)
        merge_steps.bump(keep)
        await tx.session.flush()
        await waiting.pass_on(tx, [other.id for other in others], keep.id)
        await search.withdraw(tx, KIND, [other.id for other in others])
        await search.index(tx, [texts.entry(keep)] if keep.hidden_at is None else [])
        return keep, moves

    async def preview(self, tx: Tx, keep_id: UUID, merge_ids: Sequence[UUID], *, zone: str) -> Moves:
        """What `merge` would move; nothing is changed. Raises InvalidRequest, NotFound."""
        async with tried(tx):
            _, moves = await self.merge(tx, keep_id, merge_ids, zone=zone)
        return moves

    async def unmerge(
        self, tx: Tx, keep_id: UUID, merged_id: UUID, *, zone: str, version: Expected = None
    ) -> tuple[Contact, Contact]:
        """The contact that was merged, as it was, and the kept one, without what it had from it and the user left as it
        was. Raises NotFound, VersionConflict."""
        await provenance.lock_ingestion(tx)
        keep = await repository.contacts.get(tx, keep_id, for_update=True)
        if not is_expected(keep.version, version):
            raise VersionConflict(f"The contact is at version {keep.version}.")
        merges = await merge_repository.merges(tx)
        merge = next((one for one in merges if one.merged_id == merged_id), None)
        if merge is None or root(merged_id, [(one.keep_id, one.merged_id) for one in merges]) != keep_id:
            raise NotFound("That contact is not part of this one.")
        means = await self._means(tx, zone)
        later = entangled(merge, [one for one in merges if one.id > merge.id], _mentioned)
        undone: list[tuple[UUID, UUID, UUID, Mapping[str, list[str]]]] = []
        for one in reversed(later):
            _, refused = await self._take_out(tx, one, means)
            undone.append((one.id, one.keep_id, one.merged_id, refused))
        restored, _ = await self._take_out(tx, merge, means)
        for merge_id, kept, other, refused in reversed(undone):
            rows = await repository.contacts.many(tx, [kept, other])
            await take_in(tx, rows[0], rows[1], means, again=(merge_id, refused))
        await self._show(tx, {restored.id, *(one.keep_id for one in (*later, merge))})
        await merge_repository.note_pairs(tx, [(keep_id, merged_id)])
        return restored, keep

    async def settle(self, tx: Tx, came: settling.Came | None = None, *, zone: str) -> int:
        """Let no contact be merged and there as well, after an import (`came`: of it); answers how many were."""
        return await settling.settle(tx, await self._means(tx, zone), came)

    async def parts(self, tx: Tx, keep_id: UUID) -> list[Part]:
        """What was merged into this contact, directly or by way of another one, the oldest merge first."""
        merges = await merge_repository.merges(tx)
        pairs = [(one.keep_id, one.merged_id) for one in merges]
        return [
            Part(
                one.merged_id,
                one.contact["display_name"],
                [one.contact["display_name"], *one.contact["aliases"], *one.contact["nicknames"]],
                one.contact["origin"],
            )
            for one in merges
            if root(one.merged_id, pairs) == keep_id
        ]

    async def _take_out(self, tx: Tx, merge: ContactMerge, means: Means) -> tuple[Contact, Mapping[str, list[str]]]:
        keep = await repository.contacts.get(tx, merge.keep_id, for_update=True)
        return await take_out(tx, keep, merge, means)

    async def _show(self, tx: Tx, ids: set[UUID]) -> None:
        """New versions and index entries for the contacts that there are in the end."""
        rows = await repository.contacts.many(tx, sorted(ids))
        for row in rows:
            merge_steps.bump(row)
        await tx.session.flush()
        await search.index(tx, [texts.entry(row) for row in rows if row.hidden_at is None])

    async def _asked(self, tx: Tx, keep_id: UUID, merge_ids: Sequence[UUID]) -> tuple[Contact, list[Contact]]:
        wanted = list(dict.fromkeys(merge_ids))
        if not wanted or len(wanted) > MANY:
            raise InvalidRequest.of_field("merge_ids", f"give 1 to {MANY} contacts")
        if keep_id in wanted:
            raise InvalidRequest.of_field("merge_ids", "a contact can't be merged into itself")
        locked = {one: await repository.contacts.get(tx, one, for_update=True) for one in sorted([keep_id, *wanted])}
        return locked[keep_id], [locked[one] for one in wanted]

    async def _means(self, tx: Tx, zone: str) -> Means:
        region = await owner_locale.region(tx, zone)
        return Means(partial(phone_key, region=region), self._referrers)


def _mentioned(merge: ContactMerge) -> set[UUID]:
    ends = {UUID(one[name]) for one in merge.links["relationships"] for name in ("contact_id", "other_id")}
    return {merge.keep_id, merge.merged_id} | ends
