"""Whom does the user know, how are they reached, and what are they to each other?"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.entities.merge_order import root
from orchestrator.domain.foundation.entities.schemas import EntityOut
from orchestrator.domain.foundation.entities.service import OWN_DATA
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.foundation.search.schemas import IndexEntry
from orchestrator.domain.foundation.slices.erasable import ErasedRow
from orchestrator.domain.world.contacts import grouping, owner_locale, repository, texts
from orchestrator.domain.world.contacts.ingesting import ContactIngestion
from orchestrator.domain.world.contacts.known import (
    living,
)
from orchestrator.domain.world.contacts.links import relation_specialization
from orchestrator.domain.world.contacts.links import service as links
from orchestrator.domain.world.contacts.merging import erasing, merge_repository, waiting
from orchestrator.domain.world.contacts.model import Contact
from orchestrator.domain.world.contacts.phones import phone_key
from orchestrator.domain.world.contacts.schemas import RELATION_TAG, ContactFields, ContactOut
from orchestrator.errors import NotFound
from orchestrator.kit.versions import Expected
from orchestrator.language.text.normalize import normalize


class ContactService(ContactIngestion):
    """Contacts."""

    kind: ClassVar[str] = "contact"
    fields = ContactFields
    out = ContactOut
    repository = repository.contacts

    async def columns(self, tx: Tx, fields: ContactFields, zone: str) -> Mapping[str, Any]:
        columns = fields.model_dump(exclude={"external_id", "source", "tags", "relationships", "places"})
        columns["groups"] = await grouping.spelled(tx, fields.groups)
        region = await owner_locale.region(tx, zone) if fields.phones else None
        return {
            **columns,
            "email_keys": [normalize(one.value) for one in fields.emails],
            "phone_keys": list(dict.fromkeys(phone_key(one.value, region) for one in fields.phones)),
            "folded": texts.folded(columns),
        }

    def entry(self, row: Contact) -> IndexEntry:
        return texts.entry(row)

    async def create(
        self, tx: Tx, fields: ContactFields, *, zone: str, origin: str = OWN_DATA, entity_id: UUID | None = None
    ) -> Contact:
        if fields.relationships or fields.groups:
            await provenance.lock_ingestion(tx)
        row = await super().create(tx, fields, zone=zone, origin=origin, entity_id=entity_id)
        others = sorted({one.contact_id for one in fields.relationships})
        await repository.mark(tx, others, "relationships")
        return row

    async def update(
        self, tx: Tx, entity_id: UUID, changes: Mapping[str, Any], *, zone: str, version: Expected = None
    ) -> Contact:
        if {"relationships", "groups"} & changes.keys():
            # They change others' versions too: two such changes that cross would wait for each other's rows.
            await provenance.lock_ingestion(tx)
        before = await self._related(tx, entity_id) if "relationships" in changes else set()
        row = await super().update(tx, entity_id, changes, zone=zone, version=version)
        if "relationships" in changes:
            others = before | await self._related(tx, entity_id)
            await repository.mark(tx, sorted(others), "relationships")
        if "tags" in changes and any(tag.startswith(RELATION_TAG) for tag in row.tags):
            refined = await relation_specialization.refine(tx, [row.id])
            await repository.touch(tx, refined - {row.id})
        return row

    async def _related(self, tx: Tx, contact_id: UUID) -> set[UUID]:
        return {one.contact_id for one in (await links.relationships(tx, [contact_id]))[contact_id]}

    async def get(self, tx: Tx, entity_id: UUID) -> Contact:
        """Raises NotFound, which tells the contact that this one was merged into."""
        row = await self.repository.find(tx, entity_id)
        if row is not None:
            return row
        kept = root(entity_id, [(keep, merged) for keep, merged, *_ in await merge_repository.kept(tx)])
        if kept == entity_id:
            raise NotFound("There is no such contact.")
        raise NotFound("This contact was merged into another one.", extra={"merged_into": str(kept)})

    async def version(self, tx: Tx, entity_id: UUID) -> int | None:
        """As for all entities; of a merged contact that of the one that it is part of."""
        found = await living(tx, [entity_id])
        return await super().version(tx, found.get(entity_id, entity_id))

    async def given(self, tx: Tx, row: Contact) -> dict[str, Any]:
        values = {
            name: getattr(row, name) for name in ContactFields.model_fields if name not in {"relationships", "places"}
        }
        related = (await links.relationships(tx, [row.id]))[row.id]
        settled = (await links.place_links(tx, [row.id]))[row.id]
        return {
            **values,
            "relationships": [one.model_dump() for one in related],
            "places": [one.model_dump() for one in settled],
        }

    async def after_write(self, tx: Tx, row: Contact, fields: ContactFields, changes: set[str]) -> bool:
        related = "relationships" in changes and await links.replace_relationships(tx, row.id, fields.relationships)
        settled = "places" in changes and await links.replace_places(tx, row.id, fields.places)
        return related or settled

    async def before_erase(self, tx: Tx, row: Contact) -> Sequence[ErasedRow]:
        related = await repository.relationships(tx, [row.id])
        others = {one.contact_id for one in related} | {one.other_id for one in related}
        settled = await repository.places(tx, [row.id])
        await repository.drop_relationships(tx, [one.id for one in related])
        await repository.drop_places(tx, [one.id for one in settled])
        await repository.touch(tx, sorted(others - {row.id}))
        await self._free(tx, row.id)
        before, row.groups = row.groups, []
        emptied = await grouping.moved(tx, row, before)
        parts = await erasing.merged_parts(tx, row.id)
        return [
            *parts,
            *(ErasedRow("contact_relationship", one.id, indexed=False) for one in related),
            *(ErasedRow("contact_place", one.id, indexed=False) for one in settled),
            *(ErasedRow(grouping.KIND, one) for one in emptied),
        ]

    async def hide(self, tx: Tx, entity_id: UUID, *, version: Expected = None) -> Contact:
        """As for all entities; those that waited for it stand for themselves."""
        row = await super().hide(tx, entity_id, version=version)
        await self._free(tx, entity_id)
        return row

    async def unhide(self, tx: Tx, entity_id: UUID, *, version: Expected = None) -> Contact:
        """As for all entities; one that waited is kept apart from whom it waited for."""
        row = await super().unhide(tx, entity_id, version=version)
        if row.waits_for is not None:
            await merge_repository.note_pairs(tx, [(row.waits_for, row.id)])
            row.waits_for = None
            await tx.session.flush()
        return row

    async def _free(self, tx: Tx, gone: UUID) -> None:
        for waits in await waiting.waiting_for(tx, [gone]):
            await self.unhide(tx, waits)

    async def present(self, tx: Tx, rows: Sequence[Contact]) -> list[EntityOut]:
        ids = [row.id for row in rows]
        related = await links.relationships(tx, ids)
        settled = await links.place_links(tx, ids)
        return [
            ContactOut.model_validate(row).model_copy(
                update={"relationships": related[row.id], "places": settled[row.id]}
            )
            for row in rows
        ]

    async def _made(
        self,
        tx: Tx,
        fields: ContactFields,
        *,
        zone: str,
        origin: str,
        entity_id: UUID | None = None,
        by_user: bool = False,
    ) -> Contact:
        row = await super()._made(tx, fields, zone=zone, origin=origin, entity_id=entity_id, by_user=by_user)
        await grouping.moved(tx, row, ())
        return row

    async def _store(
        self,
        tx: Tx,
        row: Contact,
        fields: ContactFields,
        columns: Mapping[str, Any],
        *,
        named: set[str],
        index: bool = True,
        origin: str | None = None,
    ) -> bool:
        before = row.groups
        different = await super()._store(tx, row, fields, columns, named=named, index=index, origin=origin)
        await grouping.moved(tx, row, before)
        return different


contacts = ContactService()


async def by_emails(tx: Tx, emails: Sequence[str]) -> dict[str, tuple[UUID, str]]:
    """(id, name) of the contact with each folded address; an address that two contacts share is left out."""
    keys = {normalize(email) for email in emails if email}
    if not keys:
        return {}
    found: dict[str, list[tuple[UUID, str]]] = {}
    for row in await repository.by_email_keys(tx, sorted(keys)):
        for key in keys & set(row.email_keys):
            found.setdefault(key, []).append((row.id, row.display_name))
    return {key: owners[0] for key, owners in found.items() if len(owners) == 1}


async def named(tx: Tx, ids: Sequence[UUID]) -> dict[UUID, str]:
    """The names of those of `ids` that exist."""
    return {row.id: row.display_name for row in await repository.contacts.many(tx, ids)}


async def born_on(tx: Tx, days: Sequence[str], *, limit: int) -> list[Contact]:
    """Contacts whose birthday is on one of these days (`MM-DD`), by name."""
    return await repository.born_on(tx, days, limit=limit)


async def next_born(tx: Tx, day: str, *, limit: int) -> list[Contact]:
    """Contacts whose birthday is noted, by the day of the year, from one (`MM-DD`) on."""
    return await repository.next_born(tx, day, limit=limit)


async def origins(tx: Tx, ids: Sequence[UUID]) -> list[str]:
    """Whose words the names of those of `ids` are that exist."""
    return [row.origin for row in await repository.contacts.many(tx, ids)]
