"""What goes when a meeting is erased? Its transcript, summary and action items, and what its event showed of them.

The event it was goes too where it was made from the transcript, and so do the todos that the user did not touch: those
are derivations (`ground/provenance`). What quotes a meeting read its event, so the event's id stands for the summary.
"""

from collections.abc import Mapping, Sequence
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.domain.ground.provenance.erasable import Erasable, ErasedRow
from orchestrator.domain.senses.meetings import linking, repository
from orchestrator.domain.senses.meetings.schemas import KIND
from orchestrator.errors import NotFound


async def erase(session: AsyncSession, owner_id: UUID, meeting_row_id: UUID) -> Sequence[ErasedRow]:
    """Delete it; answers it and its parts. Raises NotFound."""
    meeting = await repository.get(session, owner_id, meeting_row_id, for_update=True)
    if meeting is None:
        raise NotFound("There is no such meeting.")
    items = await repository.items(session, owner_id, meeting.id, withdrawn=True)
    erased = [ErasedRow(KIND, meeting.id, source="", external_id=meeting.external_id, indexed=False)]
    if meeting.event_id is not None and meeting.summary is not None:
        erased.append(ErasedRow("meeting_summary", meeting.event_id, indexed=False))
    erased += [ErasedRow("action_item", item.id, indexed=False) for item in items]
    event_id = meeting.event_id
    for row in (*items, meeting):
        session.expunge(row)
    await repository.remove(session, owner_id, meeting_row_id)
    await linking.project(session, owner_id, event_id)
    return erased


async def redact(session: AsyncSession, owner_id: UUID, erased: Sequence[tuple[str, UUID]]) -> Mapping[str, int]:
    """Forget the todos and contacts that are gone; counts `meeting`."""
    touched: dict[UUID, UUID | None] = {}
    gone = [entity_id for kind, entity_id in erased if kind == "todo"]
    for item in await repository.with_todos(session, owner_id, gone) if gone else []:
        item.todo_id, item.todo_erased = None, True
        meeting = await repository.get(session, owner_id, item.meeting_id)
        touched[item.meeting_id] = meeting.event_id if meeting else None
    for kind, entity_id in erased:
        if kind != "contact":
            continue
        for meeting in await repository.attended_by(session, owner_id, entity_id):
            meeting.attendees = [
                {**one, "contact_id": None} if one.get("contact_id") == str(entity_id) else one
                for one in meeting.attendees
            ]
            touched[meeting.id] = meeting.event_id
    await session.flush()
    for event_id in touched.values():
        await linking.project(session, owner_id, event_id)
    return {KIND: len(touched)} if touched else {}


ERASABLE = Erasable(kind=KIND, erase=erase, redact=redact, keys=repository.keys)
