"""How is a calendar's URL read? Fetched and parsed first, then taken in a few at a time; what it no longer holds is
called off last, so that a sync that breaks off has called nothing off."""

from urllib.parse import urlsplit

from orchestrator.domain.world.calendar_files import ics
from orchestrator.domain.world.calendar_files import reading as ics_reading
from orchestrator.domain.world.connections import service
from orchestrator.domain.world.connections.items import Events, Origin
from orchestrator.domain.world.connections.service import Reach, Work
from orchestrator.domain.world.connections.steps import Steps
from orchestrator.integrations.calendars import feed
from orchestrator.integrations.calendars.feed import Fetched, Stamp
from orchestrator.integrations.guarded.errors import ServerFailed

AT_ONCE = 200


async def read(steps: Steps, reach: Reach, work: Work) -> tuple[Stamp, bool]:
    """Read it into `steps.tally`; answers by what it is known the next time, and whether it is as it was. Raises
    ServerFailed, and OutOfLimits and WorkerEnded of the worker process that parses it."""
    known = Stamp(work.etag, work.last_modified)
    fetched = await _fetched(reach, work, known)
    if fetched is None:
        return known, True
    try:
        file = await ics_reading.read(steps.processes.in_job, steps.owner_id, fetched.data, zone=work.zone)
    except ics.BrokenFile as error:
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
