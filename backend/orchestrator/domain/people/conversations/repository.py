"""Which statements read and write threads and messages?"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    ColumnElement,
    Interval,
    Row,
    Text,
    and_,
    bindparam,
    case,
    column,
    delete,
    exists,
    func,
    select,
    text,
    true,
    tuple_,
    update,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.dialects.postgresql import UUID as PgUUID
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.types import DateTime, Integer

from orchestrator.db.folding import holds
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.search.store.sessions import GAP
from orchestrator.domain.people.conversations.model import MessageRow, Thread

INSERT_BATCH = 2_000
_RECENT = func.coalesce(Thread.last_message_at, Thread.created_at)


@dataclass(frozen=True)
class NewMessage:
    """A message ready to be stored by `put_messages`."""

    id: UUID
    thread_id: UUID
    role: str
    content: str
    origin: str
    speaker: str
    external_id: str | None
    item_key: str
    at: datetime
    position: int


_PUT = text(
    """
    insert into messages as m
        (id, user_id, thread_id, role, content, origin, speaker, external_id, item_key, at, position)
    select i.id, :owner, i.thread_id, i.role, i.content, i.origin, i.speaker, i.external_id, i.item_key, i.at,
           i.position
    from unnest(:ids, :threads, :roles, :contents, :origins, :speakers, :external_ids, :item_keys, :ats, :positions)
        as i (id, thread_id, role, content, origin, speaker, external_id, item_key, at, position)
    on conflict (user_id, thread_id, item_key) where item_key is not null do update
        set role = excluded.role, content = excluded.content, origin = excluded.origin, speaker = excluded.speaker,
            at = excluded.at, updated_at = steward_now(), facts_read = m.facts_read and m.content = excluded.content
        where m.redacted_at is null and (m.role, m.content, m.origin, m.speaker, m.at)
            is distinct from (excluded.role, excluded.content, excluded.origin, excluded.speaker, excluded.at)
    returning m.id, m.thread_id, m.item_key
    """
).bindparams(
    bindparam("owner", type_=PgUUID(as_uuid=True)),
    bindparam("ids", type_=ARRAY(PgUUID(as_uuid=True))),
    bindparam("threads", type_=ARRAY(PgUUID(as_uuid=True))),
    bindparam("ats", type_=ARRAY(DateTime(timezone=True))),
    bindparam("positions", type_=ARRAY(Integer())),
    *(
        bindparam(name, type_=ARRAY(Text()))
        for name in ("roles", "contents", "origins", "speakers", "external_ids", "item_keys")
    ),
)


_APPEND = text(
    """
    with added as (
        insert into messages (id, user_id, thread_id, role, content, origin, metadata, run_id, at, position)
        select :id, :owner, :thread, :role, :content, :origin, :metadata, :run, steward_now(),
            coalesce(max(position), -1) + 1 from messages where user_id = :owner and thread_id = :thread
        returning at, position
    )
    update threads set last_message_at = greatest(last_message_at, added.at),
           sessions_due_at = case when sessions_due_at <= added.at then sessions_due_at else added.at + :gap end,
           facts_due_at = case when facts_due_at <= added.at then facts_due_at else added.at + :gap end
      from added where user_id = :owner and id = :thread
    returning added.position
    """
).bindparams(
    bindparam("gap", GAP, type_=Interval()),
    *(bindparam(name, type_=PgUUID(as_uuid=True)) for name in ("id", "owner", "thread", "run")),
    *(bindparam(name, type_=Text()) for name in ("role", "content", "origin")),
    bindparam("metadata", type_=JSONB()),
)


_ADD_THREAD = text("insert into threads (id, user_id, title) values (:id, :owner, :title)").bindparams(
    bindparam("id", type_=PgUUID(as_uuid=True)), bindparam("owner", type_=PgUUID(as_uuid=True))
)


async def add_thread(tx: Tx, thread_id: UUID, *, title: str) -> None:
    """Insert an empty thread."""
    await tx.session.execute(_ADD_THREAD, {"id": thread_id, "owner": tx.owner_id, "title": title})


async def get_thread(tx: Tx, thread_id: UUID, *, for_update: bool = False) -> Thread | None:
    """The owner's thread, hidden or not."""
    statement = select(Thread).where(Thread.user_id == tx.owner_id, Thread.id == thread_id)
    if for_update:
        statement = statement.with_for_update().execution_options(populate_existing=True)
    return (await tx.session.execute(statement)).scalar_one_or_none()


