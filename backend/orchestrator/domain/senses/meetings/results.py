"""What does the job that summarises a meeting read, and what does it write in its one transaction?"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, cast
from uuid import UUID

from sqlalchemy import func

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.foundation.search.schemas import IndexEntry
from orchestrator.domain.foundation.search.service import index, withdraw_parts
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.senses.meetings import finding, labels, linking, repository
from orchestrator.domain.senses.meetings.errors import SummaryUnreadable
from orchestrator.domain.senses.meetings.linking import Described, Span
from orchestrator.domain.senses.meetings.model import ActionItem, Meeting
from orchestrator.domain.senses.meetings.schemas import INDEX, KIND, MAX_SPEAKERS, RULE, SUMMARY, Index
from orchestrator.domain.senses.meetings.summary.action_items import Item, paired
from orchestrator.domain.senses.meetings.summary.attendees import Known, Participant, consolidate, user_of
from orchestrator.domain.senses.meetings.summary.drafts import Draft
from orchestrator.domain.senses.meetings.summary.fragments import Turn
from orchestrator.domain.senses.meetings.summary.passages import Passage
from orchestrator.domain.senses.meetings.summary.reading import Asked, Read
from orchestrator.domain.senses.meetings.summary.summarizing import Sheet
from orchestrator.domain.world.contacts import known as contacts_known
from orchestrator.domain.world.contacts import service as contacts
from orchestrator.domain.world.todos.service import todos
from orchestrator.errors import NotFound
from orchestrator.kit.ids import new_id
from orchestrator.kit.zones import to_wall
from orchestrator.language.text.normalize import normalize
from orchestrator.scheduling.async_jobs import enqueue

SOURCE = "meeting action item"
"""Of todos made here; their `external_id` is the action item's id."""


class OwnTodos:
    """The todos of one meeting, in one unit of work.

    Each of the user's own action items makes one, once, whatever becomes of it. The todo is known by its action item:
    one that was done, changed, removed or erased is not made again, and what the user changed in it stays theirs.
    """

    def __init__(self, tx: Tx, meeting_row_id: UUID, *, zone: str) -> None:
        self._tx = tx
        self._meeting_row_id = meeting_row_id
        self._zone = zone

    async def keep(self, row: ActionItem, due_at: str | None) -> None:
        """Make the item's todo, or say in it what the item says now; one that a tombstone stands for stays erased."""
        item = {
            "external_id": str(row.id),
            "source": SOURCE,
            "title": row.text,
            "notes": f"“{row.quote}”",
            "timezone": self._zone,
            "source_kind": KIND,
            "source_id": str(self._meeting_row_id),
            **({"due_at": due_at} if due_at is not None else {}),
        }
        (result,) = await todos.ingest(self._tx, [item], zone=self._zone)
        row.todo_id, row.todo_erased = result.id, result.status == "erased"
        if row.todo_hidden and result.id is not None:
            await todos.unhide(self._tx, result.id)
        row.todo_hidden = False

    async def withdraw(self, row: ActionItem) -> None:
        """The item is no longer the user's, or no longer there: hide its todo, unless the user touched it."""
        if row.todo_id is None or row.todo_hidden:
            return
        try:
            todo = await todos.get(self._tx, row.todo_id)
        except NotFound:
            row.todo_id, row.todo_erased = None, True
            return
        if todo.hidden_at is None and todo.done_at is None and not todo.user_fields:
            await todos.hide(self._tx, row.todo_id)
            row.todo_hidden = True


MOST_PEOPLE = 100
"""Told to a model; of a larger meeting those who speak come first."""


@dataclass(frozen=True)
class Loaded:
    """A meeting as it stands in its tables. `kept`: its submission; `due`: its summary is to be made; else only its
    links are looked at anew; `confirmed`: see `consolidate`."""

    meeting_row_id: UUID
    digest: str
    reruns: int
    due: bool
    kept: str
    received_at: datetime
    title: str | None
    started_at: datetime | None
    ended_at: datetime | None
    known: Known
    zone: str
    locale: str
    confirmed: Mapping[str, UUID]


