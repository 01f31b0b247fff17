"""Which pushes quote what was erased? Those that named it as a source: their words go, and what waited is not sent."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.domain.foundation.provenance.erasable import Erasable
from orchestrator.domain.work.pushes import repository


async def redact(session: AsyncSession, owner_id: UUID, erased: Sequence[tuple[str, UUID]]) -> Mapping[str, int]:
    """Empty them; counts `push`."""
    number = await repository.redact(session, owner_id, erased) if erased else 0
    return {"push": number} if number else {}


ERASABLE = Erasable(kind="push", redact=redact)
"""A whole user goes by the foreign keys of their rows."""
