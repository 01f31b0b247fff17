"""What becomes of todos about a contact when it is merged into another one, and when it comes back?"""

from typing import Any, cast
from uuid import UUID

from sqlalchemy import func
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.domain.world.contacts.merging.referrers import Referrer
from orchestrator.domain.world.todos import repository
from orchestrator.domain.world.todos.service import todos
from orchestrator.kit.ids import parse_id

_KIND = "contact"


async def repoint(session: AsyncSession, owner_id: UUID, from_id: UUID, to_id: UUID) -> list[Any]:
    """They are about the other contact now; answers the ids of the todos."""
    rows = await repository.made_from(session, owner_id, [(_KIND, from_id)])
    for row in rows:
        row.source_id = to_id
        row.version += 1
        row.updated_at = cast("Any", func.steward_now())
    await session.flush()
    return [str(row.id) for row in rows]


async def restore(session: AsyncSession, owner_id: UUID, merged_id: UUID, kept_id: UUID, told: list[Any]) -> None:
    """Those that are still about the kept contact are about the merged one again."""
    ids = [found for one in told if (found := parse_id(one)) is not None]
    for row in await todos.many(session, owner_id, ids):
        if (row.source_kind, row.source_id) == (_KIND, kept_id):
            row.source_id = merged_id
            row.version += 1
            row.updated_at = cast("Any", func.steward_now())
    await session.flush()


REFERRER = Referrer("todo", repoint, restore)