async def by_external_ids(tx: Tx, keys: Sequence[tuple[str | None, str]]) -> dict[tuple[str | None, str], Thread]:
    """The ingested threads of these (source, external id), locked."""
    if not keys:
        return {}
    statement = (
        select(Thread)
        .where(Thread.user_id == tx.owner_id, Thread.external_id.in_({external_id for _, external_id in keys}))
        .order_by(Thread.id)
        .with_for_update()
        .execution_options(populate_existing=True)
    )
    wanted = set(keys)
    found = {(row.source, str(row.external_id)): row for row in await tx.session.scalars(statement)}
    return {key: row for key, row in found.items() if key in wanted}


@dataclass(frozen=True)
class ThreadMark:
    """The end of a page of threads: the last one's place, and the newest place when the first page was read."""

    newest: datetime
    place: datetime
    id: UUID


async def threads_page(
    tx: Tx, *, after: ThreadMark | None, limit: int, q: str | None, archived: bool | None
) -> list[tuple[Thread, datetime]]:
    """Threads and their places (the time of their last message), the newest first.

    With `after` they are where they were when the first page was read: one that got a message since keeps the place
    that it had, so that who pages meets every thread once.
    """
    conditions: list[ColumnElement[bool]] = [Thread.user_id == tx.owner_id, Thread.hidden_at.is_(None)]
    if archived is not None:
        conditions.append(Thread.archived_at.is_not(None) if archived else Thread.archived_at.is_(None))
    if q:
        said = exists().where(
            MessageRow.user_id == tx.owner_id,
            MessageRow.thread_id == Thread.id,
            *holds(q, MessageRow.content),
        )
        conditions.append(and_(true(), *holds(q, Thread.title)) | said)
    statement = select(Thread, _RECENT).where(and_(*conditions))
    if after is None:
        found = await tx.session.execute(statement.order_by(_RECENT.desc(), Thread.id.desc()).limit(limit))
        return [(thread, place) for thread, place in found]
    mark = (after.place, after.id)
    stayed = statement.where(after.newest >= _RECENT, tuple_(_RECENT, Thread.id) < mark)
    before = select(func.max(MessageRow.at)).where(
        MessageRow.user_id == tx.owner_id, MessageRow.thread_id == Thread.id, MessageRow.at <= after.newest
    )
    empty = case((Thread.created_at <= after.newest, Thread.created_at))
    place = func.coalesce(before.scalar_subquery(), empty)  # null: it was not there
    moved = select(Thread, place).where(and_(*conditions), after.newest < _RECENT, tuple_(place, Thread.id) < mark)
    rows = [
        *await tx.session.execute(stayed.order_by(_RECENT.desc(), Thread.id.desc()).limit(limit)),
        *await tx.session.execute(moved.order_by(place.desc(), Thread.id.desc()).limit(limit)),
    ]
    rows.sort(key=lambda row: (row[1], row[0].id), reverse=True)
    return [(thread, place) for thread, place in rows[:limit]]


async def messages_page(
    tx: Tx,
    thread_id: UUID,
    *,
    after: tuple[datetime, int, UUID] | None,
    limit: int | None,
    q: str | None = None,
    newest_first: bool = False,
) -> Sequence[MessageRow]:
    """A thread's messages, oldest first unless `newest_first`; `after`: those that come later in that order."""
    order = (MessageRow.at, MessageRow.position, MessageRow.id)
    statement = select(MessageRow).where(MessageRow.user_id == tx.owner_id, MessageRow.thread_id == thread_id)
    if after is not None:
        statement = statement.where(tuple_(*order) < after if newest_first else tuple_(*order) > after)
    if q:
        statement = statement.where(*holds(q, MessageRow.content))
    ordered = statement.order_by(*(column.desc() for column in order) if newest_first else order)
    return (await tx.session.execute(ordered.limit(limit))).scalars().all()


