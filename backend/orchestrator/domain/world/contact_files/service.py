"""How do the people of a vCard file become contacts, and contacts a file again?

A card is known by its UID; one without is known by its name and first address. A card that Steward wrote is known by
the contact's own id, so that its own export changes nothing. What a card names beside its person follows when all
persons are there: relationships to somebody in the file or among the contacts (`related`), addresses as places
(`places`), group cards as groups.
"""

import hashlib
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from pydantic import Field, ValidationError
from sqlalchemy import or_

from orchestrator.db.session import Database
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.entities.schemas import IngestResult
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.world.contact_files import places as vcard_places
from orchestrator.domain.world.contact_files import related as vcard_related
from orchestrator.domain.world.contact_files.export import Written, card
from orchestrator.domain.world.contact_files.related import Meant
from orchestrator.domain.world.contact_files.vcard import BadCard, VCard
from orchestrator.domain.world.contacts import groups, repository
from orchestrator.domain.world.contacts.links import service as links
from orchestrator.domain.world.contacts.merging import merged_ingest
from orchestrator.domain.world.contacts.model import Contact
from orchestrator.domain.world.contacts.schemas import VCARD, ContactFields, Shelf, Taken
from orchestrator.domain.world.contacts.service import contacts
from orchestrator.domain.world.places import service as places
from orchestrator.kit.ids import parse_id
from orchestrator.kit.paging import PageRequest
from orchestrator.language.text.normalize import normalize

SOURCE = VCARD
PAGE = 500
BATCH = 500
"""Cards that are written together."""


class CardResult(IngestResult):
    """What became of one card. `notes`: what of it was not kept, for people (a photo)."""

    notes: list[str] = Field(default_factory=list)


class _Delivery:
    """The cards of one delivery on their way in. `results`: what became of each person, by index."""

    def __init__(self, cards: Sequence[VCard | BadCard], shelf: Shelf) -> None:
        self.cards = cards
        self.shelf = shelf
        self.people = {index: one for index, one in enumerate(cards) if isinstance(one, VCard) and not one.is_group}
        self.keys = {index: _key(one) for index, one in self.people.items()}
        self.in_groups = _in_groups(cards)
        self.meant = Meant({}, {})
        self.results: dict[int, CardResult] = {}
        self.there: dict[int, Taken] = {}
        self.untouched: set[int] = set()
        self.left_out: dict[int, list[str]] = {}

    def batches(self) -> list[list[int]]:
        """The people in parts that are written together."""
        indexes = list(self.people)
        return [indexes[start : start + BATCH] for start in range(0, len(indexes), BATCH)]

    async def read(self, tx: Tx) -> None:
        """Whom the cards mean by their related people."""
        self.meant = await vcard_related.read(tx, self.people, self.keys, self.shelf.source)

    async def take_people(self, tx: Tx, indexes: Sequence[int]) -> None:
        """The persons and their addresses."""
        items = {index: self._item(index) for index in indexes}
        await provenance.lock_ingestion(tx)
        erased = await _erased_by_id(tx, items, self.shelf)
        living = [index for index in items if index not in erased]
        took = await contacts.ingest(
            tx, [items[index] for index in living], zone=self.shelf.zone, may_restore=self.shelf.may_restore
        )
        results = {index: CardResult(**one.model_dump()) for index, one in zip(living, took, strict=True)}
        results |= {index: CardResult(external_id=self.keys[index], status="erased") for index in erased}
        for index in indexes:
            results[index].notes += [*self.people[index].skipped, *self.left_out[index]]
        merged = await merged_ingest.read(tx)
        there = {
            index: Taken(merged.record_of(self.shelf.source, self.keys[index]) or one.id, one.id)
            for index, one in results.items()
            if one.id is not None
        }
        self.there |= there
        self.results |= results
        self.untouched |= {
            index for index, one in there.items() if "relationships" not in merged.touched.get(one.record, ())
        }
        cards = {
            index: self.people[index]
            for index, one in there.items()
            if "places" not in merged.touched.get(one.record, ())
        }
        await vcard_places.link(tx, cards, there, results, self.shelf)

    async def take_links(self, tx: Tx, indexes: Sequence[int]) -> None:
        """What the persons are to each other, once all are there."""
        await provenance.lock_ingestion(tx)
        wanted = [index for index in indexes if index in self.untouched]
        await vcard_related.link(tx, self.meant, self.there, self.results, wanted)

    async def told(self, tx: Tx) -> list[CardResult]:
        """One result a card, in their order."""
        return [
            self.results[index]
            if index in self.results
            else CardResult(external_id=one.uid, status="invalid", errors=[_error(one)])
            if isinstance(one, BadCard)
            else await _group_result(tx, one)
            for index, one in enumerate(self.cards)
        ]

    def _item(self, index: int) -> dict[str, Any]:
        one, key = self.people[index], self.keys[index]
        said = {**one.fields, "notes": self.meant.noted(index, one)}
        fields, self.left_out[index] = fitting(said)
        return {
            **fields,
            "groups": list(
                dict.fromkeys([*fields["groups"], *self.in_groups.get(key, ()), *self.shelf.groups.get(key, ())])
            ),
            "external_id": key,
            "source": self.shelf.source,
            "restore": self.shelf.restore,
        }


