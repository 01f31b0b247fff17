"""Which servers does this process hold a connection to? Started when they are first needed, listed before each call,
and rested where they fail. One that is hostile goes into quarantine, and its owner is told.

No transaction is held while a server is waited for.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeVar
from uuid import UUID

from orchestrator.agent.ports.notifications import Notifier, Push
from orchestrator.agent.ports.unit_of_work import UnitOfWork
from orchestrator.db.retry import retry_on_disconnect
from orchestrator.db.tx import Tx, owned
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.work.mcp_servers import authorizing, recording, repository, service
from orchestrator.domain.work.mcp_servers.schemas import KIND
from orchestrator.domain.work.mcp_servers.service import Config
from orchestrator.domain.world.connections.service import Reach
from orchestrator.errors import ClientError
from orchestrator.integrations.mcp_client.oauth import OAuth
from orchestrator.integrations.mcp_client.port import (
    CallOutcome,
    Connection,
    Connector,
    Fault,
    Launch,
    Listing,
    McpFailed,
)
from orchestrator.language.messages import say
from orchestrator.telemetry.logging import get_logger

PATIENCE_S: Final = 6.0
"""Who made or checks a server waits so long, and is answered within 10 s whatever it does."""
IDLE_S: Final = 1_800.0
"""A connection that nobody used for so long is closed; it is started again when it is needed."""
MOST_HELD: Final = 24
"""Connections of one process, all users' together: each is a process of 30 MB beside the server's own."""
STILL_STARTING = "It has not answered yet; it is waited for a little longer."
FAILURES: Final = 3
WITHIN_S: Final = 300.0
FIRST_REST_S: Final = 30.0
LONGEST_REST_S: Final = 3_600.0

T = TypeVar("T")

log = get_logger(__name__)


class Circuit:
    """May a server that failed be asked again yet? FAILURES within WITHIN_S rest it, longer each time; after a rest one
    attempt decides. `clock`: seconds that only grow."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._failed: deque[float] = deque(maxlen=FAILURES)
        self._until = 0.0
        self._rest_s = FIRST_REST_S

    @property
    def rests_s(self) -> float:
        """Seconds until it may be tried again: then one attempt decides."""
        return max(0.0, self._until - self._clock())

    def failed(self) -> None:
        """It could not be used."""
        now = self._clock()
        self._failed.append(now)
        if len(self._failed) == FAILURES and now - self._failed[0] <= WITHIN_S:
            self._until = now + self._rest_s
            self._rest_s = min(self._rest_s * 2, LONGEST_REST_S)

    def worked(self) -> None:
        """It could."""
        self._failed.clear()
        self._until, self._rest_s = 0.0, FIRST_REST_S


@dataclass
class Held:
    """What is known of one server here. `lock`: it is started and listed by one at a time; `launch`: what it
    was started with."""

    owner_id: UUID
    server_id: UUID
    circuit: Circuit
    connection: Connection | None = None
    launch: Launch | None = None
    used_at: float = 0.0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def warm(self) -> Connection | None:
        """The connection where there is one that lives."""
        return self.connection if self.connection is not None and self.connection.alive else None


