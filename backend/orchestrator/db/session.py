"""Who commits? The unit of work, and nobody else.

`async with database.unit_of_work_of(owner_id) as tx:` opens one transaction of an owner's (db/tx.py), `unit_of_work()`
one of nobody's. At its end it runs what asked to be flushed last (the search index, so that two writers of one user
take its lock as late as possible), and commits; an exception rolls all of it back.
"""

import asyncio
import json
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from contextvars import ContextVar
from functools import partial
from typing import Any, cast
from uuid import UUID
from weakref import WeakValueDictionary

from sqlalchemy import Connection, PoolProxiedConnection, QueuePool, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DisconnectionError, EmulatedDBAPIException
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, AsyncSession, async_sessionmaker, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from orchestrator.db.kept import KEPT, Kept
from orchestrator.db.locks import owners_locked
from orchestrator.db.pooling import pooled_url
from orchestrator.db.retry import stored
from orchestrator.db.tx import Tx
from orchestrator.errors import NotReady

BeforeCommit = Callable[[], Awaitable[None]]
AfterCommit = Callable[[], Awaitable[None] | None]
_BEFORE_COMMIT = "steward_before_commit"
_AFTER_COMMIT = "steward_after_commit"
POOL_SIZE = 10
POOL_OVERFLOW = 20
POOL_TIMEOUT_S = 30
SHARE_OF_ONE = 20
"""So many of the pool's connections one owner has at most. Writers of one owner wait for each other, each with its
connection: all of them would be taken by somebody who sends many writes at once, and nobody else could come in."""
STATEMENTS_KEPT = 400
"""So many prepared statements a connection keeps; the driver's 100 are fewer than the statements of all slices."""
PING_AFTER_S = 1.0
"""A connection at rest for so long is asked whether it still lives; of one in use the driver notices when it ends."""
_RESTING_SINCE = "steward_resting_since"
_WROTE = "steward_wrote"
_OWNER = "steward_owner"
WRITERS_KEPT = 100_000
"""Owners of whom it is known when they wrote last, some ten megabytes."""
_placed: ContextVar[bool] = ContextVar("steward_placed", default=False)
"""Whether this task, or the one that began it, is within a transaction of an owner's."""
_READING = ("select", "savepoint", "release", "rollback", "set ")
"""How statements begin that store nothing; what begins otherwise counts as a write."""


