"""Reads and writes `contact_merges` and `contact_duplicates`, and the rows that a merge moves."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import delete, func, or_, select
from sqlalchemy.dialects.postgresql import insert

from orchestrator.db.tx import Tx
from orchestrator.domain.world.contacts.model import (
    Contact,
    ContactDuplicate,
    ContactMerge,
    ContactPlace,
    Relationship,
)

Key = tuple[str | None, str]
Pair = tuple[UUID, UUID]


async def merges(tx: Tx) -> list[ContactMerge]:
    """All merges of the user, oldest first, locked."""
    found = await tx.session.scalars(
        select(ContactMerge).where(ContactMerge.user_id == tx.owner_id).order_by(ContactMerge.id).with_for_update()
    )
    return list(found)


async def kept(tx: Tx) -> list[tuple[UUID, UUID, str | None, str | None, list[str]]]:
    """(keep_id, merged_id, source, external_id, user_fields of the merged one) of all merges, oldest first."""
    found = await tx.session.execute(
        select(
            ContactMerge.keep_id,
            ContactMerge.merged_id,
            ContactMerge.source,
            ContactMerge.external_id,
            ContactMerge.contact["user_fields"].label("touched"),
        )
        .where(ContactMerge.user_id == tx.owner_id)
        .order_by(ContactMerge.id)
    )
    return [(row.keep_id, row.merged_id, row.source, row.external_id, row.touched or []) for row in found]


async def naming_group(tx: Tx, name: str) -> list[ContactMerge]:
    """The merges of contacts that were in a group."""
    found = await tx.session.scalars(
        select(ContactMerge).where(
            ContactMerge.user_id == tx.owner_id,
            or_(
                ContactMerge.contact["groups"].contains([name]),
                ContactMerge.gain["added"]["groups"].contains([name]),
            ),
        )
    )
    return list(found)


async def remove(tx: Tx, ids: Collection[UUID]) -> None:
    await tx.session.execute(delete(ContactMerge).where(ContactMerge.user_id == tx.owner_id, ContactMerge.id.in_(ids)))


async def relationship_rows(tx: Tx, contact_id: UUID) -> list[Relationship]:
    """The links of a contact on either side, those to hidden contacts too."""
    found = await tx.session.scalars(
        select(Relationship)
        .where(
            Relationship.user_id == tx.owner_id,
            or_(Relationship.contact_id == contact_id, Relationship.other_id == contact_id),
        )
        .order_by(Relationship.id)
    )
    return list(found)


async def rows_by_id(tx: Tx, model: Any, ids: Collection[UUID]) -> dict[UUID, Any]:
    """Relationships or place links that are still there."""
    if not ids:
        return {}
    found = await tx.session.scalars(select(model).where(model.user_id == tx.owner_id, model.id.in_(ids)))
    return {row.id: row for row in found}


async def place_rows(tx: Tx, contact_id: UUID) -> list[ContactPlace]:
    found = await tx.session.scalars(
        select(ContactPlace)
        .where(ContactPlace.user_id == tx.owner_id, ContactPlace.contact_id == contact_id)
        .order_by(ContactPlace.id)
    )
    return list(found)


async def live(tx: Tx, ids: Collection[UUID]) -> set[UUID]:
    """Those of `ids` that have a row."""
    if not ids:
        return set()
    found = await tx.session.scalars(select(Contact.id).where(Contact.user_id == tx.owner_id, Contact.id.in_(ids)))
    return set(found)


async def note_pairs(tx: Tx, pairs: Collection[Pair], preview_id: UUID | None = None) -> None:
    """Remember that these were proposed (`preview_id`), or that the user keeps them apart."""
    rows = [
        {"user_id": tx.owner_id, "first_id": min(pair), "second_id": max(pair), "preview_id": preview_id}
        for pair in sorted(pairs)
    ]
    if rows:
        statement = insert(ContactDuplicate)
        told = statement.on_conflict_do_update(
            index_elements=["user_id", "first_id", "second_id"],
            set_={"preview_id": func.coalesce(statement.excluded.preview_id, ContactDuplicate.preview_id)},
        )
        await tx.session.execute(told, rows)


async def noted_pairs(tx: Tx) -> dict[Pair, UUID | None]:
    """The pairs that were proposed or kept apart, with the preview that proposes them."""
    found = await tx.session.execute(
        select(ContactDuplicate.first_id, ContactDuplicate.second_id, ContactDuplicate.preview_id).where(
            ContactDuplicate.user_id == tx.owner_id
        )
    )
    return {(first, second): preview_id for first, second, preview_id in found}


async def noted_at(tx: Tx) -> dict[Pair, datetime]:
    """When each pair was first proposed or kept apart."""
    found = await tx.session.execute(
        select(ContactDuplicate.first_id, ContactDuplicate.second_id, ContactDuplicate.created_at).where(
            ContactDuplicate.user_id == tx.owner_id
        )
    )
    return {(first, second): at for first, second, at in found}


async def forget_pairs(tx: Tx, ids: Sequence[UUID]) -> None:
    """Of contacts that were erased."""
    await tx.session.execute(
        delete(ContactDuplicate).where(
            ContactDuplicate.user_id == tx.owner_id,
            or_(ContactDuplicate.first_id.in_(ids), ContactDuplicate.second_id.in_(ids)),
        )
    )
