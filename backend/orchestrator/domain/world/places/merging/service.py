"""Which places are the same one, and what if they were not after all?

A merge moves all that points to one place to another and keeps what it moved; an un-merge takes exactly that back, and
leaves what the user changed since. The merged one has no row meanwhile: whatever asks for places finds the kept one.
"""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple, cast
from uuid import UUID

from sqlalchemy import func

from orchestrator.db.tx import Tx, tried
from orchestrator.domain.foundation.entities.merge_order import entangled, root
from orchestrator.domain.foundation.entities.merging import MANY, Moves
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.foundation.search import service as search
from orchestrator.domain.foundation.slices.referrer import Referrer
from orchestrator.domain.world.places import repository
from orchestrator.domain.world.places.merge_records import merge_repository
from orchestrator.domain.world.places.merge_records.joining import JOINED, folded, join, not_taken, part
from orchestrator.domain.world.places.merge_records.merge_repository import PlaceMerge, columns_of, row_of
from orchestrator.domain.world.places.repository import Place
from orchestrator.domain.world.places.schemas import PlaceOut
from orchestrator.domain.world.places.service import places
from orchestrator.errors import InvalidRequest, NotFound, VersionConflict
from orchestrator.kit.ids import new_id
from orchestrator.kit.versions import Expected, is_expected

_UNSAID = frozenset({"user_fields", "origin", "timezone", "attribution"})
"""What a place has from a merge that is no field of the user's."""

Came = Callable[[Sequence[UUID]], Awaitable[Collection[UUID]]]


def _moved(moves: Moves, merge: PlaceMerge, aside: Mapping[str, Any]) -> None:
    """Count what one of the merges moved."""
    rows = {kind: len(entries) for kind, entries in merge.referrers.items()}
    moves.add(str(merge.place["name"]), merge.gain, rows, aside, unsaid=_UNSAID)


class Part(NamedTuple):
    """A place that was merged into another one, as it was."""

    id: UUID
    name: str
    origin: str


