"""What are contacts to each other, and which places are theirs?"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.world.contacts import owner_locale, repository
from orchestrator.domain.world.contacts.links import relation_specialization
from orchestrator.domain.world.contacts.links.relations import Edge, Known, is_forebear, labels_said, written
from orchestrator.domain.world.contacts.model import ContactPlace, Relationship
from orchestrator.domain.world.contacts.schemas import PlaceLinkIO, RelationshipIO
from orchestrator.domain.world.places import service as places
from orchestrator.errors import FieldError, InvalidRequest, NotFound


def seen_from(contact_id: UUID, row: Relationship) -> RelationshipIO:
    """The link as this contact sees it."""
    if row.contact_id == contact_id:
        return RelationshipIO(contact_id=row.other_id, label=row.label, reciprocal_label=row.reciprocal_label)
    return RelationshipIO(contact_id=row.contact_id, label=row.reciprocal_label, reciprocal_label=row.label)


async def relationships(tx: Tx, ids: Sequence[UUID]) -> dict[UUID, list[RelationshipIO]]:
    """The relationships of each of `ids`, as it sees them."""
    found: dict[UUID, list[RelationshipIO]] = defaultdict(list)
    wanted = set(ids)
    for row in await repository.relationships(tx, ids):
        for side in {row.contact_id, row.other_id} & wanted:
            found[side].append(seen_from(side, row))
    return found


async def place_links(tx: Tx, ids: Sequence[UUID]) -> dict[UUID, list[PlaceLinkIO]]:
    """The places of each of `ids`."""
    found: dict[UUID, list[PlaceLinkIO]] = defaultdict(list)
    for row in await repository.places(tx, ids):
        found[row.contact_id].append(PlaceLinkIO(place_id=row.place_id, label=row.label))
    return found


async def at_place(tx: Tx, place_id: UUID) -> list[tuple[UUID, str | None]]:
    """The contacts of a place with their label there."""
    return [(row.contact_id, row.label) for row in await repository.at_place(tx, place_id)]


async def replace_relationships(tx: Tx, contact_id: UUID, wanted: Sequence[RelationshipIO]) -> bool:
    """Let `wanted` be all relationships of this contact; True where that changed something. Raises InvalidRequest where
    one names nobody, or can't be true beside the others."""
    rows = await repository.relationships(tx, [contact_id])
    await check_others(tx, contact_id, wanted)
    whole = await _written(tx, contact_id, rows, wanted)
    keep = {(one.contact_id, one.label, one.reciprocal_label): one for one in whole}
    present = {
        (seen.contact_id, seen.label, seen.reciprocal_label): row
        for row in rows
        for seen in [seen_from(contact_id, row)]
    }
    if keep.keys() == present.keys():
        return False
    kept = {row.id for key, row in present.items() if key in keep}
    await repository.drop_relationships(tx, [row.id for row in present.values() if row.id not in kept])
    for key, one in keep.items():
        if key not in present:
            tx.session.add(
                Relationship(
                    user_id=tx.owner_id,
                    contact_id=contact_id,
                    other_id=one.contact_id,
                    label=one.label,
                    reciprocal_label=one.reciprocal_label,
                )
            )
    changed = {key[0] for key in keep.keys() ^ present.keys()}
    await tx.session.flush()
    told = {key[0] for key in keep.keys() - present.keys()} | {contact_id}
    fresh = {row.id for row in await repository.relationships(tx, [contact_id])} - kept
    refined = await relation_specialization.refine(tx, told, fresh=fresh)
    await repository.touch(tx, (changed | refined) - {contact_id})
    return True


async def check_others(tx: Tx, contact_id: UUID, wanted: Sequence[RelationshipIO]) -> None:
    """Raises InvalidRequest where one is of nobody that is there."""
    others = {one.contact_id for one in wanted} - {contact_id}
    there = {row.id for row in await repository.contacts.many(tx, list(others))}
    if missing := others - there:
        raise _unknown("relationships", "contact_id", sorted(missing))


async def _written(
    tx: Tx, contact_id: UUID, rows: Sequence[Relationship], wanted: Sequence[RelationshipIO]
) -> list[RelationshipIO]:
    """`wanted` with both labels each. Raises InvalidRequest."""
    if not wanted:
        return []
    involved = [contact_id, *(one.contact_id for one in wanted)]
    edges = [_edge(row) for row in await repository.relationships(tx, involved)]
    edges += [(contact_id, one.contact_id, one.label, one.reciprocal_label) for one in wanted]
    tags = {row.id: row.tags for row in await repository.contacts.many(tx, involved)}
    circle = any(is_forebear(one.label) or is_forebear(one.reciprocal_label) for one in wanted)
    kept = {row.id for row in rows}
    others = await _family(tx, involved) if circle else ()
    present = [seen_from(contact_id, row) for row in rows]
    known = Known(
        contact_id=contact_id,
        locale=await owner_locale.locale(tx),
        present=present,
        said_here=frozenset(row.other_id for row in rows if row.contact_id == contact_id),
        said=labels_said(edges, tags),
        edges=[_edge(row) for row in others if row.id not in kept],
    )
    whole: list[RelationshipIO] = []
    for one in wanted:
        so_far = [(contact_id, other.contact_id, other.label, other.reciprocal_label) for other in whole]
        whole.append(written(one, replace(known, edges=[*known.edges, *so_far])))
    return whole


