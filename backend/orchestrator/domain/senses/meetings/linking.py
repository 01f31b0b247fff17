"""Which event shows this meeting? The calendar's own where that is sure, else one made from the transcript.

A meeting is an event with a transcript: so each has one. One made here is hidden again when the calendar's own turns
up, and goes when the meeting is erased, unless the user made it theirs.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.senses.meetings import repository
from orchestrator.domain.senses.meetings.model import ActionItem, Meeting
from orchestrator.domain.senses.meetings.schemas import KIND
from orchestrator.domain.senses.meetings.summary.attendees import Participant
from orchestrator.domain.senses.photos import linking as photos
from orchestrator.domain.world.contacts import known
from orchestrator.domain.world.contacts import service as contacts
from orchestrator.domain.world.events.filters import EventFilter
from orchestrator.domain.world.events.finding import called, find
from orchestrator.domain.world.events.series.occurrence import Occurrence
from orchestrator.domain.world.events.service import events
from orchestrator.kit.zones import to_wall
from orchestrator.language.messages import say
from orchestrator.language.text.normalize import content_words, normalize, stems
from orchestrator.telemetry.logging import get_logger

OVERLAP = 0.5
"""Of the shorter of the two."""
SAME_WORDS = 0.6
"""Of the content words of both titles together."""
SHARED_PEOPLE = 0.5
"""Of the smaller of the two groups, the user left out."""
AROUND = timedelta(minutes=15)
"""Of a start, where one of the two has no length."""


@dataclass(frozen=True)
class Candidate:
    """An event as it is compared: `people`: for each its keys (`c:` contact, `e:` folded email, `n:` folded name)."""

    id: UUID
    title: str
    start: datetime
    end: datetime
    people: tuple[frozenset[str], ...] = ()


def event_of(meeting: Candidate, events: Iterable[Candidate]) -> UUID | None:
    """The one event that the meeting surely was, or None. Both without the user among their people.

    Surely one, or none: a wrong one is worse than none. Sure is: an event that was there for most of the shorter of the
    two, with the same title, or half of whose people were there; and no second one like it.
    """
    fitting = [one for one in events if _together(meeting, one) and (_titled(meeting, one) or _attended(meeting, one))]
    if len(fitting) == 1:
        return fitting[0].id
    both = [one for one in fitting if _titled(meeting, one) and _attended(meeting, one)]
    exact = [one for one in fitting if normalize(one.title) == normalize(meeting.title)]
    for narrowed in (both, exact):
        if len(narrowed) == 1:
            return narrowed[0].id
    return None


def _together(one: Candidate, other: Candidate) -> bool:
    shorter = min(one.end - one.start, other.end - other.start)
    if shorter <= timedelta():
        return abs(one.start - other.start) <= AROUND
    return (min(one.end, other.end) - max(one.start, other.start)) >= shorter * OVERLAP


def _titled(one: Candidate, other: Candidate) -> bool:
    if not one.title.strip() or not other.title.strip():
        return False
    if normalize(one.title) == normalize(other.title):
        return True
    mine, theirs = _words(one.title), _words(other.title)
    if not mine or not theirs:
        return False
    common = sum(any(set(word) & set(each) for each in theirs) for word in mine)
    return common / (len(mine) + len(theirs) - common) >= SAME_WORDS


def _attended(one: Candidate, other: Candidate) -> bool:
    smaller = min(len(one.people), len(other.people))
    return smaller > 0 and _shared(one.people, other.people) >= max(1, smaller * SHARED_PEOPLE)


def _shared(mine: Sequence[frozenset[str]], theirs: Sequence[frozenset[str]]) -> int:
    return sum(any(keys & each for each in theirs) for keys in mine)


def _words(title: str) -> list[tuple[str, ...]]:
    return [stems(word)[0] for word in content_words(title) if stems(word)]


SOURCE = "meeting transcript"
"""Of events made here; their `external_id` is the caller's `meeting_id`."""
Met = tuple[UUID, datetime | None]
"""An event, and which occurrence of it."""
NEAR = timedelta(hours=1)
COMPARED = 200

