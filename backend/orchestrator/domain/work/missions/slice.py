"""What do missions register? The command that begins one, the jobs that plan and carry them out, their tables in
archives, and their part in erasures: what quotes a thing that is gone loses its words.

Of a mission that read it, the calls lose what they found, the claims on it go, and what was written from it, files too,
is withdrawn; what was done stays done.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any
from uuid import UUID

from orchestrator.db.portable import Portable
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.slices.erasable import Erasable
from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.domain.foundation.slices.means import Own
from orchestrator.domain.work.missions import preparing, repository, service
from orchestrator.domain.work.missions.command import MissionCommand
from orchestrator.domain.work.missions.files import MissionFiles
from orchestrator.domain.work.missions.model import (
    Mission,
    MissionBrief,
    MissionClaim,
    MissionDelegation,
    MissionExecution,
    MissionLesson,
    MissionQuestion,
    MissionStep,
)
from orchestrator.domain.work.missions.progress import put_off
from orchestrator.domain.work.missions.running.driving import Driver
from orchestrator.domain.work.missions.running.workshop import Workshop
from orchestrator.domain.work.missions.schemas import KIND, PLAN, RUN, WATCH, MissionRef
from orchestrator.domain.work.workspaces.service import Workspaces
from orchestrator.language.messages import say
from orchestrator.scheduling.handler import JobContext, JobHandler
from orchestrator.scheduling.history import Ended
from orchestrator.scheduling.scheduled_jobs import Every, External, Scheduled, ScheduledJob

WATCH_EVERY_S = 60.0

SCHEDULED = (
    ScheduledJob(PLAN, External(), source="a mission that is begun, or planned again"),
    ScheduledJob(RUN, External(), source="a mission that is approved, and each wave of it"),
    ScheduledJob(WATCH, Every(WATCH_EVERY_S), source="the clock"),
)


def mission_jobs(own: Own) -> Sequence[JobHandler[Any]]:
    """The handlers; none in a process that carries out no missions."""
    workshop = own.get(Workshop)
    if workshop is None:
        return ()
    driver = Driver(workshop)

    async def plan(context: JobContext, payload: MissionRef) -> None:
        assert context.owner_id is not None
        await preparing.prepare(workshop, context.owner_id, payload.mission_id, call=True)

    async def run(context: JobContext, payload: MissionRef) -> None:
        await driver.wave(context, payload.mission_id)

    async def watch(context: JobContext, _: Scheduled) -> Ended | None:
        """A mission that goes on has a wave that waits; where none does (its job failed for good), it gets one."""
        async with context.unit_of_work() as session:
            lost = await repository.without_wave(session, RUN.name)
            for owner_id, mission_id in lost:
                await put_off(Tx(session, owner_id), mission_id)
        return Ended("ok", f"{len(lost)} missions were taken up again") if lost else Ended("idle")

    return (JobHandler(PLAN, plan), JobHandler(RUN, run), JobHandler(WATCH, watch))


async def redact(tx: Tx, erased: Sequence[tuple[str, UUID]], files: MissionFiles | None) -> Mapping[str, int]:
    """Counts `mission`."""
    gone = [entity_id for _, entity_id in erased]
    await repository.leave_workspaces(tx, gone)
    rows = await repository.reading(tx, gone)
    touched = {row.mission_id for row in rows}
    for row in rows:
        row.data, row.arguments, row.summary, row.read_ids = {}, {}, "", []
    for mission_id in sorted(touched):
        mission = await repository.get(tx, mission_id, for_update=True)
        if mission is not None:
            await _wordless(tx, mission, {str(row.id) for row in rows}, files)
    await tx.session.flush()
    return {KIND: len(touched)} if touched else {}


async def _wordless(tx: Tx, mission: Mission, executions: set[str], files: MissionFiles | None) -> None:
    """All that an agent said or wrote after it had read what is gone."""
    notice = say("missions.redacted", mission.locale)
    for claim in await repository.parts(tx, MissionClaim, mission.id):
        quoted = {str(one.get("id")) for one in claim.evidence}
        if quoted & executions or not claim.evidence:
            await tx.session.delete(claim)
    for brief in await repository.parts(tx, MissionBrief, mission.id):
        brief.context, brief.result = "", {}
    for step in await repository.steps(tx, mission.id):
        step.output = {"summary": notice} if step.output else {}
    if mission.report is not None:
        mission.report = notice
    if files is not None and mission.workspace_id is not None:
        for one in mission.deliverables:
            await files.remove(tx, mission.workspace_id, str(one["path"]))
    mission.deliverables = []


async def _go_on(tx: Tx, ids: Sequence[UUID]) -> None:
    """Missions that came with an archive and were under way go on here."""
    for mission_id in ids:
        mission = await repository.get(tx, mission_id)
        if mission is not None and mission.state in repository.GOING_ON:
            await put_off(tx, mission_id)


async def _redact(own: Own, tx: Tx, erased: Sequence[tuple[str, UUID]]) -> Mapping[str, int]:
    workshop = own.get(Workshop)
    return await redact(tx, erased, workshop.files if workshop is not None else None)


def _erasable(own: Own) -> Sequence[Erasable]:
    async def redact(tx: Tx, erased: Sequence[tuple[str, UUID]]) -> Mapping[str, int]:
        return await _redact(own, tx, erased)

    workspaces = own.get(Workspaces)
    store = workspaces.store if workspaces is not None else None
    return (Erasable(kind=KIND, erase=partial(service.erase, store), redact=redact, keys=repository.keys),)


_PART_OF = (Mission.__tablename__, "mission_id")
_RESERVED = {"reserved_tokens": "0", "reserved_money": "0", "reserved_ms": "0", "reserved_calls": "0", "epoch": "0"}

SLICE = Slice(
    "missions",
    commands_with=lambda own: [MissionCommand(workshop)] if (workshop := own.get(Workshop)) is not None else [],
    jobs_with=lambda means, _: mission_jobs(means.own),
    scheduled=SCHEDULED,
    erasable_with=_erasable,
    portable=(
        Portable(Mission.__tablename__, not_told=_RESERVED, follow=_go_on),
        Portable(MissionStep.__tablename__, part_of=_PART_OF),
        Portable(
            MissionBrief.__tablename__, not_told={"reserved_tokens": "0", "reserved_money": "0"}, part_of=_PART_OF
        ),
        Portable(MissionDelegation.__tablename__, part_of=_PART_OF),
        Portable(MissionExecution.__tablename__, part_of=_PART_OF),
        Portable(MissionQuestion.__tablename__, part_of=_PART_OF),
        Portable(MissionClaim.__tablename__, part_of=_PART_OF),
        Portable(MissionLesson.__tablename__),
    ),
    left_out={
        "mission_reservations": "calls under way here; what they may use is told by the ledger",
        "mission_events": "what streams told while a mission went on; where it stands is in its own rows",
    },
)
