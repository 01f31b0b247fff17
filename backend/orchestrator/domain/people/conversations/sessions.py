"""Where do sessions begin and end? A session is a user's messages in one thread with no gap over 30 minutes, and
*meaningful* from 4 of the user's own messages on (product.md, Vocabulary).

A session is known by its first message. The pause is that of the search index (`ground/search/sessions.py`), which has
positions of its own to keep. A thread is looked at when `sessions_due_at` has come: 30 minutes after a message, at once
where older ones came in.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Interval, bindparam, text
from sqlalchemy.dialects.postgresql import TIMESTAMP
from sqlalchemy.dialects.postgresql import UUID as PgUUID
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.domain.ground.search.sessions import GAP
from orchestrator.domain.people.conversations.said import Said, said

MEANINGFUL_FROM = 4
LONGEST = 5_000
"""Messages of one session that are ever read at once."""
_UUID = PgUUID(as_uuid=True)
_MOMENT = TIMESTAMP(timezone=True)

_DUE = text(
    """
    select t.user_id, t.id, t.sessions_due_at, steward_now() as now,
           case when t.origin <> 'third_party' or 'title' = any(t.user_fields) then t.title else '' end as own_title
      from threads t where t.sessions_due_at <= steward_now() order by t.sessions_due_at, t.id limit :most
    """
)
_SPANS = text(
    """
    with marked as (
        select id, at, position, origin, updated_at, redacted_at,
               case when at - lag(at) over in_order > :gap then 1 else 0 end as begins
          from messages where user_id = :owner and thread_id = :thread
        window in_order as (order by at, position, id)
    ), numbered as (
        select *, sum(begins) over (order by at, position, id) as number from marked
    )
    select (array_agg(id order by at, position, id))[1] as id, min(at) as started_at, max(at) as ended_at,
           count(*) as messages, count(*) filter (where origin = 'user' and redacted_at is null) as by_user,
           max(updated_at) as changed_at
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
_PUT_OFF = text(
    """
    update threads set sessions_due_at = :next
     where user_id = :owner and id = :thread and sessions_due_at is not distinct from :seen
    """
).bindparams(
    *(bindparam(name, type_=_UUID) for name in ("owner", "thread")),
    *(bindparam(name, type_=_MOMENT) for name in ("next", "seen")),
)
# What was said while its sessions were looked at leaves an overdue thread's time alone: its session is still to end.
_LOOKED_AT = text(
    """
    update threads
       set sessions_due_at = least(:next, case when last_message_at + :gap > :now then last_message_at + :gap end)
     where user_id = :owner and id = :thread and sessions_due_at is not distinct from :seen
    """
).bindparams(
    *(bindparam(name, type_=_UUID) for name in ("owner", "thread")),
    *(bindparam(name, type_=_MOMENT) for name in ("next", "seen", "now")),
    bindparam("gap", GAP, type_=Interval()),
)
_LOOK_AGAIN = text(
    "update threads set sessions_due_at = steward_now() where user_id = :owner and id = :thread"
).bindparams(bindparam("owner", type_=_UUID), bindparam("thread", type_=_UUID))


@dataclass(frozen=True)
class DueThread:
    """A thread whose sessions are to be looked at. `own_title`: its title, empty where others gave it; `due_at`: since
    when; `now`: by the clock of the rows."""

    owner_id: UUID
    id: UUID
    own_title: str
    due_at: datetime
    now: datetime


@dataclass(frozen=True)
class SessionSpan:
    """A session. `id`: its first message's; `by_user`: how many of its messages are the user's own."""

    id: UUID
    started_at: datetime
    ended_at: datetime
    messages: int
    by_user: int
    changed_at: datetime

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


async def due_threads(session: AsyncSession, *, most: int) -> list[DueThread]:
    """Threads of all users whose sessions are to be looked at, the longest due first."""
    rows = await session.execute(_DUE, {"most": most})
    return [DueThread(row.user_id, row.id, row.own_title, row.sessions_due_at, row.now) for row in rows]


async def spans(session: AsyncSession, owner_id: UUID, thread_id: UUID) -> list[SessionSpan]:
    """The thread's sessions, oldest first."""
    rows = await session.execute(_SPANS, {"owner": owner_id, "thread": thread_id})
    return [SessionSpan(*row) for row in rows]


async def messages(
    session: AsyncSession, owner_id: UUID, thread_id: UUID, *, since: datetime, until: datetime
) -> list[Said]:
    """What was said from `since` to `until`, both inclusive, in order; at most `LONGEST`."""
    values: dict[str, Any] = {"owner": owner_id, "thread": thread_id, "since": since, "until": until, "most": LONGEST}
    return [said(row) for row in await session.execute(_MESSAGES, values)]


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
    await session.execute(_LOOKED_AT, values)


async def put_off(session: AsyncSession, thread: DueThread, *, until: datetime) -> None:
    """Look at the thread's sessions later."""
    values = {"owner": thread.owner_id, "thread": thread.id, "seen": thread.due_at, "next": until}
    await session.execute(_PUT_OFF, values)


async def look_again(session: AsyncSession, owner_id: UUID, thread_id: UUID) -> None:
    """Have the thread's sessions looked at anew."""
    await session.execute(_LOOK_AGAIN, {"owner": owner_id, "thread": thread_id})
