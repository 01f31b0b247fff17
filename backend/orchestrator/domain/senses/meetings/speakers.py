"""Who speaks in a meeting: the recorder's labels, and whom the user says they stand for.

A name that the user confirmed counts for everything that is made of the transcript: attendees, owners of action items,
todos, passages. It is kept for a transcript that has yet to come; where one was summarised, the summary is made once
more, and only where something changed.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.senses.meetings import labels, repository, service
from orchestrator.domain.senses.meetings.model import Meeting
from orchestrator.domain.senses.meetings.schemas import KIND, MAX_SPEAKERS
from orchestrator.domain.world.contacts import service as contacts
from orchestrator.errors import InvalidRequest, NotFound
from orchestrator.kit.ids import parse_id
from orchestrator.kit.text import storable
from orchestrator.language.text.normalize import content_words, normalize, stems

MEETINGS = 200
"""The newest that are looked through."""
ENOUGH = 0.5
"""The share of the words that the title has to hold."""


async def find(tx: Tx, meeting_id: str) -> Meeting | None:
    """The meeting by the caller's id, locked."""
    return await repository.find(tx, meeting_id, for_update=True) if storable(meeting_id) == meeting_id else None


async def get(tx: Tx, meeting_row_id: UUID) -> Meeting | None:
    """The meeting, locked."""
    return await repository.get(tx, meeting_row_id, for_update=True)


async def put(tx: Tx, meeting_id: str) -> Meeting:
    """The meeting by the caller's id, which may come later, locked. Raises NotFound where it was erased."""
    if await provenance.buried(tx, KIND, [("", meeting_id)]):
        raise NotFound("This meeting was erased.")
    return await repository.put(tx, meeting_id)


def attending(meeting: Meeting) -> set[UUID]:
    """The contacts that were there."""
    return {found for one in meeting.attendees if (found := parse_id(one.get("contact_id")))}


def confirmed_labels(meeting: Meeting) -> frozenset[str]:
    """The folded labels that the user said somebody for."""
    return frozenset(labels.confirmed(meeting.speakers))


async def name(tx: Tx, meeting: Meeting, given: Mapping[str, UUID | None]) -> bool:
    """Let these labels stand for these contacts, or for nobody that is known; True where that is something new."""
    before = labels.confirmed(meeting.speakers)
    after = {**before, **{normalize(label): contact for label, contact in given.items()}}
    wanted = {label: contact for label, contact in after.items() if contact is not None}
    if wanted == before:
        return False
    people = await contacts.named(tx, sorted(set(wanted.values())))
    there = [str(one["speaker"]) for one in meeting.speakers]
    spelled: dict[str, str] = {}
    for label in (*there, *given):
        spelled.setdefault(normalize(label), label)
    if len(spelled) > MAX_SPEAKERS:
        raise InvalidRequest.of_field("assignments", f"a meeting has at most {MAX_SPEAKERS:,} speakers")
    former = {normalize(str(one["speaker"])): one for one in meeting.speakers}
    meeting.speakers = [
        _entry(label, wanted.get(key), people, former.get(key))
        for key, label in spelled.items()
        if key in wanted or key in former
    ]
    await tx.session.flush()
    await service.summarize_anew(tx, meeting)
    return True


def _entry(
    label: str, contact: UUID | None, people: Mapping[UUID, str], former: Mapping[str, Any] | None
) -> dict[str, Any]:
    if contact is not None:
        return labels.told(label, people.get(contact), contact, confirmed=True)
    if former is not None and not former["confirmed"]:
        return dict(former)
    return labels.told(label, None, None)


@dataclass(frozen=True)
class Spoke:
    """Who spoke in a meeting. `names`: each once; `unnamed`: how many voices nobody knows; `seconds`: how long each of
    `names` spoke, who spoke longest first; empty where the transcript does not tell."""

    meeting: Meeting
    names: tuple[str, ...]
    unnamed: int
    seconds: tuple[float, ...] = ()


async def spoke(tx: Tx, query: str, *, since: datetime | None, until: datetime | None, limit: int) -> list[Spoke]:
    """The newest first; without words and time the newest alone."""
    meetings = await repository.held(tx, since=since, until=until, limit=MEETINGS)
    heard = [one for one in meetings if one.speakers]
    wanted = [frozenset(forms) for word in content_words(query) for forms in stems(word)[:1]]
    if wanted:
        shares = [_share(wanted, one.title or "") for one in heard]
        best = max([ENOUGH, *shares])
        heard = [one for one, share in zip(heard, shares, strict=True) if share >= best]
    elif since is None and until is None:
        limit = 1
    lengths = await repository.speech(tx, [one.id for one in heard[:limit]])
    return [_of(one, lengths) for one in heard[:limit]]


def _share(wanted: list[frozenset[str]], title: str) -> float:
    held = {form for forms in stems(title) for form in forms}
    return sum(1 for forms in wanted if forms & held) / len(wanted)


def _of(meeting: Meeting, lengths: Mapping[tuple[UUID, str], float]) -> Spoke:
    spoken: dict[str, float | None] = {}
    for one in meeting.speakers:
        if one["name"]:
            known, own = spoken.get(one["name"], 0.0), lengths.get((meeting.id, str(one["speaker"])))
            spoken[one["name"]] = known + own if known is not None and own is not None else None
    unnamed = sum(1 for one in meeting.speakers if not one["name"])
    told = {name: length for name, length in spoken.items() if length is not None}
    if len(told) < len(spoken):
        return Spoke(meeting, tuple(spoken), unnamed)
    names = sorted(told, key=lambda name: -told[name])
    return Spoke(meeting, tuple(names), unnamed, tuple(round(told[name], 1) for name in names))


def as_json(one: Spoke, at: str | None) -> Mapping[str, object]:
    """For a tool. `at`: when the meeting began, local ISO."""
    return {
        "meeting_id": one.meeting.external_id,
        "title": one.meeting.title or "",
        "event_id": str(one.meeting.event_id) if one.meeting.event_id else None,
        "at": at,
        "speakers": list(one.names),
        "unnamed": one.unnamed,
        **({"seconds": list(one.seconds)} if one.seconds else {}),
        "origin": "third_party",
    }
