"""How does a conversation from elsewhere become a thread, once, however often it comes? (`/ingest/conversation`)"""

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from pydantic import ValidationError

from orchestrator.agent.types.limits import WINDOW_MESSAGES
from orchestrator.agent.types.origin import Origin
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.entities.schemas import SHORT, IngestResult, IngestStatus, ItemError, field_errors
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.foundation.search import service as search
from orchestrator.domain.foundation.search.schemas import IndexEntry
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.people.conversations import repository, summaries
from orchestrator.domain.people.conversations.model import Thread
from orchestrator.domain.people.conversations.repository import Length, NewMessage
from orchestrator.domain.people.conversations.said import SPEAKERS
from orchestrator.domain.people.conversations.schemas import ConversationIn, ConversationMessageIn
from orchestrator.domain.people.conversations.service import KIND, THREAD_KIND, reindex_thread
from orchestrator.kit.ids import new_id
from orchestrator.kit.text import storable
from orchestrator.kit.zones import named_zone
from orchestrator.language.text.normalize import normalize

Key = tuple[str | None, str]
"""(source, external id)."""
_NO_MESSAGES = ItemError(loc=["messages"], message="a conversation that is new here needs its `messages`")
ASSISTANT = "assistant"
"""The one name that is no person's; an estate agent is one."""


@dataclass(frozen=True)
class _Reading:
    """By what the items of one request are understood. `now`: the database's clock."""

    own_names: frozenset[str]
    zone: ZoneInfo
    may_restore: bool
    now: datetime


@dataclass(eq=False)
class _Arrival:
    """An item with its thread, and what was there before. `touched`: ids of what it added or changed, by item key."""

    item: ConversationIn
    thread: Thread
    created: bool
    before: Length = Length()  # noqa: RUF009  (frozen)
    prepared: list[NewMessage] = field(default_factory=list)
    touched: dict[str, UUID] = field(default_factory=dict)
    renamed: bool = False
    tagged: bool = False

    @property
    def changed(self) -> bool:
        return bool(self.created or self.renamed or self.tagged or self.touched)

    @property
    def talk(self) -> bool:
        """No assistant speaks in it."""
        return not self.before.has_agent and all(one.origin != Origin.AGENT for one in self.prepared)

    @property
    def read_anew(self) -> bool:
        """What was there before is found otherwise now: by another title, or as a talk with an assistant."""
        return not self.created and (self.renamed or not (self.talk or self.before.has_agent))


async def ingest(tx: Tx, items: Sequence[Any], *, zone: str, may_restore: bool = False) -> list[IngestResult]:
    """One result an item, in order; an item that is no conversation is `invalid` and stores nothing, so is one that
    names no `messages` of a conversation that is not here (of one that is, it may be a new title).

    Each message's label is that of its speaker: the user, `agent`, everyone else `third_party`. Messages are added or
    updated by their `external_id` (else by time, speaker and text), absent ones stay. `zone` (IANA) is what times
    without an offset mean. `may_restore`: the token has scope `write`, so that `"restore": true` lifts a tombstone.
    """
    read = [_read(item) for item in items]
    await provenance.lock_ingestion(tx)
    now = await repository.now(tx.session)
    reading = _Reading(await accounts.own_names(tx), named_zone(zone), may_restore, now)
    results = {at: one for at, one in enumerate(read) if isinstance(one, IngestResult)}
    anew: dict[UUID, Thread] = {}
    for part in _parts({at: one for at, one in enumerate(read) if isinstance(one, ConversationIn)}):
        arrivals, told = await _ingest_together(tx, part, reading)
        results |= told
        anew |= {one.thread.id: one.thread for one in arrivals if one.read_anew}
    for thread in anew.values():  # once, however often the request renames it
        await reindex_thread(tx, thread)
    return [results[at] for at in range(len(read))]


def _parts(items: Mapping[int, ConversationIn]) -> list[dict[int, ConversationIn]]:
    """The items, by where they stand, in parts that name no conversation twice; a later one follows in a later part."""
    parts: list[dict[int, ConversationIn]] = []
    met: Counter[Key] = Counter()
    for at, item in items.items():
        number = 0
        if (key := _key(item)) is not None:
            number = met[key]
            met[key] += 1
        if number == len(parts):
            parts.append({})
        parts[number][at] = item
    return parts


def _key(item: ConversationIn) -> Key | None:
    return (item.source, item.external_id) if item.external_id is not None else None


def speaker_origin(speaker: str, own_names: frozenset[str]) -> Origin:
    """Whose words are these, by the speaker's label alone?"""
    folded = normalize(speaker)
    if folded in own_names:
        return Origin.USER
    return Origin.AGENT if folded == ASSISTANT else Origin.THIRD_PARTY