async def ingest(tx: Tx, cards: Sequence[VCard | BadCard], shelf: Shelf) -> list[CardResult]:
    """Take the cards in, as others' words: one result a card, in their order. Never raises for a card."""
    delivery = _Delivery(cards, shelf)
    await delivery.read(tx)
    for indexes in delivery.batches():
        await delivery.take_people(tx, indexes)
    for indexes in delivery.batches():
        await delivery.take_links(tx, indexes)
    return await delivery.told(tx)


async def ingest_file(
    database: Database, owner_id: UUID, cards: Sequence[VCard | BadCard], shelf: Shelf
) -> list[CardResult]:
    """The same, a unit of work for each batch: what was taken in before a crash is there, and the file taken in again
    goes on from it. Others write meanwhile."""
    delivery = _Delivery(cards, shelf)
    async with database.unit_of_work_of(owner_id) as tx:
        await delivery.read(tx)
    for indexes in delivery.batches():
        async with database.unit_of_work_of(owner_id) as tx:
            await delivery.take_people(tx, indexes)
    for indexes in delivery.batches():
        async with database.unit_of_work_of(owner_id) as tx:
            await delivery.take_links(tx, indexes)
    async with database.unit_of_work_of(owner_id) as tx:
        return await delivery.told(tx)


async def export(database: Database, owner_id: UUID) -> AsyncIterator[str]:
    """All contacts, hidden ones apart but for those that wait for an answer, a card each."""
    told = or_(Contact.hidden_at.is_(None), Contact.waits_for.is_not(None))
    cursor: str | None = None
    while True:
        async with database.unit_of_work_of(owner_id) as tx:
            page = await contacts.page(tx, PageRequest(limit=PAGE, cursor=cursor), told, hidden=True)
            written = await _written(tx, page.items)
        yield "".join(card(one) for one in written)
        cursor = page.next_cursor
        if cursor is None:
            return


def _key(one: VCard) -> str:
    """What the card is known by: its UID, else its name with the first address or number."""
    if one.uid is not None:
        return one.uid[:500]
    reached = [*one.fields["emails"], *one.fields["phones"]]
    parts = [normalize(str(one.fields["display_name"])), *(normalize(str(first["value"])) for first in reached[:1])]
    digest = hashlib.sha256("\n".join(parts).encode()).hexdigest()
    return f"name:{digest[:32]}"


def _in_groups(cards: Sequence[VCard | BadCard]) -> dict[str, list[str]]:
    """The names of the groups whose cards name a UID as a member."""
    found: dict[str, list[str]] = {}
    for one in cards:
        if isinstance(one, VCard) and one.is_group:
            for uid in one.members:
                found.setdefault(uid, []).append(str(one.fields["display_name"]))
    return found


