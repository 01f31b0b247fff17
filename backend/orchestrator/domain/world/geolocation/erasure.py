"""What of a geocoder's answers goes with an erasure? All of the user's: they are a memory of questions, which hold no
word of what they were asked for, and are asked again."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.domain.foundation.provenance.erasable import Erasable
from orchestrator.domain.world.geolocation import repository

KIND = "geocoder_answer"


async def redact(session: AsyncSession, owner_id: UUID, erased: Sequence[tuple[str, UUID]]) -> Mapping[str, int]:
    """Forget them where anything was erased."""
    gone = await repository.forget(session, owner_id) if erased else 0
    return {KIND: gone} if gone else {}


ERASABLE = Erasable(kind=KIND, redact=redact)
