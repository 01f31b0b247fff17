"""What reads the tables of missions, row by row; the ledger's own statements are in `ledger.py`."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID

from sqlalchemy import ColumnElement, delete, func, insert, select, text, tuple_, update
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.tx import Tx
from orchestrator.domain.work.missions.model import (
    Mission,
    MissionBrief,
    MissionClaim,
    MissionDelegation,
    MissionEvent,
    MissionExecution,
    MissionLesson,
    MissionQuestion,
    MissionStep,
)

Part = TypeVar("Part", MissionStep, MissionBrief, MissionDelegation, MissionExecution, MissionQuestion, MissionClaim)
GOING_ON = ("approved", "running", "waiting")
STREAMED_AT_ONCE = 200


async def get(tx: Tx, mission_id: UUID, *, for_update: bool = False) -> Mission | None:
    """The owner's mission."""
    statement = select(Mission).where(Mission.user_id == tx.owner_id, Mission.id == mission_id)
    statement = statement.execution_options(populate_existing=True)
    found: Mission | None = await tx.session.scalar(statement.with_for_update() if for_update else statement)
    return found


async def keys(tx: Tx) -> list[tuple[UUID, str | None, str | None]]:
    """(id, source, external_id) of each: a tombstone names one by its id."""
    found = await tx.session.scalars(select(Mission.id).where(Mission.user_id == tx.owner_id))
    return [(mission_id, None, None) for mission_id in found]


async def page(
    tx: Tx, *, after: tuple[datetime, UUID] | None, limit: int, q: str | None, state: str | None
) -> Sequence[Mission]:
    """The latest first."""
    statement = select(Mission).where(Mission.user_id == tx.owner_id)
    if q:
        statement = statement.where(Mission.goal.icontains(q, autoescape=True))
    if state is not None:
        statement = statement.where(Mission.state == state)
    if after is not None:
        statement = statement.where(tuple_(Mission.created_at, Mission.id) < after)
    ordered = statement.order_by(Mission.created_at.desc(), Mission.id.desc()).limit(limit)
    found: Sequence[Mission] = (await tx.session.scalars(ordered)).all()
    return found


async def latest(tx: Tx, states: Sequence[str]) -> Mission | None:
    """The one of these states that changed last."""
    statement = select(Mission).where(Mission.user_id == tx.owner_id, Mission.state.in_(states))
    found: Mission | None = await tx.session.scalar(statement.order_by(Mission.updated_at.desc()).limit(1))
    return found


async def parts(tx: Tx, model: type[Part], mission_id: UUID) -> Sequence[Part]:
    """All rows of one kind of a mission, as they came."""
    statement = select(model).where(model.user_id == tx.owner_id, model.mission_id == mission_id)
    ordered = statement.order_by(model.id).execution_options(populate_existing=True)
    found: Sequence[Part] = (await tx.session.scalars(ordered)).all()
    return found


async def begun(tx: Tx, mission_id: UUID) -> Sequence[MissionExecution]:
    """The calls that were begun and of which nobody knows how they ended, as they came."""
    return await _executions(tx, mission_id, MissionExecution.state == "started")


async def called(tx: Tx, mission_id: UUID, brief_ids: Collection[UUID]) -> Sequence[MissionExecution]:
    """The calls of these briefs, as they came."""
    return await _executions(tx, mission_id, MissionExecution.brief_id.in_(brief_ids))


async def called_in(tx: Tx, mission_id: UUID, step_keys: Collection[str]) -> Sequence[MissionExecution]:
    """The calls of these steps, as they came."""
    return await _executions(tx, mission_id, MissionExecution.step_key.in_(step_keys)) if step_keys else []


async def _executions(tx: Tx, mission_id: UUID, which: ColumnElement[bool]) -> Sequence[MissionExecution]:
    where = (MissionExecution.user_id == tx.owner_id, MissionExecution.mission_id == mission_id, which)
    ordered = select(MissionExecution).where(*where).order_by(MissionExecution.id)
    found: Sequence[MissionExecution] = (
        await tx.session.scalars(ordered.execution_options(populate_existing=True))
    ).all()
    return found


async def at_work(tx: Tx, mission_id: UUID) -> Sequence[MissionBrief]:
    """The briefs whose agents are at work, as far as anybody knows."""
    where = (MissionBrief.user_id == tx.owner_id, MissionBrief.mission_id == mission_id)
    found: Sequence[MissionBrief] = (
        await tx.session.scalars(select(MissionBrief).where(*where, MissionBrief.status == "running"))
    ).all()
    return found


async def lock(tx: Tx, mission_id: UUID) -> None:
    """Its row first, where it will be changed after others: who meets here waits before it holds anything."""
    statement = select(Mission.id).where(Mission.user_id == tx.owner_id, Mission.id == mission_id)
    await tx.session.execute(statement.with_for_update())


async def bind_run(tx: Tx, brief_id: UUID, run_id: UUID) -> None:
    """The run in which a brief is worked on."""
    await tx.session.execute(
        update(MissionBrief)
        .where(MissionBrief.user_id == tx.owner_id, MissionBrief.id == brief_id)
        .values(run_id=run_id)
        .execution_options(synchronize_session=False)
    )


