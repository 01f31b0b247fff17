"""What was said, in which thread, in which order? Every message is indexed in the unit of work that settles it."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, cast
from uuid import UUID

from sqlalchemy import Row, func
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.agent.ports.requests import StoredMessage, Window
from orchestrator.agent.types.limits import WINDOW_MESSAGES
from orchestrator.agent.types.origin import Origin
from orchestrator.db.cursors import foreign_cursor
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.foundation.search import service as search
from orchestrator.domain.foundation.search.schemas import IndexEntry
from orchestrator.domain.foundation.slices.erasable import ErasedRow
from orchestrator.domain.people.conversations import repository, summaries
from orchestrator.domain.people.conversations.model import MessageRow, Thread
from orchestrator.domain.people.conversations.repository import ThreadMark
from orchestrator.domain.people.conversations.said import SPEAKERS
from orchestrator.domain.people.conversations.schemas import (
    MessageOut,
    SummarisingOut,
    SummaryOut,
    ThreadOut,
    ThreadPatch,
)
from orchestrator.errors import NotFound, VersionConflict
from orchestrator.kit import patterns
from orchestrator.kit.clock import rfc3339
from orchestrator.kit.ids import new_id, parse_id
from orchestrator.kit.paging import Page, PageRequest, decode_cursor, encode_cursor
from orchestrator.kit.text import shorten, storable, storable_json
from orchestrator.kit.versions import Expected, is_expected
from orchestrator.language.discourse.talk import tells

KIND = "message"
THREAD_KIND = "thread"
TITLE_FROM_QUESTION = 80
_COMMAND = patterns.compile(r"(?i)^/[a-z]+ (\w)")
COMMANDS_BACK = 100
"""Answers to commands that a thread is shown with as they stand now; older drafts have lapsed."""


async def create(tx: Tx, *, title: str = "") -> UUID:
    """A new empty thread."""
    thread_id = new_id()
    await repository.add_thread(tx, thread_id, title=storable(title))
    return thread_id


async def list_threads(tx: Tx, page: PageRequest, *, archived: bool | None = None) -> Page[ThreadOut]:
    """Threads with the newest message first; `q` looks into titles and texts. Who pages on meets each thread once, also
    where one gets a message meanwhile."""
    after = _thread_mark(page.cursor)
    rows = await repository.threads_page(tx, after=after, limit=page.limit + 1, q=page.q, archived=archived)
    there = rows[: page.limit]
    cursor = None
    if len(rows) > page.limit:
        (last, place), newest = there[-1], after.newest if after is not None else there[0][1]
        cursor = encode_cursor(rfc3339(newest), rfc3339(place), str(last.id))
    told = await summaries.of_threads(tx, [thread.id for thread, _ in there])
    return Page([_thread_out(thread, *told[thread.id]) for thread, _ in there], cursor)


async def get(tx: Tx, thread_id: UUID) -> ThreadOut:
    """The thread. Raises NotFound."""
    return await _told(tx, await _thread(tx, thread_id))


async def lock(tx: Tx, thread_id: UUID) -> bool:
    """Hold the thread until this transaction ends, so that turns are accepted one after another; answers whether it
    has no title yet. Raises NotFound."""
    return not (await _thread(tx, thread_id, for_update=True)).title


async def patch(tx: Tx, thread_id: UUID, change: ThreadPatch, *, expected_version: Expected = None) -> ThreadOut:
    """Change title, tags or archive mark. Raises NotFound, VersionConflict."""
    thread = await _thread(tx, thread_id, for_update=True)
    if not is_expected(thread.version, expected_version):
        raise VersionConflict(f"The thread is at version {thread.version}.")
    changes = {name: value for name, value in change.values().items() if getattr(thread, name) != value}
    if not changes:
        return await _told(tx, thread)
    for name, value in changes.items():
        setattr(thread, name, value)
    thread.user_fields = sorted({*thread.user_fields, *changes})
    await _touch(tx.session, thread)
    if "title" in changes:
        await reindex_thread(tx, thread)
    return await _told(tx, thread)


async def messages(tx: Tx, thread_id: UUID, page: PageRequest, *, newest_first: bool = False) -> Page[MessageOut]:
    """The thread's messages, oldest first unless `newest_first`. Raises NotFound."""
    await _thread(tx, thread_id)
    rows = await repository.messages_page(
        tx, thread_id, after=_message_mark(page.cursor), limit=page.limit + 1, q=page.q, newest_first=newest_first
    )
    shown = rows[: page.limit]
    cursor = None
    if len(rows) > page.limit:
        cursor = encode_cursor(rfc3339(shown[-1].at), str(shown[-1].position), str(shown[-1].id))
    return Page([_message_out(row) for row in shown], cursor)