@dataclass(frozen=True)
class Work:
    """A meeting as the job read it; `turns`: what a model is given of it."""

    loaded: Loaded
    turns: tuple[Turn, ...]
    described: Described
    user: Participant

    @property
    def names(self) -> dict[str, str]:
        """What the recorder's labels stand for."""
        return {label: one.name for one in self.described.participants for label in one.labels if label and one.name}

    @property
    def sheet(self) -> Sheet:
        """What a model is given."""
        names = self.names
        lines = tuple(f"{names.get(turn.speaker, turn.speaker) or '?'}: {turn.text}" for turn in self.turns)
        return Sheet(tuple(_about(self.described)), lines)

    @property
    def asked(self) -> Asked:
        """What the reader is given, and what action items are held against."""
        described = self.described
        said_at = to_wall(described.span.start, described.zone) if described.sure_time else None
        return Asked(described.participants, self.user, described.locale, said_at)


@dataclass(frozen=True)
class Result:
    """What came of a meeting; `last_error`: why the reader stood in for a model."""

    draft: Draft
    items: tuple[Item, ...]
    last_error: str | None = None


async def load(tx: Tx, meeting_row_id: UUID, *, default_zone: str) -> Loaded | None:
    """The meeting's newest transcript, and whom the user knows; None where it was erased."""
    meeting = await repository.get(tx, meeting_row_id)
    kept = await repository.transcript(tx, meeting_row_id)
    if meeting is None or kept is None:
        return None
    me = await accounts.me(tx)
    reach = (await accounts.reach(tx.session, [tx.owner_id]))[tx.owner_id]
    known = Known(await contacts_known.known(tx), await accounts.own_names(tx), me.name, me.email)
    return Loaded(
        meeting_row_id=meeting.id,
        digest=kept.transcript_hash,
        reruns=meeting.reruns_wanted,
        due=kept.transcript_hash != meeting.summarized_hash or meeting.reruns_wanted > meeting.reruns_done,
        kept=kept.raw,
        received_at=kept.received_at,
        title=meeting.title,
        started_at=meeting.started_at,
        ended_at=meeting.ended_at,
        known=known,
        zone=reach.timezone or default_zone,
        locale=reach.locale,
        confirmed=labels.confirmed(meeting.speakers),
    )


async def understood(loaded: Loaded, read: Read) -> Work:
    """The meeting with its people, from what its transcript says."""
    speakers = read.speakers[:MAX_SPEAKERS]
    people = await asyncio.to_thread(consolidate, read.attendees, speakers, loaded.known, loaded.confirmed)
    described = Described(
        title=loaded.title,
        span=_span(loaded, read.length_s),
        sure_time=loaded.started_at is not None or loaded.ended_at is not None,
        participants=tuple(people),
        named_event=read.calendar_event_id,
        zone=loaded.zone,
        locale=loaded.locale,
    )
    return Work(loaded, read.turns, described, user_of(loaded.known))


async def write(tx: Tx, work: Work, result: Result | None) -> None:
    """Store what came of it, link it, and make the user's own todos; nothing where it was erased meanwhile. Raises
    SummaryUnreadable where a rule went whose words stand in the summary."""
    await provenance.lock_ingestion(tx)
    meeting = await repository.get(tx, work.loaded.meeting_row_id, for_update=True)
    if meeting is None:
        return
    people = work.described.participants
    there = await contacts.named(tx, [one.contact_id for one in people if one.contact_id is not None])
    meeting.attendees = [_shown(one, there) for one in people if one.named]
    meeting.speakers = _speakers(meeting, people, there)
    await linking.link(tx, meeting, work.described)
    if result is not None and await provenance.gone(tx, RULE, result.draft.rules):
        raise SummaryUnreadable("a rule whose words stand in the summary was erased meanwhile")
    if result is not None:
        meeting.summary, meeting.generated_by = result.draft.summary, result.draft.generated_by
        await provenance.forget_sources(tx, SUMMARY, meeting.id)
        sources = [(RULE, one) for one in result.draft.rules]
        await provenance.record_all(tx, sources=sources, derived=(SUMMARY, meeting.id))
        meeting.last_error = result.last_error
        meeting.summarized_hash, meeting.reruns_done = work.loaded.digest, work.loaded.reruns
        meeting.summarized_at = cast("datetime", func.steward_now())
        await _put_items(tx, meeting, result.items, work.described)
    meeting.updated_at = cast("datetime", func.steward_now())
    await tx.session.flush()
    await linking.project(tx, meeting.event_id)
    found = Index(meeting_row_id=meeting.id)
    await enqueue(tx.session, INDEX, found, owner_id=tx.owner_id, dedupe_key=str(meeting.id))


