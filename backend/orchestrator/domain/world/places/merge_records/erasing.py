"""What of a place stands in the records of merges, and goes with it?"""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.slices.erasable import ErasedRow
from orchestrator.domain.world.places import repository
from orchestrator.domain.world.places.merge_records import merge_repository
from orchestrator.domain.world.places.merge_records.joining import folded, part
from orchestrator.domain.world.places.merge_records.merge_repository import columns_of
from orchestrator.domain.world.places.repository import Place

KIND = "place"


async def merged_parts(tx: Tx, place_id: UUID) -> list[ErasedRow]:
    """Delete all that was merged into this place, and its own record where it is part of another one."""
    merges = await merge_repository.merges(tx)
    gone = [place_id]
    for kept in gone:  # it grows by what was merged into what was merged
        gone += [one.merged_id for one in merges if one.keep_id == kept]
    parts = [one for one in merges if one.merged_id in gone]
    await merge_repository.remove(tx, [one.id for one in parts])
    for one in parts:
        tx.session.expunge(one)
    return [ErasedRow(KIND, one.merged_id, one.source, one.external_id) for one in parts]


async def left_of(tx: Tx, merged_id: UUID) -> Place | None:
    """The kept place that a merged one is part of, without what it has from it, as the merged one is erased; None where
    it is part of none. What pointed to it stays with the kept one."""
    merges = await merge_repository.merges(tx)
    own = next((one for one in merges if one.merged_id == merged_id), None)
    if own is None:
        return None
    above, keep_id = {one.merged_id: one for one in merges}, own.keep_id
    while (record := above.get(keep_id)) is not None:
        record.place = {**record.place, **part(record.place, own.gain)}
        record.place = {**record.place, "folded": folded(record.place)}
        record.gain = _less(record.gain, own.gain)
        keep_id = record.keep_id
    row = await repository.places.get(tx, keep_id, for_update=True)
    for name, value in part(columns_of(row), own.gain).items():
        setattr(row, name, value)
    row.folded = folded(columns_of(row))
    await tx.session.flush()
    return row


def _less(gain: Mapping[str, Any], gone: Mapping[str, Any]) -> dict[str, Any]:
    """A gain without what came of another one."""
    filled = {name: one for name, one in gain["filled"].items() if name not in gone["filled"]}
    added = {
        name: [one for one in items if one not in gone["added"].get(name, ())] for name, items in gain["added"].items()
    }
    return {"added": {name: items for name, items in added.items() if items}, "filled": filled}
