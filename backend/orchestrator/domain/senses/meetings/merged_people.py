"""What becomes of the attendees of meetings when one contact is merged into another, and when it comes back?"""

from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.domain.senses.meetings import linking, repository
from orchestrator.domain.world.contacts.merging.referrers import Referrer, repointed, restored
from orchestrator.kit.ids import parse_id


async def repoint(session: AsyncSession, owner_id: UUID, from_id: UUID, to_id: UUID) -> list[Any]:
    """The other contact attended instead; answers an entry a meeting."""
    told = []
    for row in await repository.attended_by(session, owner_id, from_id):
        row.attendees, entries = repointed(row.attendees, from_id, to_id)
        told.append({"meeting": str(row.id), "entries": entries})
        await session.flush()
        await linking.project(session, owner_id, row.event_id)
    return told


async def restore(session: AsyncSession, owner_id: UUID, merged_id: UUID, kept_id: UUID, told: list[Any]) -> None:
    """Who attended before attended again, in the meetings that are still there."""
    for entry in told:
        meeting_id = parse_id(entry["meeting"])
        row = await repository.get(session, owner_id, meeting_id, for_update=True) if meeting_id else None
        if row is None:
            continue
        row.attendees = restored(row.attendees, entry["entries"], merged_id, kept_id)
        await session.flush()
        await linking.project(session, owner_id, row.event_id)


REFERRER = Referrer("meeting", repoint, restore)
