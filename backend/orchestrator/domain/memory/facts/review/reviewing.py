"""Which facts should the user look at again, and why? Marking one changes nothing of it; confirming or retiring it
settles the mark."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Literal, cast
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import insert

from orchestrator.db.tx import Tx
from orchestrator.domain.memory.facts.model import FactReview, UserFact
from orchestrator.kit.ids import new_id
from orchestrator.kit.zones import to_wall
from orchestrator.language import render
from orchestrator.language.messages import say

Why = Literal["source_gone", "source_changed", "unused"]
SOURCE_GONE: Why = "source_gone"
SOURCE_CHANGED: Why = "source_changed"
UNUSED: Why = "unused"


async def mark(tx: Tx, fact_id: UUID, why: Why) -> None:
    """Have the user asked whether it still holds. One mark a fact: the later reason counts, and one that was settled
    stands again."""
    statement = insert(FactReview).values(id=new_id(), user_id=tx.owner_id, fact_id=fact_id, reason=why)
    fresh = {"reason": why, "marked_at": func.steward_now()}
    await tx.session.execute(statement.on_conflict_do_update(index_elements=["user_id", "fact_id"], set_=fresh))


async def marked(tx: Tx, ids: Sequence[UUID]) -> dict[UUID, tuple[Why, datetime]]:
    """The reasons of those of `ids` that have one, settled or not, and since when."""
    statement = select(FactReview.fact_id, FactReview.reason, FactReview.marked_at).where(
        FactReview.user_id == tx.owner_id, FactReview.fact_id.in_(ids)
    )
    found = await tx.session.execute(statement) if ids else ()
    return {fact_id: (cast("Why", reason), at) for fact_id, reason, at in found}


async def reasons(tx: Tx, rows: Sequence[UserFact], *, locale: str, zone: str) -> Mapping[UUID, str]:
    """Why each of these is up for review, in the user's language."""
    known = await marked(tx, [row.id for row in rows])
    return {row.id: _told(row, known.get(row.id), locale, zone) for row in rows}


def _told(row: UserFact, known: tuple[Why, datetime] | None, locale: str, zone: str) -> str:
    confirmed = row.last_confirmed_at
    since = row.recorded_at if confirmed is None else confirmed
    day = render.day(to_wall(since, zone).date(), locale)
    if known is not None and (confirmed is None or confirmed < known[1]):
        return say(f"facts.review.{known[0]}", locale, day=day)
    return say("facts.review.due_learned" if confirmed is None else "facts.review.due", locale, day=day)