class LiveServers:
    """Holds them; `close` it."""

    def __init__(
        self, connector: Connector, unit_of_work: UnitOfWork, reach: Reach, notifier: Notifier | None = None
    ) -> None:
        self._connector = connector
        self._unit_of_work = unit_of_work
        self.reach = reach
        self._notifier = notifier
        self._held: dict[UUID, Held] = {}
        self._under_way: set[asyncio.Future[Any]] = set()

    def unit_of_work_of(self, owner_id: UUID) -> AbstractAsyncContextManager[Tx]:
        """A transaction for the rows of one owner."""
        return owned(self._unit_of_work(), owner_id)

    # --- what is asked of one

    async def check(self, owner_id: UUID, server_id: UUID, *, within_s: float = PATIENCE_S) -> None:
        """Start it where it is not running, and list its tools, as its owner asks; what came of it stands in its row.
        Where that takes longer it goes on without whoever asked. Raises NotFound."""
        held = self._of(owner_id, server_id)
        held.circuit.worked()
        task = self._keep(self._listed(held, by_owner=True))
        done, _ = await asyncio.wait({task}, timeout=within_s)
        if not done:
            async with self.unit_of_work_of(owner_id) as tx:
                await recording.waits(tx, server_id, STILL_STARTING)
            return
        try:
            task.result()
        except McpFailed:
            return  # its row says so

    async def call(self, owner_id: UUID, tool_id: UUID, pin: str, arguments: Mapping[str, Any]) -> CallOutcome:
        """Call a tool once, if it is still what this pin is of. Raises McpFailed; `reached` says whether it may have
        done something."""
        async with self.unit_of_work_of(owner_id) as tx:
            tool = await repository.tool(tx, tool_id)
        if tool is None:
            raise McpFailed(Fault.REFUSED, "This tool is not there any more.")
        held = self._of(owner_id, tool.server_id)
        connection = await self._listed(held)
        async with self.unit_of_work_of(owner_id) as tx:
            tool = await repository.tool(tx, tool_id)
        if tool is None or not tool.usable or tool.pin != pin:
            raise McpFailed(
                Fault.REFUSED, "This tool changed since it was approved; it is off until that is done again."
            )
        held.used_at = _now()
        try:
            outcome = await connection.call(tool.name, arguments)
        except McpFailed as error:
            if error.fault is not Fault.FAILED or not connection.alive:
                await self._failed(held, error)
            raise
        held.used_at = _now()
        held.circuit.worked()
        return outcome

    async def forget(self, server_id: UUID) -> None:
        """End its connection: it was changed, stopped or erased."""
        held = self._held.pop(server_id, None)
        if held is not None and held.connection is not None:
            await held.connection.close()

    # --- all of them

    async def health(self) -> tuple[int, int]:
        """(well, unwell) of those that are warm, asked all at once; those that nobody used for long are closed."""
        there = [held for held in list(self._held.values()) if held.warm is not None and not held.lock.locked()]
        found = await asyncio.gather(*(self._probed(held) for held in there))
        return sum(found), len(found) - sum(found)

    async def try_again(self) -> int:
        """Those that should be in use and are not, where they are not rested; answers how many are well now."""
        async with self._unit_of_work() as session:
            wanted = await repository.to_be_tried(session)
        tried = [
            self._listed(held)
            for owner_id, server_id in wanted
            if not (held := self._of(owner_id, server_id)).circuit.rests_s and not held.lock.locked()
        ]
        found = await asyncio.gather(*tried, return_exceptions=True)
        for one in found:
            if isinstance(one, BaseException) and not isinstance(one, ClientError):
                raise one
        return sum(not isinstance(one, BaseException) for one in found)

    async def close(self) -> None:
        """End all of them, and what is under way."""
        for task in list(self._under_way):
            task.cancel()
        await asyncio.gather(*self._under_way, return_exceptions=True)
        connections = [one.connection for one in self._held.values() if one.connection is not None]
        self._held.clear()
        await asyncio.gather(*(one.close() for one in connections), return_exceptions=True)

    # --- inside

    def _of(self, owner_id: UUID, server_id: UUID) -> Held:
        held = self._held.get(server_id)
        if held is None:
            held = self._held[server_id] = Held(owner_id, server_id, Circuit(_now))
        return held

    async def _listed(self, held: Held, *, by_owner: bool = False) -> Connection:
        """The connection, started where it was not, with its tools as they are now in the rows. Raises McpFailed."""
        async with held.lock:
            async with self.unit_of_work_of(held.owner_id) as tx:
                config = await service.config(tx, self.reach, held.server_id, by_owner=by_owner)
            if held.circuit.rests_s:
                told = f"It failed several times and is tried again in {held.circuit.rests_s:.0f} s."
                raise McpFailed(Fault.REFUSED, told)
            try:
                listing = await self._admitted(held, config)
            except McpFailed as error:
                await self._failed(held, error)
                raise
            assert held.connection is not None
            connection = held.connection
            await self._stored(held, lambda tx: recording.went_well(tx, held.server_id, listing))
            held.circuit.worked()
            held.used_at = held.used_at or _now()
            return connection

    async def _admitted(self, held: Held, config: Config) -> Listing:
        """Its tools, as it lists them. A token is renewed before it ends, and once where it is refused before that: it
        was revoked, or nobody said when it ends. Raises McpFailed."""
        config = await self._authorized(held, config)
        try:
            return await self._listing(held, config)
        except McpFailed as error:
            there = config.authorization
            if error.fault is not Fault.UNAUTHORIZED or there is None or not there.refresh_token:
                raise
        return await self._listing(held, await self._authorized(held, config, refused=True))

    async def _authorized(self, held: Held, config: Config, *, refused: bool = False) -> Config:
        """With its token as its secret, renewed where that is due or it was refused. Raises McpFailed."""
        there = config.authorization
        if there is None:
            return config
        if refused or there.is_ending:
            there = renewed = await OAuth(config.launch.url, self.reach.hosts).renewed(there)
            await self._stored(held, lambda tx: authorizing.granted(tx, self.reach, held.server_id, renewed))
        return replace(config, authorization=there, launch=replace(config.launch, secret=there.access_token))

    async def _listing(self, held: Held, config: Config) -> Listing:
        """Raises McpFailed."""
        warm = held.warm
        if warm is not None and held.launch == config.launch:
            try:
                return await warm.tools()
            except McpFailed as error:
                if error.fault is not Fault.FAILED:
                    raise
                # it ended, or lost its session, since it was used last: that is no failure yet
        if held.connection is not None:
            await held.connection.close()
        await self._make_room()
        held.connection, held.launch = self._connector.connection(config.launch), config.launch
        return await held.connection.start()

    async def _make_room(self) -> None:
        """The one that was used the longest ago goes, where there are as many as there may be."""
        warm = [one for one in self._held.values() if one.warm is not None and not one.lock.locked()]
        if len(warm) >= MOST_HELD:
            await self._let_go(min(warm, key=lambda one: one.used_at))

    async def _let_go(self, held: Held) -> None:
        connection, held.connection = held.connection, None
        if connection is not None:
            await connection.close()

    async def _probed(self, held: Held) -> bool:
        connection = held.warm
        if connection is None:
            return False
        if _now() - held.used_at > IDLE_S:
            await self._let_go(held)
            return True
        try:
            await connection.probe()
        except McpFailed as error:
            await self._failed(held, error)
            return False
        return True

    async def _failed(self, held: Held, error: McpFailed) -> None:
        """Its row says so, and where it is no use any more its process goes."""
        held.circuit.failed()
        if error.fault is Fault.HOSTILE or held.warm is None or error.fault is Fault.TIMEOUT:
            await self._let_go(held)

        async def store(tx: Tx) -> None:
            if await recording.failed(tx, held.server_id, error):
                await self._notify(tx, held.server_id)

        await self._stored(held, store)
        log.warning("mcp_server_failed", server=str(held.server_id), fault=error.fault.value)

    async def _notify(self, tx: Tx, server_id: UUID) -> None:
        row = await repository.server(tx, server_id)
        reach = (await accounts.reach(tx.session, [tx.owner_id])).get(tx.owner_id)
        if self._notifier is None or row is None or reach is None:
            return
        push = Push(
            say("mcp_servers.quarantine_title", reach.locale),
            say("mcp_servers.quarantine_body", reach.locale, name=row.name),
            {"kind": "needs_input", "id": str(server_id), "url": f"/mcp-servers/{server_id}"},
            once=f"mcp_server:{server_id}:{row.updated_at:%Y-%m-%dT%H}",
            sources=((KIND, server_id),),
        )
        await self._notifier.notify(tx, push)

    async def _stored(self, held: Held, store: Callable[[Tx], Coroutine[Any, Any, T]]) -> T:
        async def once() -> T:
            async with self.unit_of_work_of(held.owner_id) as tx:
                return await store(tx)

        return await retry_on_disconnect(once)

    def _keep(self, work: Coroutine[Any, Any, T]) -> asyncio.Future[T]:
        """A task that goes on without whoever began it."""
        task = asyncio.ensure_future(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        task.add_done_callback(_seen)
        return task


def _seen(task: asyncio.Future[Any]) -> None:
    """What came of it stands in the row; asyncio need not say that nobody looked."""
    if not task.cancelled():
        task.exception()


def _now() -> float:
    return asyncio.get_running_loop().time()
