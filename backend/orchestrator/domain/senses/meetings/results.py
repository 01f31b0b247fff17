"""What does the job that summarises a meeting read, and what does it write in its one transaction?"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, cast
from uuid import UUID

from sqlalchemy import func
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.domain.ground.provenance import service as provenance
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.senses.meetings import linking, repository
from orchestrator.domain.senses.meetings.action_items import Item, grounded, paired
from orchestrator.domain.senses.meetings.attendees import Known, Participant, consolidate, user_of
from orchestrator.domain.senses.meetings.errors import SummaryUnreadable
from orchestrator.domain.senses.meetings.fragments import Turn, turns_of
from orchestrator.domain.senses.meetings.linking import Described, Span
from orchestrator.domain.senses.meetings.model import ActionItem, Meeting, Transcript
from orchestrator.domain.senses.meetings.own_todos import OwnTodos
from orchestrator.domain.senses.meetings.quotes import Transcribed
from orchestrator.domain.senses.meetings.schemas import RULE, SUMMARY, MeetingIn
from orchestrator.domain.senses.meetings.summarizing import Draft, Sheet
from orchestrator.domain.world.contacts import service as contacts
from orchestrator.kit.ids import new_id
from orchestrator.kit.zones import to_wall

MOST_PEOPLE = 100
"""Told to a model; of a larger meeting those who speak come first."""


@dataclass(frozen=True)
class Work:
    """A meeting as the job read it. `due`: its summary is to be made; else only its links are looked at anew."""

    meeting_row_id: UUID
    digest: str
    reruns: int
    due: bool
    turns: tuple[Turn, ...]
    described: Described
    user: Participant

    @property
    def sheet(self) -> Sheet:
        """What a model is given."""
        names = {label: one.name for one in self.described.participants for label in one.labels}
        lines = tuple(f"{names.get(turn.speaker, turn.speaker) or '?'}: {turn.text}" for turn in self.turns)
        return Sheet(tuple(_about(self.described)), lines)

    def items(self, draft: Draft) -> list[Item]:
        """The action items of a draft that hold."""
        return grounded(draft.proposed, Transcribed(self.turns), self.described.participants, self.user)


@dataclass(frozen=True)
class Result:
    """What came of a meeting; `last_error`: why the reader stood in for a model."""

    draft: Draft
    items: tuple[Item, ...]
    last_error: str | None = None


async def read(session: AsyncSession, owner_id: UUID, meeting_row_id: UUID, *, default_zone: str) -> Work | None:
    """The meeting's newest transcript and its people; None where it was erased."""
    meeting = await repository.get(session, owner_id, meeting_row_id)
    kept = await repository.transcript(session, owner_id, meeting_row_id)
    if meeting is None or kept is None:
        return None
    me = await accounts.me(session, owner_id)
    reach = (await accounts.reach(session, [owner_id]))[owner_id]
    given, turns = await asyncio.to_thread(_transcribed, kept.raw)  # seconds of pure computing for the longest
    known = Known(
        await contacts.known(session, owner_id), await accounts.own_names(session, owner_id), me.name, me.email
    )
    described = Described(
        title=meeting.title,
        span=_span(meeting, kept, turns),
        sure_time=meeting.started_at is not None or meeting.ended_at is not None,
        participants=tuple(consolidate(given.attendees, [turn.speaker for turn in turns], known)),
        named_event=given.calendar_event_id,
        zone=reach.timezone or default_zone,
        locale=reach.locale,
    )
    return Work(
        meeting_row_id=meeting.id,
        digest=kept.transcript_hash,
        reruns=meeting.reruns_wanted,
        due=kept.transcript_hash != meeting.summarized_hash or meeting.reruns_wanted > meeting.reruns_done,
        turns=tuple(turns),
        described=described,
        user=user_of(known),
    )


async def write(session: AsyncSession, owner_id: UUID, work: Work, result: Result | None) -> None:
    """Store what came of it, link it, and make the user's own todos; nothing where it was erased meanwhile. Raises
    SummaryUnreadable where a rule went whose words stand in the summary."""
    await provenance.lock_ingestion(session, owner_id)
    meeting = await repository.get(session, owner_id, work.meeting_row_id, for_update=True)
    if meeting is None:
        return
    people = work.described.participants
    there = await contacts.named(session, owner_id, [one.contact_id for one in people if one.contact_id is not None])
    meeting.attendees = [_shown(one, there) for one in people if one.named]
    await linking.link(session, owner_id, meeting, work.described)
    if result is not None and await provenance.gone(session, owner_id, RULE, result.draft.rules):
        raise SummaryUnreadable("a rule whose words stand in the summary was erased meanwhile")
    if result is not None:
        meeting.summary, meeting.generated_by = result.draft.summary, result.draft.generated_by
        await provenance.forget_sources(session, owner_id, SUMMARY, meeting.id)
        sources = [(RULE, one) for one in result.draft.rules]
        await provenance.record_all(session, owner_id, sources=sources, derived=(SUMMARY, meeting.id))
        meeting.last_error = result.last_error
        meeting.summarized_hash, meeting.reruns_done = work.digest, work.reruns
        meeting.summarized_at = cast("datetime", func.steward_now())
        await _put_items(session, owner_id, meeting, result.items, work.described)
    meeting.updated_at = cast("datetime", func.steward_now())
    await session.flush()
    await linking.project(session, owner_id, meeting.event_id)


async def _put_items(
    session: AsyncSession, owner_id: UUID, meeting: Meeting, items: Sequence[Item], described: Described
) -> None:
    """The new items in their order, each on the row that it was before; rows without one are withdrawn."""
    former = await repository.items(session, owner_id, meeting.id, withdrawn=True)
    said_at = to_wall(described.span.start, described.zone) if described.sure_time else None
    todos = OwnTodos(session, owner_id, meeting.id, zone=described.zone, locale=described.locale, said_at=said_at)
    pairs = paired(items, former, _as_item)
    for position, (item, there) in enumerate(zip(items, pairs, strict=True)):
        row = there or ActionItem(id=new_id(), user_id=owner_id, meeting_id=meeting.id)
        session.add(row)
        row.position, row.text, row.quote = position, item.text, item.quote
        row.assignee, row.email, row.mine = item.assignee, item.email, item.mine
        row.withdrawn_at = None
        await session.flush()
        if item.mine:
            await todos.keep(row)
        else:
            await todos.withdraw(row)
    kept = {row.id for row in pairs if row is not None}
    for row in former:
        if row.id not in kept and row.withdrawn_at is None:
            row.withdrawn_at = cast("datetime", func.steward_now())
            await todos.withdraw(row)
    await session.flush()


def _transcribed(raw: Mapping[str, Any]) -> tuple[MeetingIn, list[Turn]]:
    given = MeetingIn.model_validate(raw)
    return given, turns_of(given.segments)


def _as_item(row: ActionItem) -> Item:
    return Item(row.text, row.assignee, row.email, row.quote, row.mine)


def _span(meeting: Meeting, kept: Transcript, turns: Sequence[Turn]) -> Span:
    """When it was: as told; what is missing by the length of the recording, which ended when it came at the latest."""
    length = timedelta(seconds=max((turn.end_s for turn in turns), default=0.0))
    start, end = meeting.started_at, meeting.ended_at
    if start is None:
        start = (end or kept.received_at) - length
    end = max(end, start) if end is not None else start + length
    return Span(start, end)


def _shown(one: Participant, there: dict[UUID, str]) -> dict[str, Any]:
    contact = str(one.contact_id) if one.contact_id in there else None
    return {"name": one.name, "email": one.email, "contact_id": contact, "is_user": one.is_user}


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
