"""How does an idle worker learn of a due job at once? It listens to Postgres; polling stands behind it."""

import asyncio
from typing import Any

import asyncpg
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from orchestrator.scheduling.async_jobs import CHANNEL
from orchestrator.telemetry.logging import get_logger

RECONNECT_S = 2.0

log = get_logger(__name__)


async def listen(database_url: str, awake: asyncio.Event) -> None:
    """Set `awake` at every notification, until cancelled. A lost connection is made again; what was notified meanwhile
    is found by polling."""
    engine = create_async_engine(database_url, poolclass=NullPool)  # never a connection that somebody else waits for
    try:
        while True:
            try:
                await _listen_once(engine, awake)
            except (OSError, SQLAlchemyError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                log.warning("job_notifications_lost", error=str(error))
            await asyncio.sleep(RECONNECT_S)
    finally:
        await engine.dispose()


async def _listen_once(engine: Any, awake: asyncio.Event) -> None:
    """Until the connection ends."""
    ended = asyncio.Event()
    async with engine.connect() as connection:
        driver = (await connection.get_raw_connection()).driver_connection

        def notified(*_: object) -> None:
            awake.set()

        def terminated(*_: object) -> None:
            ended.set()

        driver.add_termination_listener(terminated)
        await driver.add_listener(CHANNEL, notified)
        awake.set()  # what was enqueued before we listened
        try:
            await ended.wait()
        finally:
            if not driver.is_closed():
                driver.remove_termination_listener(terminated)
                await driver.remove_listener(CHANNEL, notified)
