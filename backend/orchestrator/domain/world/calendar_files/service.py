"""How is a whole calendar file taken in, and how is one given out? In parts, so that nobody waits for it to end."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from functools import partial
from uuid import UUID

from orchestrator.db.retry import repeated
from orchestrator.db.session import Database
from orchestrator.domain.foundation.entities.schemas import IngestResult
from orchestrator.domain.world.calendar_files import export as ics_export
from orchestrator.domain.world.calendar_files import ics
from orchestrator.domain.world.calendar_files import reading as ics_reading
from orchestrator.domain.world.calendar_files.content_lines import BrokenFile
from orchestrator.domain.world.calendar_files.ingest import Feed, take_in
from orchestrator.domain.world.events import repository
from orchestrator.domain.world.events.service import events
from orchestrator.domain.world.events.sync import imports
from orchestrator.domain.world.places import service as places
from orchestrator.errors import FieldError, InvalidRequest
from orchestrator.kit.paging import PageRequest
from orchestrator.worker_processes.task import Run

AT_ONCE = 200
"""Events in one transaction: so long does another writer of the same user wait."""
GIVEN_AT_ONCE = 200


async def ingest(database: Database, run: Run, owner_id: UUID, data: bytes, feed: Feed) -> list[IngestResult]:
    """Take in the events of a file, one result a UID, in order; what was taken in before a fault stays, and the same
    file goes on from there. Raises InvalidRequest with the line where it is no calendar file."""
    try:
        file = await ics_reading.read(run, owner_id, data, zone=feed.zone)
    except BrokenFile as error:
        errors: list[FieldError] = [{"loc": ["line", error.line], "message": str(error)}]
        raise InvalidRequest(f"Line {error.line}: {error}.", errors=errors) from error
    except ics.TooMany as error:
        raise InvalidRequest(f"The file is too long: {error}.") from error
    feed = feed if feed.calendar is not None else replace(feed, calendar=file.name)
    results: list[IngestResult] = []
    for at in range(0, len(file.items), AT_ONCE):
        results += await repeated(partial(_take_part, database, owner_id, file.items[at : at + AT_ONCE], feed))
    return results


async def _take_part(
    database: Database, owner_id: UUID, items: Sequence[ics.IcsItem], feed: Feed
) -> list[IngestResult]:
    async with database.unit_of_work_of(owner_id) as tx:
        return await take_in(tx, items, feed)


async def export(database: Database, owner_id: UUID) -> AsyncIterator[str]:
    """The user's events as one calendar file, in parts."""
    async with database.unit_of_work_of(owner_id) as tx:
        zones = await repository.zones(tx)
    yield await asyncio.to_thread(ics_export.head, zones)
    request = PageRequest(limit=GIVEN_AT_ONCE)
    while True:
        async with database.unit_of_work_of(owner_id) as tx:
            page = await events.page(tx, request)
            raws = await imports.raws(tx, [row.id for row in page.items])
            place_ids = [row.place_id for row in page.items if row.place_id is not None]
            names = await places.named(tx, place_ids)
        told = [(row, raws.get(row.id, ""), names.get(row.place_id) if row.place_id else None) for row in page.items]
        yield await asyncio.to_thread(
            lambda part: "".join(ics_export.event(row, raw=raw, place=place) for row, raw, place in part), told
        )
        if page.next_cursor is None:
            break
        request = replace(request, cursor=page.next_cursor)
    yield ics_export.FOOT
