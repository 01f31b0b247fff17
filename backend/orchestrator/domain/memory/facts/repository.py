"""Reads and writes `user_facts` and `fact_uses`."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, and_, bindparam, cast, func, or_, select, text
from sqlalchemy import delete as sql_delete
from sqlalchemy.dialects.postgresql import ARRAY, TEXT, insert
from sqlalchemy.dialects.postgresql import UUID as PgUUID
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.repository import OwnedRepository
from orchestrator.db.tx import Tx
from orchestrator.domain.memory.facts.filters import holds
from orchestrator.domain.memory.facts.model import FactUse, UserFact
from orchestrator.domain.memory.facts.schemas import CONFIRMED, HARD_RULE, PROPOSED
from orchestrator.kit.ids import new_id
from orchestrator.language.text.normalize import tokens

facts = OwnedRepository(UserFact, "fact")
_WORDS_COMPARED = 40
_UUID = PgUUID(as_uuid=True)
_QUOTES = text("exists (select from jsonb_array_elements(provenance) as e where e ->> 'id' = any(:sources))")
_STILL_THERE = text(
    "not exists (select from unnest(user_facts.concerns) as c (id) left join user_facts o"
    " on o.user_id = user_facts.user_id and o.id = c.id"
    " where o.id is null or o.superseded_at is not null or o.hidden_at is not null)"
)
_LOOSEN = text(
    """
    update user_facts set updated_at = steward_now(), version = version + 1,
           superseded_by = case when superseded_by = any(:ids) then null else superseded_by end,
           replaces = array(select one from unnest(replaces) as one where one <> all(:ids))
     where user_id = :owner and (superseded_by = any(:ids) or replaces && :ids) and id <> all(:ids)
    returning id
    """
).bindparams(bindparam("owner", type_=_UUID), bindparam("ids", type_=ARRAY(_UUID)))


def waiting(*, asking: bool | None = None) -> list[ColumnElement[bool]]:
    """Proposals that wait for the user; of a question those facts must still be believed that it is about. `asking`:
    only questions, or none of them."""
    found = [UserFact.trust == PROPOSED, UserFact.superseded_at.is_(None), or_(UserFact.asks.is_(None), _STILL_THERE)]
    if asking is not None:
        found.append(UserFact.asks.is_not(None) if asking else UserFact.asks.is_(None))
    return found


async def now(session: AsyncSession) -> datetime:
    """The database's moment: one for all rows that one act writes."""
    moment: datetime = (await session.execute(select(func.steward_now()))).scalar_one()
    return moment


async def of_attribute(tx: Tx, attribute: str, *, trusts: Sequence[str], kind: str = "") -> list[UserFact]:
    """Facts of this attribute that are believed, whenever they hold, oldest first, locked; with a `kind` those of all
    things of which it is told."""
    named = UserFact.attribute == attribute
    statement = (
        facts.owned(tx.owner_id)
        .where(
            or_(named, UserFact.attribute.startswith(f"{kind} ", autoescape=True)) if kind else named,
            UserFact.trust.in_(trusts),
            UserFact.superseded_at.is_(None),
            UserFact.hidden_at.is_(None),
        )
        .order_by(UserFact.id)
        .with_for_update()
        .execution_options(populate_existing=True)
    )
    return list(await tx.session.scalars(statement))


async def replacing(tx: Tx, fact_id: UUID) -> Sequence[UserFact]:
    """Believed facts that took the place of this one, the newest first."""
    statement = facts.owned(tx.owner_id).where(
        UserFact.replaces.op("&&")(cast([fact_id], ARRAY(_UUID))),
        UserFact.trust != PROPOSED,
        UserFact.superseded_at.is_(None),
        UserFact.hidden_at.is_(None),
    )
    return (await tx.session.scalars(statement.order_by(UserFact.id.desc()))).all()


async def corrected_by(tx: Tx, fact_id: UUID) -> list[UserFact]:
    """What this one corrected, what that had corrected, and so on, newest first."""
    found: list[UserFact] = []
    ids = [fact_id]
    while ids:
        rows = await tx.session.scalars(facts.owned(tx.owner_id).where(UserFact.superseded_by.in_(ids)))
        known = {fact_id, *(row.id for row in found)}
        fresh = [row for row in rows if row.id not in known]
        found += fresh
        ids = [row.id for row in fresh]
    return found


async def line(tx: Tx, row: UserFact, *, most: int) -> list[UserFact]:
    """What this one corrected or ended, and what did so to it, and so on both ways, itself included."""
    found = {row.id: row}
    fresh = [row]
    while fresh and len(found) < most:
        ids = [one.id for one in fresh]
        named = {other for one in fresh for other in (*one.replaces, one.superseded_by) if other is not None}
        near = or_(
            UserFact.superseded_by.in_(ids),
            UserFact.replaces.op("&&")(cast(ids, ARRAY(_UUID))),
            UserFact.id.in_(named - found.keys()),
        )
        statement = facts.owned(tx.owner_id).where(near, UserFact.hidden_at.is_(None)).order_by(UserFact.id).limit(most)
        fresh = [one for one in await tx.session.scalars(statement) if one.id not in found]
        found |= {one.id: one for one in fresh}
    return list(found.values())


