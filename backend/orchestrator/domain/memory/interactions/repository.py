"""Which statements read and write `interactions`? Every count is made in the database."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from sqlalchemy import ColumnElement, Integer, Label, Row, bindparam, case, func, or_, select, text, update
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.repository import OwnedRepository
from orchestrator.db.tx import Tx
from orchestrator.domain.memory.interactions.filters import InteractionFilter
from orchestrator.domain.memory.interactions.model import Interaction
from orchestrator.domain.memory.interactions.scoring import MOST_EDITS
from orchestrator.domain.people.runs.saying import said


class InteractionRepository(OwnedRepository[Interaction]):
    """Interactions, found by their words: those of Steward's own turns stand in the runs."""

    def _says(self, word: str) -> ColumnElement[bool]:
        owner = Interaction.user_id
        own = said(owner, Interaction.run_id, word)
        return or_(super()._says(word), own, said(owner, Interaction.rejected_by, word, by_user_alone=True))


interactions = InteractionRepository(Interaction, "interaction")

_COUNTED_FROM = ("was_corrected", "friction_score", "vibe_match", "latency_ms")


def _plain(of: Any) -> tuple[Label[Any], ...]:
    return (
        func.count().label("interactions"),
        func.count().filter(of.was_corrected).label("corrected"),
        func.avg(of.friction_score).label("friction_score"),
        func.count().filter(of.vibe_match).label("vibe_matches"),
    )


def _counted(of: Any) -> tuple[Label[Any], ...]:
    """The columns of a `Tally`, over a table or a subquery with `_COUNTED_FROM`. The median is taken of each group's
    latencies: as an aggregate of its own it would have all rows sorted, the groups by the words of their names."""
    latencies = func.unnest(func.array_agg(of.latency_ms)).column_valued("latency")
    median = select(func.percentile_cont(0.5).within_group(latencies)).scalar_subquery()
    return (*_plain(of), median.label("latency_ms_p50"))


_PLAIN, _COUNTED = _plain(Interaction), _counted(Interaction)


def _of(owner_id: UUID, which: InteractionFilter) -> tuple[ColumnElement[bool], ...]:
    return (Interaction.user_id == owner_id, Interaction.hidden_at.is_(None), *which.conditions())


async def total(tx: Tx, which: InteractionFilter) -> Row[Any]:
    """All of them, counted."""
    return (await tx.session.execute(select(*_COUNTED).where(*_of(tx.owner_id, which)))).one()


async def by_agent(tx: Tx, which: InteractionFilter, *, limit: int) -> Sequence[Row[Any]]:
    """By agent and model, those with most first."""
    statement = (
        select(Interaction.agent, Interaction.model, *_COUNTED)
        .where(*_of(tx.owner_id, which))
        .group_by(Interaction.agent, Interaction.model)
        .order_by(func.count().desc(), Interaction.agent, Interaction.model)
        .limit(limit)
    )
    return (await tx.session.execute(statement)).all()


async def by_session(tx: Tx, which: InteractionFilter, *, limit: int) -> Sequence[Row[Any]]:
    """The sessions with the highest mean friction."""
    last = func.max(Interaction.created_at).label("last_at")
    statement = (
        select(Interaction.session_id, *_PLAIN, last)
        .where(*_of(tx.owner_id, which))
        .group_by(Interaction.session_id)
        .order_by(func.avg(Interaction.friction_score).desc(), last.desc(), Interaction.session_id)
        .limit(limit)
    )
    return (await tx.session.execute(statement)).all()


async def total_with_edits(tx: Tx, which: InteractionFilter) -> Row[Any]:
    """All of them, counted, and their `edits`, of each as many as count (scoring.py)."""
    edits = func.coalesce(func.sum(func.least(MOST_EDITS, Interaction.edit_count)), 0).label("edits")
    columns: list[Label[Any]] = [*_COUNTED, edits]
    return (await tx.session.execute(select(*columns).where(*_of(tx.owner_id, which)))).one()


async def worst(tx: Tx, which: InteractionFilter, *, limit: int, least: float) -> Sequence[Interaction]:
    """Those with the most friction, of at least so much."""
    statement = (
        select(Interaction)
        .where(*_of(tx.owner_id, which), Interaction.friction_score >= least)
        .order_by(Interaction.friction_score.desc(), Interaction.created_at.desc())
        .limit(limit)
    )
    return (await tx.session.scalars(statement)).all()


async def corrections(tx: Tx, which: InteractionFilter, *, limit: int) -> Sequence[Interaction]:
    """What was corrected, the newest first; of texts the beginning alone."""
    statement = (
        select(Interaction)
        .where(*_of(tx.owner_id, which), Interaction.was_corrected)
        .order_by(Interaction.created_at.desc(), Interaction.id.desc())
        .limit(limit)
    )
    return (await tx.session.scalars(statement)).all()


