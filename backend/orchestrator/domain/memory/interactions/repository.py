"""Which statements read and write `interactions`? Every count is made in the database."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from sqlalchemy import ColumnElement, Double, Integer, Row, cast, func, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.repository import OwnedRepository
from orchestrator.domain.memory.interactions.model import Interaction
from orchestrator.domain.memory.interactions.scoring import EDITS_WEIGHT, HALF_LATENCY_MS, LATENCY_WEIGHT, MOST_EDITS
from orchestrator.kit.ids import parse_id

interactions = OwnedRepository(Interaction, "interaction")

_PLAIN = (
    func.count().label("interactions"),
    func.count().filter(Interaction.was_corrected).label("corrected"),
    func.avg(Interaction.friction_score).label("friction_score"),
    func.count().filter(Interaction.vibe_match).label("vibe_matches"),
)
_COUNTED = (
    *_PLAIN,
    func.avg(cast(cast(Interaction.was_corrected, Integer), Double)).label("correction_rate"),
    func.percentile_cont(0.5).within_group(Interaction.latency_ms).label("latency_ms_p50"),
)
"""The columns of a `Tally`."""


@dataclass(frozen=True)
class InteractionFilter:
    """Which interactions: of [since, until) (aware), of one agent, model or session (or a whole thread, by its id)."""

    since: datetime | None = None
    until: datetime | None = None
    agent: str | None = None
    model: str | None = None
    session_id: str | None = None

    def conditions(self) -> list[ColumnElement[bool]]:
        """The conditions over `interactions`."""
        found: list[ColumnElement[bool]] = []
        if self.since is not None:
            found.append(Interaction.created_at >= self.since)
        if self.until is not None:
            found.append(Interaction.created_at < self.until)
        for column, value in ((Interaction.agent, self.agent), (Interaction.model, self.model)):
            if value is not None:
                found.append(column == value)
        if self.session_id is not None:
            of_session: ColumnElement[bool] = Interaction.session_id == self.session_id
            thread_id = parse_id(self.session_id)
            found.append(of_session if thread_id is None else or_(of_session, Interaction.thread_id == thread_id))
        return found


def _of(owner_id: UUID, which: InteractionFilter) -> tuple[ColumnElement[bool], ...]:
    return (Interaction.user_id == owner_id, Interaction.hidden_at.is_(None), *which.conditions())


async def total(session: AsyncSession, owner_id: UUID, which: InteractionFilter) -> Row[Any]:
    """All of them, counted."""
    return (await session.execute(select(*_COUNTED).where(*_of(owner_id, which)))).one()


async def by_agent(
    session: AsyncSession, owner_id: UUID, which: InteractionFilter, *, limit: int
) -> Sequence[Row[Any]]:
    """By agent and model, those with most first."""
    statement = (
        select(Interaction.agent, Interaction.model, *_COUNTED)
        .where(*_of(owner_id, which))
        .group_by(Interaction.agent, Interaction.model)
        .order_by(func.count().desc(), Interaction.agent, Interaction.model)
        .limit(limit)
    )
    return (await session.execute(statement)).all()


async def by_session(
    session: AsyncSession, owner_id: UUID, which: InteractionFilter, *, limit: int
) -> Sequence[Row[Any]]:
    """The sessions with the highest mean friction."""
    last = func.max(Interaction.created_at).label("last_at")
    statement = (
        select(Interaction.session_id, *_PLAIN, last)
        .where(*_of(owner_id, which))
        .group_by(Interaction.session_id)
        .order_by(func.avg(Interaction.friction_score).desc(), last.desc(), Interaction.session_id)
        .limit(limit)
    )
    return (await session.execute(statement)).all()


async def total_with_parts(session: AsyncSession, owner_id: UUID, which: InteractionFilter) -> Row[Any]:
    """All of them, counted, and the mean share of `edits` and of `waiting` in the friction (scoring.py)."""
    edited = func.least(1.0, Interaction.edit_count / float(MOST_EDITS))
    waited = 1 - func.power(2.0, -func.coalesce(Interaction.latency_ms, 0) / float(HALF_LATENCY_MS))
    shares = (
        (func.coalesce(func.avg(edited), 0) * EDITS_WEIGHT).label("edits"),
        (func.coalesce(func.avg(waited), 0) * LATENCY_WEIGHT).label("waiting"),
    )
    return (await session.execute(select(*_COUNTED, *shares).where(*_of(owner_id, which)))).one()


async def worst(
    session: AsyncSession, owner_id: UUID, which: InteractionFilter, *, limit: int, least: float
) -> Sequence[Interaction]:
    """Those with the most friction, of at least so much."""
    statement = (
        select(Interaction)
        .where(*_of(owner_id, which), Interaction.friction_score >= least)
        .order_by(Interaction.friction_score.desc(), Interaction.created_at.desc())
        .limit(limit)
    )
    return (await session.scalars(statement)).all()


async def corrections(
    session: AsyncSession, owner_id: UUID, which: InteractionFilter, *, limit: int
) -> Sequence[Interaction]:
    """What was corrected, the newest first; of texts the beginning alone."""
    statement = (
        select(Interaction)
        .where(*_of(owner_id, which), Interaction.was_corrected)
        .order_by(Interaction.created_at.desc(), Interaction.id.desc())
        .limit(limit)
    )
    return (await session.scalars(statement)).all()


async def over_time(
    session: AsyncSession, owner_id: UUID, which: InteractionFilter, *, bucket: Literal["day", "week"], zone: str
) -> Sequence[Row[Any]]:
    """By day or week of the zone, oldest first."""
    begins = func.date_trunc(bucket, func.timezone(zone, Interaction.created_at)).label("begins")
    statement = select(begins, *_COUNTED).where(*_of(owner_id, which)).group_by(begins).order_by(begins)
    return (await session.execute(statement)).all()


async def latest_scores(session: AsyncSession, owner_id: UUID, which: InteractionFilter, *, limit: int) -> list[float]:
    """The friction of the last ones, newest first."""
    statement = select(Interaction.friction_score).where(*_of(owner_id, which)).limit(limit)
    return list(await session.scalars(statement.order_by(Interaction.created_at.desc(), Interaction.id.desc())))


async def spanned(session: AsyncSession, owner_id: UUID, which: InteractionFilter) -> tuple[datetime, datetime] | None:
    """When the first and the last of them was; None where there is none."""
    statement = select(func.min(Interaction.created_at), func.max(Interaction.created_at))
    first, last = (await session.execute(statement.where(*_of(owner_id, which)))).one()
    return None if first is None else (first, last)


async def newest_rules(session: AsyncSession, owner_id: UUID, which: InteractionFilter) -> list[UUID] | None:
    """The rules that the last of them was told; None where there is none."""
    statement = select(Interaction.rule_ids).where(*_of(owner_id, which)).limit(1)
    return await session.scalar(statement.order_by(Interaction.created_at.desc(), Interaction.id.desc()))


async def first_at(session: AsyncSession, owner_id: UUID, which: InteractionFilter) -> datetime | None:
    """When the first of them was; None where there is none."""
    return await session.scalar(select(func.min(Interaction.created_at)).where(*_of(owner_id, which)))


async def style(session: AsyncSession, owner_id: UUID) -> Row[Any]:
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
    return (await session.execute(statement.where(*_of(owner_id, InteractionFilter())))).one()


async def smooth_sessions(session: AsyncSession, owner_id: UUID, *, limit: int) -> Sequence[str]:
    """The newest sessions in which nothing was corrected."""
    statement = (
        select(Interaction.session_id)
        .where(*_of(owner_id, InteractionFilter()))
        .group_by(Interaction.session_id)
        .having(~func.bool_or(Interaction.was_corrected))
        .order_by(func.max(Interaction.created_at).desc())
        .limit(limit)
    )
    return (await session.scalars(statement)).all()
