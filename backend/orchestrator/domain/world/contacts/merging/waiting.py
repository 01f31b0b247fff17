"""Who came under another source, is somebody who is here for sure, and waits for the user to say so?

Such a contact is whole, with its key, its links and its groups, and hidden: it is merged when the user confirms the
proposal, and shown beside the other one when they decline it, or when the other one is gone.
"""

from collections.abc import Collection, Mapping
from typing import Any, cast
from uuid import UUID

from sqlalchemy import func, select, update

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.search import service as search
from orchestrator.domain.world.contacts import repository
from orchestrator.domain.world.contacts.model import Contact

KIND = "contact"


async def put_aside(tx: Tx, matched: Mapping[UUID, UUID]) -> None:
    """Hide contacts that came just now, each until it is known whether it is the one that it matched."""
    for row in await repository.contacts.many(tx, list(matched)):
        row.waits_for = matched[row.id]
        row.hidden_at = cast("Any", func.steward_now())
    await tx.session.flush()
    await search.withdraw(tx, KIND, list(matched))


async def waiting_for(tx: Tx, ids: Collection[UUID]) -> list[UUID]:
    """The contacts that wait for any of these."""
    found = await tx.session.scalars(
        select(Contact.id).where(Contact.user_id == tx.owner_id, Contact.waits_for.in_(ids)).order_by(Contact.id)
    )
    return list(found)


async def pass_on(tx: Tx, merged: Collection[UUID], keep_id: UUID) -> None:
    """Those that waited for merged contacts wait for the one that these are part of."""
    await tx.session.execute(
        update(Contact)
        .where(Contact.user_id == tx.owner_id, Contact.waits_for.in_(merged))
        .values(waits_for=keep_id)
        .execution_options(synchronize_session="fetch")
    )


def settle(row: Contact) -> None:
    """It waits no more: the user said who it is."""
    if row.waits_for is not None:
        row.waits_for = None
        row.hidden_at = None
