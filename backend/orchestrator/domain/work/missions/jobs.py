"""What is done for missions by itself: planning, waves, and a look after those whose wave got lost."""

from collections.abc import Sequence
from typing import Any

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.slices.means import Own
from orchestrator.domain.work.missions import preparing, repository
from orchestrator.domain.work.missions.running.driving import Driver, put_off
from orchestrator.domain.work.missions.running.workshop import Workshop
from orchestrator.domain.work.missions.schemas import PLAN, RUN, WATCH, MissionRef
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