async def command_results(tx: Tx, thread_id: UUID) -> Sequence[tuple[UUID, Mapping[str, Any]]]:
    """(message, `command_result`) of the thread's last answers to commands, newest first."""
    return await repository.command_results(tx, thread_id, limit=COMMANDS_BACK)


async def window(tx: Tx, thread_id: UUID, *, limit: int, before: UUID | None = None) -> Window:
    """The thread's last messages, those before message `before` alone, and the newest summaries."""
    rows = await repository.last_messages(tx, thread_id, limit=limit, before=before)
    older = len(rows) == limit or any(row.summary_id is not None for row in rows)  # a short thread has no summary
    told = await summaries.shown(tx, thread_id) if older else ()
    return Window(tuple(_stored(row) for row in reversed(rows)), told)


async def append(
    tx: Tx,
    thread_id: UUID,
    *,
    role: str,
    content: str,
    origin: Origin,
    metadata: Mapping[str, Any] | None = None,
    run_id: UUID | None = None,
) -> UUID:
    """Add a message at the end; it is found by search only after `make_findable`. An answer that takes the thread past
    its window has the oldest messages summarised.

    A question is made findable together with its answer: in its own turn it would be the best match of every search.
    """
    message_id = new_id()
    position = await repository.add_message(
        tx,
        thread_id,
        message_id=message_id,
        role=role,
        content=storable(content),
        origin=origin.value,
        metadata=cast("dict[str, Any]", storable_json(dict(metadata or {}))),
        run_id=run_id,
    )
    if role == "assistant" and position is not None and position >= WINDOW_MESSAGES:
        await summaries.owe(tx, thread_id)
    return message_id


async def title_from(tx: Tx, thread_id: UUID, question: str) -> None:
    """Name an unnamed thread after its first question."""
    thread = await tx.session.get(Thread, (thread_id, tx.owner_id))
    if thread is not None and not thread.title:
        thread.title = title_of(question)
        await tx.session.flush()


async def retitle(tx: Tx, thread_id: UUID, title: str) -> None:
    """Give a thread another title; an empty one is given by its next question. Raises NotFound."""
    thread = await _thread(tx, thread_id, for_update=True)
    thread.title = storable(title)
    await tx.session.flush()


def title_of(question: str) -> str:
    """A question as the title of the thread that it begins; of a command its words ("/event lunch with Ana")."""
    words = " ".join(storable(question).split())
    return shorten(_COMMAND.sub(r"\1", words), TITLE_FROM_QUESTION)


async def make_findable(tx: Tx, message_ids: Sequence[UUID]) -> None:
    """Index these messages."""
    rows = await repository.findable(tx, message_ids)
    await search.index(tx, [index_entry(row, row.title) for row in rows if row.content.strip()])


async def reindex_thread(tx: Tx, thread: Thread) -> None:
    """Index all messages of a thread anew: its title changed."""
    rows = await repository.messages_page(tx, thread.id, after=None, limit=None)
    live = [row for row in rows if row.content.strip() and row.redacted_at is None]
    talk = all(row.role != "assistant" for row in rows)
    await search.index(tx, [index_entry(row, thread.title, talk=talk) for row in live])


async def label_of(tx: Tx, message_id: UUID) -> Origin | None:
    """Whose words the message is made of; None where there is no such message."""
    rows = await repository.findable(tx, [message_id])
    return Origin(rows[0].origin) if rows else None


async def redact(tx: Tx, message_id: UUID, *, notice: str) -> None:
    """Put `notice` in place of a message's text, and take it out of the index. What was made of it is the erasure's."""
    await repository.set_content(tx, message_id, notice)
    provenance.redacted(tx.session, KIND, message_id)
    await search.withdraw(tx, KIND, [message_id])


