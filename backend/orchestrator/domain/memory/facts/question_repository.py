"""Which statements read and write the questions about facts (`user_facts.asks`)?"""

from collections.abc import Collection, Sequence
from uuid import UUID

from sqlalchemy import bindparam, text
from sqlalchemy.dialects.postgresql import ARRAY, TEXT
from sqlalchemy.dialects.postgresql import UUID as PgUUID

from orchestrator.db.tx import Tx
from orchestrator.domain.memory.facts.model import UserFact
from orchestrator.domain.memory.facts.repository import delete as delete_rows
from orchestrator.domain.memory.facts.repository import facts
from orchestrator.domain.memory.facts.schemas import PROPOSED

_UUID = PgUUID(as_uuid=True)
_UUIDS = ARRAY(_UUID)
# A fact that waits in one question is not asked about in another; one that was dismissed with the same others, each
# saying what it said then, is not asked again.
_ASKED_ABOUT = text(
    """
    select exists (
        select from user_facts q
         where q.user_id = :owner and q.asks is not null and q.trust = 'proposed' and q.superseded_at is null
           and q.concerns && :ids
           and (q.hidden_at is null
                or not exists (select from unnest(:ids, :digests) as n (id, digest)
                                where (n.id, n.digest) not in (select * from unnest(q.concerns, q.concerned_as)))))
    """
).bindparams(bindparam("owner", type_=_UUID), bindparam("ids", type_=_UUIDS), bindparam("digests", type_=ARRAY(TEXT())))
_INHERIT = text(
    """
    insert into fact_uses (id, user_id, fact_id, session, used_at)
    select gen_random_uuid(), :owner, :fact, session, max(used_at) from fact_uses
     where user_id = :owner and fact_id = any(:ids) group by session
    on conflict (user_id, fact_id, session) do nothing
    """
).bindparams(bindparam("owner", type_=_UUID), bindparam("fact", type_=_UUID), bindparam("ids", type_=_UUIDS))


async def asked_about(tx: Tx, ids: Sequence[UUID], digests: Sequence[str]) -> bool:
    """Whether one of these facts waits in a question, or all of them were asked about as they are."""
    values = {"owner": tx.owner_id, "ids": list(ids), "digests": list(digests)}
    return bool((await tx.session.execute(_ASKED_ABOUT, values)).scalar_one())


async def questions(tx: Tx, *, waiting: bool = False) -> list[UserFact]:
    """The questions that were asked, oldest first; `waiting`: those without an answer, locked."""
    statement = facts.owned(tx.owner_id).where(
        UserFact.asks.is_not(None), UserFact.trust == PROPOSED, UserFact.superseded_at.is_(None)
    )
    if waiting:
        statement = statement.where(UserFact.hidden_at.is_(None)).with_for_update()
    statement = statement.order_by(UserFact.id).execution_options(populate_existing=True)
    return list(await tx.session.scalars(statement))


async def concerned(tx: Tx, question: UserFact) -> list[UserFact]:
    """The facts that a question is about, locked, in its order; those that are gone are left out."""
    statement = (
        facts.owned(tx.owner_id)
        .where(UserFact.id.in_(question.concerns))
        .order_by(UserFact.id)
        .with_for_update()
        .execution_options(populate_existing=True)
    )
    found = {row.id: row for row in await tx.session.scalars(statement)}
    return [found[one] for one in question.concerns if one in found]


async def about(tx: Tx, ids: Collection[UUID]) -> list[UserFact]:
    """The questions, waiting or dismissed, about any of these facts, locked."""
    statement = facts.owned(tx.owner_id).where(
        UserFact.asks.is_not(None), UserFact.trust == PROPOSED, UserFact.concerns.overlap(list(ids))
    )
    return list(await tx.session.scalars(statement.order_by(UserFact.id).with_for_update()))


async def delete(tx: Tx, ids: Collection[UUID]) -> None:
    """Take questions away."""
    await delete_rows(tx, list(ids))


async def inherit_uses(tx: Tx, fact_id: UUID, ids: Sequence[UUID]) -> None:
    """In which sessions these were used counts for that fact."""
    await tx.session.execute(_INHERIT, {"owner": tx.owner_id, "fact": fact_id, "ids": list(ids)})
