"""How is a sample erased for good? Its row goes; a tombstone keeps the device that still holds it from bringing it
back."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.domain.foundation.provenance.erasable import Erasable, ErasedRow
from orchestrator.domain.senses.locations import repository
from orchestrator.domain.senses.locations.service import KIND, tombstone_key
from orchestrator.errors import NotFound


async def erase_location(session: AsyncSession, owner_id: UUID, location_id: UUID) -> Sequence[ErasedRow]:
    """Delete it. Raises NotFound."""
    row = await repository.erase(session, owner_id, location_id)
    if row is None:
        raise NotFound("There is no such location.")
    key = tombstone_key(row.device, row.captured_at, row.external_id)
    return [ErasedRow(KIND, row.id, source=row.source, external_id=key, indexed=False)]


async def keys(session: AsyncSession, owner_id: UUID) -> list[tuple[UUID, str | None, str | None]]:
    """(id, source, key) of every sample."""
    return [
        (location_id, source, tombstone_key(device, captured_at, external_id))
        for location_id, source, external_id, device, captured_at in await repository.all_keys(session, owner_id)
    ]


ERASABLE = Erasable(kind=KIND, erase=erase_location, keys=keys)
