"""How does a conversation from elsewhere become a thread, once, however often it comes? (`/ingest/conversation`)"""

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, cast
from uuid import UUID
from zoneinfo import ZoneInfo

from pydantic import ValidationError
from sqlalchemy import func
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.agent.origin import Origin
from orchestrator.domain.ground.entities.schemas import SHORT, IngestResult, IngestStatus, field_errors
from orchestrator.domain.ground.provenance import service as provenance
from orchestrator.domain.ground.search import service as search
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.people.conversations import repository, summaries
from orchestrator.domain.people.conversations.model import Thread
from orchestrator.domain.people.conversations.repository import NewMessage
from orchestrator.domain.people.conversations.said import SPEAKERS
from orchestrator.domain.people.conversations.schemas import ConversationIn, ConversationMessageIn
from orchestrator.domain.people.conversations.service import KIND, reindex_thread
from orchestrator.kit.ids import new_id
from orchestrator.kit.text import storable
from orchestrator.language.fold import fold

THREAD_KIND = "thread"
AGENT_SPEAKERS = frozenset({"assistant", "agent"})


@dataclass(frozen=True)
class _Reading:
    """By what the items of one request are understood."""

    own_names: frozenset[str]
    zone: ZoneInfo
    may_restore: bool


async def ingest(
    session: AsyncSession, owner_id: UUID, items: Sequence[Any], *, zone: str, may_restore: bool = False
) -> list[IngestResult]:
    """One result an item, in order; an item that is no conversation is `invalid` and stores nothing.

    Each message's label is that of its speaker: the user, `agent`, everyone else `third_party`. Messages are added or
    updated by their `external_id` (else by time, speaker and text), absent ones stay. `zone` (IANA) is what times
    without an offset mean. `may_restore`: the token has scope `write`, so that `"restore": true` lifts a tombstone.
    """
    read = [_read(item) for item in items]
    await provenance.lock_ingestion(session, owner_id)
    reading = _Reading(await accounts.own_names(session, owner_id), ZoneInfo(zone), may_restore)
    return [
        item if isinstance(item, IngestResult) else await _ingest_one(session, owner_id, item, reading) for item in read
    ]


def speaker_origin(speaker: str, own_names: frozenset[str]) -> Origin:
    """Whose words are these, by the speaker's label alone?"""
    folded = fold(speaker)
    if folded in own_names:
        return Origin.USER
    return Origin.AGENT if folded in AGENT_SPEAKERS else Origin.THIRD_PARTY


async def _ingest_one(session: AsyncSession, owner_id: UUID, item: ConversationIn, reading: _Reading) -> IngestResult:
    thread = None
    if item.external_id is not None:
        key = (item.source or "", item.external_id)
        if await provenance.buried(session, owner_id, THREAD_KIND, [key]):
            if not (item.restore and reading.may_restore):
                return IngestResult(external_id=item.external_id, status="erased")
            await provenance.lift(session, owner_id, THREAD_KIND, *key)
        thread = await repository.by_external_id(session, owner_id, item.source, item.external_id)
    created = thread is None
    if thread is None:
        thread = Thread(
            id=new_id(),
            user_id=owner_id,
            external_id=item.external_id,
            source=item.source,
            origin=Origin.THIRD_PARTY.value,
            title=item.title,
            tags=item.tags,
        )
        session.add(thread)
        await session.flush()
    start = 0 if created else await repository.next_position(session, owner_id, thread.id)
    was_chat = not created and await repository.has_agent(session, owner_id, thread.id)
    prepared = _prepared(item.messages, reading, start)
    touched = await repository.put_messages(session, owner_id, thread.id, prepared)
    if not created:
        await summaries.withdraw(session, owner_id, list(touched.values()))
    renamed = not created and _rename(thread, item.title)
    tagged = not created and _tag(thread, item.tags)
    if created or renamed or tagged or touched:
        await _settle(session, thread, [message.at for message in prepared if message.item_key in touched], created)
    chat = was_chat or any(message.origin == Origin.AGENT for message in prepared)
    if renamed or (chat and not was_chat and not created):
        await reindex_thread(session, owner_id, thread)
    else:
        await search.index(session, owner_id, _entries(thread, prepared, touched, talk=not chat))
    status: IngestStatus = "updated" if renamed or tagged or touched else "unchanged"
    return IngestResult(external_id=item.external_id, id=thread.id, status="created" if created else status)


def _prepared(items: Sequence[ConversationMessageIn], reading: _Reading, start: int) -> list[NewMessage]:
    """The messages ready to be stored, the last of equal keys alone; positions follow those already stored."""
    labels = {speaker: speaker_origin(speaker, reading.own_names) for speaker in {item.speaker for item in items}}
    repeats: Counter[str] = Counter()
    kept: dict[str, NewMessage] = {}
    for index, item in enumerate(items):
        origin = labels[item.speaker]
        key = _item_key(item, repeats)
        kept[key] = NewMessage(
            id=new_id(),
            role="assistant" if origin is Origin.AGENT else "user",
            content=item.text,
            origin=origin.value,
            speaker=item.speaker,
            external_id=item.external_id,
            item_key=key,
            at=item.at if item.at.tzinfo else item.at.replace(tzinfo=reading.zone).astimezone(UTC),
            position=start + index,
        )
    return list(kept.values())


def _item_key(item: ConversationMessageIn, repeats: Counter[str]) -> str:
    """What makes it the same message when it comes again; equal ones without an id are told apart by their number."""
    if item.external_id is not None:
        return "id:" + item.external_id
    said = hashlib.sha256(f"{item.at.isoformat()}\0{item.speaker}\0{item.text}".encode()).hexdigest()
    repeats[said] += 1
    return f"said:{said}:{repeats[said]}"


def _rename(thread: Thread, title: str) -> bool:
    """Take the source's title, unless it gave none or the user gave their own."""
    if not title or title == thread.title or "title" in thread.user_fields:
        return False
    thread.title = title
    return True


def _tag(thread: Thread, tags: Sequence[str]) -> bool:
    merged = list(dict.fromkeys([*thread.tags, *tags]))
    if merged == thread.tags:
        return False
    thread.tags = merged
    return True


async def _settle(session: AsyncSession, thread: Thread, moments: Sequence[datetime], created: bool) -> None:
    known = [thread.last_message_at] if thread.last_message_at else []
    thread.last_message_at = max([*known, *moments], default=None)
    if moments:
        thread.sessions_due_at = cast("datetime", func.steward_now())  # its ended sessions at once (api.md)
    if not created:
        thread.version += 1
        thread.updated_at = cast("datetime", func.steward_now())
    await session.flush()


def _entries(
    thread: Thread, prepared: Sequence[NewMessage], touched: dict[str, UUID], *, talk: bool
) -> list[search.IndexEntry]:
    return [
        search.IndexEntry(
            kind=KIND,
            id=touched[message.item_key],
            title=thread.title,
            text=message.content,
            at=message.at,
            origin=message.origin,
            speaker=SPEAKERS.get(Origin(message.origin), message.speaker),
            group_id=thread.id,
            external_id=message.external_id,
            talk=talk,
        )
        for message in prepared
        if message.item_key in touched and message.content.strip()
    ]


def _read(item: Any) -> ConversationIn | IngestResult:
    try:
        return ConversationIn.model_validate(item)
    except ValidationError as error:
        external_id = item.get("external_id") if isinstance(item, dict) else None
        shown = storable(external_id)[:SHORT] if isinstance(external_id, str) else None
        return IngestResult(external_id=shown, status="invalid", errors=field_errors(error))
