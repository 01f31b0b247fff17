"""Which places are the addresses of cards? The one that has this address already, else a new one; two who share an
address share the place, so that "who else lives here?" has an answer."""

import hashlib
from collections.abc import Mapping
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.entities.schemas import IngestResult
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.world.contact_files.values import Address
from orchestrator.domain.world.contact_files.vcard import VCard
from orchestrator.domain.world.contacts.links.sourced_places import PlaceWord, take_places
from orchestrator.domain.world.contacts.schemas import Shelf, Taken
from orchestrator.domain.world.places import service as places
from orchestrator.domain.world.places.likeness import address_key

_CATEGORIES = {"Home": "home", "Work": "work"}


async def link(
    tx: Tx, cards: Mapping[int, VCard], there: Mapping[int, Taken], results: Mapping[int, IngestResult], shelf: Shelf
) -> None:
    """Link each card's addresses, and make the places that are missing, as others' words; an address that the card has
    no longer is unlinked. Nothing where the user has said which places are this contact's."""
    present = {index: one for index, one in cards.items() if index in there}
    if not present:
        return
    addresses = [one for card in present.values() for one in card.addresses]
    found = await _places(tx, addresses, shelf.source, shelf.zone) if addresses else {}
    words: dict[UUID, PlaceWord] = {}
    imported: dict[UUID, set[UUID]] = {}
    for index, card in present.items():
        said: dict[UUID, str | None] = {}
        for one in card.addresses:
            if (place := found.get(_key(one))) is not None:
                said.setdefault(place[0], one.label)
                if place[1]:
                    imported.setdefault(there[index].record, set()).add(place[0])
        words[there[index].record] = PlaceWord(there[index].id, said)
    changed = await take_places(tx, words)
    pairs = [
        (("contact", record), (places.places.kind, place_id))
        for record, ids in imported.items()
        if words[record].of in changed
        for place_id in sorted(ids)
    ]
    await provenance.record_pairs(tx, pairs)
    for index in present:
        if there[index].id in changed and results[index].status == "unchanged":
            results[index].status = "updated"


async def rebuild(tx: Tx, place_id: UUID) -> None:
    """One of those who gave the address is erased, others gave the same one: nothing of the place changes."""
    del tx, place_id


async def _places(tx: Tx, addresses: list[Address], source: str, zone: str) -> dict[str, tuple[UUID, bool]]:
    """(id, whether it came with cards) of the place of each address, by its key. One that was erased stays away."""
    known = await places.known(tx)
    found = {address_key(one.address): (one.id, False) for one in known if one.address}
    there = {row.id: row for row in await places.places.many(tx, [one for one, _ in found.values()])}
    missing = []
    for key, one in {_key(one): one for one in addresses}.items():
        row = there.get(found[key][0]) if key in found else None
        if row is None:
            missing.append(one)
        elif (row.source, row.external_id) == (source, _external_id(one)):
            found[key] = (row.id, True)
    items = [
        {
            "external_id": _external_id(one),
            "source": source,
            "name": one.street,
            "address": one.text,
            "category": _CATEGORIES.get(one.label or ""),
            "lat": one.lat,
            "lon": one.lon,
        }
        for one in missing
    ]
    results = await places.places.ingest(tx, items, zone=zone)
    taken = {one.external_id: one.id for one in results if one.id is not None}
    for one in missing:
        if (place_id := taken.get(_external_id(one))) is not None:
            found[_key(one)] = (place_id, True)
    return found


def _key(one: Address) -> str:
    return address_key(one.text)


def _external_id(one: Address) -> str:
    return f"address:{hashlib.sha256(_key(one).encode()).hexdigest()[:32]}"
