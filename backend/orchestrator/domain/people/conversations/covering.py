"""Which messages does which summary stand for? Statements over `conversation_summaries` and `messages.summary_id`."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Row, Text, bindparam, delete, select, text
from sqlalchemy.dialects.postgresql import ARRAY, TIMESTAMP
from sqlalchemy.dialects.postgresql import UUID as PgUUID
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.tx import Tx
from orchestrator.domain.people.conversations.model import ConversationSummary

REACH = 500
"""So many of a thread's last messages are ever summarised: of an imported history of thousands the older ones enter no
prompt, and are found by search."""
_UUID = PgUUID(as_uuid=True)
_UUIDS = ARRAY(_UUID)
_UNCOVERED = """
    select m.id, m.role, m.content, m.origin, m.speaker, m.at, m.position, m.updated_at, m.redacted_at from (
        select * from messages where user_id = :owner and thread_id = :thread
         order by at desc, position desc, id desc limit :reach
    ) m where m.summary_id is null order by m.at, m.position, m.id limit :most
"""
_OLDEST = text(_UNCOVERED).bindparams(bindparam("owner", type_=_UUID), bindparam("thread", type_=_UUID))
_HOW_MANY = text(f"select count(*) from ({_UNCOVERED}) u").bindparams(  # noqa: S608  (a constant)
    bindparam("owner", type_=_UUID), bindparam("thread", type_=_UUID)
)
_PAST_WINDOW = text(
    """
    select t.user_id, t.id from threads t
     where t.source is null and t.last_message_at is not null
       and (select count(*) from (select from messages m
                                   where m.user_id = t.user_id and m.thread_id = t.id and m.summary_id is null
                                   limit :window + 1) u) > :window
     order by t.last_message_at, t.id limit :most
    """
)
# Asked for at every turn of a long thread, so written out (docs/decisions/0007).
_SHOWN = text(
    """
    select s.id, s.text, s.origin, s.since_at, s.until_at, s.count,
           array(select m.id from messages m where m.user_id = :owner and m.summary_id = s.id and m.origin <> 'user'
                  order by m.at, m.position, m.id) as sources
      from conversation_summaries s where s.user_id = :owner and s.thread_id = :thread
     order by s.until_at desc, s.id desc limit :most
    """
).bindparams(bindparam("owner", type_=_UUID), bindparam("thread", type_=_UUID))
_UNCHANGED = text(
    """
    select m.id from unnest(:ids, :changes) as read (id, changed_at) join messages m on m.id = read.id
     where m.user_id = :owner and m.summary_id is null and m.updated_at = read.changed_at for update of m
    """
).bindparams(
    bindparam("owner", type_=_UUID),
    bindparam("ids", type_=_UUIDS),
    bindparam("changes", type_=ARRAY(TIMESTAMP(timezone=True))),
)
_COVER = text("update messages set summary_id = :summary where user_id = :owner and id = any(:ids)").bindparams(
    bindparam("owner", type_=_UUID), bindparam("summary", type_=_UUID), bindparam("ids", type_=_UUIDS)
)
_COVERING = text(
    "select distinct summary_id from messages where user_id = :owner and id = any(:ids) and summary_id is not null"
).bindparams(bindparam("owner", type_=_UUID), bindparam("ids", type_=_UUIDS))
_ADD = text(
    """
    insert into conversation_summaries
        (id, user_id, thread_id, from_id, to_id, count, since_at, until_at, text, origin, generated_by)
    values (:id, :owner, :thread, :from_id, :to_id, :count, :since, :until, :text, :origin, :generated_by)
    """
).bindparams(
    *(bindparam(name, type_=_UUID) for name in ("id", "owner", "thread", "from_id", "to_id")),
    *(bindparam(name, type_=Text()) for name in ("text", "origin", "generated_by")),
    *(bindparam(name, type_=TIMESTAMP(timezone=True)) for name in ("since", "until")),
)


async def past_window(session: AsyncSession, *, window: int, most: int) -> list[tuple[UUID, UUID]]:
    """(user, thread) of threads that turns go on in, with more messages than the window holds that no summary covers,
    the longest silent first."""
    found = await session.execute(_PAST_WINDOW, {"window": window, "most": most})
    return [(row[0], row[1]) for row in found]


async def oldest_uncovered(tx: Tx, thread_id: UUID, *, most: int) -> Sequence[Row[Any]]:
    """The oldest messages within REACH that no summary covers, oldest first, at most so many."""
    values = {"owner": tx.owner_id, "thread": thread_id, "most": most, "reach": REACH}
    return (await tx.session.execute(_OLDEST, values)).all()


async def uncovered(tx: Tx, thread_id: UUID, *, most: int) -> int:
    """How many those are, counted up to `most`."""
    values = {"owner": tx.owner_id, "thread": thread_id, "most": most, "reach": REACH}
    return int((await tx.session.execute(_HOW_MANY, values)).scalar_one())


async def newest(tx: Tx, thread_id: UUID, *, most: int) -> Sequence[Row[Any]]:
    """The newest summaries of a thread, newest first, with the messages that say more than the user did (`sources`)."""
    return (await tx.session.execute(_SHOWN, {"owner": tx.owner_id, "thread": thread_id, "most": most})).all()


async def of_threads(tx: Tx, thread_ids: Sequence[UUID]) -> Sequence[ConversationSummary]:
    """All summaries of these threads, oldest first."""
    statement = (
        select(ConversationSummary)
        .where(ConversationSummary.user_id == tx.owner_id, ConversationSummary.thread_id.in_(thread_ids))
        .order_by(ConversationSummary.until_at, ConversationSummary.id)
    )
    return (await tx.session.execute(statement.execution_options(populate_existing=True))).scalars().all()


async def all_ids(tx: Tx) -> list[UUID]:
    """The ids of all summaries of the owner."""
    statement = select(ConversationSummary.id).where(ConversationSummary.user_id == tx.owner_id)
    return list(await tx.session.scalars(statement))


async def hold_unchanged(tx: Tx, read: Sequence[tuple[UUID, datetime]]) -> int:
    """How many of these messages (id, last change) are still as they were read and uncovered; they are locked."""
    values = {"owner": tx.owner_id, "ids": [one[0] for one in read], "changes": [one[1] for one in read]}
    return len((await tx.session.execute(_UNCHANGED, values)).all())


async def add(tx: Tx, values: dict[str, Any], covered: Sequence[UUID]) -> None:
    """Insert a summary (columns as in the table, `thread`, `since`, `until`) and let it stand for these messages."""
    await tx.session.execute(_ADD, {**values, "owner": tx.owner_id})
    await tx.session.execute(_COVER, {"owner": tx.owner_id, "summary": values["id"], "ids": list(covered)})


async def covering(tx: Tx, message_ids: Sequence[UUID]) -> list[UUID]:
    """The summaries that cover any of these messages."""
    return list(await tx.session.scalars(_COVERING, {"owner": tx.owner_id, "ids": list(message_ids)}))


async def remove(tx: Tx, summary_ids: Sequence[UUID]) -> list[UUID]:
    """Delete summaries; their messages are uncovered. Answers the threads of those that there were."""
    statement = (
        delete(ConversationSummary)
        .where(ConversationSummary.user_id == tx.owner_id, ConversationSummary.id.in_(summary_ids))
        .returning(ConversationSummary.thread_id)
        .execution_options(synchronize_session=False)
    )
    return list((await tx.session.execute(statement)).scalars())