class Database:
    """The engine and its unit of work; one per process."""

    def __init__(
        self,
        url: str,
        *,
        pool_size: int = POOL_SIZE,
        overflow: int = POOL_OVERFLOW,
        pool_timeout_s: float = POOL_TIMEOUT_S,
        ping_after_s: float = PING_AFTER_S,
        connect_args: dict[str, Any] | None = None,
        pooled: bool = False,
        direct_url: str | None = None,
    ) -> None:
        """`pooled`: `url` is a pooler's that keeps no session between transactions; `direct_url` goes past it."""
        self.url = url
        self.direct_url = direct_url or url
        self.pooled = pooled
        kept = {} if pooled else {"prepared_statement_cache_size": STATEMENTS_KEPT}
        self.engine: AsyncEngine = create_async_engine(
            pooled_url(url) if pooled else url,
            pool_size=pool_size,
            max_overflow=overflow,
            pool_timeout=pool_timeout_s,
            hide_parameters=True,  # an error in a log must not quote what a person wrote
            json_serializer=lambda value: json.dumps(value, ensure_ascii=False, separators=(",", ":")),
            connect_args=kept | (connect_args or {}),
        )
        event.listen(self.engine.sync_engine, "checkin", _rests)
        event.listen(self.engine.sync_engine, "checkout", partial(_must_live, ping_after_s=ping_after_s))
        event.listen(self.engine.sync_engine, "begin", _begins)
        event.listen(self.engine.sync_engine, "before_cursor_execute", _notes_writes)
        self._carried: dict[str, object] = {KEPT: Kept()}
        self._wrote_at: OrderedDict[UUID, float] = OrderedDict()
        self._shares: WeakValueDictionary[UUID, asyncio.Semaphore] = WeakValueDictionary()
        self._sessions = async_sessionmaker(self.engine, expire_on_commit=False, info=self._carried)

    def carry(self, key: str, thing: object) -> None:
        """Let every unit of work from now on have the thing in its `info`: for what is done before a commit, where no
        argument leads."""
        self._carried[key] = thing

    @asynccontextmanager
    async def unit_of_work(self) -> AsyncIterator[AsyncSession]:
        """One transaction: committed at the end, rolled back whole on an exception. Raises NotReady: no connection came
        free in time."""
        session = self._sessions()
        try:
            yield session
            if last := session.info.get(_BEFORE_COMMIT):
                await session.flush()
                for key in list(last):
                    await last[key]()
            if session.in_transaction():  # else nothing was asked of the database: most jobs of a burst
                if session.new or session.dirty or session.deleted:  # most read alone, or write by statements
                    await session.flush()
                wrote = bool(session.sync_session.connection().info.get(_WROTE))
                await session.commit()
                if wrote:
                    stored()
                    self._note_writers(session)
            if callbacks := session.info.get(_AFTER_COMMIT):
                await asyncio.shield(asyncio.create_task(_told(callbacks)))  # it is committed, whoever is cancelled
        except PoolTimeout as error:
            raise NotReady("Too much is done here at the same time. Try again in a moment.") from error
        finally:
            if session.in_transaction():
                await asyncio.shield(asyncio.create_task(session.close()))  # a second cancellation must not leak it
            else:
                session.sync_session.close()  # no connection is held: nothing to wait for

    @asynccontextmanager
    async def unit_of_work_of(self, owner_id: UUID) -> AsyncIterator[Tx]:
        """One transaction for the rows of one owner; committed and rolled back as any. It waits for its turn where that
        owner has SHARE_OF_ONE under way."""
        async with self._place(owner_id), self.unit_of_work() as session:
            session.info[_OWNER] = owner_id
            yield Tx(session, owner_id)

    @asynccontextmanager
    async def _place(self, owner_id: UUID) -> AsyncIterator[None]:
        """One of the owner's connections. Who is within one already does not wait for another: all could."""
        if _placed.get():
            yield
            return
        share = self._shares.setdefault(owner_id, asyncio.Semaphore(SHARE_OF_ONE))
        async with share:
            _placed.set(True)
            try:
                yield
            finally:
                _placed.set(False)  # no token: a stream may end in another context than it began in

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[AsyncSession]:
        """A unit of work for reading alone, all of it as the data stood at its first statement."""
        async with self.unit_of_work() as session:
            await session.connection(execution_options={"isolation_level": "REPEATABLE READ"})
            yield session

    @asynccontextmanager
    async def one_statement(self) -> AsyncIterator[AsyncConnection]:
        """For a single statement that is a transaction of its own: one round trip instead of three. Not through a
        pooler, which may have it prepared by one server process and carried out by another."""
        if self.pooled:
            async with self.engine.begin() as connection:
                yield connection
            return
        async with self.engine.connect() as connection:
            yield await connection.execution_options(isolation_level="AUTOCOMMIT")

    def wrote_lately(self, owner_id: UUID, within_s: float) -> bool:
        """Whether this process stored anything for the owner so lately."""
        at = self._wrote_at.get(owner_id)
        return at is not None and time.monotonic() - at <= within_s

    def _note_writers(self, session: AsyncSession) -> None:
        for owner_id in {*owners_locked(session), *([session.info[_OWNER]] if _OWNER in session.info else [])}:
            self._wrote_at[owner_id] = time.monotonic()
            self._wrote_at.move_to_end(owner_id)
        while len(self._wrote_at) > WRITERS_KEPT:
            self._wrote_at.popitem(last=False)

    def connections_in_use(self) -> float:
        """How many connections of the pool are at work."""
        pool = self.engine.sync_engine.pool
        return float(pool.checkedout()) if isinstance(pool, QueuePool) else 0.0

    async def close(self) -> None:
        """Give back all connections."""
        await self.engine.dispose()


def before_commit(session: AsyncSession, key: str, callback: BeforeCommit) -> None:
    """Run `callback` last in this unit of work; a second registration under `key` is ignored."""
    session.info.setdefault(_BEFORE_COMMIT, {}).setdefault(key, callback)


def after_commit(session: AsyncSession, callback: AfterCommit) -> None:
    """Run `callback` once this unit of work is committed (never when it is rolled back), and await what it answers."""
    session.info.setdefault(_AFTER_COMMIT, []).append(callback)


async def _told(callbacks: Sequence[AfterCommit]) -> None:
    for callback in callbacks:
        if (more := callback()) is not None:
            await more


def _begins(connection: Connection) -> None:
    connection.info.pop(_WROTE, None)


def _notes_writes(connection: Connection, _: Any, statement: str, *__: Any) -> None:
    if not statement.lstrip()[:9].lower().startswith(_READING):
        connection.info[_WROTE] = True


def _rests(_: DBAPIConnection | None, entry: ConnectionPoolEntry) -> None:
    entry.info[_RESTING_SINCE] = time.monotonic()


def _must_live(
    connection: DBAPIConnection, entry: ConnectionPoolEntry, _: PoolProxiedConnection, *, ping_after_s: float
) -> None:
    """A restarted Postgres costs the next caller one reconnect, not an error. Not `pool_pre_ping`: it costs three round
    trips a transaction, a third of those of a turn (docs/decisions/0007)."""
    driver: Any = entry.driver_connection
    if driver.is_closed():
        raise DisconnectionError
    now = time.monotonic()
    if now - entry.info.get(_RESTING_SINCE, now) > ping_after_s:
        try:
            cast("Any", connection).ping()
        except (EmulatedDBAPIException, OSError) as error:
            raise DisconnectionError from error
