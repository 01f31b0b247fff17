"""Reads and writes `contacts` and their links."""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import delete, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.repository import OwnedRepository
from orchestrator.domain.world.contacts.model import Contact, ContactPlace, Relationship

contacts = OwnedRepository(Contact, "contact")


class Known(NamedTuple):
    """What names are compared with, and what tells two contacts apart."""

    id: UUID
    display_name: str
    aliases: list[str]
    nicknames: list[str]
    groups: list[str]
    tags: list[str]
    organization: str | None
    emails: list[dict[str, str]]
    email_keys: list[str]
    origin: str


async def known(session: AsyncSession, owner_id: UUID, *, limit: int) -> list[Known]:
    columns = (getattr(Contact, name) for name in Known._fields)
    found = await session.execute(
        select(*columns)
        .where(Contact.user_id == owner_id, Contact.hidden_at.is_(None))
        .order_by(Contact.id)
        .limit(limit)
    )
    return [Known(*row) for row in found]


async def by_email_keys(session: AsyncSession, owner_id: UUID, keys: Sequence[str]) -> list[Contact]:
    found = await session.scalars(
        contacts.owned(owner_id)
        .where(Contact.hidden_at.is_(None), Contact.email_keys.overlap(list(keys)))
        .order_by(Contact.id)
    )
    return list(found)


async def born_on(session: AsyncSession, owner_id: UUID, days: Sequence[str], *, limit: int) -> list[Contact]:
    """Contacts whose birthday is on one of these days (`MM-DD`)."""
    found = await session.scalars(
        contacts.owned(owner_id)
        .where(Contact.hidden_at.is_(None), func.right(Contact.birthday, len("MM-DD")).in_(days))
        .order_by(Contact.display_name, Contact.id)
        .limit(limit)
    )
    return list(found)


async def relationships(session: AsyncSession, owner_id: UUID, ids: Sequence[UUID]) -> list[Relationship]:
    """The links of any of `ids`, on either side, to contacts that are not hidden."""
    if not ids:
        return []
    hidden = select(Contact.id).where(Contact.user_id == owner_id, Contact.hidden_at.is_not(None))
    found = await session.scalars(
        select(Relationship)
        .where(
            Relationship.user_id == owner_id,
            or_(Relationship.contact_id.in_(ids), Relationship.other_id.in_(ids)),
            or_(Relationship.contact_id.not_in(hidden), Relationship.contact_id.in_(ids)),
            or_(Relationship.other_id.not_in(hidden), Relationship.other_id.in_(ids)),
        )
        .order_by(Relationship.id)
    )
    return list(found)


async def places(session: AsyncSession, owner_id: UUID, ids: Sequence[UUID]) -> list[ContactPlace]:
    if not ids:
        return []
    found = await session.scalars(
        select(ContactPlace)
        .where(ContactPlace.user_id == owner_id, ContactPlace.contact_id.in_(ids))
        .order_by(ContactPlace.id)
    )
    return list(found)


async def at_place(session: AsyncSession, owner_id: UUID, place_id: UUID) -> list[ContactPlace]:
    found = await session.scalars(
        select(ContactPlace)
        .where(ContactPlace.user_id == owner_id, ContactPlace.place_id == place_id)
        .order_by(ContactPlace.id)
    )
    return list(found)


async def drop_relationships(session: AsyncSession, owner_id: UUID, ids: Sequence[UUID]) -> None:
    await session.execute(delete(Relationship).where(Relationship.user_id == owner_id, Relationship.id.in_(ids)))


async def drop_places(session: AsyncSession, owner_id: UUID, ids: Sequence[UUID]) -> None:
    await session.execute(delete(ContactPlace).where(ContactPlace.user_id == owner_id, ContactPlace.id.in_(ids)))


async def touch(session: AsyncSession, owner_id: UUID, ids: Sequence[UUID]) -> None:
    """A new version for contacts of which a link changed, in the order of their ids (two writers never cross)."""
    for one in sorted(ids):
        await session.execute(
            update(Contact)
            .where(Contact.user_id == owner_id, Contact.id == one)
            .values(version=Contact.version + 1, updated_at=func.steward_now())
        )
