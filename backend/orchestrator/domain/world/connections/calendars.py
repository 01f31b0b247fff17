"""Which calendars elsewhere may be written to, and how is an event written there exactly once?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal
from uuid import UUID

from orchestrator.agent.ports.unit_of_work import UnitOfWork
from orchestrator.db.tx import Tx, owned
from orchestrator.domain.world.connections import repository, service
from orchestrator.domain.world.connections.outgoing import calendar_object
from orchestrator.domain.world.connections.service import Reach, Work
from orchestrator.domain.world.events.sync import write_back
from orchestrator.errors import ToolFailed
from orchestrator.integrations.calendars.dav import CALENDARS, DavClient
from orchestrator.integrations.guarded.errors import ServerFailed
from orchestrator.kit.clock import Clock
from orchestrator.kit.ids import parse_id

Found = Literal["there", "absent", "unclear"]


@dataclass(frozen=True)
class Writable:
    """A calendar that may be written to. `source`: that of its events."""

    id: UUID
    name: str
    account: str
    source: str


async def writable(tx: Tx) -> Sequence[Writable]:
    """The user's, by name."""
    rows = await repository.writable(tx)
    return [
        Writable(
            one.id, one.name, connection.name or service.host_of(connection.url), service.source_of("caldav", one.id)
        )
        for one, connection in rows
    ]


class CalendarWriter:
    """Writes into the users' calendars elsewhere. No transaction is open while a server is asked."""

    def __init__(self, reach: Reach, unit_of_work: UnitOfWork, clock: Clock) -> None:
        self._reach = reach
        self._unit_of_work = unit_of_work
        self._clock = clock

    async def write(self, owner_id: UUID, frozen: Mapping[str, Any]) -> None:
        """Write the event of frozen arguments as a new object; one that is there already is the same, of an attempt
        that broke off. Raises ToolFailed where nothing was written, TimeoutError where that is not known."""
        work, url = await self._target(owner_id, frozen)
        data = calendar_object(frozen, now=self._clock.now())
        try:
            client = self._reach.client(work, service.web_address(work.url))
        except ServerFailed as error:
            raise ToolFailed(error.detail) from error
        try:
            dav = DavClient(client, CALENDARS)
            href = dav.path_of(url, str(frozen["external_id"]))
            try:
                answer = await dav.put(url, href, data)
            except ServerFailed as error:
                await self._sure(dav, url, href, frozen, error)
                return
            if answer.status == 412 and await self._looked_up(dav, url, href, frozen) != "there":
                raise ToolFailed("Something else is in that place of the calendar; nothing was written.")
        finally:
            await client.close()

    async def find(self, owner_id: UUID, frozen: Mapping[str, Any]) -> Found:
        """Whether the event is in its calendar."""
        try:
            work, url = await self._target(owner_id, frozen)
            client = self._reach.client(work, service.web_address(work.url))
        except (ToolFailed, ServerFailed):
            return "unclear"
        try:
            dav = DavClient(client, CALENDARS)
            return await self._looked_up(dav, url, dav.path_of(url, str(frozen["external_id"])), frozen)
        finally:
            await client.close()

    async def wrote(self, tx: Tx, frozen: Mapping[str, Any]) -> None:
        """Let the next sync know the object as one that it has to read."""
        collection_id = UUID(frozen["collection_id"])
        found = await repository.collection(tx, collection_id)
        if found is not None:
            href = DavClient.path_of(found[0].href, str(frozen["external_id"]))
            await repository.keep_objects(tx, collection_id, [(href, "", str(frozen["external_id"]))])
        await write_back.look_again(tx, UUID(str(frozen["id"])))

    async def _target(self, owner_id: UUID, frozen: Mapping[str, Any]) -> tuple[Work, str]:
        """Raises ToolFailed where it may not be written to any more."""
        collection_id = parse_id(frozen["collection_id"])
        async with owned(self._unit_of_work(), owner_id) as tx:
            found = await repository.collection(tx, collection_id) if collection_id else None
            if found is None or not (found[0].present and found[1].writable):
                raise ToolFailed("That calendar can't be written to any more; nothing was written.")
            work = await service.begin(tx, found[1].id, default_zone="UTC")
        assert work is not None
        return work, found[0].href

    async def _sure(self, dav: DavClient, url: str, href: str, frozen: Mapping[str, Any], error: ServerFailed) -> None:
        """After a write that failed: is it there all the same? Raises ToolFailed where not, TimeoutError where nobody
        can tell."""
        refused = error.answered is not None and 400 <= error.answered < 500
        found = "absent" if refused else await self._looked_up(dav, url, href, frozen)
        if found == "absent":
            raise ToolFailed(f"{error.detail} Nothing was written.") from error
        if found == "unclear":
            raise TimeoutError

    async def _looked_up(self, dav: DavClient, url: str, href: str, frozen: Mapping[str, Any]) -> Found:
        try:
            there = await dav.get(url, href)
        except ServerFailed:
            return "unclear"
        if there is None:
            return "absent"
        return "there" if str(frozen["external_id"]).encode() in there.data else "unclear"
