"""What was said in the user's meetings, what came of it, and what is still open?

A submission is kept as it came and summarised by a job a little later, so that the newest of a burst counts. What the
job reads and writes is in `results.py`.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.senses.meetings import labels, linking, repository
from orchestrator.domain.senses.meetings.model import ActionItem, Meeting
from orchestrator.domain.senses.meetings.schemas import (
    INDEX,
    KIND,
    MAX_SEGMENTS,
    SUMMARIZE,
    ActionItemOut,
    AttendeeOut,
    DecisionOut,
    Index,
    MeetingOut,
    MeetingState,
    OpenActionItem,
    SegmentIn,
    SegmentOut,
    SpeakerOut,
    SubmissionIn,
    Submitted,
    Summarize,
)
from orchestrator.domain.world.contacts.merging.referrers import repointed, restored
from orchestrator.domain.world.todos.service import todos
from orchestrator.errors import InvalidRequest, NotFound
from orchestrator.kit.ids import parse_id
from orchestrator.kit.paging import Page, PageRequest, decode_cursor, encode_cursor
from orchestrator.kit.text import storable
from orchestrator.kit.zones import named_zone
from orchestrator.language.text.normalize import normalize
from orchestrator.scheduling import status
from orchestrator.scheduling.async_jobs import arrive, debounce, enqueue

FRESH = timedelta(days=30)
"""Nobody can tick off what somebody else is to do; after so long it is news no more."""
LOOKED_AT = 500


async def open_action_items(tx: Tx, *, limit: int = 20) -> list[OpenActionItem]:
    """Those of the newest meetings first; without those whose todo is done, removed or erased, and without other
    people's that are over 30 days old."""
    rows = await repository.recent_items(tx, within=FRESH, limit=LOOKED_AT)
    made = {item.shown_todo for item, _ in rows if item.shown_todo is not None}
    found = await todos.many(tx, sorted(made))
    still_open = {todo.id for todo in found if todo.done_at is None and todo.hidden_at is None}
    return [
        OpenActionItem(
            text=item.text,
            assignee=item.assignee,
            mine=item.mine,
            meeting_row_id=meeting.id,
            event_id=meeting.event_id,
            title=meeting.title or "",
            at=meeting.started_at,
            todo_id=item.shown_todo,
        )
        for item, meeting in rows
        if item.shown_todo is None or item.shown_todo in still_open
    ][:limit]


MAX_WAIT_S = 600.0
"""A recorder that submits all the time is summarised so long after its first submission (product.md, Meetings)."""


async def submit(
    tx: Tx, meeting: SubmissionIn, raw: str, digest: str, *, zone: str, wait_s: float, may_restore: bool = False
) -> Submitted:
    """Keep a transcript, and have it summarised `wait_s` seconds after the last submission of this meeting, by order of
    arrival. `raw`: what is kept, JSON; `digest`: what tells its segments from others; `zone` (IANA): what times without
    an offset mean. An erased meeting is not taken in again, unless the submission says so and `may_restore`."""
    arrival = await arrive(tx.session)
    await provenance.lock_ingestion(tx)
    if await provenance.buried(tx, KIND, [("", meeting.meeting_id)]):
        if not (meeting.restore and may_restore):
            return Submitted(None, None, erased=True)
        await provenance.remove_tombstone(tx, KIND, "", meeting.meeting_id)
    row = await repository.put(tx, meeting.meeting_id)
    digest = meeting.transcript_hash or digest
    if await repository.put_transcript(tx, row.id, raw=raw, digest=digest, arrival=arrival):
        row.title = meeting.title
        row.started_at = _utc(meeting.started_at, zone)
        row.ended_at = _utc(meeting.ended_at, zone)
    put_off = await debounce(
        tx.session,
        SUMMARIZE,
        Summarize(meeting_row_id=row.id),
        dedupe_key=str(row.id),
        wait_s=wait_s,
        max_wait_s=max(wait_s, MAX_WAIT_S),
        owner_id=tx.owner_id,
        arrival=arrival,
    )
    if put_off.state != "superseded":
        row.job_id = put_off.job_id
    await tx.session.flush()
    return Submitted(put_off.job_id, put_off.run_after)


async def rerun(tx: Tx, meeting_id: str) -> Submitted:
    """Have the newest transcript summarised anew, now, whatever its hash. Raises NotFound."""
    row = await _meeting(tx, meeting_id, for_update=True)
    if await repository.transcript_hash(tx, row.id) is None:
        raise NotFound("This meeting's transcript has not come yet.")
    job_id = await _again(tx, row)
    return Submitted(job_id, (await status.show(tx, job_id)).run_after)


async def summarize_anew(tx: Tx, row: Meeting) -> None:
    """Its people changed: have it summarised once more, unless that is still to be done, or nothing has come yet."""
    if await repository.transcript_hash(tx, row.id) is None:
        return
    state, _ = await _state(tx, row)
    if state != "pending":
        await _again(tx, row)


async def _again(tx: Tx, row: Meeting) -> UUID:
    row.reruns_wanted += 1
    job_id = await enqueue(
        tx.session, SUMMARIZE, Summarize(meeting_row_id=row.id), owner_id=tx.owner_id, dedupe_key=str(row.id)
    )
    row.job_id = job_id
    await tx.session.flush()
    return job_id


async def read_anew(tx: Tx, ids: Sequence[UUID]) -> None:
    """Have what was said in these meetings found, which came with an archive, and those summarised that nobody had."""
    for one in ids:
        await enqueue(tx.session, INDEX, Index(meeting_row_id=one), owner_id=tx.owner_id, dedupe_key=str(one))
    for row in await repository.unsummarized(tx, ids):
        row.job_id = await enqueue(
            tx.session, SUMMARIZE, Summarize(meeting_row_id=row.id), owner_id=tx.owner_id, dedupe_key=str(row.id)
        )
    await tx.session.flush()


