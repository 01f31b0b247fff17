"""Which statements read and write `agent_calls`?"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import bindparam, delete, func, insert, select, text
from sqlalchemy.dialects.postgresql import ARRAY, TEXT
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.tx import Tx
from orchestrator.domain.memory.interactions.model import AgentCall
from orchestrator.kit.ids import new_id, parse_id

KEPT_DAYS = 90
_FORGET = text(
    """
    update agent_calls c
       set told = (select coalesce(jsonb_agg(one), '[]') from jsonb_array_elements(c.told) as one
                    where not one ->> 'id' = any(:ids)),
           updated_at = steward_now()
     where user_id = :owner
       and exists (select from jsonb_array_elements(c.told) as one where one ->> 'id' = any(:ids))
    returning id
    """
).bindparams(bindparam("ids", type_=ARRAY(TEXT())))

PROFILE_TOOLS = ("get_developer_profile", "warm_agent", "steward://profile", "session_start")
"""By what an agent is told the user's rules."""
_TOLD_LAST = text(
    """
    select c.told from agent_calls c
     where c.user_id = :owner and c.tool = any(:tools) and c.told <> '[]'
       and c.created_at > steward_now() - make_interval(hours => :hours)
       and ((c.client = cast(:client as text) and (cast(:known_as as text) is null or c.known_as = :known_as))
            or exists (select from agent_calls s where s.user_id = :owner and s.session_id = :in_session
                          and s.client = c.client and s.known_as = c.known_as))
     order by c.created_at desc, c.id desc limit 1
    """
).bindparams(bindparam("tools", list(PROFILE_TOOLS), type_=ARRAY(TEXT())))


async def add(tx: Tx, **values: Any) -> None:
    """Insert one."""
    await tx.session.execute(insert(AgentCall).values(id=new_id(), user_id=tx.owner_id, **values))


async def page(
    tx: Tx,
    *,
    after: UUID | None,
    limit: int,
    client: str | None,
    tool: str | None,
    since: datetime | None,
    until: datetime | None,
) -> Sequence[AgentCall]:
    """The newest first, after that one."""
    statement = select(AgentCall).where(AgentCall.user_id == tx.owner_id)
    if after is not None:
        statement = statement.where(AgentCall.id < after)
    if client is not None:
        statement = statement.where(AgentCall.client == client)
    if tool is not None:
        statement = statement.where(AgentCall.tool == tool)
    if since is not None:
        statement = statement.where(AgentCall.created_at >= since)
    if until is not None:
        statement = statement.where(AgentCall.created_at < until)
    return (await tx.session.scalars(statement.order_by(AgentCall.id.desc()).limit(limit))).all()


async def told_last(tx: Tx, *, client: str | None, known_as: str | None, session_id: str, hours: int) -> set[UUID]:
    """The ids that the newest call told that gave the profile or the brief, by this client or in its session."""
    values = {"owner": tx.owner_id, "client": client, "known_as": known_as, "in_session": session_id, "hours": hours}
    found = (await tx.session.execute(_TOLD_LAST, values)).scalar_one_or_none()
    known = (parse_id(one.get("id")) for one in found or ())
    return {one for one in known if one is not None}


async def called_in(tx: Tx, session_id: str) -> tuple[datetime, datetime] | None:
    """When the first and the last call was that named this session; None where none did."""
    spanned = select(func.min(AgentCall.created_at), func.max(AgentCall.created_at))
    of_session = (AgentCall.user_id == tx.owner_id, AgentCall.session_id == session_id)
    first, last = (await tx.session.execute(spanned.where(*of_session))).one()
    return None if first is None else (first, last)


async def forget_told(tx: Tx, ids: Sequence[UUID]) -> int:
    """Take these out of what was told; answers how many calls told of any."""
    if not ids:
        return 0
    values = {"owner": tx.owner_id, "ids": [str(one) for one in ids]}
    return len((await tx.session.scalars(_FORGET, values)).all())


async def prune(session: AsyncSession) -> int:
    """Delete those older than `KEPT_DAYS`; answers how many."""
    old = text("created_at < steward_now() - make_interval(days => :days)").bindparams(days=KEPT_DAYS)
    statement = delete(AgentCall).where(old).returning(AgentCall.id).execution_options(synchronize_session=False)
    return len((await session.scalars(statement)).all())
