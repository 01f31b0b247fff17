"""What becomes of an erased event in the calendar that it came from: does it stay there, or is it taken away there too?

Erasing here touches nothing elsewhere (docs/decisions/0034, 0052); the receipt says where the event still is. Who asks
for it has it taken away there first: over exactly what was read here last, so that what was changed there meanwhile is
told instead of lost. A server that can't be asked gets it later: what is to be taken away waits in
`connection_removals`, and each sync that goes well sends what waits.
"""

import asyncio
from dataclasses import dataclass
from typing import Any, Final, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict

from orchestrator.db.tx import Tx
from orchestrator.domain.world.connections import repository, service
from orchestrator.domain.world.connections.model import Removal
from orchestrator.domain.world.connections.service import Reach, Work
from orchestrator.errors import Conflict, VersionConflict
from orchestrator.integrations.calendars.dav import CALENDARS, DavClient
from orchestrator.integrations.guarded.errors import ServerFailed
from orchestrator.kit.ids import parse_id
from orchestrator.scheduling.async_jobs import Item, JobType, enqueue, enqueue_many
from orchestrator.scheduling.handler import JobContext

ATTEMPTS: Final = 5
JOB_TIMEOUT_S: Final = 300.0
ANSWER_WITHIN_S: Final = 15.0
"""For as long a request waits for the calendar's server; a job has longer."""
MOST_TRIES: Final = 3
"""Times that an object is looked at anew because it changed between looking and taking away."""
_FOR_NOW: Final = frozenset({401, 408, 423, 425, 429, 507})
"""Refusals that may be over at another time, or when the user has given the password."""

State = Literal["stays", "would_be_deleted", "deleted", "waiting"]


class ElsewhereGone(BaseModel):
    """Of an erased event that is in a calendar elsewhere: what becomes of it there. `stays`: it is there as before;
    `would_be_deleted` (of a dry run), `deleted`; `waiting`: its server can't be asked now, `job_id` goes on trying."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "calendar": "Work",
                    "account": "dav.example.org",
                    "state": "deleted",
                    "detail": "It is gone there too.",
                }
            ]
        }
    )

    calendar: str
    account: str
    state: State
    detail: str
    job_id: UUID | None = None


class TakeAway(BaseModel):
    """Payload of `connections.take_away`."""

    removal_id: UUID


TAKE_AWAY: JobType[Any] = JobType("connections.take_away", TakeAway, max_attempts=ATTEMPTS, timeout_s=JOB_TIMEOUT_S)
"""Take an object away from a calendar elsewhere whose event is erased here."""


class RemovalRefused(Exception):
    """It will not be taken away there; the message says why."""


@dataclass(frozen=True)
class There:
    """An event in a calendar elsewhere. `writable`: it may be taken away there; `work`: None where it may not; `known`:
    the etag that was read last, None where the object was never read."""

    calendar: str
    account: str
    writable: bool
    collection_id: UUID | None = None
    url: str = ""
    href: str = ""
    known: str | None = None
    work: Work | None = None

    def told(self, state: State, detail: str, job_id: UUID | None = None) -> ElsewhereGone:
        """As the receipt says it."""
        return ElsewhereGone(calendar=self.calendar, account=self.account, state=state, detail=detail, job_id=job_id)


async def there(tx: Tx, source: str | None, uid: str | None) -> There | None:
    """Where the event of this source and external id is beside here; None for one that is here alone, or came as a
    file."""
    kind, _, named = (source or "").partition(":")
    known = parse_id(named)
    if known is None or uid is None:
        return None
    if kind == "ics":
        feed = await repository.find(tx, known)
        host = service.host_of(feed.url) if feed is not None else ""
        return There(feed.name or host, host, writable=False) if feed is not None else None
    found = await repository.collection(tx, known) if kind == "caldav" else None
    if found is None or not found[0].present:
        return None
    collection, connection = found
    account = connection.name or service.host_of(connection.url)
    if not connection.writable:
        return There(collection.name, account, writable=False)
    own = await repository.object_of(tx, collection.id, uid)
    href = own.href if own is not None else DavClient.path_of(collection.href, uid)
    work = await service.begin(tx, connection.id, default_zone="UTC")
    etag = own.etag if own is not None else None
    return There(
        collection.name,
        account,
        writable=True,
        collection_id=collection.id,
        url=collection.href,
        href=href,
        known=etag,
        work=work,
    )


def staying(one: There) -> ElsewhereGone:
    """What a receipt says of an event that is erased here alone."""
    how = "With `?remote=true` it is deleted there too." if one.writable else "Steward may not write there."
    return one.told("stays", f"It stays in the calendar “{one.calendar}” ({one.account}). {how}")


def check_writable(one: There) -> None:
    """Raises Conflict `read_only_calendar` where the event can't be taken away there."""
    if not one.writable:
        told = (
            f"The calendar “{one.calendar}” ({one.account}) can't be written to, so nothing was erased. Delete the "
            "event there, or erase it here alone (without `remote`)."
        )
        raise Conflict("read_only_calendar", told)