_GLANCES = text(
    """
    select t.id, l.role, l.said, l.origin, s.asked, s.clarification
      from unnest(:ids) as t (id)
      left join lateral (
          select m.role, left(m.content, :length) as said, m.origin from messages m
           where m.user_id = :owner and m.thread_id = t.id order by m.at desc, m.position desc, m.id desc limit 1
      ) l on true
      left join lateral (
          select m.metadata -> 'need_user_input' as asked, m.metadata -> 'clarification' as clarification
            from messages m
           where m.user_id = :owner and m.thread_id = t.id and (m.run_id is null or not exists (
                 select 1 from messages b where b.user_id = :owner and b.thread_id = m.thread_id
                    and b.run_id = m.run_id and b.role = 'assistant'
                    and b.metadata ->> 'stop_reason' in ('interrupted', 'cancelled')))
           order by m.at desc, m.position desc, m.id desc limit 1
      ) s on true
    """
).bindparams(
    bindparam("owner", type_=PgUUID(as_uuid=True)),
    bindparam("ids", type_=ARRAY(PgUUID(as_uuid=True))),
    bindparam("length", type_=Integer()),
)
_GLANCED = _GLANCES.columns(
    *(column(name, Text()) for name in ("role", "said", "origin")),
    id=PgUUID(as_uuid=True),
    asked=JSONB(),
    clarification=JSONB(),
)


async def glances(tx: Tx, thread_ids: Sequence[UUID], *, length: int) -> Sequence[Row[Any]]:
    """Of each thread: role, origin and the first `length` characters (`said`) of its last message; `asked` and
    `clarification` of the last one whose run was not broken off."""
    return (await tx.session.execute(_GLANCED, {"owner": tx.owner_id, "ids": list(thread_ids), "length": length})).all()


async def last_messages(tx: Tx, thread_id: UUID, *, limit: int, before: UUID | None) -> Sequence[MessageRow]:
    """The last messages before `before` (all where it is None), newest first."""
    order = (MessageRow.at, MessageRow.position, MessageRow.id)
    statement = select(MessageRow).where(MessageRow.user_id == tx.owner_id, MessageRow.thread_id == thread_id)
    if before is not None:
        mark = select(*order).where(MessageRow.user_id == tx.owner_id, MessageRow.id == before).scalar_subquery()
        statement = statement.where(tuple_(*order) < mark)
    statement = statement.order_by(*(column.desc() for column in order)).limit(limit)
    return (await tx.session.execute(statement)).scalars().all()


@dataclass(frozen=True)
class Length:
    """How far a thread goes: the `position` after its highest, and whether an assistant speaks in it."""

    position: int = 0
    has_agent: bool = False


async def lengths(tx: Tx, thread_ids: Sequence[UUID]) -> dict[UUID, Length]:
    """How far these threads go; those without a message are left out."""
    if not thread_ids:
        return {}
    found = await tx.session.execute(
        select(MessageRow.thread_id, func.max(MessageRow.position) + 1, func.bool_or(MessageRow.role == "assistant"))
        .where(MessageRow.user_id == tx.owner_id, MessageRow.thread_id.in_(thread_ids))
        .group_by(MessageRow.thread_id)
    )
    return {thread_id: Length(position, has_agent) for thread_id, position, has_agent in found}


async def add_message(
    tx: Tx,
    thread_id: UUID,
    *,
    message_id: UUID,
    role: str,
    content: str,
    origin: str,
    metadata: dict[str, Any],
    run_id: UUID | None,
) -> int | None:
    """Append a message at the thread's end and move the thread up; answers its position (at most so many messages were
    there before), None where the thread is gone."""
    values = {
        "id": message_id,
        "owner": tx.owner_id,
        "thread": thread_id,
        "role": role,
        "content": content,
        "origin": origin,
        "metadata": metadata,
        "run": run_id,
    }
    position: int | None = (await tx.session.execute(_APPEND, values)).scalar_one_or_none()
    return position


