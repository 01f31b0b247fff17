"""What are contacts to each other, and which places are theirs?"""

from collections import defaultdict
from collections.abc import Sequence
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.domain.ground.provenance import service as provenance
from orchestrator.domain.world.contacts import repository
from orchestrator.domain.world.contacts.model import ContactPlace, Relationship
from orchestrator.domain.world.contacts.schemas import PlaceLinkIO, RelationshipIO
from orchestrator.domain.world.places import service as places
from orchestrator.errors import FieldError, InvalidRequest, NotFound


def seen_from(contact_id: UUID, row: Relationship) -> RelationshipIO:
    """The link as this contact sees it."""
    if row.contact_id == contact_id:
        return RelationshipIO(contact_id=row.other_id, label=row.label, reciprocal_label=row.reciprocal_label)
    return RelationshipIO(contact_id=row.contact_id, label=row.reciprocal_label, reciprocal_label=row.label)


async def relationships(session: AsyncSession, owner_id: UUID, ids: Sequence[UUID]) -> dict[UUID, list[RelationshipIO]]:
    """The relationships of each of `ids`, as it sees them."""
    found: dict[UUID, list[RelationshipIO]] = defaultdict(list)
    wanted = set(ids)
    for row in await repository.relationships(session, owner_id, ids):
        for side in {row.contact_id, row.other_id} & wanted:
            found[side].append(seen_from(side, row))
    return found


async def place_links(session: AsyncSession, owner_id: UUID, ids: Sequence[UUID]) -> dict[UUID, list[PlaceLinkIO]]:
    """The places of each of `ids`."""
    found: dict[UUID, list[PlaceLinkIO]] = defaultdict(list)
    for row in await repository.places(session, owner_id, ids):
        found[row.contact_id].append(PlaceLinkIO(place_id=row.place_id, label=row.label))
    return found


async def at_place(session: AsyncSession, owner_id: UUID, place_id: UUID) -> list[tuple[UUID, str | None]]:
    """The contacts of a place with their label there."""
    return [(row.contact_id, row.label) for row in await repository.at_place(session, owner_id, place_id)]


async def replace_relationships(
    session: AsyncSession, owner_id: UUID, contact_id: UUID, wanted: Sequence[RelationshipIO]
) -> bool:
    """Let `wanted` be all relationships of this contact; True where that changed something. Raises InvalidRequest."""
    rows = await repository.relationships(session, owner_id, [contact_id])
    keep = {(one.contact_id, one.label, one.reciprocal_label): one for one in wanted}
    present = {
        (seen.contact_id, seen.label, seen.reciprocal_label): row
        for row in rows
        for seen in [seen_from(contact_id, row)]
    }
    if keep.keys() == present.keys():
        return False
    others = {one.contact_id for one in wanted}
    there = {row.id for row in await repository.contacts.many(session, owner_id, list(others))}
    if missing := (others - there) | (others & {contact_id}):
        raise _unknown("relationships", "contact_id", sorted(missing))
    await repository.drop_relationships(session, owner_id, [row.id for key, row in present.items() if key not in keep])
    for key, one in keep.items():
        if key not in present:
            session.add(
                Relationship(
                    user_id=owner_id,
                    contact_id=contact_id,
                    other_id=one.contact_id,
                    label=one.label,
                    reciprocal_label=one.reciprocal_label,
                )
            )
    changed = {key[0] for key in keep.keys() ^ present.keys()}
    await session.flush()
    await repository.touch(session, owner_id, sorted(changed))
    return True


async def replace_places(
    session: AsyncSession, owner_id: UUID, contact_id: UUID, wanted: Sequence[PlaceLinkIO]
) -> bool:
    """Let `wanted` be all places of this contact; True where that changed something. Raises InvalidRequest."""
    present = {(row.place_id, row.label): row for row in await repository.places(session, owner_id, [contact_id])}
    keep = {(one.place_id, one.label) for one in wanted}
    if keep == present.keys():
        return False
    asked = {one.place_id for one in wanted}
    if missing := asked - (await places.named(session, owner_id, list(asked))).keys():
        raise _unknown("places", "place_id", sorted(missing))
    await repository.drop_places(session, owner_id, [row.id for key, row in present.items() if key not in keep])
    for place_id, label in sorted(keep - present.keys(), key=str):
        session.add(ContactPlace(user_id=owner_id, contact_id=contact_id, place_id=place_id, label=label))
    await session.flush()
    return True


async def relate(session: AsyncSession, owner_id: UUID, contact_id: UUID, link: RelationshipIO) -> None:
    """Say what another contact is to this one; what was said before of the two is replaced. Raises NotFound,
    InvalidRequest."""
    await provenance.lock_ingestion(session, owner_id)
    await repository.contacts.get(session, owner_id, contact_id, for_update=True)
    present = (await relationships(session, owner_id, [contact_id]))[contact_id]
    wanted = [*(one for one in present if one.contact_id != link.contact_id), link]
    if await replace_relationships(session, owner_id, contact_id, wanted):
        await repository.touch(session, owner_id, [contact_id])


async def unrelate(session: AsyncSession, owner_id: UUID, contact_id: UUID, other_id: UUID) -> int:
    """Take away what these two are to each other; how many links there were. Raises NotFound."""
    await provenance.lock_ingestion(session, owner_id)
    await repository.contacts.get(session, owner_id, contact_id, for_update=True)
    present = (await relationships(session, owner_id, [contact_id]))[contact_id]
    wanted = [one for one in present if one.contact_id != other_id]
    if len(wanted) == len(present):
        raise NotFound("These two contacts have no relationship.")
    await replace_relationships(session, owner_id, contact_id, wanted)
    await repository.touch(session, owner_id, [contact_id])
    return len(present) - len(wanted)


async def settle(session: AsyncSession, owner_id: UUID, contact_id: UUID, link: PlaceLinkIO) -> None:
    """Link a place to this contact; its label replaces the one before. Raises NotFound, InvalidRequest."""
    await provenance.lock_ingestion(session, owner_id)
    await repository.contacts.get(session, owner_id, contact_id, for_update=True)
    present = (await place_links(session, owner_id, [contact_id]))[contact_id]
    wanted = [*(one for one in present if one.place_id != link.place_id), link]
    if await replace_places(session, owner_id, contact_id, wanted):
        await repository.touch(session, owner_id, [contact_id])


async def unsettle(session: AsyncSession, owner_id: UUID, contact_id: UUID, place_id: UUID) -> int:
    """Unlink a place from this contact; how many links there were. Raises NotFound."""
    await provenance.lock_ingestion(session, owner_id)
    await repository.contacts.get(session, owner_id, contact_id, for_update=True)
    present = (await place_links(session, owner_id, [contact_id]))[contact_id]
    wanted = [one for one in present if one.place_id != place_id]
    if len(wanted) == len(present):
        raise NotFound("This place is not linked to this contact.")
    await replace_places(session, owner_id, contact_id, wanted)
    await repository.touch(session, owner_id, [contact_id])
    return len(present) - len(wanted)


def _unknown(field: str, name: str, ids: Sequence[UUID]) -> InvalidRequest:
    errors: list[FieldError] = [{"loc": [field, name], "message": f"there is no such other one: {one}"} for one in ids]
    return InvalidRequest(f"`{field}` names what does not exist.", errors=errors)