async def decide(
    tx: Tx, work: Work, decided: Sequence[dict[str, Any]], passages: Sequence[Passage]
) -> list[IndexEntry]:
    """Keep what was decided, let the meeting itself be found, and nothing that it holds no more; answers what of it is
    to be found yet, nothing where the meeting is gone or another transcript came."""
    meeting = await _unchanged(tx, work)
    if meeting is None:
        return []
    meeting.decisions = list(decided)
    await tx.session.flush()
    described = work.described
    entries = finding.passage_entries(meeting, passages, described.locale, described.span.start)
    await withdraw_parts(tx, KIND, meeting.id, kept=[one.id for one in entries])
    await finding.refresh(tx, meeting, described.locale, described.span.start)
    return entries


async def let_be_found(tx: Tx, work: Work, entries: Sequence[IndexEntry]) -> bool:
    """Index some of it; False where the meeting is gone or another transcript came."""
    if await _unchanged(tx, work) is None:
        return False
    await index(tx, entries)
    return True


async def _unchanged(tx: Tx, work: Work) -> Meeting | None:
    await provenance.lock_ingestion(tx)
    meeting = await repository.get(tx, work.loaded.meeting_row_id, for_update=True)
    if meeting is None or await repository.transcript_hash(tx, meeting.id) != work.loaded.digest:
        return None
    return meeting


async def _put_items(tx: Tx, meeting: Meeting, items: Sequence[Item], described: Described) -> None:
    """The new items in their order, each on the row that it was before; rows without one are withdrawn."""
    former = await repository.items(tx, meeting.id, withdrawn=True)
    todos = OwnTodos(tx, meeting.id, zone=described.zone)
    pairs = await asyncio.to_thread(paired, items, former, _as_item)
    for position, (item, there) in enumerate(zip(items, pairs, strict=True)):
        row = there or ActionItem(id=new_id(), user_id=tx.owner_id, meeting_id=meeting.id)
        tx.session.add(row)
        row.position, row.text, row.quote = position, item.text, item.quote
        row.assignee, row.email, row.mine = item.assignee, item.email, item.mine
        row.withdrawn_at = None
        await tx.session.flush()
        if item.mine:
            await todos.keep(row, item.due_at)
        else:
            await todos.withdraw(row)
    kept = {row.id for row in pairs if row is not None}
    for row in former:
        if row.id not in kept and row.withdrawn_at is None:
            row.withdrawn_at = cast("datetime", func.steward_now())
            await todos.withdraw(row)
    await tx.session.flush()


def _as_item(row: ActionItem) -> Item:
    return Item(row.text, row.assignee, row.email, row.quote, row.mine)


def _span(loaded: Loaded, length_s: float) -> Span:
    """When it was: as told; what is missing by the length of the recording, which ended when it came at the latest."""
    length = timedelta(seconds=length_s)
    start, end = loaded.started_at, loaded.ended_at
    if start is None:
        start = (end or loaded.received_at) - length
    end = max(end, start) if end is not None else start + length
    return Span(start, end)


def _shown(one: Participant, there: dict[UUID, str]) -> dict[str, Any]:
    contact = str(one.contact_id) if one.contact_id in there else None
    return {"name": one.name, "email": one.email, "contact_id": contact, "is_user": one.is_user}


def _speakers(meeting: Meeting, people: Sequence[Participant], there: dict[UUID, str]) -> list[dict[str, Any]]:
    """The labels that were heard with whom they stand for; what the user said meanwhile counts."""
    said = {normalize(str(one["speaker"])): dict(one) for one in meeting.speakers if one["confirmed"]}
    heard = [
        labels.told(
            label,
            one.name if one.named else None,
            one.contact_id if one.contact_id in there else None,
            is_user=one.is_user,
        )
        for one in people
        for label in one.labels
        if normalize(label) not in said
    ]
    return [*said.values(), *heard]


def _about(described: Described) -> list[str]:
    """The meeting and its people, for a model: names, what else they are called, and emails."""
    lines = [f"Meeting: {described.title}"] if described.title else []
    if described.sure_time:
        began = to_wall(described.span.start, described.zone)
        lines.append(f"Began: {began:%A %Y-%m-%d %H:%M} ({described.zone})")
    people = sorted(described.participants, key=lambda one: not one.labels)[:MOST_PEOPLE]
    if people:
        lines.append("People:")
    for one in people:
        also = ", ".join(one.aliases)
        lines.append(
            f"- {one.name}"
            + (f" (also: {also})" if also else "")
            + (f" <{', '.join(one.emails)}>" if one.emails else "")
            + (" [reads this summary]" if one.is_user else "")
        )
    return [*lines, "Transcript:"]
