"""Where do sessions begin and end? A session is a user's messages in one thread with no gap over 30 minutes, and
*meaningful* from 4 of the user's own messages on (product.md, Vocabulary).

A session is known by its first message. The pause is that of the search index (`ground/search/sessions.py`), which has
positions of its own to keep. A thread is looked at for episodes when `sessions_due_at` has come, for facts when
`facts_due_at` has: 30 minutes after a message, at once where older ones came in.
"""

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from sqlalchemy import Interval, bindparam, text
from sqlalchemy.dialects.postgresql import ARRAY, TIMESTAMP
from sqlalchemy.dialects.postgresql import UUID as PgUUID
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.search.store.sessions import GAP
from orchestrator.domain.people.conversations.said import Said, said

MEANINGFUL_FROM = 4
LATEST = 500
"""Messages in which a session's beginning is looked for in every turn."""
LONGEST = 5_000
"""Messages of one session that are ever read at once."""
_UUID = PgUUID(as_uuid=True)
_MOMENT = TIMESTAMP(timezone=True)


class Look(StrEnum):
    """What sessions are looked at for; the column that says when."""

    EPISODES = "sessions_due_at"
    FACTS = "facts_due_at"


_DUE = {
    look: text(
        f"""
        select t.user_id, t.id, t.{look} as due_at, steward_now() as now, t.source is not null as ingested,
               case when t.origin <> 'third_party' or 'title' = any(t.user_fields) then t.title else '' end as own_title
          from threads t where t.{look} <= steward_now() order by t.{look}, t.id limit :most
        """  # noqa: S608  (constants)
    )
    for look in Look
}
_SPANS = text(
    """
    with marked as (
        select id, at, position, origin, updated_at, redacted_at, facts_read,
               case when at - lag(at) over in_order > :gap then 1 else 0 end as begins
          from messages where user_id = :owner and thread_id = :thread
        window in_order as (order by at, position, id)
    ), numbered as (
        select *, sum(begins) over (order by at, position, id) as number from marked
    )
    select (array_agg(id order by at, position, id))[1] as id, min(at) as started_at, max(at) as ended_at,
           count(*) as messages, count(*) filter (where origin = 'user' and redacted_at is null) as by_user,
           max(updated_at) as changed_at,
           count(*) filter (where origin = 'user' and redacted_at is null and not facts_read) as unread
      from numbered group by number order by min(at)
    """
).bindparams(bindparam("owner", type_=_UUID), bindparam("thread", type_=_UUID), bindparam("gap", GAP, type_=Interval()))
_MESSAGES = text(
    """
    select id, role, content, origin, speaker, at, updated_at, redacted_at from messages
     where user_id = :owner and thread_id = :thread and at between :since and :until
     order by at, position, id limit :most
    """
).bindparams(
    *(bindparam(name, type_=_UUID) for name in ("owner", "thread")),
    *(bindparam(name, type_=_MOMENT) for name in ("since", "until")),
)
# The first message after the last pause; of a session without end the first of the latest ones.
_CURRENT = text(
    """
    select id from (
        select id, at, position, lag(at) over (order by at, position, id) as before
          from (select id, at, position from messages where user_id = :owner and thread_id = :thread
                 order by at desc, position desc, id desc limit :most) latest
    ) marked where before is null or at - before > :gap order by at desc, position desc, id desc limit 1
    """
).bindparams(bindparam("owner", type_=_UUID), bindparam("thread", type_=_UUID), bindparam("gap", GAP, type_=Interval()))
_OWN_UNREAD = text(
    """
    select id, role, content, origin, speaker, at, updated_at, redacted_at from messages
     where user_id = :owner and thread_id = :thread and at between :since and :until
       and origin = 'user' and redacted_at is null and not facts_read
     order by at, position, id limit :most
    """
).bindparams(
    *(bindparam(name, type_=_UUID) for name in ("owner", "thread")),
    *(bindparam(name, type_=_MOMENT) for name in ("since", "until")),
)
_READ = text("update messages set facts_read = true where user_id = :owner and id = any(:ids)").bindparams(
    bindparam("owner", type_=_UUID), bindparam("ids", type_=ARRAY(_UUID))
)
_SAID_AT = text("select max(at) from messages where user_id = :owner and id = any(:ids)").bindparams(
    bindparam("owner", type_=_UUID), bindparam("ids", type_=ARRAY(_UUID))
)
_PUT_OFF = {
    look: text(
        f"""
        update threads set {look} = :next
         where user_id = :owner and id = :thread and {look} is not distinct from :seen
        """  # noqa: S608  (constants)
    ).bindparams(
        *(bindparam(name, type_=_UUID) for name in ("owner", "thread")),
        *(bindparam(name, type_=_MOMENT) for name in ("next", "seen")),
    )
    for look in Look
}
# What was said while its sessions were looked at leaves an overdue thread's time alone: its session is still to end.
_LOOKED_AT = {
    look: text(
        f"""
        update threads
           set {look} = least(:next, case when last_message_at + :gap > :now then last_message_at + :gap end)
         where user_id = :owner and id = :thread and {look} is not distinct from :seen
        """  # noqa: S608  (constants)
    ).bindparams(
        *(bindparam(name, type_=_UUID) for name in ("owner", "thread")),
        *(bindparam(name, type_=_MOMENT) for name in ("next", "seen", "now")),
        bindparam("gap", GAP, type_=Interval()),
    )
    for look in Look
}
_LOOK_AGAIN = text(
    "update threads set sessions_due_at = steward_now() where user_id = :owner and id = :thread"
).bindparams(bindparam("owner", type_=_UUID), bindparam("thread", type_=_UUID))


