"""Whom does the user know, how are they reached, and what are they to each other?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.domain.ground.entities.schemas import EntityOut, lines
from orchestrator.domain.ground.entities.service import EntityService
from orchestrator.domain.ground.provenance import service as provenance
from orchestrator.domain.ground.provenance.erasable import ErasedRow
from orchestrator.domain.ground.search.service import IndexEntry
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.world.contacts import links, repository
from orchestrator.domain.world.contacts.model import Contact
from orchestrator.domain.world.contacts.schemas import RELATION_TAG, ContactFields, ContactOut
from orchestrator.language.fold import fold

KNOWN_LIMIT = 20_000
"""Contacts that a name is compared with."""


@dataclass(frozen=True)
class KnownContact:
    """A contact as resolution compares it; `relations`: what they are to the user."""

    id: UUID
    name: str
    aliases: tuple[str, ...]
    nicknames: tuple[str, ...]
    groups: tuple[str, ...]
    relations: tuple[str, ...]
    organization: str | None
    email: str | None
    email_keys: tuple[str, ...]
    is_user: bool


class ContactService(EntityService[Contact, ContactFields]):
    """Contacts."""

    kind: ClassVar[str] = "contact"
    fields = ContactFields
    out = ContactOut
    repository = repository.contacts

    async def columns(
        self, session: AsyncSession, owner_id: UUID, fields: ContactFields, zone: str
    ) -> Mapping[str, Any]:
        del session, owner_id, zone
        columns = fields.model_dump(exclude={"external_id", "source", "tags", "relationships", "places"})
        text = lines(
            [
                fields.display_name,
                fields.given_name,
                fields.family_name,
                *fields.aliases,
                *fields.nicknames,
                *(one.value for one in (*fields.emails, *fields.phones)),
                fields.organization,
                fields.title,
                *fields.groups,
            ]
        )
        return {**columns, "email_keys": [fold(one.value) for one in fields.emails], "folded": fold(text)}

    def entry(self, row: Contact) -> IndexEntry:
        text = lines(
            [
                *row.aliases,
                *row.nicknames,
                row.organization,
                row.title,
                *(str(one["value"]) for one in (*row.emails, *row.phones)),
                row.birthday,
                *row.groups,
                *row.tags,
                row.notes,
            ]
        )
        return IndexEntry(
            "contact", row.id, row.display_name, text, None, origin=row.origin, external_id=row.external_id
        )

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
        if "relationships" in changes:
            # It changes the others' versions too: two such changes that cross would wait for each other's rows.
            await provenance.lock_ingestion(session, owner_id)
        return await super().update(session, owner_id, entity_id, changes, zone=zone, version=version)

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
        return [
            *(ErasedRow("contact_relationship", one.id, indexed=False) for one in related),
            *(ErasedRow("contact_place", one.id, indexed=False) for one in settled),
        ]

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


contacts = ContactService()


async def known(session: AsyncSession, owner_id: UUID) -> list[KnownContact]:
    """All contacts that a phrase may mean, with what they are to the user.

    That is said by the relationships of the user's own contact (the one with an email address of the account or of
    `me.identifiers`) and by `relation:` tags.
    """
    rows = await repository.known(session, owner_id, limit=KNOWN_LIMIT)
    own_names = await accounts.own_names(session, owner_id)
    own = {row.id for row in rows if own_names & set(row.email_keys)}
    relations: dict[UUID, list[str]] = {}
    for seen in (await links.relationships(session, owner_id, sorted(own))).values():
        for one in seen:
            if one.label:
                relations.setdefault(one.contact_id, []).append(one.label)
    return [
        KnownContact(
            id=row.id,
            name=row.display_name,
            aliases=tuple(row.aliases),
            nicknames=tuple(row.nicknames),
            groups=tuple(row.groups),
            relations=(
                *relations.get(row.id, ()),
                *(tag.removeprefix(RELATION_TAG) for tag in row.tags if tag.startswith(RELATION_TAG)),
            ),
            organization=row.organization,
            email=str(row.emails[0]["value"]) if row.emails else None,
            email_keys=tuple(row.email_keys),
            is_user=row.id in own,
        )
        for row in rows
    ]


async def own_contact(session: AsyncSession, owner_id: UUID) -> UUID | None:
    """The contact that is the user: it has an email address of theirs. None where there is none, or several."""
    own_names = await accounts.own_names(session, owner_id)
    found = await repository.by_email_keys(session, owner_id, sorted(name for name in own_names if "@" in name))
    return found[0].id if len(found) == 1 else None


async def by_emails(session: AsyncSession, owner_id: UUID, emails: Sequence[str]) -> dict[str, tuple[UUID, str]]:
    """(id, name) of the contact with each folded address; an address that two contacts share is left out."""
    keys = {fold(email) for email in emails if email}
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


async def origins(session: AsyncSession, owner_id: UUID, ids: Sequence[UUID]) -> list[str]:
    """Whose words the names of those of `ids` are that exist."""
    return [row.origin for row in await repository.contacts.many(session, owner_id, ids)]
