"""What becomes of whose place it is when a place is merged into another one, and when it comes back?"""

from typing import Any
from uuid import UUID

from sqlalchemy import delete, select

from orchestrator.db.tx import Tx
from orchestrator.domain.world.contacts.merging import merge_repository
from orchestrator.domain.world.contacts.model import ContactPlace
from orchestrator.kit.ids import parse_id

KIND = "contact_place"


async def repoint(tx: Tx, from_id: UUID, to_id: UUID) -> list[Any]:
    """The other one is theirs, once by each label; answers an entry a link. What merges of contacts keep follows."""
    there = {(row.contact_id, row.label) for row in await _at(tx, to_id)}
    told, dropped = [], []
    for row in await _at(tx, from_id):
        drop = (row.contact_id, row.label) in there
        told.append({"id": str(row.id), "contact_id": str(row.contact_id), "label": row.label, "dropped": drop})
        if drop:
            dropped.append(row.id)
            tx.session.expunge(row)
        else:
            row.place_id = to_id
    await tx.session.flush()
    await tx.session.execute(
        delete(ContactPlace).where(ContactPlace.user_id == tx.owner_id, ContactPlace.id.in_(dropped))
    )
    await _remembered(tx, from_id, to_id)
    return told


async def restore(tx: Tx, merged_id: UUID, kept_id: UUID, told: list[Any]) -> None:
    """Theirs is the merged one again, where the other one still is."""
    there = {row.id: row for row in await _at(tx, kept_id)}
    held = {(row.contact_id, row.label) for row in there.values()}
    for entry in told:
        link, contact = parse_id(entry["id"]), parse_id(entry["contact_id"])
        row = there.get(link) if link is not None else None
        if row is not None:
            row.place_id = merged_id
        elif link is not None and contact is not None and entry["dropped"] and (contact, entry["label"]) in held:
            again = {"contact_id": contact, "place_id": merged_id, "label": entry["label"]}
            tx.session.add(ContactPlace(id=link, user_id=tx.owner_id, **again))
    await tx.session.flush()


async def _at(tx: Tx, place_id: UUID) -> list[ContactPlace]:
    found = await tx.session.scalars(
        select(ContactPlace)
        .where(ContactPlace.user_id == tx.owner_id, ContactPlace.place_id == place_id)
        .order_by(ContactPlace.id)
    )
    return list(found)


async def _remembered(tx: Tx, from_id: UUID, to_id: UUID) -> None:
    """Links that come back when a contact is un-merged lead to where the place is by then."""
    old = str(from_id)
    for one in await merge_repository.merges(tx):
        linked = one.links["places"]
        if any(entry["place_id"] == old for entry in linked):
            moved = [{**each, "place_id": str(to_id)} if each["place_id"] == old else each for each in linked]
            one.links = {**one.links, "places": moved}
    await tx.session.flush()