@dataclass(frozen=True)
class DueThread:
    """A thread whose sessions are to be looked at. `own_title`: its title, empty where others gave it; `due_at`: since
    when; `now`: by the clock of the rows; `ingested`: what was said in it was not said to Steward."""

    owner_id: UUID
    id: UUID
    own_title: str
    due_at: datetime
    now: datetime
    look: Look = Look.EPISODES
    ingested: bool = False


@dataclass(frozen=True)
class SessionSpan:
    """A session. `id`: its first message's; `by_user`: how many of its messages are the user's own, `unread` of these
    for facts."""

    id: UUID
    started_at: datetime
    ended_at: datetime
    messages: int
    by_user: int
    changed_at: datetime
    unread: int = field(default=0, compare=False)

    @property
    def meaningful(self) -> bool:
        return self.by_user >= MEANINGFUL_FROM

    @property
    def ends_at(self) -> datetime:
        """From when on it is over, if nothing more is said."""
        return self.ended_at + GAP

    def overlaps(self, since: datetime, until: datetime) -> bool:
        """Whether that time lies in the session, at least in part."""
        return since <= self.ended_at and until >= self.started_at

    @property
    def state(self) -> str:
        """What changes whenever one of its messages comes or changes."""
        return f"{self.messages}@{self.changed_at.timestamp():.6f}"


async def due_threads(session: AsyncSession, *, most: int, look: Look = Look.EPISODES) -> list[DueThread]:
    """Threads of all users whose sessions are to be looked at, the longest due first."""
    rows = await session.execute(_DUE[look], {"most": most})
    return [DueThread(row.user_id, row.id, row.own_title, row.due_at, row.now, look, row.ingested) for row in rows]


async def spans(tx: Tx, thread_id: UUID) -> list[SessionSpan]:
    """The thread's sessions, oldest first."""
    rows = await tx.session.execute(_SPANS, {"owner": tx.owner_id, "thread": thread_id})
    return [SessionSpan(*row) for row in rows]


async def current(tx: Tx, thread_id: UUID) -> UUID | None:
    """The id of the thread's latest session; None of a thread without messages."""
    values = {"owner": tx.owner_id, "thread": thread_id, "most": LATEST}
    found: UUID | None = (await tx.session.execute(_CURRENT, values)).scalar_one_or_none()
    return found


async def messages(tx: Tx, thread_id: UUID, *, since: datetime, until: datetime) -> list[Said]:
    """What was said from `since` to `until`, both inclusive, in order; at most `LONGEST`."""
    values: dict[str, Any] = {
        "owner": tx.owner_id,
        "thread": thread_id,
        "since": since,
        "until": until,
        "most": LONGEST,
    }
    return [said(row) for row in await tx.session.execute(_MESSAGES, values)]


async def unread(tx: Tx, thread_id: UUID, span: SessionSpan) -> list[Said]:
    """What the user themselves said in a session and nobody read for facts yet, in order; at most `LONGEST`."""
    since, until = span.started_at, span.ended_at
    values = {"owner": tx.owner_id, "thread": thread_id, "since": since, "until": until, "most": LONGEST}
    return [said(row) for row in await tx.session.execute(_OWN_UNREAD, values)]


async def mark_read(tx: Tx, ids: Collection[UUID]) -> None:
    """These messages are not to be read for facts again, unless their words change."""
    if ids:
        await tx.session.execute(_READ, {"owner": tx.owner_id, "ids": list(ids)})


async def last_said(tx: Tx, ids: Collection[UUID]) -> datetime | None:
    """When the latest of these messages was said; None where none of them is there."""
    if not ids:
        return None
    moment: datetime | None = (
        await tx.session.execute(_SAID_AT, {"owner": tx.owner_id, "ids": list(ids)})
    ).scalar_one()
    return moment


async def looked_at(session: AsyncSession, thread: DueThread, *, again_at: datetime | None) -> None:
    """The thread's sessions were looked at. The next time is `again_at`, or when one ends that began meanwhile; at once
    where older messages came in or changed meanwhile."""
    values = {
        "owner": thread.owner_id,
        "thread": thread.id,
        "seen": thread.due_at,
        "now": thread.now,
        "next": again_at,
    }
    await session.execute(_LOOKED_AT[thread.look], values)


async def put_off(session: AsyncSession, thread: DueThread, *, until: datetime) -> None:
    """Look at the thread's sessions later."""
    values = {"owner": thread.owner_id, "thread": thread.id, "seen": thread.due_at, "next": until}
    await session.execute(_PUT_OFF[thread.look], values)


async def look_again(tx: Tx, thread_id: UUID) -> None:
    """Have the thread's sessions looked at anew for episodes."""
    await tx.session.execute(_LOOK_AGAIN, {"owner": tx.owner_id, "thread": thread_id})
