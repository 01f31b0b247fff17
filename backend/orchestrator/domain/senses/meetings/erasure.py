"""What goes when a meeting is erased? Its transcript, summary and action items, and what its event showed of them.

The event it was goes too where it was made from the transcript, and so do the todos that the user did not touch: those
are derivations (`ground/provenance`). What quotes a meeting read its event, so the event's id stands for the summary.
"""

from collections.abc import Mapping, Sequence
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.foundation.slices.erasable import ErasedRow
from orchestrator.domain.senses.meetings import linking, repository
from orchestrator.domain.senses.meetings.schemas import KIND, RULE, SUMMARIZE, SUMMARY, Summarize
from orchestrator.errors import NotFound
from orchestrator.scheduling.async_jobs import enqueue


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
    """Forget the todos and contacts that are gone, and have a summary with the words of a rule that is gone written
    anew; counts `meeting`."""
    touched = await _unsummarise(session, owner_id, [one for one in erased if one[0] == RULE])
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


async def _unsummarise(
    session: AsyncSession, owner_id: UUID, rules: Sequence[tuple[str, UUID]]
) -> dict[UUID, UUID | None]:
    """Take away the summaries with words of these; answers meetings with their events."""
    made = await provenance.derived_from(session, owner_id, rules)
    touched: dict[UUID, UUID | None] = {}
    for meeting_row_id in [one for kind, one in made if kind == SUMMARY]:
        meeting = await repository.get(session, owner_id, meeting_row_id, for_update=True)
        if meeting is None:
            continue
        meeting.summary, meeting.generated_by = None, None
        meeting.reruns_wanted += 1
        job = Summarize(meeting_row_id=meeting.id)
        meeting.job_id = await enqueue(session, SUMMARIZE, job, owner_id=owner_id, dedupe_key=str(meeting.id))
        touched[meeting.id] = meeting.event_id
        for told in (meeting.id, meeting.event_id):
            if told is not None:
                provenance.rewritten(session, told)
    return touched
