"""Which facts has background work still to look at, and what does it see of them? Reads user_facts, writes `fact_looks`
alone: looking changes no fact."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import Interval, bindparam, func, select, text, update
from sqlalchemy.dialects.postgresql import ARRAY, INTEGER
from sqlalchemy.dialects.postgresql import UUID as PgUUID
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.tx import Tx
from orchestrator.domain.memory.facts import repository
from orchestrator.domain.memory.facts.model import FactLook, UserFact
from orchestrator.domain.memory.facts.repository import facts
from orchestrator.domain.memory.facts.schemas import LEARNED, PROPOSED

_UUID = PgUUID(as_uuid=True)
_UUIDS = ARRAY(_UUID)
_BELIEVED = "f.trust <> 'proposed' and f.superseded_at is null and f.hidden_at is null"
_NOT_COMPARED = "(l.compared is distinct from f.version or l.compared_by is distinct from :by)"
_TO_COMPARE = text(
    f"""
    select f.id from user_facts f left join fact_looks l on l.user_id = f.user_id and l.fact_id = f.id
     where f.user_id = :owner and {_BELIEVED} and {_NOT_COMPARED} order by f.id
    """  # noqa: S608  (constants)
).bindparams(bindparam("owner", type_=_UUID))
_OWNERS_TO_COMPARE = text(
    f"""
    select u.id from users u where exists (
        select from user_facts f left join fact_looks l on l.user_id = f.user_id and l.fact_id = f.id
         where f.user_id = u.id and {_BELIEVED} and {_NOT_COMPARED})
       and (select count(*) from user_facts q where q.user_id = u.id and q.asks is not null and q.trust = 'proposed'
               and q.hidden_at is null) < :most_waiting
     order by u.id
    """  # noqa: S608  (constants)
)
_COMPARED = text(
    """
    insert into fact_looks (fact_id, user_id, compared, compared_by)
    select f.id, f.user_id, n.version, :by from unnest(:ids, :versions) as n (id, version)
      join user_facts f on f.id = n.id and f.user_id = :owner
    on conflict (user_id, fact_id) do update set compared = excluded.compared, compared_by = excluded.compared_by
    """
).bindparams(
    bindparam("owner", type_=_UUID), bindparam("ids", type_=_UUIDS), bindparam("versions", type_=ARRAY(INTEGER()))
)
_TO_VERIFY = """
    select f.id from user_facts f left join fact_looks l on l.user_id = f.user_id and l.fact_id = f.id
     where f.user_id = {owner} and f.trust = 'learned' and f.superseded_at is null and f.hidden_at is null
       and (f.valid_to is null or f.valid_to > steward_now())
       and (l.verified_at is null or l.verified_at < steward_now() - :every)
"""
_OWNERS_TO_VERIFY = text(
    f"select u.id from users u where exists ({_TO_VERIFY.format(owner='u.id')}) order by u.id"  # noqa: S608  (constants)
).bindparams(bindparam("every", type_=Interval()))
_SOME_TO_VERIFY = text(f"{_TO_VERIFY.format(owner=':owner')} order by f.id limit :most").bindparams(
    bindparam("owner", type_=_UUID), bindparam("every", type_=Interval())
)
_VERIFIED = text(
    """
    insert into fact_looks (fact_id, user_id, verified_at)
    select f.id, f.user_id, steward_now() from user_facts f where f.user_id = :owner and f.id = any(:ids)
    on conflict (user_id, fact_id) do update set verified_at = excluded.verified_at
    """
).bindparams(bindparam("owner", type_=_UUID), bindparam("ids", type_=_UUIDS))


Believed = UserFact
"""A believed fact, as those who look after it are given one."""


@dataclass(frozen=True)
class Comparable:
    """What of a believed fact is compared with others."""

    id: UUID
    version: int
    kind: str
    text: str
    scope: tuple[str, str | None]
    effect: Mapping[str, Any] | None
    valid_from: datetime | None
    valid_to: datetime | None
    recorded_at: datetime

    @property
    def scope_type(self) -> str:
        """The scope's type."""
        return self.scope[0]

    @property
    def scope_ref(self) -> str | None:
        """What the scope names."""
        return self.scope[1]


