"""What reads the tables of missions, row by row; the ledger's own statements are in `ledger.py`."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID

from sqlalchemy import (
    ColumnElement,
    Integer,
    Select,
    Text,
    bindparam,
    delete,
    func,
    select,
    text,
    tuple_,
    update,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.dialects.postgresql import UUID as PgUUID
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.folding import holds
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
# The statements of every step are made once: to make one anew costs more than to execute it.
_OWNER, _MISSION = bindparam("owner", type_=PgUUID(as_uuid=True)), bindparam("mission", type_=PgUUID(as_uuid=True))
_ONE = (
    select(Mission).where(Mission.user_id == _OWNER, Mission.id == _MISSION).execution_options(populate_existing=True)
)
_HELD = _ONE.with_for_update()
_LOCK = select(Mission.id).where(Mission.user_id == _OWNER, Mission.id == _MISSION).with_for_update()
_TAKE_UP = (
    update(Mission)
    .where(Mission.user_id == _OWNER, Mission.id == _MISSION, Mission.state.in_(GOING_ON))
    .where(Mission.approved_hash == Mission.plan_hash)
    .values(epoch=Mission.epoch + 1)
    .returning(Mission)
    .execution_options(populate_existing=True, synchronize_session=False)
)
_PARTS: Mapping[type[Any], Select[Any]] = {
    model: select(model)
    .where(model.user_id == _OWNER, model.mission_id == _MISSION)
    .order_by(model.id)
    .execution_options(populate_existing=True)
    for model in (MissionStep, MissionBrief, MissionDelegation, MissionExecution, MissionQuestion, MissionClaim)
}
_LESSONS = (
    select(MissionLesson)
    .where(MissionLesson.user_id == _OWNER)
    .order_by(MissionLesson.created_at.desc(), MissionLesson.id.desc())
    .limit(bindparam("limit", type_=Integer()))
)
_TELL = text(
    "insert into mission_events (user_id, mission_id, name, data) values (:owner, :mission, :name, :data)"
).bindparams(_OWNER, _MISSION, bindparam("name", type_=Text()), bindparam("data", type_=JSONB()))
_LEFT = text(
    """
    select exists (select 1 from mission_reservations
                    where user_id = :owner and mission_id = :mission and epoch < :epoch)
        or exists (select 1 from mission_executions
                    where user_id = :owner and mission_id = :mission and state = 'started')
        or exists (select 1 from mission_briefs
                    where user_id = :owner and mission_id = :mission and status = 'running') as begun,
           exists (select 1 from mission_questions where user_id = :owner and mission_id = :mission) as asked
    """
).bindparams(_OWNER, _MISSION)


def _asked(tx: Tx, mission_id: UUID) -> dict[str, Any]:
    return {"owner": tx.owner_id, "mission": mission_id}


async def get(tx: Tx, mission_id: UUID, *, for_update: bool = False) -> Mission | None:
    """The owner's mission."""
    found: Mission | None = await tx.session.scalar(_HELD if for_update else _ONE, _asked(tx, mission_id))
    return found


async def take_up(tx: Tx, mission_id: UUID) -> Mission | None:
    """The owner's mission for a driver of its own, whose `epoch` is the next: it goes on and stands as it was approved;
    None where it does not. Its row is locked."""
    found: Mission | None = await tx.session.scalar(_TAKE_UP, _asked(tx, mission_id))
    return found


@dataclass(frozen=True)
class Left:
    """What is there of a mission that drivers before this one did not end (`begun`), and whether anything is asked."""

    begun: bool
    asked: bool


async def left(tx: Tx, mission: Mission) -> Left:
    """Whether there is anything to be seen to before it goes on."""
    row = (await tx.session.execute(_LEFT, {**_asked(tx, mission.id), "epoch": mission.epoch})).one()
    return Left(row.begun, row.asked)


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
        statement = statement.where(*holds(q, Mission.goal))
    if state is not None:
        statement = statement.where(Mission.state == state)
    if after is not None:
        statement = statement.where(tuple_(Mission.created_at, Mission.id) < after)
    ordered = statement.order_by(Mission.created_at.desc(), Mission.id.desc()).limit(limit)
    found: Sequence[Mission] = (await tx.session.scalars(ordered)).all()
    return found


async def latest(tx: Tx, states: Sequence[str], *, limit: int) -> Sequence[Mission]:
    """Those of these states, the one that changed last first."""
    statement = select(Mission).where(Mission.user_id == tx.owner_id, Mission.state.in_(states))
    statement = statement.order_by(Mission.updated_at.desc(), Mission.id.desc()).limit(limit)
    found: Sequence[Mission] = (await tx.session.scalars(statement)).all()
    return found


async def parts(tx: Tx, model: type[Part], mission_id: UUID) -> Sequence[Part]:
    """All rows of one kind of a mission, as they came."""
    found: Sequence[Part] = (await tx.session.scalars(_PARTS[model], _asked(tx, mission_id))).all()
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
    await tx.session.execute(_LOCK, _asked(tx, mission_id))


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
    asked = {"owner": tx.owner_id, "limit": limit}
    found: Sequence[MissionLesson] = (await tx.session.scalars(_LESSONS, asked)).all()
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
    values = {**_asked(tx, mission_id), "name": name, "data": dict(data)}
    await tx.session.execute(_TELL, values)


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


async def leave_workspaces(tx: Tx, gone: Sequence[UUID]) -> int:
    """Of these workspaces, which are gone with their files; answers how many missions had one."""
    there = (
        update(Mission)
        .where(Mission.user_id == tx.owner_id, Mission.workspace_id.in_(gone))
        .values(workspace_id=None, deliverables=[], version=Mission.version + 1, updated_at=func.steward_now())
        .returning(Mission.id)
        .execution_options(synchronize_session=False)
    )
    return len((await tx.session.scalars(there)).all())


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