log = get_logger(__name__)


@dataclass(frozen=True)
class Span:
    """When it was, aware, in UTC."""

    start: datetime
    end: datetime


@dataclass(frozen=True)
class Described:
    """What is known of the meeting beside what was said. `sure_time`: the transcript told when it was; else it is
    taken to have ended when it came. `named_event`: the caller's `calendar_event_id`."""

    title: str | None
    span: Span
    sure_time: bool
    participants: tuple[Participant, ...]
    named_event: str | None
    zone: str
    locale: str


async def link(tx: Tx, meeting: Meeting, described: Described) -> None:
    """Set the meeting's event, and remember what goes when one of both is erased."""
    found = await _in_calendar(tx, meeting, described)
    former = meeting.event_id
    if found is None and former is not None and not await _made_here(tx, former):
        found = former, meeting.occurrence
    if found is None:
        meeting.event_id, meeting.occurrence = await _make(tx, meeting, described), None
    else:
        meeting.event_id, meeting.occurrence = found
        await provenance.record(tx, source=("event", found[0]), derived=(KIND, meeting.id))
    if former is not None and former != meeting.event_id:
        await _leave(tx, meeting, former)
    await tx.session.flush()


async def _in_calendar(tx: Tx, meeting: Meeting, described: Described) -> Met | None:
    """The event that the caller names, else the one that it surely was; of a series the occurrence."""
    if described.named_event:
        row = await called(tx, described.named_event, not_from=SOURCE)
        if row is not None and row.recurrence is None:
            return row.id, None
        if row is not None and (met := await _occurrence_of(tx, row.id, described.span)):
            return met
    if not described.sure_time:
        return None
    around = EventFilter(since=described.span.start - NEAR, until=described.span.end + NEAR)
    found = await find(tx, around, limit=COMPARED)
    rows = [row for row in found if row.source != SOURCE and not row.all_day]
    taken = await repository.other_claims(tx, meeting.id, [row.id for row in rows])
    own = await known.own_contact(tx)
    user = _keys(one for one in described.participants if one.is_user) | ({f"c:{own}"} if own else set())
    # The occurrences of a series share its id: here each row has a number.
    numbered = {UUID(int=at): row for at, row in enumerate(rows) if not _is_taken(row, taken)}
    candidates = [
        Candidate(number, row.title, row.start_utc, row.end_utc, _people(row.participants, user))
        for number, row in numbered.items()
    ]
    people = tuple(frozenset(_keys([one])) for one in described.participants if one.named and not one.is_user)
    span = described.span
    number = event_of(Candidate(meeting.id, described.title or "", span.start, span.end, people), candidates)
    return numbered[number].key if number is not None else None


async def _occurrence_of(tx: Tx, event_id: UUID, span: Span) -> Met | None:
    """The occurrence of a series at that time, of several the one that begins nearest to it."""
    around = EventFilter(since=span.start, until=span.end, ids=(event_id,))
    rows = [row for row in await find(tx, around, limit=COMPARED) if _overlaps(span, row.start_utc, row.end_utc)]
    return min(rows, key=lambda row: abs(row.start_utc - span.start)).key if rows else None


def _is_taken(row: Occurrence, taken: set[Met]) -> bool:
    """Whether it was another meeting; of a series one of unknown day was its first."""
    return row.key in taken or (row.recurrence_id == row.event.start_at and (row.id, None) in taken)


def _overlaps(span: Span, start: datetime, end: datetime) -> bool:
    return span.start < end and start < span.end


def _keys(people: Iterable[Participant]) -> set[str]:
    found: set[str] = set()
    for one in people:
        found |= {f"c:{one.contact_id}"} if one.contact_id else set()
        found |= {f"e:{normalize(email)}" for email in one.emails}
        found |= {f"n:{normalize(name)}" for name in (one.name, *one.aliases) if name}
    return found