async def take_away(reach: Reach, one: There) -> bool:
    """Take it away there; no transaction is open meanwhile. False where its server can't be asked now. Raises
    VersionConflict where it was changed there since it was read, Conflict where its server refuses."""
    assert one.work is not None
    try:
        async with asyncio.timeout(ANSWER_WITHIN_S):
            await _deleted(reach, one.work, one.url, one.href, one.known)
    except TimeoutError:
        return False
    except RemovalRefused as error:
        told = f"{error} Nothing was erased: look at it there, or have the connection read, and delete it again."
        raise VersionConflict(told) from error
    except ServerFailed as error:
        status = error.answered
        if status is not None and 400 <= status < 500 and status not in _FOR_NOW:
            raise Conflict("calendar_refused", f"{error.detail} Nothing was erased.") from error
        return False
    return True


async def was_taken(tx: Tx, one: There) -> None:
    """It is gone there: the next sync finds nothing new in that."""
    assert one.collection_id is not None
    await repository.drop_objects(tx, one.collection_id, [one.href])


async def take_later(tx: Tx, one: There) -> UUID:
    """Let it be taken away there once its server can be asked; answers the job."""
    assert one.collection_id is not None
    removal = await repository.add_removal(tx, one.collection_id, one.href, one.known)
    return await enqueue(
        tx.session, TAKE_AWAY, TakeAway(removal_id=removal), owner_id=tx.owner_id, dedupe_key=str(removal)
    )


async def send_waiting(tx: Tx, connection_id: UUID) -> None:
    """Have what waits for the calendars of this connection taken away now."""
    found = await repository.collections(tx, [connection_id])
    waiting = await repository.removals(tx, [one.id for one in found])
    await enqueue_many(
        tx.session, TAKE_AWAY, [Item(TakeAway(removal_id=one), tx.owner_id, str(one)) for one in waiting]
    )


async def run(context: JobContext, payload: TakeAway, *, reach: Reach) -> None:
    """Handler of `connections.take_away`. Raises ServerFailed where it is to be tried again, RemovalRefused."""
    owner_id = context.owner_id
    assert owner_id is not None
    async with context.unit_of_work_of(owner_id) as tx:
        removal = await repository.removal(tx, payload.removal_id)
        found = await repository.collection(tx, removal.collection_id) if removal is not None else None
        if removal is None or found is None:
            return
        collection, connection = found
        work = await service.begin(tx, connection.id, default_zone="UTC")
    assert work is not None
    try:
        if removal.refused is not None:
            raise RemovalRefused(removal.refused)
        if not (collection.present and connection.writable):
            raise RemovalRefused("That calendar can't be written to any more; the event stays there.")
        await _deleted(reach, work, collection.href, removal.href, removal.etag)
    except RemovalRefused as error:
        async with context.unit_of_work_of(owner_id) as tx:
            await repository.refuse_removal(tx, removal.id, str(error))
        raise
    await _settled(context.tx, removal)


async def _settled(tx: Tx, removal: Removal) -> None:
    await repository.drop_objects(tx, removal.collection_id, [removal.href])
    await repository.drop_removal(tx, removal.id)


async def _deleted(reach: Reach, work: Work, url: str, href: str, known: str | None) -> None:
    """Delete the object, if it is still what was read (`known`). Raises RemovalRefused, ServerFailed."""
    client = reach.client(work, service.web_address(work.url))
    try:
        dav = DavClient(client, CALENDARS)
        for _ in range(MOST_TRIES):
            found = await dav.get(url, href)
            if found is None:
                return
            if known and found.etag != known:
                raise RemovalRefused("It was changed in that calendar meanwhile, so it stays there.")
            answer = await dav.delete(url, href, etag=found.etag)
            if answer.status != 412:
                return
    finally:
        await client.close()
    raise ServerFailed("The event goes on changing there. It is tried again later.", answered=412)