async def _erased_by_id(tx: Tx, items: Mapping[int, Mapping[str, Any]], shelf: Shelf) -> set[int]:
    """The cards that Steward wrote of contacts which were erased since: those have no other key than their ids."""
    keys = {index: ("", str(item["external_id"])) for index, item in items.items() if parse_id(item["external_id"])}
    buried = await provenance.buried(tx, contacts.kind, list(keys.values()))
    gone = {index for index, key in keys.items() if key in buried}
    if shelf.restore and shelf.may_restore:
        for index in gone:
            await provenance.remove_tombstone(tx, contacts.kind, *keys[index])
        return set()
    return gone


async def _group_result(tx: Tx, one: VCard) -> CardResult:
    """A group card says who is in it; the members said it when they were taken in."""
    found = await groups.called(tx, str(one.fields["display_name"]))
    notes = [] if found is not None else ["a group without members that are here"]
    return CardResult(external_id=one.uid, id=found.id if found else None, status="unchanged", notes=notes)


def _error(one: BadCard) -> Any:
    return {"loc": [one.field] if one.field else [], "message": one.message}


async def _written(tx: Tx, rows: Sequence[Contact]) -> list[Written]:
    ids = [row.id for row in rows]
    related = await links.relationships(tx, ids)
    settled = await links.place_links(tx, ids)
    others = await repository.contacts.many(tx, [one.contact_id for listed in related.values() for one in listed])
    uids = {row.id: _uid(row) for row in (*others, *rows)}
    where = await places.places.many(tx, [one.place_id for all_ in settled.values() for one in all_])
    addresses = {row.id: row.address for row in where if row.address}
    return [
        Written(
            uid=uids[row.id],
            fields={name: getattr(row, name) for name in contacts.fields.model_fields if hasattr(row, name)},
            related=[(uids[one.contact_id], one.label) for one in related[row.id] if one.contact_id in uids],
            addresses=[(addresses[one.place_id], one.label) for one in settled[row.id] if one.place_id in addresses],
        )
        for row in rows
    ]


def _uid(row: Contact) -> str:
    own = row.source == SOURCE and row.external_id is not None and not row.external_id.startswith("name:")
    return str(row.external_id) if own else str(row.id)


_CALLED = {
    "emails": "email address",
    "phones": "phone number",
    "aliases": "name",
    "nicknames": "nickname",
    "groups": "group",
    "display_name": "name",
}
_SHOWN = 60


def fitting(fields: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The fields without what a contact does not take, and what was left out, for people. What is wrong with the name
    itself stays: then the card is invalid. A card with one bad address is still somebody's card: the value is left out
    and told, the person is taken in."""
    kept, notes = dict(fields), list[str]()
    try:
        ContactFields.model_validate(kept)
    except ValidationError as error:
        wrong = error.errors(include_url=False, include_context=False)
        for name in dict.fromkeys(str(one["loc"][0]) for one in wrong if one["loc"]):
            if name == "display_name" or name not in kept:
                continue
            kept[name], told = _without(name, kept[name], [one for one in wrong if one["loc"][0] == name])
            notes += told
    return kept, notes


def _without(name: str, value: Any, wrong: Iterable[Mapping[str, Any]]) -> tuple[Any, list[str]]:
    called = _CALLED.get(name, name.replace("_", " "))
    bad = {one["loc"][1]: str(one["msg"]).removeprefix("Value error, ") for one in wrong if len(one["loc"]) > 1}
    if not isinstance(value, list) or not bad:
        why = next((str(one["msg"]).removeprefix("Value error, ") for one in wrong), "")
        return ([] if isinstance(value, list) else None), [f"{called} left out: {why}"]
    notes = [f"{called} left out: “{_shown(value[index])}”: {why}" for index, why in bad.items()]
    return [item for index, item in enumerate(value) if index not in bad], notes


def _shown(item: Any) -> str:
    text = str(item["value"] if isinstance(item, Mapping) else item)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
