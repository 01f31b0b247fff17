"""What does a source's next delivery change where its contact was merged, or has others merged into it?

Each merged record keeps its own columns; a delivery changes those of its own record alone, and the kept contact is
joined anew from all of them. So a merge survives every refresh, and can still be taken back.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.entities.merge_order import root
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.world.contacts import repository
from orchestrator.domain.world.contacts.links import sourced_links as said_links
from orchestrator.domain.world.contacts.links import sourced_places as said_places
from orchestrator.domain.world.contacts.merging import merge_repository
from orchestrator.domain.world.contacts.merging.merge_steps import columns_of
from orchestrator.domain.world.contacts.merging.provenance_of_values import JOINED, Gain, PhoneKey, join, part
from orchestrator.domain.world.contacts.model import Contact, ContactMerge
from orchestrator.domain.world.contacts.schemas import ContactFields
from orchestrator.kit.ids import parse_id

Refresh = Callable[[Mapping[str, Any], ContactFields], Awaitable[dict[str, Any]]]
"""(columns of a record, what its source gives) -> its columns of `JOINED` and birthday after the delivery. Raises
InvalidRequest."""


@dataclass(frozen=True)
class Merged:
    """What is merged. `keys`: the merged contact with each key; `ids`: all merged contacts; `pairs`: (kept, merged);
    `kept`: who keeps others; `touched`: what the user had changed of each merged one."""

    keys: Mapping[tuple[str | None, str], UUID]
    ids: frozenset[UUID]
    pairs: Sequence[tuple[UUID, UUID]]
    kept: frozenset[UUID]
    touched: Mapping[UUID, frozenset[str]]

    def record_of(self, source: str | None, external_id: str) -> UUID | None:
        """The merged contact that this key is of; a vCard that Steward wrote is known by the contact's own id."""
        if (found := self.keys.get((source, external_id))) is not None:
            return found
        own = parse_id(external_id) if (source or "").startswith(repository.CARD_SOURCES) else None
        return own if own in self.ids else None


async def read(tx: Tx) -> Merged:
    """What is merged among this user's contacts."""
    rows = await merge_repository.kept(tx)
    return Merged(
        {(source, external_id): merged for _, merged, source, external_id, _ in rows if external_id is not None},
        frozenset(merged for _, merged, *_ in rows),
        [(keep, merged) for keep, merged, *_ in rows],
        frozenset(keep for keep, *_ in rows),
        {merged: frozenset(touched) for _, merged, _, _, touched in rows},
    )


async def deliver(
    tx: Tx, contact_id: UUID, fields: ContactFields, refresh: Refresh, key: PhoneKey
) -> tuple[Contact, dict[str, Any] | None]:
    """The live contact that this delivery for `contact_id` (merged or keeping) changes, and its columns of `JOINED`
    after it; None where nothing of it is new. The records are changed. Raises InvalidRequest."""
    merges = await merge_repository.merges(tx)
    live = root(contact_id, [(one.keep_id, one.merged_id) for one in merges])
    row = await repository.contacts.get(tx, live, for_update=True)
    tree = _Tree(row, merges)
    below = [one for one in merges if one.keep_id == contact_id]
    bare, refused = _bare(tree.columns(contact_id), below, key)
    fresh = {**bare, **await refresh(bare, fields)}
    if all(fresh[name] == bare[name] for name in JOINED):
        return row, None
    whole = _joined(fresh, below, refused, key)
    return row, tree.put(contact_id, whole, key)


async def adopt(tx: Tx, contact_id: UUID, live: UUID) -> None:
    """Remember which of the links of the `live` contact are those of this record: moved with it by a merge, or there
    before others were merged into it."""
    merges = await merge_repository.merges(tx)
    record = next((one for one in merges if one.merged_id == contact_id), None)
    there: Mapping[str, Sequence[Any]] = {
        said_links.FIELD: await repository.all_relationships(tx, [live]),
        said_places.FIELD: await repository.places(tx, [live]),
    }
    for field, kind in ((said_links.FIELD, said_links.KIND), (said_places.FIELD, said_places.KIND)):
        others = {UUID(entry["id"]) for one in merges if one.keep_id == contact_id for entry in one.links[field]}
        ids = {row.id for row in there[field]} - others
        if record is not None:
            ids &= {UUID(entry["id"]) for entry in record.links[field]}
        said = await provenance.sources_of_each(tx, kind, sorted(ids))
        own = [(("contact", contact_id), (kind, one)) for one in sorted(ids - said.keys())]
        await provenance.record_pairs(tx, own)


class _Tree:
    """The records of one live contact, from leaf to root."""

    def __init__(self, row: Contact, merges: Sequence[ContactMerge]) -> None:
        self._row = row
        self._merges = merges
        self._record = {one.merged_id: one for one in merges}

    def columns(self, contact_id: UUID) -> dict[str, Any]:
        """The columns that this contact has, of its row or its record."""
        record = self._record.get(contact_id)
        return columns_of(self._row) if record is None else dict(record.contact)

    def put(self, contact_id: UUID, whole: Mapping[str, Any], key: PhoneKey) -> dict[str, Any]:
        """Let a contact have these columns; answers those of the live one after all that follows."""
        record = self._record.get(contact_id)
        if record is None:
            return {name: whole[name] for name in JOINED}
        above = [one for one in self._merges if one.keep_id == record.keep_id]
        bare, refused = _bare(self.columns(record.keep_id), above, key)
        record.contact = {**record.contact, **{name: whole[name] for name in JOINED}}
        return self.put(record.keep_id, _joined(bare, above, refused, key), key)


def _bare(
    columns: Mapping[str, Any], merges: Sequence[ContactMerge], key: PhoneKey
) -> tuple[dict[str, Any], dict[UUID, Mapping[str, list[str]]]]:
    """What the contact has of its own, and what of each merge the user took out."""
    bare: dict[str, Any] = dict(columns)
    refused: dict[UUID, Mapping[str, list[str]]] = {}
    for one in reversed(merges):
        left, refused[one.id] = part(bare, Gain.of(one.gain), key)
        bare |= left
    return bare, refused


def _joined(
    bare: Mapping[str, Any],
    merges: Sequence[ContactMerge],
    refused: Mapping[UUID, Mapping[str, list[str]]],
    key: PhoneKey,
) -> dict[str, Any]:
    whole = dict(bare)
    for one in merges:
        joined, gain = join(whole, one.contact, key, dict(refused[one.id]))
        one.gain = gain.as_json()
        whole |= joined
    return whole
