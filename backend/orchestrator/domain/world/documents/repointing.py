"""What becomes of the people of documents when one contact is merged into another, and when it comes back?"""

from typing import Any
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.world.documents import repository
from orchestrator.domain.world.documents.model import DocumentContact
from orchestrator.kit.ids import parse_id

_KEPT = ("label", "origin", "quote", "page", "section")


async def repoint(tx: Tx, from_id: UUID, to_id: UUID) -> list[Any]:
    """The documents are about the other contact now, each once; answers an entry a link."""
    there = {row.document_id for row in await repository.links_to(tx, [to_id])}
    told, dropped = [], []
    for row in await repository.links_to(tx, [from_id]):
        drop = row.document_id in there
        kept = {name: getattr(row, name) for name in _KEPT}
        told.append({"id": str(row.id), "document_id": str(row.document_id), "dropped": drop, **kept})
        if drop:
            dropped.append(row.id)
            tx.session.expunge(row)
        else:
            row.contact_id = to_id
    await tx.session.flush()
    await repository.drop_links(tx, dropped)
    await repository.touch(tx, {UUID(one["document_id"]) for one in told})
    return told


async def restore(tx: Tx, merged_id: UUID, kept_id: UUID, told: list[Any]) -> None:
    """The links to the merged contact are there again, those that the user took away since apart."""
    ids = [found for one in told if (found := parse_id(one["document_id"])) is not None]
    there = {row.id: row for row in await repository.links(tx, ids)}
    live = {row.id for row in await repository.documents.many(tx, ids)}
    touched = set()
    for one in told:
        document_id, row = UUID(one["document_id"]), there.get(UUID(one["id"]))
        if row is not None and row.contact_id == kept_id:
            row.contact_id = merged_id
        elif row is None and one["dropped"] and document_id in live:
            values = {name: one[name] for name in _KEPT}
            tx.session.add(
                DocumentContact(
                    id=UUID(one["id"]), user_id=tx.owner_id, document_id=document_id, contact_id=merged_id, **values
                )
            )
        else:
            continue
        touched.add(document_id)
    await tx.session.flush()
    await repository.touch(tx, touched)