async def delete(tx: Tx, ids: Sequence[UUID]) -> None:
    """Take rows away."""
    if ids:
        await tx.session.execute(sql_delete(UserFact).where(UserFact.user_id == tx.owner_id, UserFact.id.in_(ids)))


async def quoting(tx: Tx, source_ids: Sequence[UUID]) -> list[UserFact]:
    """Facts whose provenance names any of these, locked."""
    told = [str(one) for one in source_ids]
    statement = (
        facts.owned(tx.owner_id)
        .where(_QUOTES.bindparams(bindparam("sources", told, type_=ARRAY(TEXT()))))
        .order_by(UserFact.id)
        .with_for_update()
        .execution_options(populate_existing=True)
    )
    return list(await tx.session.scalars(statement))


async def loosen(tx: Tx, ids: Sequence[UUID]) -> list[UUID]:
    """Take these ids out of `replaces` and `superseded_by` of the facts that stay; answers whose."""
    found = await tx.session.execute(_LOOSEN, {"owner": tx.owner_id, "ids": list(ids)})
    return list(found.scalars())


async def alike(tx: Tx, row: UserFact, *, trusts: Sequence[str]) -> list[UserFact]:
    """Believed facts of the same kind and scope whose text may hold that of `row`, oldest first, locked."""
    statement = (
        facts.owned(tx.owner_id)
        .where(
            UserFact.kind == row.kind,
            UserFact.scope_type == row.scope_type,
            UserFact.scope_ref.is_not_distinct_from(row.scope_ref),
            UserFact.trust.in_(trusts),
            UserFact.superseded_at.is_(None),
            UserFact.hidden_at.is_(None),
            UserFact.id != row.id,
            *(UserFact.folded.contains(word, autoescape=True) for word in tokens(row.text)[:_WORDS_COMPARED]),
        )
        .order_by(UserFact.id)
        .with_for_update()
        .execution_options(populate_existing=True)
    )
    return list(await tx.session.scalars(statement))


async def proposed(tx: Tx, row: UserFact) -> UserFact | None:
    """The proposal, waiting or dismissed, that says what `row` says."""
    statement = facts.owned(tx.owner_id).where(
        UserFact.trust == PROPOSED,
        UserFact.kind == row.kind,
        UserFact.scope_type == row.scope_type,
        UserFact.scope_ref.is_not_distinct_from(row.scope_ref),
        func.lower(UserFact.text) == row.text.lower(),
    )
    return (await tx.session.scalars(statement.order_by(UserFact.id).limit(1))).one_or_none()


_BINDING = (
    select(UserFact)
    .where(
        UserFact.user_id.in_(bindparam("owners", expanding=True)),
        UserFact.kind == HARD_RULE,
        UserFact.trust == CONFIRMED,
        UserFact.hidden_at.is_(None),
        *holds(None, None),
    )
    .order_by(UserFact.recorded_at, UserFact.id)
)
"""Asked by every turn, and so built once."""


async def binding(session: AsyncSession, owners: Sequence[UUID]) -> list[UserFact]:
    """The hard rules of these users that bind now, oldest first."""
    return list(await session.scalars(_BINDING, {"owners": list(owners)}))


async def uses(tx: Tx, ids: Sequence[UUID]) -> dict[UUID, tuple[int, datetime | None]]:
    """In how many sessions an answer used each of these, and when last; those that none did are left out."""
    statement = (
        select(FactUse.fact_id, func.count(), func.max(FactUse.used_at))
        .where(FactUse.user_id == tx.owner_id, FactUse.fact_id.in_(ids))
        .group_by(FactUse.fact_id)
    )
    found = await tx.session.execute(statement) if ids else ()
    return {fact_id: (number, last) for fact_id, number, last in found}


async def used(tx: Tx, ids: Sequence[UUID], used_in: str) -> None:
    """An answer of this session used these."""
    if not ids:
        return
    rows = [{"id": new_id(), "user_id": tx.owner_id, "fact_id": one, "session": used_in} for one in ids]
    statement = insert(FactUse).on_conflict_do_update(
        index_elements=["user_id", "fact_id", "session"], set_={"used_at": func.steward_now()}
    )
    await tx.session.execute(statement, rows)


async def has_effect(tx: Tx, effect: Mapping[str, Any]) -> bool:
    """Whether one of the user's rules has this very effect."""
    statement = select(UserFact.id).where(UserFact.user_id == tx.owner_id, UserFact.effect == dict(effect)).limit(1)
    return (await tx.session.execute(statement)).first() is not None


async def naming(tx: Tx, entity_id: UUID) -> list[UserFact]:
    """The facts whose effect or scope names this contact or place, locked, oldest first."""
    statement = (
        facts.owned(tx.owner_id)
        .where(
            or_(
                cast(UserFact.effect, TEXT).contains(str(entity_id)),
                and_(UserFact.scope_type.in_(("person", "place")), UserFact.scope_ref == str(entity_id)),
            )
        )
        .order_by(UserFact.id)
        .with_for_update()
        .execution_options(populate_existing=True)
    )
    return list(await tx.session.scalars(statement))
