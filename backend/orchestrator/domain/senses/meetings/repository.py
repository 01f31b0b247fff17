"""Reads and writes `meetings`, `meeting_transcripts` and `meeting_action_items`."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import Interval, Row, Text, and_, cast, delete, func, literal, or_, select, text
from sqlalchemy.dialects.postgresql import JSONB, insert

from orchestrator.db.tx import Tx
from orchestrator.domain.senses.meetings.model import ActionItem, Meeting, Transcript
from orchestrator.kit.ids import new_id

MOST_SHOWN = 500
"""Meetings of one series that its event shows: a weekly one of almost ten years."""


async def put(tx: Tx, external_id: str) -> Meeting:
    """The meeting of the caller's id, made where there is none; locked."""
    made = insert(Meeting).values(id=new_id(), user_id=tx.owner_id, external_id=external_id, attendees=[], speakers=[])
    await tx.session.execute(made.on_conflict_do_nothing())
    found = await find(tx, external_id, for_update=True)
    assert found is not None
    return found


async def find(tx: Tx, external_id: str, *, for_update: bool = False) -> Meeting | None:
    statement = select(Meeting).where(Meeting.user_id == tx.owner_id, Meeting.external_id == external_id)
    if for_update:
        statement = statement.with_for_update().execution_options(populate_existing=True)
    return (await tx.session.scalars(statement)).one_or_none()


async def get(tx: Tx, meeting_row_id: UUID, *, for_update: bool = False) -> Meeting | None:
    statement = select(Meeting).where(Meeting.user_id == tx.owner_id, Meeting.id == meeting_row_id)
    if for_update:
        statement = statement.with_for_update().execution_options(populate_existing=True)
    return (await tx.session.scalars(statement)).one_or_none()


async def put_transcript(tx: Tx, meeting_row_id: UUID, *, raw: str, digest: str, arrival: int) -> bool:
    """Keep this submission (`raw`: JSON) unless a later one is there; True where it is kept. Whether it was to be
    restored is no part of it."""
    said = cast(literal(raw, Text), JSONB).op("-")(literal("restore", Text))
    new = insert(Transcript).values(
        meeting_id=meeting_row_id, user_id=tx.owner_id, raw=said, transcript_hash=digest, arrival=arrival
    )
    kept = new.on_conflict_do_update(
        index_elements=[Transcript.user_id, Transcript.meeting_id],
        set_={
            "raw": new.excluded.raw,
            "transcript_hash": new.excluded.transcript_hash,
            "arrival": new.excluded.arrival,
            "received_at": func.steward_now(),
        },
        where=Transcript.arrival < new.excluded.arrival,
    ).returning(Transcript.arrival)
    return (await tx.session.execute(kept)).first() is not None


async def unsummarized(tx: Tx, ids: Sequence[UUID]) -> Sequence[Meeting]:
    """Those of these whose transcript is not what their summary was made of."""
    statement = (
        select(Meeting)
        .join(Transcript, Transcript.meeting_id == Meeting.id)
        .where(Meeting.user_id == tx.owner_id, Transcript.user_id == tx.owner_id, Meeting.id.in_(ids))
        .where(Meeting.summarized_hash.is_distinct_from(Transcript.transcript_hash))
        .execution_options(populate_existing=True)
    )
    return (await tx.session.scalars(statement)).all()


@dataclass(frozen=True)
class Kept:
    """A transcript as it is kept. `raw`: the submission, JSON that nobody in this process reads."""

    raw: str
    transcript_hash: str
    received_at: datetime


async def transcript(tx: Tx, meeting_row_id: UUID) -> Kept | None:
    statement = select(cast(Transcript.raw, Text), Transcript.transcript_hash, Transcript.received_at).where(
        Transcript.user_id == tx.owner_id, Transcript.meeting_id == meeting_row_id
    )
    row = (await tx.session.execute(statement)).one_or_none()
    return Kept(*row) if row is not None else None