class PlaceMerges:
    """Merging and un-merging; `referrers`: who else refers to places (their manifests)."""

    def __init__(self, referrers: Sequence[Referrer]) -> None:
        self._referrers = tuple(referrers)

    async def merge(
        self, tx: Tx, keep_id: UUID, merge_ids: Sequence[UUID], *, version: Expected = None
    ) -> tuple[Place, Moves]:
        """Let all of `merge_ids` become part of `keep_id`. Raises InvalidRequest, NotFound, VersionConflict."""
        await provenance.lock_ingestion(tx)
        keep, others = await _asked(tx, keep_id, merge_ids)
        if not is_expected(keep.version, version):
            raise VersionConflict(f"The place is at version {keep.version}.")
        moves = Moves()
        for other in others:
            aside = not_taken(columns_of(keep), columns_of(other))
            _moved(moves, await self._take_in(tx, keep, other), aside)
        await search.withdraw(tx, places.kind, [other.id for other in others])
        await _show(tx, {keep.id})
        return keep, moves

    async def preview(self, tx: Tx, keep_id: UUID, merge_ids: Sequence[UUID]) -> Moves:
        """What `merge` would move; nothing is changed. Raises InvalidRequest, NotFound."""
        async with tried(tx):
            _, moves = await self.merge(tx, keep_id, merge_ids)
        return moves

    async def unmerge(self, tx: Tx, keep_id: UUID, merged_id: UUID, *, version: Expected = None) -> tuple[Place, Place]:
        """The place that was merged, as it was, and the kept one, without what it had from it and the user left as it
        was. Raises NotFound, VersionConflict."""
        await provenance.lock_ingestion(tx)
        keep = await repository.places.get(tx, keep_id, for_update=True)
        if not is_expected(keep.version, version):
            raise VersionConflict(f"The place is at version {keep.version}.")
        merges = await merge_repository.merges(tx)
        merge = next((one for one in merges if one.merged_id == merged_id), None)
        if merge is None or root(merged_id, [(one.keep_id, one.merged_id) for one in merges]) != keep_id:
            raise NotFound("That place is not part of this one.")
        later = entangled(merge, [one for one in merges if one.id > merge.id])
        again = [(one.id, one.keep_id, one.merged_id) for one in later]
        shown = {keep_id, merged_id, *(one.keep_id for one in (*later, merge))}
        for one in (*reversed(later), merge):
            await self._take_out(tx, one)
        for merge_id, kept, other in again:
            rows = await repository.places.many(tx, [kept, other])
            await self._take_in(tx, rows[0], rows[1], merge_id=merge_id)
            shown.discard(other)
        await _show(tx, shown)
        return await repository.places.get(tx, merged_id), await repository.places.get(tx, keep_id)

    async def shown(self, tx: Tx, row: Place) -> PlaceOut:
        """A place as it is now, for the routes."""
        await tx.session.refresh(row)
        return PlaceOut.model_validate(row)

    async def settle(self, tx: Tx, came: Came | None = None, *, zone: str) -> int:
        """Let no place be merged and there as well, after an import: what came from before its merge becomes part of
        the kept one again; of a kept one that is gone nothing is part. Answers how many were."""
        del came, zone
        await provenance.lock_ingestion(tx)
        merges = await merge_repository.merges(tx)
        known = {row.id for row in await repository.places.many(tx, [each for one in merges for each in _both(one)])}
        kept = {one.merged_id for one in merges} | known
        doubled = [one for one in merges if one.merged_id in known or one.keep_id not in kept]
        for one in doubled:
            merge_id, keep_id, merged_id, referrers, gain = (
                one.id, one.keep_id, one.merged_id, one.referrers, one.gain,
            )  # fmt: skip
            tx.session.expunge(one)
            await merge_repository.remove(tx, [merge_id])
            rows = {row.id: row for row in await repository.places.many(tx, [keep_id, merged_id])}
            if len(rows) < len({keep_id, merged_id}):
                continue
            _set(rows[keep_id], part(columns_of(rows[keep_id]), gain))
            made = await self._take_in(tx, rows[keep_id], rows[merged_id], merge_id=merge_id)
            made.referrers = _joined(referrers, made.referrers)
            await search.withdraw(tx, places.kind, [merged_id])
            await _show(tx, {keep_id})
        return len(doubled)

    async def parts(self, tx: Tx, keep_id: UUID) -> list[Part]:
        """What was merged into this place, directly or by way of another one, the oldest merge first."""
        merges = await merge_repository.merges(tx)
        pairs = [(one.keep_id, one.merged_id) for one in merges]
        return [
            Part(one.merged_id, one.place["name"], one.place["origin"])
            for one in merges
            if root(one.merged_id, pairs) == keep_id
        ]

    async def _take_in(self, tx: Tx, keep: Place, other: Place, *, merge_id: UUID | None = None) -> PlaceMerge:
        snapshot = columns_of(other)
        joined, gain = join(columns_of(keep), snapshot)
        _set(keep, joined)
        await tx.session.flush()
        told = {one.kind: await one.repoint(tx, other.id, keep.id) for one in self._referrers}
        await tx.session.flush()
        tx.session.expunge(other)
        await repository.places.delete(tx, other.id)
        row = PlaceMerge(
            id=merge_id or new_id(),
            user_id=tx.owner_id,
            keep_id=keep.id,
            merged_id=other.id,
            source=other.source,
            external_id=other.external_id,
            place=snapshot,
            gain=gain.as_json(),
            referrers={kind: entries for kind, entries in told.items() if entries},
        )
        tx.session.add(row)
        await tx.session.flush()
        return row

    async def _take_out(self, tx: Tx, merge: PlaceMerge) -> None:
        keep = await repository.places.get(tx, merge.keep_id, for_update=True)
        _set(keep, part(columns_of(keep), merge.gain))
        row = row_of(tx.owner_id, merge.place)
        tx.session.add(row)
        await tx.session.flush()
        for one in self._referrers:
            if entries := merge.referrers.get(one.kind):
                await one.restore(tx, row.id, keep.id, entries)
        await tx.session.flush()
        tx.session.expunge(merge)
        await merge_repository.remove(tx, [merge.id])


def _set(row: Place, columns: Mapping[str, Any]) -> None:
    """Let the row have these columns of `JOINED`, and what is read from them."""
    for name in JOINED:
        if getattr(row, name) != columns[name]:
            setattr(row, name, columns[name])
    row.folded = folded(columns_of(row))


async def _show(tx: Tx, ids: set[UUID]) -> None:
    """New versions and index entries for the places that there are in the end."""
    rows = await repository.places.many(tx, sorted(ids))
    for row in rows:
        row.version += 1
        row.updated_at = cast("Any", func.steward_now())
    await tx.session.flush()
    await search.index(tx, [places.entry(row) for row in rows if row.hidden_at is None])


async def _asked(tx: Tx, keep_id: UUID, merge_ids: Sequence[UUID]) -> tuple[Place, list[Place]]:
    wanted = list(dict.fromkeys(merge_ids))
    if not wanted or len(wanted) > MANY:
        raise InvalidRequest.of_field("merge_ids", f"give 1 to {MANY} places")
    if keep_id in wanted:
        raise InvalidRequest.of_field("merge_ids", "a place can't be merged into itself")
    locked = {one: await repository.places.get(tx, one, for_update=True) for one in sorted([keep_id, *wanted])}
    return locked[keep_id], [locked[one] for one in wanted]


def _both(merge: PlaceMerge) -> tuple[UUID, UUID]:
    return merge.keep_id, merge.merged_id


def _joined(told: Mapping[str, Sequence[Any]], now: Mapping[str, Sequence[Any]]) -> dict[str, list[Any]]:
    """What the merge moved when it was made, and now."""
    return {
        name: [*told.get(name, ()), *(one for one in now.get(name, ()) if one not in told.get(name, ()))]
        for name in dict.fromkeys([*told, *now])
    }
