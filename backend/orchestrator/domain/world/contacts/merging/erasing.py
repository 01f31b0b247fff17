"""What of a contact or a group stands in the records of merges, and goes or changes with it?"""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.slices.erasable import ErasedRow
from orchestrator.domain.world.contacts.merging import merge_repository


async def merged_parts(tx: Tx, contact_id: UUID) -> list[ErasedRow]:
    """Delete all that was merged into this contact, and what other records say of any of them."""
    merges = await merge_repository.merges(tx)
    gone = [contact_id]
    for kept in gone:  # it grows by what was merged into what was merged
        gone += [one.merged_id for one in merges if one.keep_id == kept]
    parts = [one for one in merges if one.merged_id in gone]
    await merge_repository.remove(tx, [one.id for one in parts])
    for one in parts:
        tx.session.expunge(one)
    names = {str(one) for one in gone}
    for other in merges:
        linked = other.links["relationships"]
        left = [one for one in linked if not {one["contact_id"], one["other_id"]} & names]
        if other not in parts and len(left) != len(linked):
            other.links = {**other.links, "relationships": left}
    await tx.session.flush()
    await merge_repository.forget_pairs(tx, gone)
    return [ErasedRow("contact", one.merged_id, one.source, one.external_id) for one in parts]


async def rename_group(tx: Tx, name: str, new: str | None) -> None:
    """Let merged contacts be in the group under its new name; None: in no such group any more."""
    for merge in await merge_repository.naming_group(tx, name):
        merge.contact = _renamed(merge.contact, name, new)
        merge.gain = {**merge.gain, "added": _renamed(merge.gain["added"], name, new)}
    await tx.session.flush()


def _renamed(columns: Mapping[str, Any], name: str, new: str | None) -> dict[str, Any]:
    groups = [new if one == name else one for one in columns.get("groups", ())]
    return {**columns, "groups": [one for one in groups if one is not None]} if "groups" in columns else dict(columns)
