"""When is a connection read? Each hour, when it was made or changed, and when the user asks for it.

A server that can't be reached is the connection's state (`last_error`), not a failed job; it is tried again after a
pause that grows with each failure.
"""

from typing import Any

from orchestrator.db.tx import Tx
from orchestrator.domain.world.connections import accounts_sync, feeds, removals, service
from orchestrator.domain.world.connections.removals import TAKE_AWAY, TakeAway
from orchestrator.domain.world.connections.schemas import REFRESH, SYNC, Sync
from orchestrator.domain.world.connections.service import Reach
from orchestrator.domain.world.connections.steps import Overtaken, Steps, Stopped
from orchestrator.domain.world.connections.write_out import write_out
from orchestrator.domain.world.events.schemas import WRITE_OUT, WriteOut
from orchestrator.integrations.calendars.feed import Stamp
from orchestrator.integrations.guarded.errors import ServerFailed
from orchestrator.scheduling.async_jobs import enqueue
from orchestrator.scheduling.handler import JobContext, JobHandler
from orchestrator.scheduling.history import Ended
from orchestrator.scheduling.scheduled_jobs import Every, External, Scheduled, ScheduledJob
from orchestrator.telemetry.logging import get_logger
from orchestrator.worker_processes.errors import OutOfLimits
from orchestrator.worker_processes.service import WorkerProcesses

LOOK_EVERY_S = 60.0
DUE_AT_ONCE = 500
SCHEDULED = (
    ScheduledJob(REFRESH, Every(service.EVERY_S), source="connections that are due", poll_s=LOOK_EVERY_S),
    ScheduledJob(SYNC, External(), source="connections.refresh, a new connection, and POST /connections/{id}/sync"),
    ScheduledJob(WRITE_OUT, External(), source="a change of an event whose calendar is written to"),
    ScheduledJob(TAKE_AWAY, External(), source="DELETE /events/{id}?remote=true while its calendar can't be asked"),
)

log = get_logger(__name__)


def connection_jobs(reach: Reach, processes: WorkerProcesses, default_zone: str) -> tuple[JobHandler[Any], ...]:
    """The handlers. `processes`: where what servers give is read; `default_zone`: of users who have none
    themselves (STEWARD_TIMEZONE)."""

    async def sync(context: JobContext, payload: Sync) -> None:
        assert context.owner_id is not None
        async with context.unit_of_work_of(context.owner_id) as tx:
            work = await service.begin(tx, payload.connection_id, default_zone=default_zone)
        if work is not None:
            await _sync(context, reach, Steps(context, context.owner_id, work, processes))

    async def write(context: JobContext, payload: WriteOut) -> None:
        await write_out(context, payload, reach=reach, processes=processes, default_zone=default_zone)

    async def take_away(context: JobContext, payload: TakeAway) -> None:
        await removals.run(context, payload, reach=reach)

    return (
        JobHandler(SYNC, sync),
        JobHandler(REFRESH, refresh),
        JobHandler(WRITE_OUT, write),
        JobHandler(TAKE_AWAY, take_away),
    )


async def refresh(context: JobContext, _: Scheduled) -> Ended | None:
    """Set off the syncs that are due."""
    due = await service.due(context.session, limit=DUE_AT_ONCE)
    for owner_id, connection_id in due:
        await service.set_off(Tx(context.session, owner_id), connection_id)
    return Ended("ok", f"{len(due)} connections are read") if due else Ended("idle")


async def _sync(context: JobContext, reach: Reach, steps: Steps) -> None:
    owner_id, work = steps.owner_id, steps.work
    stamp, same = Stamp(), False
    try:
        if work.kind == "ics":
            stamp, same = await feeds.read(steps, reach, work)
        else:
            await accounts_sync.read(steps, reach, work)
    except Overtaken:
        return
    except Stopped:
        await enqueue(context.session, SYNC, Sync(connection_id=work.id), owner_id=owner_id, dedupe_key=str(work.id))
        return
    except OutOfLimits as error:  # trying again changes nothing, and the job says so too
        async with context.unit_of_work_of(owner_id) as tx:
            await service.failed(tx, work, ServerFailed(error.detail, attention=True))
        raise
    except ServerFailed as error:
        log.info("connection not read", kind=work.kind, answered=error.answered, attention=error.attention)
        await service.failed(context.tx, work, error)
        return
    result = None if same else steps.tally.told()
    await service.went_well(context.tx, work, result, stamp)
    await removals.send_waiting(context.tx, work.id)