async def over_time(
    tx: Tx, which: InteractionFilter, *, bucket: Literal["day", "week"], zone: str
) -> Sequence[Row[Any]]:
    """By day or week of the zone, oldest first."""
    begins = func.date_trunc(bucket, func.timezone(zone, Interaction.created_at)).label("begins")
    columns = [getattr(Interaction, name) for name in _COUNTED_FROM]
    # Apart, so that the planner does not take each moment for a bucket of its own, and sort them all.
    dated = select(begins, *columns).where(*_of(tx.owner_id, which)).offset(0).subquery()
    statement = select(dated.c.begins, *_counted(dated.c)).group_by(dated.c.begins).order_by(dated.c.begins)
    return (await tx.session.execute(statement)).all()


async def latest_scores(tx: Tx, which: InteractionFilter, *, limit: int) -> list[float]:
    """The friction of the last ones, newest first."""
    statement = select(Interaction.friction_score).where(*_of(tx.owner_id, which)).limit(limit)
    return list(await tx.session.scalars(statement.order_by(Interaction.created_at.desc(), Interaction.id.desc())))


async def spanned(tx: Tx, which: InteractionFilter) -> tuple[datetime, datetime] | None:
    """When the first and the last of them was; None where there is none."""
    statement = select(func.min(Interaction.created_at), func.max(Interaction.created_at))
    first, last = (await tx.session.execute(statement.where(*_of(tx.owner_id, which)))).one()
    return None if first is None else (first, last)


async def newest_rules(tx: Tx, which: InteractionFilter) -> list[UUID] | None:
    """The rules that the last of them was told; None where there is none."""
    statement = select(Interaction.rule_ids).where(*_of(tx.owner_id, which)).limit(1)
    return await tx.session.scalar(statement.order_by(Interaction.created_at.desc(), Interaction.id.desc()))


async def first_at(tx: Tx, which: InteractionFilter) -> datetime | None:
    """When the first of them was; None where there is none."""
    return await tx.session.scalar(select(func.min(Interaction.created_at)).where(*_of(tx.owner_id, which)))


async def style(tx: Tx) -> Row[Any]:
    """Counts, and median lengths of answers that were left as they came and of those that were corrected."""
    length = Interaction.response_characters
    kept = func.percentile_disc(0.5).within_group(length).filter(Interaction.vibe_match)
    corrected = func.percentile_disc(0.5).within_group(length).filter(Interaction.was_corrected)
    statement = select(
        func.count().label("interactions"),
        func.count().filter(Interaction.was_corrected).label("corrected"),
        func.count().filter(Interaction.vibe_match).label("vibe_matches"),
        kept.label("kept_characters_p50"),
        corrected.label("corrected_characters_p50"),
    )
    return (await tx.session.execute(statement.where(*_of(tx.owner_id, InteractionFilter())))).one()


async def smooth_sessions(tx: Tx, *, limit: int) -> Sequence[str]:
    """The newest sessions in which nothing was corrected."""
    statement = (
        select(Interaction.session_id)
        .where(*_of(tx.owner_id, InteractionFilter()))
        .group_by(Interaction.session_id)
        .having(~func.bool_or(Interaction.was_corrected))
        .order_by(func.max(Interaction.created_at).desc())
        .limit(limit)
    )
    return (await tx.session.scalars(statement)).all()


_DUE = text(
    """
    select user_id, id, infer_attempts from (
        select user_id, id, infer_attempts, created_at,
               row_number() over (partition by user_id order by infer_attempts, created_at, id) as place
          from interactions where was_corrected and inferred_at is null and hidden_at is null
    ) waiting where place <= :of_user order by min(created_at) over (partition by user_id), user_id, place limit :most
    """
).bindparams(bindparam("of_user", type_=Integer()), bindparam("most", type_=Integer()))


async def due_for_reading(session: AsyncSession, *, of_user: int, most: int) -> Sequence[Row[Any]]:
    """(user_id, id, infer_attempts) of all users: of each the oldest that failed least often."""
    return (await session.execute(_DUE, {"of_user": of_user, "most": most})).all()


async def unread(tx: Tx, ids: Sequence[UUID]) -> list[Interaction]:
    """Those of `ids` that are still corrected and unread, locked, in the order of their ids."""
    statement = (
        interactions.owned(tx.owner_id)
        .where(Interaction.id.in_(ids), Interaction.was_corrected, Interaction.inferred_at.is_(None))
        .order_by(Interaction.id)
        .with_for_update()
        .execution_options(populate_existing=True)
    )
    return list(await tx.session.scalars(statement))


async def mark_read(tx: Tx, ids: Sequence[UUID]) -> None:
    """These were read."""
    if ids:
        await tx.session.execute(_these(tx.owner_id, ids).values(inferred_at=func.steward_now()))


async def count_attempt(tx: Tx, ids: Sequence[UUID], *, most: int) -> None:
    """Reading these failed; at the `most`-th time they count as read."""
    attempts = Interaction.infer_attempts + 1
    given_up = case((attempts >= most, func.steward_now()), else_=Interaction.inferred_at)
    await tx.session.execute(_these(tx.owner_id, ids).values(infer_attempts=attempts, inferred_at=given_up))


def _these(owner_id: UUID, ids: Sequence[UUID]) -> Any:
    conditions = (Interaction.user_id == owner_id, Interaction.id.in_(ids))
    return update(Interaction).where(*conditions).execution_options(synchronize_session=False)