async def comparable(tx: Tx) -> list[Comparable]:
    """All believed facts that hold now or later, in the order of their ids."""
    columns: Any = (
        UserFact.id, UserFact.version, UserFact.kind, UserFact.text, UserFact.scope_type, UserFact.scope_ref,
        UserFact.effect, UserFact.valid_from, UserFact.valid_to, UserFact.recorded_at,
    )  # fmt: skip
    statement = (
        select(*columns)
        .where(
            UserFact.user_id == tx.owner_id,
            UserFact.trust != PROPOSED,
            UserFact.superseded_at.is_(None),
            UserFact.hidden_at.is_(None),
            (UserFact.valid_to.is_(None)) | (UserFact.valid_to > func.steward_now()),
        )
        .order_by(UserFact.id)
    )
    return [
        Comparable(row[0], row[1], row[2], row[3], (row[4], row[5]), row[6], row[7], row[8], row[9])
        for row in await tx.session.execute(statement)
    ]


async def owners_to_compare(session: AsyncSession, by: str, *, most_waiting: int) -> list[UUID]:
    """The users with believed facts that were not compared as they are, by this state of the code, and with fewer
    questions than that to answer."""
    return list(await session.scalars(_OWNERS_TO_COMPARE, {"by": by, "most_waiting": most_waiting}))


async def to_compare(tx: Tx, by: str) -> list[UUID]:
    """Which these are, oldest first."""
    return list(await tx.session.scalars(_TO_COMPARE, {"owner": tx.owner_id, "by": by}))


async def versions(tx: Tx, ids: Collection[UUID]) -> list[tuple[UUID, int]]:
    """Of each of these facts the version that it has."""
    columns: Any = (UserFact.id, UserFact.version)
    found = await tx.session.execute(select(*columns).where(UserFact.user_id == tx.owner_id, UserFact.id.in_(ids)))
    return [(row[0], row[1]) for row in found]


async def compared(tx: Tx, rows: Sequence[tuple[UUID, int]], by: str) -> None:
    """These (fact, version) have been compared with all others."""
    if rows:
        values = {"owner": tx.owner_id, "ids": [one[0] for one in rows], "versions": [one[1] for one in rows], "by": by}
        await tx.session.execute(_COMPARED, values)


async def again(tx: Tx, ids: Sequence[UUID]) -> None:
    """Have these compared anew."""
    if ids:
        statement = update(FactLook).where(FactLook.user_id == tx.owner_id, FactLook.fact_id.in_(ids))
        await tx.session.execute(statement.values(compared=None))


async def owners_to_verify(session: AsyncSession, *, every: timedelta) -> list[UUID]:
    """The users with learned facts whose sources were not looked at for so long."""
    return list(await session.scalars(_OWNERS_TO_VERIFY, {"every": every}))


async def to_verify(tx: Tx, *, every: timedelta, most: int) -> list[UserFact]:
    """Some of these facts."""
    ids = list(await tx.session.scalars(_SOME_TO_VERIFY, {"owner": tx.owner_id, "every": every, "most": most}))
    return await facts.rows(tx, UserFact.id.in_(ids), UserFact.trust == LEARNED, limit=most)


async def verified(tx: Tx, ids: Sequence[UUID]) -> None:
    """The sources of these were looked at."""
    if ids:
        await tx.session.execute(_VERIFIED, {"owner": tx.owner_id, "ids": list(ids)})


async def uses(tx: Tx, ids: Sequence[UUID]) -> dict[UUID, tuple[int, datetime | None]]:
    """In how many sessions an answer used each of these, and when last."""
    return await repository.uses(tx, ids)