async def part(tx: Tx, model: type[Part], part_id: UUID, *, for_update: bool = False) -> Part | None:
    """One of the owner's rows."""
    statement = select(model).where(model.user_id == tx.owner_id, model.id == part_id)
    statement = statement.execution_options(populate_existing=True)
    found: Part | None = await tx.session.scalar(statement.with_for_update() if for_update else statement)
    return found


async def steps(tx: Tx, mission_id: UUID) -> Sequence[MissionStep]:
    """In the plan's order."""
    return sorted(await parts(tx, MissionStep, mission_id), key=lambda one: one.position)


async def lessons(tx: Tx, mission_id: UUID) -> Sequence[MissionLesson]:
    """What one mission taught."""
    statement = select(MissionLesson).where(
        MissionLesson.user_id == tx.owner_id, MissionLesson.mission_id == mission_id
    )
    found: Sequence[MissionLesson] = (await tx.session.scalars(statement.order_by(MissionLesson.id))).all()
    return found


async def latest_lessons(tx: Tx, *, limit: int) -> Sequence[MissionLesson]:
    """What missions taught, the latest first."""
    statement = select(MissionLesson).where(MissionLesson.user_id == tx.owner_id)
    ordered = statement.order_by(MissionLesson.created_at.desc(), MissionLesson.id.desc()).limit(limit)
    found: Sequence[MissionLesson] = (await tx.session.scalars(ordered)).all()
    return found


async def forget_plan(tx: Tx, mission_id: UUID) -> None:
    """The steps of a plan that another one replaces."""
    where = (MissionStep.user_id == tx.owner_id, MissionStep.mission_id == mission_id)
    await tx.session.execute(delete(MissionStep).where(*where).execution_options(synchronize_session=False))


async def forget_claims(tx: Tx, mission_id: UUID, step_key: str, *, of: Collection[UUID] | None = None) -> None:
    """Those of a step that is done again; `of`: of these briefs alone."""
    if of is not None and not of:
        return
    where = [
        MissionClaim.user_id == tx.owner_id,
        MissionClaim.mission_id == mission_id,
        MissionClaim.step_key == step_key,
    ]
    if of is not None:
        where.append(MissionClaim.brief_id.in_(of))
    await tx.session.execute(delete(MissionClaim).where(*where).execution_options(synchronize_session=False))


async def tell(tx: Tx, mission_id: UUID, name: str, data: Mapping[str, Any]) -> None:
    """One event for whoever listens."""
    values = {"user_id": tx.owner_id, "mission_id": mission_id, "name": name, "data": dict(data)}
    await tx.session.execute(insert(MissionEvent).values(values))


async def told(tx: Tx, mission_id: UUID, after: int) -> Sequence[MissionEvent]:
    """The events after that one, the earliest first."""
    where = (MissionEvent.user_id == tx.owner_id, MissionEvent.mission_id == mission_id, MissionEvent.id > after)
    ordered = select(MissionEvent).where(*where).order_by(MissionEvent.id).limit(STREAMED_AT_ONCE)
    found: Sequence[MissionEvent] = (await tx.session.scalars(ordered)).all()
    return found


async def without_wave(session: AsyncSession, job_type: str) -> list[tuple[UUID, UUID]]:
    """(owner, mission) of all that go on and for which no job waits or runs."""
    jobs = text(
        "not exists (select 1 from async_jobs j where j.job_type = :job_type and j.user_id = missions.user_id "
        "and j.dedupe_key = missions.id::text and j.state in ('pending', 'running'))"
    ).bindparams(job_type=job_type)
    rows = await session.execute(select(Mission.user_id, Mission.id).where(Mission.state.in_(GOING_ON), jobs))
    return [(row.user_id, row.id) for row in rows]


async def remove(tx: Tx, mission_id: UUID) -> None:
    """Delete one with all its parts; what it taught stays."""
    await tx.session.execute(delete(Mission).where(Mission.user_id == tx.owner_id, Mission.id == mission_id))


async def reading(tx: Tx, ids: Sequence[UUID]) -> Sequence[MissionExecution]:
    """The calls whose results were taken from any of these."""
    statement = select(MissionExecution).where(
        MissionExecution.user_id == tx.owner_id, MissionExecution.read_ids.overlap(list(ids))
    )
    found: Sequence[MissionExecution] = (await tx.session.scalars(statement)).all()
    return found


async def touch(tx: Tx, mission_id: UUID) -> None:
    """Something of it changed."""
    await tx.session.execute(
        update(Mission)
        .where(Mission.user_id == tx.owner_id, Mission.id == mission_id)
        .values(version=Mission.version + 1, updated_at=func.steward_now())
        .execution_options(synchronize_session=False)
    )


async def past(tx: Tx, *, limit: int = 300) -> list[tuple[str, int, float]]:
    """(agent, tokens, seconds) of attempts that went well and asked a model, the latest first."""
    took = func.extract("epoch", MissionBrief.finished_at - MissionBrief.created_at)
    statement = (
        select(func.lower(MissionBrief.agent), MissionBrief.spent_tokens, took)
        .where(MissionBrief.user_id == tx.owner_id, MissionBrief.status == "done", MissionBrief.spent_tokens > 0)
        .order_by(MissionBrief.id.desc())
        .limit(limit)
    )
    return [(agent, tokens, float(seconds or 0)) for agent, tokens, seconds in await tx.session.execute(statement)]
