"""Reads and writes `knowledge`, its steps and its uses."""

from collections.abc import Collection, Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, and_, case, func, or_, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.repository import OwnedRepository
from orchestrator.db.tx import Tx
from orchestrator.domain.memory.knowledge.ladder import DOUBTED, SCOPES
from orchestrator.domain.memory.knowledge.model import Learning, LearningStep, LearningUse
from orchestrator.domain.memory.knowledge.schemas import HERE

knowledge = OwnedRepository(Learning, "learning")
MOST_READ = 200
"""Of the fixes of some errors."""
_LOCK = text("select pg_advisory_xact_lock(hashtextextended('knowledge:' || :owner, 0))")
_WIDTH = case({scope: at for at, scope in enumerate(SCOPES)}, value=Learning.scope_type)
_SUREST = (Learning.confidence.desc(), _WIDTH, Learning.streak.desc(), Learning.id.desc())
"""In which order fixes of one error are told: the surest, then the narrowest."""


async def lock(tx: Tx) -> None:
    """Until this transaction ends, no other one makes or moves a learning of this user."""
    await tx.session.execute(_LOCK, {"owner": str(tx.owner_id)})


async def of_errors(tx: Tx, hashes: Collection[bytes], *, but: Collection[UUID]) -> Sequence[Learning]:
    """What is known of any of these errors and not doubted, hidden ones apart, the surest first."""
    statement = (
        knowledge.owned(tx.owner_id)
        .where(
            Learning.error_hash.in_(hashes),
            Learning.hidden_at.is_(None),
            Learning.confidence > DOUBTED,
            Learning.id.not_in(but),
        )
        .order_by(*_SUREST)
        .limit(MOST_READ)
    )
    return (await tx.session.scalars(statement)).all()


def applies(tool: str, domain: str) -> ColumnElement[bool]:
    """Whether it holds for the agent's tool: learned at this very one, of its domain, or everywhere."""
    return or_(
        Learning.scope_type == "universal",
        and_(Learning.scope_type == "language", func.lower(Learning.scope_ref) == domain.lower()),
        and_(
            Learning.scope_type == "project",
            func.lower(Learning.scope_ref) == HERE,
            or_(Learning.tool == tool, Learning.tool.is_(None)),
        ),
    )


async def same(tx: Tx, digest: bytes, tool: str, domain: str) -> Learning | None:
    """The learning of this error and fix that holds for the tool, hidden or doubted ones too: the surest."""
    statement = (
        knowledge.owned(tx.owner_id)
        .where(Learning.digest == digest, applies(tool, domain))
        .order_by(*_SUREST)
        .limit(1)
        .with_for_update()
        .execution_options(populate_existing=True)
    )
    return (await tx.session.scalars(statement)).one_or_none()


async def twin(
    tx: Tx, *, digest: bytes, scope_type: str, scope_ref: str | None, tool: str | None, but: UUID | None = None
) -> Learning | None:
    """Another one that says the same in the same place."""
    statement = knowledge.owned(tx.owner_id).where(
        Learning.digest == digest,
        Learning.scope_type == scope_type,
        Learning.scope_ref.is_not_distinct_from(scope_ref),
        Learning.tool.is_not_distinct_from(tool),
    )
    if but is not None:
        statement = statement.where(Learning.id != but)
    return (await tx.session.scalars(statement.limit(1))).one_or_none()


async def approved(tx: Tx, *, limit: int) -> Sequence[Learning]:
    """What the user approved, those that are told first coming first."""
    statement = (
        knowledge.owned(tx.owner_id)
        .where(Learning.state == "approved", Learning.hidden_at.is_(None))
        .order_by(_WIDTH, Learning.successes.desc(), Learning.id.desc())
        .limit(limit)
    )
    return (await tx.session.scalars(statement)).all()


async def add_step(session: AsyncSession, row: Learning, act: str, by: str, known_as: str | None = None) -> None:
    """Note what was done, and where the learning stands now."""
    session.add(
        LearningStep(
            user_id=row.user_id,
            knowledge_id=row.id,
            act=act,
            by=by,
            known_as=known_as,
            confidence=row.confidence,
            scope_type=row.scope_type,
            scope_ref=row.scope_ref,
        )
    )
    await session.flush()


async def steps(tx: Tx, ids: Collection[UUID]) -> Sequence[LearningStep]:
    """Their steps, oldest first."""
    statement = (
        select(LearningStep)
        .where(LearningStep.user_id == tx.owner_id, LearningStep.knowledge_id.in_(ids))
        .order_by(LearningStep.id)
    )
    return (await tx.session.scalars(statement)).all()


async def add_use(tx: Tx, knowledge_id: UUID, run_id: UUID, helped: bool | None) -> bool:
    """Note that a run used it; False where that is noted already."""
    statement: Any = (
        insert(LearningUse)
        .values(user_id=tx.owner_id, knowledge_id=knowledge_id, run_id=run_id, helped=helped)
        .on_conflict_do_nothing()
        .returning(LearningUse.run_id)
    )
    return (await tx.session.execute(statement)).first() is not None