async def put_messages(tx: Tx, messages: Sequence[NewMessage]) -> dict[tuple[UUID, str], UUID]:
    """Insert new and update changed messages; answers the ids of those by thread and item key (unchanged ones are left
    out)."""
    touched: dict[tuple[UUID, str], UUID] = {}
    for start in range(0, len(messages), INSERT_BATCH):
        batch = messages[start : start + INSERT_BATCH]
        values = {
            "owner": tx.owner_id,
            "ids": [message.id for message in batch],
            "threads": [message.thread_id for message in batch],
            "roles": [message.role for message in batch],
            "contents": [message.content for message in batch],
            "origins": [message.origin for message in batch],
            "speakers": [message.speaker for message in batch],
            "external_ids": [message.external_id for message in batch],
            "item_keys": [message.item_key for message in batch],
            "ats": [message.at for message in batch],
            "positions": [message.position for message in batch],
        }
        touched |= {(row.thread_id, row.item_key): row.id for row in await tx.session.execute(_PUT, values)}
    return touched


async def command_results(tx: Tx, thread_id: UUID, *, limit: int) -> Sequence[tuple[UUID, dict[str, Any]]]:
    """(message, `command_result`) of the thread's last answers to commands, newest first."""
    result = MessageRow.details["command_result"]
    statement = (
        select(MessageRow.id, result)
        .where(
            MessageRow.user_id == tx.owner_id,
            MessageRow.thread_id == thread_id,
            MessageRow.role == "assistant",
            MessageRow.details.has_key("command_result"),
        )
        .order_by(MessageRow.at.desc(), MessageRow.position.desc(), MessageRow.id.desc())
        .limit(limit)
    )
    return [(message_id, found) for message_id, found in await tx.session.execute(statement) if found]


_FINDABLE = text(
    "select m.id, m.thread_id, m.role, m.content, m.origin, m.speaker, m.external_id, m.item_key, m.at, t.title "
    "from messages m join threads t on t.id = m.thread_id where m.user_id = :owner and t.user_id = :owner "
    "and m.id = any(:ids)"
).bindparams(bindparam("owner", type_=PgUUID(as_uuid=True)), bindparam("ids", type_=ARRAY(PgUUID(as_uuid=True))))


async def findable(tx: Tx, ids: Sequence[UUID]) -> Sequence[Row[Any]]:
    """What the index takes of the owner's messages with these ids, and the `title` of their thread."""
    return (await tx.session.execute(_FINDABLE, {"owner": tx.owner_id, "ids": list(ids)})).all()


async def message_ids(tx: Tx, thread_id: UUID) -> Sequence[UUID]:
    """The ids of a thread's messages."""
    statement = select(MessageRow.id).where(MessageRow.user_id == tx.owner_id, MessageRow.thread_id == thread_id)
    return (await tx.session.execute(statement)).scalars().all()


async def set_content(tx: Tx, message_id: UUID, content: str) -> None:
    """Put `content` in place of an erased text, and take its metadata away."""
    await tx.session.execute(
        update(MessageRow)
        .where(MessageRow.user_id == tx.owner_id, MessageRow.id == message_id)
        .values(
            content=content, details={"redacted": True}, redacted_at=func.steward_now(), updated_at=func.steward_now()
        )
        .execution_options(synchronize_session=False)
    )


async def now(session: AsyncSession) -> datetime:
    """The database's clock."""
    found: datetime = (await session.execute(select(func.steward_now()))).scalar_one()
    return found


async def thread_keys(tx: Tx) -> list[tuple[UUID, str | None, str | None]]:
    """(id, source, external_id) of all threads."""
    found = await tx.session.execute(
        select(Thread.id, Thread.source, Thread.external_id).where(Thread.user_id == tx.owner_id).order_by(Thread.id)
    )
    return [(row.id, row.source, row.external_id) for row in found]


async def delete_thread(tx: Tx, thread_id: UUID) -> None:
    """Delete the thread; its messages, runs and previews go with it."""
    await tx.session.execute(delete(Thread).where(Thread.user_id == tx.owner_id, Thread.id == thread_id))