def index_entry(row: MessageRow | Row[Any], title: str, *, talk: bool = False) -> IndexEntry:
    """The message as it is searched. Of the talk with Steward only what the user told is evidence; `talk`: no assistant
    speaks in its thread."""
    origin = Origin(row.origin)
    return IndexEntry(
        kind=KIND,
        id=row.id,
        title=title,
        text=row.content,
        at=row.at,
        origin=row.origin,
        speaker=SPEAKERS.get(origin, row.speaker),
        group_id=row.thread_id,
        external_id=row.external_id,
        aside=row.item_key is None and (row.role == "assistant" or not tells(row.content)),
        talk=talk and row.item_key is not None,
    )


async def _thread(tx: Tx, thread_id: UUID, *, for_update: bool = False) -> Thread:
    thread = await repository.get_thread(tx, thread_id, for_update=for_update)
    if thread is None:
        raise NotFound("There is no such thread.")
    return thread


async def _touch(session: AsyncSession, thread: Thread) -> None:
    thread.version += 1
    thread.updated_at = cast("datetime", func.steward_now())
    await session.flush()
    await session.refresh(thread)


def _thread_mark(cursor: str | None) -> ThreadMark | None:
    if cursor is None:
        return None
    key = decode_cursor(cursor, 3)
    if key is not None:
        newest, place, row_id = _moment(key[0]), _moment(key[1]), parse_id(key[2])
        if newest is not None and place is not None and row_id is not None:
            return ThreadMark(newest, place, row_id)
    raise foreign_cursor()


def _message_mark(cursor: str | None) -> tuple[datetime, int, UUID] | None:
    if cursor is None:
        return None
    key = decode_cursor(cursor, 3)
    if key and key[1].isdecimal() and len(key[1]) < 10:
        at, position, row_id = _moment(key[0]), int(key[1]), parse_id(key[2])
        if at is not None and row_id is not None:
            return at, position, row_id
    raise foreign_cursor()


def _moment(text: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo is not None else None


async def _told(tx: Tx, thread: Thread) -> ThreadOut:
    told = await summaries.of_threads(tx, [thread.id])
    return _thread_out(thread, *told[thread.id])


def _thread_out(thread: Thread, made: Sequence[SummaryOut], making: SummarisingOut | None) -> ThreadOut:
    out = ThreadOut.model_validate(thread, from_attributes=True)
    return out.model_copy(update={"summaries": list(made), "summarising": making})


def _message_out(row: MessageRow) -> MessageOut:
    return MessageOut(
        id=row.id,
        thread_id=row.thread_id,
        external_id=row.external_id,
        role=cast("Any", row.role),
        content=row.content,
        origin=row.origin,
        speaker=row.speaker,
        metadata=row.details,
        run_id=row.run_id,
        at=row.at,
        created_at=row.created_at,
        updated_at=row.updated_at,
    )


def _stored(row: MessageRow) -> StoredMessage:
    origin = Origin(row.origin)
    return StoredMessage(
        id=row.id,
        role=cast("Any", row.role),
        content=row.content,
        origin=origin,
        at=row.at,
        metadata=row.details,
        run_id=row.run_id,
        speaker=row.speaker if origin is Origin.THIRD_PARTY else None,
        summary_id=row.summary_id,
    )


async def erase_thread(tx: Tx, thread_id: UUID) -> Sequence[ErasedRow]:
    """Delete the thread, and by the database's own cascade its runs and previews; answers it, its messages and
    summaries. Raises NotFound."""
    thread = await repository.get_thread(tx, thread_id, for_update=True)
    if thread is None:
        raise NotFound("There is no such thread.")
    gone = await repository.message_ids(tx, thread_id)
    told = await summaries.parts_of(tx, thread_id)
    await repository.delete_thread(tx, thread_id)
    source = (thread.source or "") if thread.external_id is not None else None
    first = ErasedRow(THREAD_KIND, thread_id, source=source, external_id=thread.external_id, indexed=False)
    return [first, *(ErasedRow(KIND, message_id) for message_id in gone), *told]
