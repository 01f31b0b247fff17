"""Which statements read and write the interactions that are turns of Steward's own?"""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import Boolean, Double, Integer, Interval, Row, Text, bindparam, or_, text, update
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.dialects.postgresql import UUID as PgUUID
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.tx import Tx
from orchestrator.domain.memory.interactions.model import Interaction
from orchestrator.domain.memory.interactions.repository import interactions
from orchestrator.domain.memory.interactions.scoring import LONG_ANSWER

_UUID = PgUUID(as_uuid=True)
# One statement in every turn (decision 0007): what the turn before came to, and this one. The session is that of the
# earliest turn of the same session that is known, else it begins with `session_id`.
_SETTLED = text(
    f"""
    with before as (
        update interactions i set judged = true, updated_at = steward_now(),
               vibe_match = not i.was_corrected and i.edit_count = 0 and i.response_characters >= {LONG_ANSWER}
         where i.user_id = :owner and not i.judged and (i.thread_id = :thread or i.run_id = :before)
        returning i.id, i.vibe_match, i.rule_ids
    ), added as (
        insert into interactions
            (id, user_id, origin, source, folded, session_id, agent, model, prompt, response, was_corrected, latency_ms,
             friction_score, vibe_match, run_id, thread_id, judged, response_characters, rule_ids)
        select :id, :owner, :origin, :source, :folded,
               coalesce((select e.session_id from interactions e
                          where e.user_id = :owner and e.run_id = any(:same_session)
                          order by e.created_at, e.id limit 1), :session_id),
               :agent, :model, '', '', false, :latency_ms, :friction_score, false, :run_id, :thread, false, :characters,
               :rule_ids
         where :counts
    )
    select id from before where vibe_match and rule_ids <> '{{}}'
    """  # noqa: S608  (a constant)
).bindparams(
    *(bindparam(name, type_=_UUID) for name in ("owner", "thread", "before", "id", "run_id")),
    *(bindparam(name, type_=ARRAY(_UUID)) for name in ("same_session", "rule_ids")),
    *(bindparam(name, type_=Text()) for name in ("origin", "source", "folded", "session_id", "agent", "model")),
    *(bindparam(name, type_=Integer()) for name in ("latency_ms", "characters")),
    bindparam("friction_score", type_=Double()),
    bindparam("counts", type_=Boolean()),
)
_LET_STAND = text(
    f"""
    update interactions i set judged = true, updated_at = steward_now(),
           vibe_match = not i.was_corrected and i.edit_count = 0 and i.response_characters >= {LONG_ANSWER}
      from (select id, user_id from interactions
             where not judged and created_at < steward_now() - :gap
             order by created_at limit :most for update skip locked) as over
     where i.id = over.id and i.user_id = over.user_id
    returning i.user_id, i.id, i.vibe_match and i.rule_ids <> '{{}}' as aligns
    """  # noqa: S608  (a constant)
).bindparams(bindparam("gap", type_=Interval()), bindparam("most", type_=Integer()))


async def settled(tx: Tx, values: Mapping[str, Any]) -> Sequence[UUID]:
    """A turn was answered: add it where it `counts`, and let the one before it stand; answers the id of that one where
    it is a vibe match by which rules are aligned."""
    return list(await tx.session.scalars(_SETTLED, {**values, "owner": tx.owner_id}))


async def of_run(tx: Tx, run_id: UUID) -> Interaction | None:
    """The interaction that a run is, locked."""
    statement = interactions.owned(tx.owner_id).where(Interaction.run_id == run_id).with_for_update()
    return (await tx.session.scalars(statement.execution_options(populate_existing=True))).one_or_none()


async def of_conversations(tx: Tx, ids: Sequence[UUID]) -> list[Interaction]:
    """Those of these threads and runs, locked."""
    statement = (
        interactions.owned(tx.owner_id)
        .where(or_(Interaction.thread_id.in_(ids), Interaction.run_id.in_(ids)))
        .order_by(Interaction.id)
        .with_for_update()
        .execution_options(populate_existing=True)
    )
    return list(await tx.session.scalars(statement))


async def let_stand(session: AsyncSession, *, gap: timedelta, most: int) -> Sequence[Row[Any]]:
    """Turns of all users after which nothing was said for so long, oldest first: the user let them stand. Answers
    (user_id, id, aligns)."""
    return (await session.execute(_LET_STAND, {"gap": gap, "most": most})).all()


async def forget_rules(tx: Tx, ids: Sequence[UUID]) -> None:
    """Take these rules out of what interactions were told."""
    gone = bindparam("gone", list(ids), type_=ARRAY(_UUID))
    without = "array(select one from unnest({0}) as one where one <> all(:gone))"
    statement = (
        update(Interaction)
        .where(Interaction.user_id == tx.owner_id, Interaction.rule_ids.overlap(list(ids)))
        .values(
            rule_ids=text(without.format("rule_ids")).bindparams(gone),
            aligned=text(without.format("aligned")).bindparams(gone),
        )
        .execution_options(synchronize_session=False)
    )
    await tx.session.execute(statement)