_SEGMENTS = text("""
    select said.place, said.segment
    from meeting_transcripts
    cross join lateral jsonb_array_elements(raw -> 'segments') with ordinality as said (segment, place)
    where user_id = :owner and meeting_id = :meeting
    order by case when jsonb_typeof(said.segment -> 'start_s') = 'number' then (said.segment ->> 'start_s')::float8 end
        nulls first, said.place
    offset :start limit :count
""")


async def segments(tx: Tx, meeting_row_id: UUID, *, start: int, count: int) -> list[tuple[int, dict[str, Any]]]:
    """Some of what was said, in the order of its time: `(place in the submission, segment as it came)`."""
    values = {"owner": tx.owner_id, "meeting": meeting_row_id, "start": start, "count": count}
    return [(row.place, row.segment) for row in await tx.session.execute(_SEGMENTS, values)]


_SPEECH = text("""
    with said as (
        select meeting_id, segment ->> 'speaker' as speaker,
            case when jsonb_typeof(segment -> 'start_s') = 'number' then (segment ->> 'start_s')::float8 end as begun,
            case when jsonb_typeof(segment -> 'end_s') = 'number' then (segment ->> 'end_s')::float8 end as ended
        from meeting_transcripts cross join lateral jsonb_array_elements(raw -> 'segments') as each_one (segment)
        where user_id = :owner and meeting_id = any(:meetings)
    )
    select meeting_id, speaker, sum(ended - begun) as seconds from said
    group by meeting_id, speaker having count(*) = count(ended - begun)
""")


async def speech(tx: Tx, meeting_row_ids: Sequence[UUID]) -> dict[tuple[UUID, str], float]:
    """How many seconds each label of each meeting spoke; of one whose segments do not all say from when to when
    nothing."""
    values = {"owner": tx.owner_id, "meetings": list(meeting_row_ids)}
    return {(row.meeting_id, row.speaker): row.seconds for row in await tx.session.execute(_SPEECH, values)}


async def transcript_hash(tx: Tx, meeting_row_id: UUID) -> str | None:
    return (
        await tx.session.scalars(
            select(Transcript.transcript_hash).where(
                Transcript.user_id == tx.owner_id, Transcript.meeting_id == meeting_row_id
            )
        )
    ).one_or_none()


async def items(tx: Tx, meeting_row_id: UUID, *, withdrawn: bool = False) -> list[ActionItem]:
    """The meeting's action items in their order; with `withdrawn` those of former summaries too, last."""
    statement = select(ActionItem).where(ActionItem.user_id == tx.owner_id, ActionItem.meeting_id == meeting_row_id)
    if not withdrawn:
        statement = statement.where(ActionItem.withdrawn_at.is_(None))
    order = (ActionItem.withdrawn_at.is_not(None), ActionItem.position, ActionItem.id)
    return list(await tx.session.scalars(statement.order_by(*order)))


async def items_of(tx: Tx, ids: Sequence[UUID]) -> dict[UUID, list[ActionItem]]:
    """The action items of each of these meetings, in their order."""
    statement = (
        select(ActionItem)
        .where(ActionItem.user_id == tx.owner_id, ActionItem.meeting_id.in_(ids), ActionItem.withdrawn_at.is_(None))
        .order_by(ActionItem.position, ActionItem.id)
    )
    found: dict[UUID, list[ActionItem]] = {one: [] for one in ids}
    for row in await tx.session.scalars(statement):
        found[row.meeting_id].append(row)
    return found


async def held(tx: Tx, *, since: datetime | None, until: datetime | None, limit: int) -> Sequence[Meeting]:
    """The meetings of a time, the newest first."""
    at = func.coalesce(Meeting.started_at, Meeting.created_at)
    statement = select(Meeting).where(Meeting.user_id == tx.owner_id)
    if since is not None:
        statement = statement.where(at >= since)
    if until is not None:
        statement = statement.where(at < until)
    return (await tx.session.scalars(statement.order_by(at.desc(), Meeting.id).limit(limit))).all()


