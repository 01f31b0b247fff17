"""What goes when a meeting is erased? Its transcript, summary and action items, and what its event showed of them.

The event it was goes too where it was made from the transcript, and so do the todos that the user did not touch: those
are derivations (`ground/provenance`). What quotes a meeting read its event, so the event's id stands for the summary.
"""

from collections.abc import Mapping, Sequence
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.foundation.search import service as search
from orchestrator.domain.foundation.slices.erasable import ErasedRow
from orchestrator.domain.senses.meetings import finding, labels, linking, repository, service
from orchestrator.domain.senses.meetings.schemas import KIND, RULE, SUMMARIZE, SUMMARY, Summarize
from orchestrator.errors import NotFound
from orchestrator.scheduling.async_jobs import enqueue


async def erase(tx: Tx, meeting_row_id: UUID) -> Sequence[ErasedRow]:
    """Delete it; answers it and its parts. Raises NotFound."""
    meeting = await repository.get(tx, meeting_row_id, for_update=True)
    if meeting is None:
        raise NotFound("There is no such meeting.")
    items = await repository.items(tx, meeting.id, withdrawn=True)
    erased = [ErasedRow(KIND, meeting.id, source="", external_id=meeting.external_id, indexed=False)]
    await finding.withdraw(tx, meeting.id)
    if meeting.event_id is not None and meeting.summary is not None:
        erased.append(ErasedRow("meeting_summary", meeting.event_id, indexed=False))
    erased += [ErasedRow("action_item", item.id, indexed=False) for item in items]
    event_id = meeting.event_id
    for row in (*items, meeting):
        tx.session.expunge(row)
    await repository.remove(tx, meeting_row_id)
    await linking.project(tx, event_id)
    return erased


async def redact(tx: Tx, erased: Sequence[tuple[str, UUID]]) -> Mapping[str, int]:
    """Forget the todos and contacts that are gone, and have a summary with the words of a rule that is gone written
    anew; counts `meeting`."""
    touched = await _unsummarise(tx, [one for one in erased if one[0] == RULE])
    gone = [entity_id for kind, entity_id in erased if kind == "todo"]
    for item in await repository.with_todos(tx, gone) if gone else []:
        item.todo_id, item.todo_erased = None, True
        meeting = await repository.get(tx, item.meeting_id)
        touched[item.meeting_id] = meeting.event_id if meeting else None
    for kind, entity_id in erased:
        if kind != "contact":
            continue
        for meeting in await repository.attended_by(tx, entity_id):
            meeting.attendees = [
                {**one, "contact_id": None} if one.get("contact_id") == str(entity_id) else one
                for one in meeting.attendees
            ]
            touched[meeting.id] = meeting.event_id
            if entity_id in labels.confirmed(meeting.speakers).values():
                meeting.speakers = labels.forgotten(meeting.speakers, entity_id)
                await service.summarize_anew(tx, meeting)  # the name that the user gave stands in it
    await tx.session.flush()
    for event_id in touched.values():
        await linking.project(tx, event_id)
    return {KIND: len(touched)} if touched else {}


async def _unsummarise(tx: Tx, rules: Sequence[tuple[str, UUID]]) -> dict[UUID, UUID | None]:
    """Take away the summaries with words of these; answers meetings with their events."""
    made = await provenance.derived_from(tx, rules)
    touched: dict[UUID, UUID | None] = {}
    for meeting_row_id in [one for kind, one in made if kind == SUMMARY]:
        meeting = await repository.get(tx, meeting_row_id, for_update=True)
        if meeting is None:
            continue
        meeting.summary, meeting.generated_by = None, None
        meeting.reruns_wanted += 1
        job = Summarize(meeting_row_id=meeting.id)
        meeting.job_id = await enqueue(tx.session, SUMMARIZE, job, owner_id=tx.owner_id, dedupe_key=str(meeting.id))
        touched[meeting.id] = meeting.event_id
        await search.withdraw(tx, KIND, [meeting.id])  # the words of the rule; found again with its next summary
        for told in (meeting.id, meeting.event_id):
            if told is not None:
                provenance.rewritten(tx.session, told)
    return touched
