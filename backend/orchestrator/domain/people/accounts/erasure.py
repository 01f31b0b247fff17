"""What does an account lose when something is erased? The link to the place that was the user's home."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.domain.foundation.provenance.erasable import Erasable
from orchestrator.domain.people.accounts import repository


async def redact(session: AsyncSession, owner_id: UUID, erased: Sequence[tuple[str, UUID]]) -> Mapping[str, int]:
    """Forget an erased home; counts `account`."""
    places = [entity_id for kind, entity_id in erased if kind == "place"]
    return {"account": 1} if places and await repository.clear_home(session, owner_id, places) else {}


ERASABLE = Erasable(kind="account", redact=redact)