async def _ingest_together(
    tx: Tx, items: Mapping[int, ConversationIn], reading: _Reading
) -> tuple[Sequence[_Arrival], dict[int, IngestResult]]:
    """What was stored, and what became of the items, none of which names the same conversation as another."""
    keys = [key for key in map(_key, items.values()) if key is not None]
    known = await repository.by_external_ids(tx, keys)
    wanted = [(key[0] or "", key[1]) for key in keys if key not in known]
    buried = await provenance.buried(tx, THREAD_KIND, wanted)
    results: dict[int, IngestResult] = {}
    arrivals: dict[int, _Arrival] = {}
    for at, item in items.items():
        key = _key(item)
        if key is not None and key in known:
            arrivals[at] = _Arrival(item, known[key], created=False)
            continue
        was_erased = key is not None and (key[0] or "", key[1]) in buried
        if was_erased and not (item.restore and reading.may_restore):
            results[at] = IngestResult(external_id=item.external_id, status="erased")
        elif "messages" not in item.model_fields_set:
            results[at] = IngestResult(external_id=item.external_id, status="invalid", errors=[_NO_MESSAGES])
        else:
            if key is not None and was_erased:
                await provenance.remove_tombstone(tx, THREAD_KIND, key[0] or "", key[1])
            arrivals[at] = _Arrival(item, _new_thread(tx.owner_id, item), created=True)
    await _write(tx, list(arrivals.values()), reading)
    return list(arrivals.values()), results | {at: _told(one) for at, one in arrivals.items()}


def _new_thread(owner_id: UUID, item: ConversationIn) -> Thread:
    return Thread(
        id=new_id(),
        user_id=owner_id,
        external_id=item.external_id,
        source=item.source,
        origin=Origin.THIRD_PARTY.value,
        title=item.title,
        tags=item.tags,
    )


def _told(one: _Arrival) -> IngestResult:
    status: IngestStatus = "created" if one.created else "updated" if one.changed else "unchanged"
    return IngestResult(external_id=one.item.external_id, id=one.thread.id, status=status)


async def _write(tx: Tx, arrivals: Sequence[_Arrival], reading: _Reading) -> None:
    """Store threads and messages of all, and let them be found, but for those to be `read_anew`: a statement for each
    table."""
    lengths = await repository.lengths(tx, [one.thread.id for one in arrivals if not one.created])
    for one in arrivals:
        one.before = lengths.get(one.thread.id, one.before)
        one.prepared = _prepared(one.item.messages, reading, one.thread.id, one.before.position)
        if one.created:
            _settle(one, one.prepared, reading.now)
    tx.session.add_all([one.thread for one in arrivals if one.created])
    await tx.session.flush()
    touched = await repository.put_messages(tx, [new for one in arrivals for new in one.prepared])
    for one in arrivals:
        found = ((new.item_key, touched.get((one.thread.id, new.item_key))) for new in one.prepared)
        one.touched = {key: message_id for key, message_id in found if message_id is not None}
        if not one.created:
            one.renamed = _rename(one.thread, one.item.title)
            one.tagged = _tag(one.thread, one.item.tags)
            if one.changed:
                _settle(one, [new for new in one.prepared if new.item_key in one.touched], reading.now)
    await tx.session.flush()
    await summaries.withdraw(tx, [each for one in arrivals if not one.created for each in one.touched.values()])
    long = [
        one.thread.id for one in arrivals if one.touched and one.before.position + len(one.prepared) > WINDOW_MESSAGES
    ]
    await summaries.owe_ingested(tx, long)
    entries = [entry for one in arrivals if not one.read_anew for entry in _entries(one)]
    await search.index(tx, entries)


def _prepared(
    items: Sequence[ConversationMessageIn], reading: _Reading, thread_id: UUID, start: int
) -> list[NewMessage]:
    """The messages ready to be stored, the last of equal keys alone; positions follow those already stored."""
    labels = {speaker: speaker_origin(speaker, reading.own_names) for speaker in {item.speaker for item in items}}
    repeats: Counter[str] = Counter()
    kept: dict[str, NewMessage] = {}
    for index, item in enumerate(items):
        origin = labels[item.speaker]
        key = _item_key(item, repeats)
        kept[key] = NewMessage(
            id=new_id(),
            thread_id=thread_id,
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


def _settle(one: _Arrival, messages: Sequence[NewMessage], now: datetime) -> None:
    """Let the thread stand where its new messages put it; its sessions that are over are looked at at once (api.md)."""
    thread = one.thread
    moments = [message.at for message in messages]
    known = [thread.last_message_at] if thread.last_message_at else []
    thread.last_message_at = max([*known, *moments], default=None)
    if moments:
        thread.sessions_due_at = thread.facts_due_at = now
    if not one.created:
        thread.version += 1
        thread.updated_at = now


def _entries(one: _Arrival) -> list[IndexEntry]:
    talk = one.talk  # once: it looks at every message
    return [
        IndexEntry(
            kind=KIND,
            id=one.touched[message.item_key],
            title=one.thread.title,
            text=message.content,
            at=message.at,
            origin=message.origin,
            speaker=SPEAKERS.get(Origin(message.origin), message.speaker),
            group_id=one.thread.id,
            external_id=message.external_id,
            talk=talk,
        )
        for message in one.prepared
        if message.item_key in one.touched and message.content.strip()
    ]


def _read(item: Any) -> ConversationIn | IngestResult:
    try:
        return ConversationIn.model_validate(item)
    except ValidationError as error:
        external_id = item.get("external_id") if isinstance(item, dict) else None
        shown = storable(external_id)[:SHORT] if isinstance(external_id, str) else None
        return IngestResult(external_id=shown, status="invalid", errors=field_errors(error))
