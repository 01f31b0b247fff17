"""How does what the user changed of an event get into its calendar elsewhere? By a job of the change: the object is
read, edited where the user changed the event, and written over exactly what was read (If-Match).

Whoever changed it there meanwhile is met: it is read again, what the user changed here is kept, the rest is theirs, and
the event says so (`elsewhere.note`). What is called off is marked so there (STATUS:CANCELLED), which keeps all else and
can be taken back; only what Steward itself put there and the user took back is deleted. What is erased here is not
touched there: erasure is of what Steward has, and its tombstone keeps it from coming back.

A server that is down leaves it waiting; each sync that goes well sends what waits.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID

from orchestrator.domain.world.calendar_files import editing as ics_edit
from orchestrator.domain.world.connections import outgoing, repository, service
from orchestrator.domain.world.connections.items import Events, Origin, Tally
from orchestrator.domain.world.connections.service import Reach, Work
from orchestrator.domain.world.events.recurrence import recurrence_set as recurrence
from orchestrator.domain.world.events.schemas import EventFields, WriteOut
from orchestrator.domain.world.events.service import events
from orchestrator.domain.world.events.sync import write_back
from orchestrator.domain.world.events.sync.write_back import Going
from orchestrator.integrations.calendars.dav import CALENDARS, DavClient, Read
from orchestrator.integrations.guarded.errors import ServerFailed
from orchestrator.kit.clock import Clock
from orchestrator.kit.ids import parse_id
from orchestrator.scheduling.handler import JobContext
from orchestrator.telemetry.logging import get_logger
from orchestrator.worker_processes.service import WorkerProcesses
from orchestrator.worker_processes.task import Run

MOST_TRIES: Final = 4
"""Times that an object is read anew because it changed between reading and writing."""
_LATER: Final = frozenset({408, 423, 425, 429, 507})
"""Refusals that may be over at another time."""
_FIELDS: Final = {
    "title": "title",
    "description": "description",
    "location_text": "place",
    "status": "status",
    "start_at": "time",
    "end_at": "time",
}
log = get_logger(__name__)


class Refused(Exception):
    """It can't be written, and trying again changes nothing; the message says why."""


@dataclass(frozen=True)
class Sending:
    """A change, and where it goes. `known`: the etag of the object as it was read last, None where there was none."""

    going: Going
    work: Work
    url: str
    calendar: str
    href: str
    known: str | None

    @property
    def uid(self) -> str:
        return str(self.going.row.external_id)


@dataclass
class Sent:
    """What is there now, None = nothing. `met`: what had been changed there too."""

    there: Read | None
    met: set[str] = field(default_factory=set)


async def write_out(
    context: JobContext, payload: WriteOut, *, reach: Reach, processes: WorkerProcesses, default_zone: str
) -> None:
    """Handler of `events.write_out`."""
    owner_id = context.owner_id
    assert owner_id is not None
    try:
        sending = await _prepared(context, owner_id, payload.event_id, default_zone)
        if sending is None:
            return
        sent = await _send(reach, sending, context.clock)
    except Refused as error:
        await _refuse(context, payload.event_id, str(error))
    except ServerFailed as error:
        assert sending is not None
        await _put_off(context, sending, error)
    else:
        await _keep(context, owner_id, sending, sent, processes.in_job)


async def _prepared(context: JobContext, owner_id: UUID, event_id: UUID, default_zone: str) -> Sending | None:
    """Raises Refused where its calendar may not be written to."""
    async with context.unit_of_work_of(owner_id) as tx:
        going = await write_back.going(tx, event_id)
        if going is None:
            return None
        collection_id = parse_id(str(going.row.source).partition(":")[2])
        found = await repository.collection(tx, collection_id) if collection_id else None
        if found is None or not (found[0].present and found[1].writable):
            raise Refused("That calendar can't be written to any more; it is changed here only.")
        collection, connection = found
        if going.row.absent_since is not None:
            raise Refused("It is no longer in that calendar; what you changed stays here.")
        work = await service.begin(tx, connection.id, default_zone=default_zone)
        there = await repository.object_of(tx, collection.id, str(going.row.external_id))
    assert work is not None
    href = there.href if there is not None else DavClient.path_of(collection.href, str(going.row.external_id))
    etag = there.etag if there is not None else None
    return Sending(going, work, collection.href, collection.name, href, etag)


# The server


async def _send(reach: Reach, sending: Sending, clock: Clock) -> Sent:
    """Raises ServerFailed, Refused."""
    client = reach.client(sending.work, service.web_address(sending.work.url))
    try:
        dav = DavClient(client, CALENDARS)
        met: set[str] = set()
        for _ in range(MOST_TRIES):
            there = await dav.get(sending.url, sending.href)
            if sending.going.gone:
                sent = await _taken_away(dav, sending, there)
            else:
                sent = await _written(dav, sending, there, clock, met)
            if sent is not None:
                return sent
    finally:
        await client.close()
    raise ServerFailed("The event goes on changing there. It is tried again later.", answered=412)