def _people(participants: Sequence[dict[str, str | None]], user: set[str]) -> tuple[frozenset[str], ...]:
    """The people of an event without the user."""
    found = []
    for one in participants:
        keys = {f"c:{one['contact_id']}"} if one.get("contact_id") else set()
        keys |= {f"e:{normalize(one['email'] or '')}"} if one.get("email") else set()
        keys |= {f"n:{normalize(one['name'] or '')}"} if one.get("name") else set()
        if keys and not keys & user:
            found.append(frozenset(keys))
    return tuple(found)


async def _made_here(tx: Tx, event_id: UUID) -> bool:
    rows = await events.many(tx, [event_id])
    return bool(rows) and rows[0].source == SOURCE


async def _make(tx: Tx, meeting: Meeting, described: Described) -> UUID | None:
    """Make or refresh the event of this transcript; what the user changed in it stays."""
    there = await contacts.named(tx, [one.contact_id for one in described.participants if one.contact_id is not None])
    item = {
        "external_id": meeting.external_id,
        "source": SOURCE,
        "restore": True,
        "title": described.title or say("meetings.untitled", described.locale),
        "start_at": to_wall(described.span.start, described.zone).isoformat(timespec="seconds"),
        "end_at": to_wall(described.span.end, described.zone).isoformat(timespec="seconds"),
        "timezone": described.zone,
        "participants": [
            {
                "contact_id": str(one.contact_id) if one.contact_id in there else None,
                "name": one.name,
                "email": one.email,
            }
            for one in described.participants
            if one.named
        ],
    }
    (result,) = await events.ingest(tx, [item], zone=described.zone, may_restore=True)
    if result.id is None:
        log.warning("meeting without an event", errors=[error.loc for error in result.errors])
        return meeting.event_id
    row = await events.get(tx, result.id)
    if row.hidden_at is not None and meeting.event_id != result.id:
        await events.unhide(tx, result.id)
    await provenance.record(tx, source=(KIND, meeting.id), derived=("event", result.id))
    await provenance.record(tx, source=("event", result.id), derived=(KIND, meeting.id))
    return result.id


async def _leave(tx: Tx, meeting: Meeting, former: UUID) -> None:
    """The meeting was another event: the former one shows it no more; one that was made for it is hidden."""
    await provenance.unlink(tx, source=("event", former), derived=(KIND, meeting.id))
    if await _made_here(tx, former) and not await events.stays(tx, former):
        await events.hide(tx, former)
        if meeting.event_id is not None:
            await photos.move(tx, former, meeting.event_id)
    await project(tx, former)


async def project(tx: Tx, event_id: UUID | None) -> None:
    """Let the event show the newest summary of the meeting that it was, and what is to be done; nothing where it was
    none."""
    if event_id is None:
        return
    meetings = await repository.of_event(tx, event_id)
    if not meetings:
        await events.show_meeting(tx, event_id, None)
        return
    items = await repository.items_of(tx, [meeting.id for meeting in meetings])
    told = [(meeting, _shown(meeting, items[meeting.id])) for meeting in meetings]
    newest = told[0][1]
    each = {meeting.occurrence.isoformat(): shown for meeting, shown in reversed(told) if meeting.occurrence}
    await events.show_meeting(tx, event_id, newest["meeting"], newest["action_items"], each)


def _shown(meeting: Meeting, rows: Sequence[ActionItem]) -> dict[str, Any]:
    """What an event shows of a meeting."""
    shown = {
        "meeting_id": meeting.external_id,
        "summary": meeting.summary,
        "generated_by": meeting.generated_by,
        "origin": "third_party",
    }
    items = [
        {
            "text": row.text,
            "assignee": row.assignee,
            "email": row.email,
            "quote": row.quote,
            "todo_id": str(row.shown_todo) if row.shown_todo else None,
        }
        for row in rows
    ]
    return {"meeting": shown, "action_items": items}
