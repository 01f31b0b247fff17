"""Who commits? The unit of work, and nobody else.

`async with database.unit_of_work() as session:` opens one transaction, runs what asked to be flushed last (the search
index, so that two writers of one user take its lock as late as possible), and commits; an exception rolls all of it
back.
"""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import QueuePool
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker, create_async_engine

BeforeCommit = Callable[[AsyncSession], Awaitable[None]]
_BEFORE_COMMIT = "steward_before_commit"
_AFTER_COMMIT = "steward_after_commit"
POOL_SIZE = 10
POOL_OVERFLOW = 20
POOL_TIMEOUT_S = 30


class Database:
    """The engine and its unit of work; one per process."""

    def __init__(self, url: str, *, pool_size: int = POOL_SIZE, connect_args: dict[str, Any] | None = None) -> None:
        self.url = url
        self.engine: AsyncEngine = create_async_engine(
            url,
            pool_size=pool_size,
            max_overflow=POOL_OVERFLOW,
            pool_timeout=POOL_TIMEOUT_S,
            hide_parameters=True,  # an error in a log must not quote what a person wrote
            pool_pre_ping=True,  # a restarted Postgres costs the next caller one reconnect, not an error
            json_serializer=lambda value: json.dumps(value, ensure_ascii=False, separators=(",", ":")),
            connect_args=connect_args or {},
        )
        self._sessions = async_sessionmaker(self.engine, expire_on_commit=False)

    @asynccontextmanager
    async def unit_of_work(self) -> AsyncIterator[AsyncSession]:
        """One transaction: committed at the end, rolled back whole on an exception."""
        async with self._sessions() as session:
            yield session
            await session.flush()
            for key in list(session.info.get(_BEFORE_COMMIT, {})):
                await session.info[_BEFORE_COMMIT][key](session)
            await session.commit()
            for callback in session.info.get(_AFTER_COMMIT, ()):
                callback()

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


def after_commit(session: AsyncSession, callback: Callable[[], None]) -> None:
    """Run `callback` once this unit of work is committed (never when it is rolled back)."""
    session.info.setdefault(_AFTER_COMMIT, []).append(callback)
