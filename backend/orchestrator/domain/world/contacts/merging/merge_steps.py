"""How does one contact become part of another, and how does it come out again? One step either way, with its links and
all that refers to it. Steps are taken back in the order opposite to the one in which they were made."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast
from uuid import UUID

from sqlalchemy import func

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.foundation.slices.referrer import Referrer
from orchestrator.domain.world.contacts import grouping, repository, texts
from orchestrator.domain.world.contacts.links import sourced_links as said_links
from orchestrator.domain.world.contacts.links import sourced_places as said_places
from orchestrator.domain.world.contacts.links.service import seen_from
from orchestrator.domain.world.contacts.merging import merge_repository
from orchestrator.domain.world.contacts.merging.provenance_of_values import JOINED, Gain, PhoneKey, join, part
from orchestrator.domain.world.contacts.model import Contact, ContactMerge, ContactPlace, Relationship
from orchestrator.domain.world.places import service as places
from orchestrator.kit.ids import new_id
from orchestrator.language.text.normalize import normalize

_COLUMNS = tuple(column.key for column in Contact.__table__.columns if column.key != "user_id")
_TIMES = ("created_at", "updated_at", "hidden_at")


@dataclass(frozen=True)
class Means:
    """What steps work with: the key of a phone number, and who else refers to contacts."""

    phone_key: PhoneKey
    referrers: Sequence[Referrer]


def columns_of(row: Contact) -> dict[str, Any]:
    """The row as JSON."""
    return {name: _json(getattr(row, name)) for name in _COLUMNS}


def set_columns(row: Contact, columns: Mapping[str, Any], key: PhoneKey) -> None:
    """Let the row have these columns of `JOINED`, and what is read from them."""
    for name in JOINED:
        if getattr(row, name) != columns[name]:
            setattr(row, name, columns[name])
    row.email_keys = [normalize(str(one["value"])) for one in row.emails]
    row.phone_keys = list(dict.fromkeys(key(str(one["value"])) for one in row.phones))
    row.folded = texts.folded_row(row)


def bump(row: Contact) -> None:
    """A new version."""
    row.version += 1
    row.updated_at = cast("Any", func.steward_now())


async def take_in(
    tx: Tx, keep: Contact, other: Contact, means: Means, *, again: tuple[UUID, Mapping[str, list[str]]] | None = None
) -> ContactMerge:
    """`other` becomes part of `keep`. `again`: id of the merge and what of it was refused, where it is made anew."""
    merge_id, refused = again or (new_id(), {})
    snapshot = columns_of(other)
    joined, gain = join(columns_of(keep), snapshot, means.phone_key, refused)
    before = keep.groups
    set_columns(keep, joined, means.phone_key)
    await tx.session.flush()
    await grouping.moved(tx, keep, before)
    links = {
        "relationships": await _move_relationships(tx, keep.id, other.id),
        "places": await _move_places(tx, keep.id, other.id),
    }
    told = {one.kind: await one.repoint(tx, other.id, keep.id) for one in means.referrers}
    left, other.groups = other.groups, []
    await grouping.moved(tx, other, left)
    await tx.session.flush()
    tx.session.expunge(other)
    await repository.contacts.delete(tx, other.id)
    row = ContactMerge(
        id=merge_id,
        user_id=tx.owner_id,
        keep_id=keep.id,
        merged_id=other.id,
        source=other.source,
        external_id=other.external_id,
        contact=snapshot,
        gain=gain.as_json(),
        links=links,
        referrers={kind: entries for kind, entries in told.items() if entries},
    )
    tx.session.add(row)
    await tx.session.flush()
    return row


async def take_out(tx: Tx, keep: Contact, merge: ContactMerge, means: Means) -> tuple[Contact, dict[str, list[str]]]:
    """The merged contact as it was, and what of it the user had taken out of `keep` meanwhile. The merge is gone."""
    left, refused = part(columns_of(keep), Gain.of(merge.gain), means.phone_key)
    before = keep.groups
    set_columns(keep, left, means.phone_key)
    row = _row(tx.owner_id, merge.contact)
    row.groups = await grouping.spelled(tx, row.groups)
    tx.session.add(row)
    await tx.session.flush()
    await grouping.moved(tx, row, ())
    await grouping.moved(tx, keep, before)
    await _restore_relationships(tx, merge)
    await _restore_places(tx, merge)
    for one in means.referrers:
        if entries := merge.referrers.get(one.kind):
            await one.restore(tx, row.id, keep.id, entries)
    tx.session.expunge(merge)
    await merge_repository.remove(tx, [merge.id])
    return row, refused


# Links


async def _move_relationships(tx: Tx, keep_id: UUID, other_id: UUID) -> list[dict[str, Any]]:
    there = {
        (seen.contact_id, seen.label, seen.reciprocal_label)
        for row in await merge_repository.relationship_rows(tx, keep_id)
        for seen in [seen_from(keep_id, row)]
    }
    moved, dropped, others = [], [], set()
    for row in await merge_repository.relationship_rows(tx, other_id):
        seen = seen_from(other_id, row)
        drop = seen.contact_id == keep_id or (seen.contact_id, seen.label, seen.reciprocal_label) in there
        moved.append({**_link(row), "dropped": drop})
        others.add(seen.contact_id)
        if drop:
            dropped.append(row.id)
            tx.session.expunge(row)
        elif row.contact_id == other_id:
            row.contact_id = keep_id
        else:
            row.other_id = keep_id
    await tx.session.flush()
    await repository.drop_relationships(tx, dropped)
    await repository.touch(tx, sorted(others - {keep_id}))
    return moved


async def _restore_relationships(tx: Tx, merge: ContactMerge) -> None:
    entries = merge.links["relationships"]
    there = await merge_repository.rows_by_id(tx, Relationship, [UUID(one["id"]) for one in entries])
    ends = {UUID(one[name]) for one in entries for name in ("contact_id", "other_id")}
    live = await merge_repository.live(tx, ends)
    others = set()
    for one in entries:
        pair = {UUID(one["contact_id"]), UUID(one["other_id"])}
        row = there.get(UUID(one["id"]))
        if row is not None and row.contact_id == merge.keep_id:
            row.contact_id = merge.merged_id
        elif row is not None and row.other_id == merge.keep_id:
            row.other_id = merge.merged_id
        elif row is None and one["dropped"] and pair <= live:
            tx.session.add(_relationship(tx.owner_id, one))
        else:
            continue
        others |= pair
    for row in await _said_since(tx, merge, said_links):
        seen = seen_from(merge.keep_id, row)
        setattr(row, "contact_id" if row.contact_id == merge.keep_id else "other_id", merge.merged_id)
        others.add(seen.contact_id)
    await tx.session.flush()
    await repository.touch(tx, sorted(others - {merge.keep_id, merge.merged_id}))


async def _move_places(tx: Tx, keep_id: UUID, other_id: UUID) -> list[dict[str, Any]]:
    there = {(row.place_id, row.label) for row in await merge_repository.place_rows(tx, keep_id)}
    moved, dropped = [], []
    for row in await merge_repository.place_rows(tx, other_id):
        drop = (row.place_id, row.label) in there
        moved.append({"id": str(row.id), "place_id": str(row.place_id), "label": row.label, "dropped": drop})
        if drop:
            dropped.append(row.id)
            tx.session.expunge(row)
        else:
            row.contact_id = keep_id
    await tx.session.flush()
    await repository.drop_places(tx, dropped)
    return moved


async def _restore_places(tx: Tx, merge: ContactMerge) -> None:
    entries = merge.links["places"]
    there = await merge_repository.rows_by_id(tx, ContactPlace, [UUID(one["id"]) for one in entries])
    known = await places.named(tx, [UUID(one["place_id"]) for one in entries])
    for one in entries:
        row = there.get(UUID(one["id"]))
        if row is not None and row.contact_id == merge.keep_id:
            row.contact_id = merge.merged_id
        elif row is None and one["dropped"] and UUID(one["place_id"]) in known:
            tx.session.add(
                ContactPlace(
                    id=UUID(one["id"]),
                    user_id=tx.owner_id,
                    contact_id=merge.merged_id,
                    place_id=UUID(one["place_id"]),
                    label=one["label"],
                )
            )
    for row in await _said_since(tx, merge, said_places):
        row.contact_id = merge.merged_id
    await tx.session.flush()


async def _said_since(tx: Tx, merge: ContactMerge, links: Any) -> list[Any]:
    """The links of the kept contact that only the merged one's source gave, since the merge."""
    read = merge_repository.relationship_rows if links is said_links else merge_repository.place_rows
    moved = {one["id"] for one in merge.links[links.FIELD]}
    rows = {row.id: row for row in await read(tx, merge.keep_id) if str(row.id) not in moved}
    sources = await provenance.sources_of_each(tx, links.KIND, list(rows))
    return [rows[one] for one, refs in sources.items() if refs == [("contact", merge.merged_id)]]


def _link(row: Relationship) -> dict[str, Any]:
    return {
        "id": str(row.id),
        "contact_id": str(row.contact_id),
        "other_id": str(row.other_id),
        "label": row.label,
        "reciprocal_label": row.reciprocal_label,
    }


def _relationship(owner_id: UUID, entry: Mapping[str, Any]) -> Relationship:
    ids = {name: UUID(entry[name]) for name in ("id", "contact_id", "other_id")}
    return Relationship(user_id=owner_id, label=entry["label"], reciprocal_label=entry["reciprocal_label"], **ids)


# Rows as JSON


def _json(value: Any) -> Any:
    if isinstance(value, UUID):
        return str(value)
    return value.isoformat() if isinstance(value, datetime) else value


def _row(owner_id: UUID, snapshot: Mapping[str, Any]) -> Contact:
    values = {name: snapshot[name] for name in _COLUMNS if name in snapshot}
    times = {name: datetime.fromisoformat(values[name]) for name in _TIMES if values.get(name)}
    return Contact(user_id=owner_id, **{**values, **times, "id": UUID(str(values["id"]))})