async def recent_items(tx: Tx, *, within: timedelta, limit: int) -> Sequence[Row[ActionItem, Meeting]]:
    """Action items with their meetings, newest meetings first; those that show no todo of the last `within` alone."""
    at = func.coalesce(Meeting.started_at, Meeting.created_at)
    statement = (
        select(ActionItem, Meeting)
        .join(Meeting, Meeting.id == ActionItem.meeting_id)
        .where(
            ActionItem.user_id == tx.owner_id,
            Meeting.user_id == tx.owner_id,
            ActionItem.withdrawn_at.is_(None),
            ActionItem.todo_erased.is_(False),
            or_(
                and_(ActionItem.todo_id.is_not(None), ActionItem.todo_hidden.is_(False)),
                at > func.steward_now() - literal(within, Interval()),
            ),
        )
        .order_by(at.desc(), Meeting.id, ActionItem.position, ActionItem.id)
        .limit(limit)
    )
    return (await tx.session.execute(statement)).all()


async def with_todos(tx: Tx, todo_ids: Sequence[UUID]) -> list[ActionItem]:
    """The action items that any of these todos were made from, locked."""
    statement = select(ActionItem).where(ActionItem.user_id == tx.owner_id, ActionItem.todo_id.in_(todo_ids))
    return list(await tx.session.scalars(statement.order_by(ActionItem.id).with_for_update()))


async def of_event(tx: Tx, event_id: UUID) -> list[Meeting]:
    """The meetings with a summary that this event was, or its occurrences were, the newest first."""
    statement = (
        select(Meeting)
        .where(Meeting.user_id == tx.owner_id, Meeting.event_id == event_id, Meeting.summary.is_not(None))
        .order_by(Meeting.summarized_at.desc(), Meeting.id.desc())
        .limit(MOST_SHOWN)
    )
    return list(await tx.session.scalars(statement))


async def other_claims(tx: Tx, meeting_row_id: UUID, event_ids: Sequence[UUID]) -> set[tuple[UUID, datetime | None]]:
    """Those of the events that another meeting was, with the occurrence that it was."""
    statement = select(Meeting.event_id, Meeting.occurrence).where(
        Meeting.user_id == tx.owner_id, Meeting.id != meeting_row_id, Meeting.event_id.in_(event_ids)
    )
    return {(one.event_id, one.occurrence) for one in await tx.session.execute(statement) if one.event_id is not None}


_ATTENDED = text(
    "select id from meetings where user_id = :owner "
    "and (attendees @> jsonb_build_array(jsonb_build_object('contact_id', cast(:contact as text)))"
    " or speakers @> jsonb_build_array(jsonb_build_object('contact_id', cast(:contact as text)))) for update"
)


async def attended_by(tx: Tx, contact_id: UUID) -> list[Meeting]:
    """The meetings that the contact attended or spoke in, locked."""
    ids = list(await tx.session.scalars(_ATTENDED, {"owner": tx.owner_id, "contact": str(contact_id)}))
    return list(await tx.session.scalars(select(Meeting).where(Meeting.user_id == tx.owner_id, Meeting.id.in_(ids))))


async def remove(tx: Tx, meeting_row_id: UUID) -> None:
    """Delete the meeting with its transcript and action items."""
    await tx.session.execute(delete(Meeting).where(Meeting.user_id == tx.owner_id, Meeting.id == meeting_row_id))


async def keys(tx: Tx) -> Sequence[tuple[UUID, str | None, str | None]]:
    """(id, source, external id) of every meeting."""
    found = await tx.session.execute(select(Meeting.id, Meeting.external_id).where(Meeting.user_id == tx.owner_id))
    return [(row.id, "", row.external_id) for row in found]
