"""Whom does the user know, how are they reached, and what are they to each other?"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.domain.foundation.entities.schemas import EntityOut
from orchestrator.domain.foundation.entities.service import OWN_DATA
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.foundation.search.service import IndexEntry
from orchestrator.domain.foundation.slices.erasable import ErasedRow
from orchestrator.domain.world.contacts import grouping, owner_locale, repository, texts
from orchestrator.domain.world.contacts.ingesting import ContactIngestion
from orchestrator.domain.world.contacts.known import (
    KnownContact,
    known,
    living,
    own_contact,
    relations_of_user,
    state,
)
from orchestrator.domain.world.contacts.links import relation_specialization
from orchestrator.domain.world.contacts.links import service as links
from orchestrator.domain.world.contacts.merging import erasing, merge_repository, waiting
from orchestrator.domain.world.contacts.merging.service import root
from orchestrator.domain.world.contacts.model import Contact
from orchestrator.domain.world.contacts.phones import phone_key
from orchestrator.domain.world.contacts.schemas import RELATION_TAG, ContactFields, ContactOut
from orchestrator.errors import NotFound
from orchestrator.language.normalize import normalize

__all__ = [
    "ContactService",
    "KnownContact",
    "born_on",
    "by_emails",
    "contacts",
    "known",
    "living",
    "named",
    "next_born",
    "origins",
    "own_contact",
    "relations_of_user",
    "state",
]


class ContactService(ContactIngestion):
    """Contacts."""

    kind: ClassVar[str] = "contact"
    fields = ContactFields
    out = ContactOut
    repository = repository.contacts

    async def columns(
        self, session: AsyncSession, owner_id: UUID, fields: ContactFields, zone: str
    ) -> Mapping[str, Any]:
        columns = fields.model_dump(exclude={"external_id", "source", "tags", "relationships", "places"})
        columns["groups"] = await grouping.spelled(session, owner_id, fields.groups)
        region = await owner_locale.region(session, owner_id, zone) if fields.phones else None
        return {
            **columns,
            "email_keys": [normalize(one.value) for one in fields.emails],
            "phone_keys": list(dict.fromkeys(phone_key(one.value, region) for one in fields.phones)),
            "folded": texts.folded(columns),
        }

    def entry(self, row: Contact) -> IndexEntry:
        return texts.entry(row)

    async def create(
        self,
        session: AsyncSession,
        owner_id: UUID,
        fields: ContactFields,
        *,
        zone: str,
        origin: str = OWN_DATA,
        entity_id: UUID | None = None,
    ) -> Contact:
        if fields.relationships or fields.groups:
            await provenance.lock_ingestion(session, owner_id)
        row = await super().create(session, owner_id, fields, zone=zone, origin=origin, entity_id=entity_id)
        others = sorted({one.contact_id for one in fields.relationships})
        await repository.mark(session, owner_id, others, "relationships")
        return row

    async def update(
        self,
        session: AsyncSession,
        owner_id: UUID,
        entity_id: UUID,
        changes: Mapping[str, Any],
        *,
        zone: str,
        version: int | None = None,
    ) -> Contact:
        if {"relationships", "groups"} & changes.keys():
            # They change others' versions too: two such changes that cross would wait for each other's rows.
            await provenance.lock_ingestion(session, owner_id)
        before = await self._related(session, owner_id, entity_id) if "relationships" in changes else set()
        row = await super().update(session, owner_id, entity_id, changes, zone=zone, version=version)
        if "relationships" in changes:
            others = before | await self._related(session, owner_id, entity_id)
            await repository.mark(session, owner_id, sorted(others), "relationships")
        if "tags" in changes and any(tag.startswith(RELATION_TAG) for tag in row.tags):
            refined = await relation_specialization.refine(session, owner_id, [row.id])
            await repository.touch(session, owner_id, refined - {row.id})
        return row

    async def _related(self, session: AsyncSession, owner_id: UUID, contact_id: UUID) -> set[UUID]:
        return {one.contact_id for one in (await links.relationships(session, owner_id, [contact_id]))[contact_id]}

    async def get(self, session: AsyncSession, owner_id: UUID, entity_id: UUID) -> Contact:
        """Raises NotFound, which tells the contact that this one was merged into."""
        row = await self.repository.find(session, owner_id, entity_id)
        if row is not None:
            return row
        kept = root(entity_id, [(keep, merged) for keep, merged, *_ in await merge_repository.kept(session, owner_id)])
        if kept == entity_id:
            raise NotFound("There is no such contact.")
        raise NotFound("This contact was merged into another one.", extra={"merged_into": str(kept)})

    async def version(self, session: AsyncSession, owner_id: UUID, entity_id: UUID) -> int | None:
        """As for all entities; of a merged contact that of the one that it is part of."""
        found = await living(session, owner_id, [entity_id])
        return await super().version(session, owner_id, found.get(entity_id, entity_id))

    async def given(self, session: AsyncSession, owner_id: UUID, row: Contact) -> dict[str, Any]:
        values = {
            name: getattr(row, name) for name in ContactFields.model_fields if name not in {"relationships", "places"}
        }
        related = (await links.relationships(session, owner_id, [row.id]))[row.id]
        settled = (await links.place_links(session, owner_id, [row.id]))[row.id]
        return {
            **values,
            "relationships": [one.model_dump() for one in related],
            "places": [one.model_dump() for one in settled],
        }

    async def after_write(
        self, session: AsyncSession, owner_id: UUID, row: Contact, fields: ContactFields, changes: set[str]
    ) -> bool:
        related = "relationships" in changes and await links.replace_relationships(
            session, owner_id, row.id, fields.relationships
        )
        settled = "places" in changes and await links.replace_places(session, owner_id, row.id, fields.places)
        return related or settled

    async def before_erase(self, session: AsyncSession, owner_id: UUID, row: Contact) -> Sequence[ErasedRow]:
        related = await repository.relationships(session, owner_id, [row.id])
        others = {one.contact_id for one in related} | {one.other_id for one in related}
        settled = await repository.places(session, owner_id, [row.id])
        await repository.drop_relationships(session, owner_id, [one.id for one in related])
        await repository.drop_places(session, owner_id, [one.id for one in settled])
        await repository.touch(session, owner_id, sorted(others - {row.id}))
        await self._free(session, owner_id, row.id)
        before, row.groups = row.groups, []
        emptied = await grouping.moved(session, owner_id, row, before)
        parts = await erasing.merged_parts(session, owner_id, row.id)
        return [
            *parts,
            *(ErasedRow("contact_relationship", one.id, indexed=False) for one in related),
            *(ErasedRow("contact_place", one.id, indexed=False) for one in settled),
            *(ErasedRow(grouping.KIND, one) for one in emptied),
        ]

    async def hide(
        self, session: AsyncSession, owner_id: UUID, entity_id: UUID, *, version: int | None = None
    ) -> Contact:
        """As for all entities; those that waited for it stand for themselves."""
        row = await super().hide(session, owner_id, entity_id, version=version)
        await self._free(session, owner_id, entity_id)
        return row

    async def unhide(
        self, session: AsyncSession, owner_id: UUID, entity_id: UUID, *, version: int | None = None
    ) -> Contact:
        """As for all entities; one that waited is kept apart from whom it waited for."""
        row = await super().unhide(session, owner_id, entity_id, version=version)
        if row.waits_for is not None:
            await merge_repository.note_pairs(session, owner_id, [(row.waits_for, row.id)])
            row.waits_for = None
            await session.flush()
        return row

    async def _free(self, session: AsyncSession, owner_id: UUID, gone: UUID) -> None:
        for waits in await waiting.waiting_for(session, owner_id, [gone]):
            await self.unhide(session, owner_id, waits)

    async def present(self, session: AsyncSession, owner_id: UUID, rows: Sequence[Contact]) -> list[EntityOut]:
        ids = [row.id for row in rows]
        related = await links.relationships(session, owner_id, ids)
        settled = await links.place_links(session, owner_id, ids)
        return [
            ContactOut.model_validate(row).model_copy(
                update={"relationships": related[row.id], "places": settled[row.id]}
            )
            for row in rows
        ]

    async def _made(
        self,
        session: AsyncSession,
        owner_id: UUID,
        fields: ContactFields,
        *,
        zone: str,
        origin: str,
        entity_id: UUID | None = None,
        by_user: bool = False,
    ) -> Contact:
        row = await super()._made(
            session, owner_id, fields, zone=zone, origin=origin, entity_id=entity_id, by_user=by_user
        )
        await grouping.moved(session, owner_id, row, ())
        return row

    async def _store(
        self,
        session: AsyncSession,
        owner_id: UUID,
        row: Contact,
        fields: ContactFields,
        columns: Mapping[str, Any],
        *,
        named: set[str],
        index: bool = True,
        origin: str | None = None,
    ) -> bool:
        before = row.groups
        different = await super()._store(
            session, owner_id, row, fields, columns, named=named, index=index, origin=origin
        )
        await grouping.moved(session, owner_id, row, before)
        return different


contacts = ContactService()


async def by_emails(session: AsyncSession, owner_id: UUID, emails: Sequence[str]) -> dict[str, tuple[UUID, str]]:
    """(id, name) of the contact with each folded address; an address that two contacts share is left out."""
    keys = {normalize(email) for email in emails if email}
    if not keys:
        return {}
    found: dict[str, list[tuple[UUID, str]]] = {}
    for row in await repository.by_email_keys(session, owner_id, sorted(keys)):
        for key in keys & set(row.email_keys):
            found.setdefault(key, []).append((row.id, row.display_name))
    return {key: owners[0] for key, owners in found.items() if len(owners) == 1}


async def named(session: AsyncSession, owner_id: UUID, ids: Sequence[UUID]) -> dict[UUID, str]:
    """The names of those of `ids` that exist."""
    return {row.id: row.display_name for row in await repository.contacts.many(session, owner_id, ids)}


async def born_on(session: AsyncSession, owner_id: UUID, days: Sequence[str], *, limit: int) -> list[Contact]:
    """Contacts whose birthday is on one of these days (`MM-DD`), by name."""
    return await repository.born_on(session, owner_id, days, limit=limit)


async def next_born(session: AsyncSession, owner_id: UUID, day: str, *, limit: int) -> list[Contact]:
    """Contacts whose birthday is noted, by the day of the year, from one (`MM-DD`) on."""
    return await repository.next_born(session, owner_id, day, limit=limit)


async def origins(session: AsyncSession, owner_id: UUID, ids: Sequence[UUID]) -> list[str]:
    """Whose words the names of those of `ids` are that exist."""
    return [row.origin for row in await repository.contacts.many(session, owner_id, ids)]
