"""How is a key of the scratchpad erased before its time?"""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.domain.foundation.provenance.erasable import Erasable, ErasedRow
from orchestrator.domain.memory.scratchpad import repository
from orchestrator.errors import NotFound

KIND = "jotting"


async def erase_jotting(session: AsyncSession, owner_id: UUID, jotting_id: UUID) -> Sequence[ErasedRow]:
    """Delete it. Raises NotFound."""
    if not await repository.erase(session, owner_id, jotting_id):
        raise NotFound("There is no such key in a scratchpad.")
    return [ErasedRow(KIND, jotting_id, indexed=False)]


async def keys(session: AsyncSession, owner_id: UUID) -> Sequence[tuple[UUID, str | None, str | None]]:
    """What a tombstone may name keys by: their ids."""
    return [(jotting_id, None, None) for jotting_id in await repository.all_ids(session, owner_id)]


ERASABLE = Erasable(kind=KIND, erase=erase_jotting, keys=keys)