async def _written(dav: DavClient, sending: Sending, there: Read | None, clock: Clock, met: set[str]) -> Sent | None:
    """None where the object changed between reading and writing."""
    if there is None:
        if sending.known is not None:
            raise Refused("It is no longer in that calendar; what you changed stays here.")
        data = await asyncio.to_thread(outgoing.new_object, sending.going)
        answer = await dav.put(sending.url, sending.href, data)
    else:
        edited = await asyncio.to_thread(_edited, sending, there, clock)
        if edited.data is None:
            return Sent(there, met)
        met |= {_FIELDS[name] for name in edited.met}
        answer = await dav.put(sending.url, sending.href, edited.data, etag=there.etag)
    if answer.status == 412:
        return None
    return Sent(await dav.get(sending.url, sending.href), met)  # as the server keeps it


async def _taken_away(dav: DavClient, sending: Sending, there: Read | None) -> Sent | None:
    if there is None:
        return Sent(None)
    if sending.known and there.etag != sending.known:
        raise Refused("It was changed in that calendar meanwhile, so it stays there.")
    answer = await dav.delete(sending.url, sending.href, etag=there.etag)
    return None if answer.status == 412 else Sent(None)


def _edited(sending: Sending, there: Read, clock: Clock) -> ics_edit.Edited:
    """Raises Refused."""
    row, zone = sending.going.row, sending.work.zone
    base = ics_edit.read_last(sending.going.base, sending.uid, zone)
    named = sending.going.places
    try:
        rules = row.recurrence and recurrence.lines_of(
            row.recurrence, start=row.start_at, zone=row.timezone, all_day=row.all_day
        )
        ours = ics_edit.Ours(
            uid=sending.uid,
            names=sending.going.names,
            fields={
                "title": row.title,
                "description": row.description,
                "location_text": outgoing.place_of(sending.going),
                "status": row.status,
                "busy": row.busy,
            },
            start=row.start_at,
            end=row.end_at,
            zone=row.timezone,
            all_day=row.all_day,
            floating=zone,
            rules=rules or None,
            overrides=[_with_place(one, named) for one in row.overrides],
            known=[
                (str(one["recurrence_id"]), bool(one.get("following"))) for one in (base or {}).get("overrides", ())
            ],
        )
        return ics_edit.edited(there.data, ours, base=base, now=clock.now())
    except (ValueError, OverflowError) as error:
        raise Refused(f"It could not be changed in that calendar: {error}.") from error


def _with_place(one: Mapping[str, Any], named: Mapping[UUID, str]) -> Mapping[str, Any]:
    """An occurrence with the name of its place."""
    place = named.get(UUID(one["place_id"])) if one.get("place_id") else None
    return {**one, "location_text": place} if place is not None and not one.get("location_text") else one


# What came of it


async def _keep(context: JobContext, owner_id: UUID, sending: Sending, sent: Sent, run: Run) -> None:
    """What the server has now is taken in like at a sync, so that the next one finds nothing new."""
    work, event_id, number = sending.work, sending.going.row.id, sending.going.number
    collection_id = UUID(str(sending.going.row.source).partition(":")[2])
    origin = Origin(work.id, str(sending.going.row.source), work.zone, sending.calendar)
    items = Events(owner_id, origin, Tally(), run)
    (parsed,) = await items.parse([sent.there.data]) if sent.there is not None else (None,)
    tx = context.tx
    if not await service.hold(tx, work):
        return  # changed or erased: what waits is looked at again when it is read
    if sent.there is None or parsed is None:
        await repository.drop_objects(tx, collection_id, [sending.href])
    else:
        kept = (sending.href, sent.there.etag, sending.uid)
        await repository.keep_objects(tx, collection_id, [kept])
        await items.take(tx, parsed.items)
        for one in parsed.items:
            if one.uid == sending.uid and one.fields is not None:
                told = EventFields.model_validate({"overrides": [], **one.fields})
                columns = await events.columns(tx, told, work.zone)
                await write_back.settle(tx, event_id, columns)
    note = None
    if sent.met:
        told_fields = ", ".join(sorted(sent.met))
        note = f"It had been changed there meanwhile too ({told_fields}); what you changed here was kept."
    await write_back.written(tx, event_id, number=number, note=note)


async def _refuse(context: JobContext, event_id: UUID, why: str) -> None:
    tx = context.tx
    going = await write_back.going(tx, event_id)
    if going is not None:
        await write_back.refused(tx, event_id, going.number, why)


async def _put_off(context: JobContext, sending: Sending, error: ServerFailed) -> None:
    """It waits, or will never be; a server that can't be reached or refuses the password is its connection's state."""
    log.info("event not written", answered=error.answered, attention=error.attention)
    status = error.answered
    event_id, number = sending.going.row.id, sending.going.number
    tx = context.tx
    if status is not None and 400 <= status < 500 and status != 401 and status not in {*_LATER, 412}:
        await write_back.refused(tx, event_id, number, error.detail)
        return
    await write_back.waits(tx, event_id, error.detail)
    if status is None or status == 401:
        await service.failed(tx, sending.work, error)