async def _family(tx: Tx, ids: Sequence[UUID]) -> list[Relationship]:
    """All rows that put one above the other in the family trees of these contacts."""
    found: dict[UUID, Relationship] = {}
    known, new = set(ids), set(ids)
    while new:
        rows = await repository.relationships(tx, sorted(new))
        rows = [row for row in rows if is_forebear(row.label) or is_forebear(row.reciprocal_label)]
        found.update({row.id: row for row in rows})
        new = {end for row in rows for end in (row.contact_id, row.other_id)} - known
        known |= new
    return list(found.values())


def _edge(row: Relationship) -> Edge:
    return (row.contact_id, row.other_id, row.label, row.reciprocal_label)


async def replace_places(tx: Tx, contact_id: UUID, wanted: Sequence[PlaceLinkIO]) -> bool:
    """Let `wanted` be all places of this contact; True where that changed something. Raises InvalidRequest."""
    present = {(row.place_id, row.label): row for row in await repository.places(tx, [contact_id])}
    keep = {(one.place_id, one.label) for one in wanted}
    if keep == present.keys():
        return False
    await check_places(tx, [one.place_id for one in wanted])
    await repository.drop_places(tx, [row.id for key, row in present.items() if key not in keep])
    for place_id, label in sorted(keep - present.keys(), key=str):
        tx.session.add(ContactPlace(user_id=tx.owner_id, contact_id=contact_id, place_id=place_id, label=label))
    await tx.session.flush()
    return True


async def check_places(tx: Tx, ids: Sequence[UUID]) -> None:
    """Raises InvalidRequest where one is of no place that is there."""
    if missing := set(ids) - (await places.named(tx, list(ids))).keys():
        raise _unknown("places", "place_id", sorted(missing))


async def relate(tx: Tx, contact_id: UUID, link: RelationshipIO) -> None:
    """Say what another contact is to this one; what was said before of the two is replaced. Raises NotFound,
    InvalidRequest."""
    await provenance.lock_ingestion(tx)
    await repository.contacts.get(tx, contact_id, for_update=True)
    present = (await relationships(tx, [contact_id]))[contact_id]
    wanted = [*(one for one in present if one.contact_id != link.contact_id), link]
    if await replace_relationships(tx, contact_id, wanted):
        await repository.touch(tx, [contact_id])
    await repository.mark(tx, [contact_id, link.contact_id], "relationships")


async def unrelate(tx: Tx, contact_id: UUID, other_id: UUID) -> int:
    """Take away what these two are to each other; how many links there were. Raises NotFound."""
    await provenance.lock_ingestion(tx)
    await repository.contacts.get(tx, contact_id, for_update=True)
    present = (await relationships(tx, [contact_id]))[contact_id]
    wanted = [one for one in present if one.contact_id != other_id]
    if len(wanted) == len(present):
        raise NotFound("These two contacts have no relationship.")
    await replace_relationships(tx, contact_id, wanted)
    await repository.touch(tx, [contact_id])
    await repository.mark(tx, [contact_id, other_id], "relationships")
    return len(present) - len(wanted)


async def settle(tx: Tx, contact_id: UUID, link: PlaceLinkIO) -> None:
    """Link a place to this contact; its label replaces the one before. Raises NotFound, InvalidRequest."""
    await provenance.lock_ingestion(tx)
    await repository.contacts.get(tx, contact_id, for_update=True)
    present = (await place_links(tx, [contact_id]))[contact_id]
    wanted = [*(one for one in present if one.place_id != link.place_id), link]
    if await replace_places(tx, contact_id, wanted):
        await repository.touch(tx, [contact_id])
    await repository.mark(tx, [contact_id], "places")


async def unsettle(tx: Tx, contact_id: UUID, place_id: UUID) -> int:
    """Unlink a place from this contact; how many links there were. Raises NotFound."""
    await provenance.lock_ingestion(tx)
    await repository.contacts.get(tx, contact_id, for_update=True)
    present = (await place_links(tx, [contact_id]))[contact_id]
    wanted = [one for one in present if one.place_id != place_id]
    if len(wanted) == len(present):
        raise NotFound("This place is not linked to this contact.")
    await replace_places(tx, contact_id, wanted)
    await repository.touch(tx, [contact_id])
    await repository.mark(tx, [contact_id], "places")
    return len(present) - len(wanted)


def _unknown(field: str, name: str, ids: Sequence[UUID]) -> InvalidRequest:
    errors: list[FieldError] = [{"loc": [field, name], "message": f"there is no such other one: {one}"} for one in ids]
    return InvalidRequest(f"`{field}` names what does not exist.", errors=errors)
