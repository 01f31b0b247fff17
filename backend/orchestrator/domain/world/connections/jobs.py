"""When is a connection read? Each hour, when it was made or changed, and when the user asks for it.

A server that can't be reached is the connection's state (`last_error`), not a failed job; it is tried again after a
pause that grows with each failure.
"""

from typing import Any
from urllib.parse import urlsplit

from orchestrator.db.tx import Tx
from orchestrator.domain.world.calendar_files import ics
from orchestrator.domain.world.calendar_files import reading as ics_reading
from orchestrator.domain.world.calendar_files.content_lines import BrokenFile
from orchestrator.domain.world.connections import accounts_sync, removals, service
from orchestrator.domain.world.connections.items import Events, Origin
from orchestrator.domain.world.connections.removals import TAKE_AWAY, TakeAway
from orchestrator.domain.world.connections.schemas import REFRESH, SYNC, Sync
from orchestrator.domain.world.connections.service import Reach, Work
from orchestrator.domain.world.connections.steps import Overtaken, Steps, Stopped
from orchestrator.domain.world.connections.write_out import write_out
from orchestrator.domain.world.events.schemas import WRITE_OUT, WriteOut
from orchestrator.integrations.calendars import feed
from orchestrator.integrations.calendars.feed import Fetched, Stamp
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
            stamp, same = await read_feed(steps, reach, work)
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


AT_ONCE = 200


async def read_feed(steps: Steps, reach: Reach, work: Work) -> tuple[Stamp, bool]:
    """Read it into `steps.tally`; answers by what it is known the next time, and whether it is as it was. Raises
    ServerFailed, and OutOfLimits and WorkerEnded of the worker process that parses it.

    Fetched and parsed first, then taken in a few at a time; what it no longer holds is called off last, so that a sync
    that breaks off has called nothing off.
    """
    known = Stamp(work.etag, work.last_modified)
    fetched = await _fetched(reach, work, known)
    if fetched is None:
        return known, True
    try:
        file = await ics_reading.read(steps.processes.in_job, steps.owner_id, fetched.data, zone=work.zone)
    except BrokenFile as error:
        told = f"What this address gives is no whole calendar file: line {error.line}: {error}."
        raise ServerFailed(told) from error
    except ics.TooMany as error:
        raise ServerFailed(f"The calendar is too long: {error}.", attention=True) from error
    name = work.name or file.name or urlsplit(work.url).hostname
    origin = Origin(work.id, service.source_of(work.kind, work.id), work.zone, name)
    await _take(steps, file, Events(steps.owner_id, origin, steps.tally, steps.processes.in_job))
    return fetched.stamp, False


async def _fetched(reach: Reach, work: Work, known: Stamp) -> Fetched | None:
    """Of a `webcal://` address nobody knows whether it means https or http: the first is tried first."""
    url = service.web_address(work.url)
    try:
        return await _from(reach, work, url, known)
    except ServerFailed as error:
        if url == work.url or error.answered is not None or error.attention or work.sealed is not None:
            raise
    plain = "http://" + url.removeprefix("https://")
    return await _from(reach, work, plain, known)


async def _from(reach: Reach, work: Work, url: str, known: Stamp) -> Fetched | None:
    client = reach.client(work, url)
    try:
        return await feed.fetch(client, url, known)
    finally:
        await client.close()


async def _take(steps: Steps, file: ics.IcsFile, events: Events) -> None:
    for at in range(0, len(file.items), AT_ONCE):
        part = file.items[at : at + AT_ONCE]
        async with steps.step() as tx:
            await events.take(tx, part)
        await steps.report(at + len(part), len(file.items))
    async with steps.step() as tx:
        await events.gone(tx, (), {one.uid for one in file.items})