async def show(tx: Tx, meeting_id: str) -> MeetingOut:
    """The meeting by the caller's id. Raises NotFound."""
    row = await _meeting(tx, meeting_id)
    items = await repository.items(tx, row.id)
    state, error = await _state(tx, row)
    return MeetingOut(
        meeting_id=row.external_id,
        title=row.title,
        event_id=row.event_id,
        started_at=row.started_at,
        ended_at=row.ended_at,
        attendees=[AttendeeOut.model_validate(one) for one in row.attendees],
        speakers=[SpeakerOut.model_validate(one) for one in row.speakers],
        summary=row.summary,
        action_items=[_shown(item) for item in items],
        decisions=[
            DecisionOut(text=one["quote"], speaker=one["speaker"] or None, at_s=one["start_s"]) for one in row.decisions
        ],
        generated_by=row.generated_by,
        state=state,
        last_error=error,
    )


async def transcript(tx: Tx, meeting_id: str, page: PageRequest) -> Page[SegmentOut]:
    """What was said, in the order of its time, with the names that its speakers have now. Raises NotFound,
    InvalidRequest (the cursor)."""
    row = await _meeting(tx, meeting_id)
    start = _place(page.cursor)
    found = await repository.segments(tx, row.id, start=start, count=page.limit + 1)
    people = {normalize(str(one["speaker"])): SpeakerOut.model_validate(one) for one in row.speakers}
    items = [_said(place, SegmentIn.model_validate(segment), people) for place, segment in found[: page.limit]]
    return Page(items, encode_cursor(str(start + page.limit)) if len(found) > page.limit else None)


def _place(cursor: str | None) -> int:
    if cursor is None:
        return 0
    (told,) = decode_cursor(cursor, 1) or ("",)
    if not (told.isascii() and told.isdigit()) or int(told) > MAX_SEGMENTS:
        raise InvalidRequest.of_field("cursor", "it is not the `next_cursor` of a page", loc=("query", "cursor"))
    return int(told)


def _said(place: int, segment: SegmentIn, people: Mapping[str, SpeakerOut]) -> SegmentOut:
    who = people.get(normalize(segment.speaker or ""))
    return SegmentOut(
        position=place,
        start_s=segment.start_s,
        end_s=segment.end_s,
        speaker=segment.speaker,
        name=who.name if who is not None else None,
        contact_id=who.contact_id if who is not None else None,
        is_user=who is not None and who.is_user,
        text=segment.text,
    )


async def row_id(tx: Tx, meeting_id: str) -> UUID:
    """The id by which the meeting is erased. Raises NotFound."""
    return (await _meeting(tx, meeting_id)).id


async def _meeting(tx: Tx, meeting_id: str, *, for_update: bool = False) -> Meeting:
    row = None
    if storable(meeting_id).strip() == meeting_id:  # else nothing can have been stored by it
        row = await repository.find(tx, meeting_id, for_update=for_update)
    if row is None:
        raise NotFound("There is no such meeting.")
    return row


def _shown(item: ActionItem) -> ActionItemOut:
    return ActionItemOut(
        text=item.text, assignee=item.assignee, email=item.email, quote=item.quote, todo_id=item.shown_todo
    )


async def _state(tx: Tx, row: Meeting) -> tuple[MeetingState, str | None]:
    """Of the newest submission or re-run, and why it stands like that: told by its job while it is not done."""
    newest = await repository.transcript_hash(tx, row.id)
    if newest is None:  # its speakers were named before its transcript came
        return "pending", row.last_error
    if newest == row.summarized_hash and row.reruns_done >= row.reruns_wanted:
        return "done", row.last_error
    if row.job_id is None:
        return "pending", row.last_error
    try:
        job = await status.show(tx, row.job_id)
    except NotFound:  # forgotten 30 days after it failed
        return "failed", row.last_error
    if job.state == "running":
        return "running", job.last_error
    return ("failed" if job.state == "failed" else "pending"), job.last_error


def _utc(moment: datetime | None, zone: str) -> datetime | None:
    if moment is None:
        return None
    return (moment if moment.tzinfo is not None else moment.replace(tzinfo=named_zone(zone))).astimezone(UTC)


async def repoint(tx: Tx, from_id: UUID, to_id: UUID) -> list[Any]:
    """A contact was merged into another one, who attended instead; answers an entry a meeting."""
    told = []
    for row in await repository.attended_by(tx, from_id):
        row.attendees, entries = repointed(row.attendees, from_id, to_id)
        row.speakers, spoke = labels.repointed(row.speakers, from_id, to_id)
        told.append({"meeting": str(row.id), "entries": entries, "labels": spoke})
        await tx.session.flush()
        await linking.project(tx, row.event_id)
    return told


async def restore(tx: Tx, merged_id: UUID, kept_id: UUID, told: list[Any]) -> None:
    """Who attended before attended again, in the meetings that are still there."""
    for entry in told:
        meeting_id = parse_id(entry["meeting"])
        row = await repository.get(tx, meeting_id, for_update=True) if meeting_id else None
        if row is None:
            continue
        row.attendees = restored(row.attendees, entry["entries"], merged_id, kept_id)
        row.speakers = labels.restored(row.speakers, entry.get("labels", ()), merged_id, kept_id)
        await tx.session.flush()
        await linking.project(tx, row.event_id)
