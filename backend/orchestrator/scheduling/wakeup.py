"""How does an idle worker learn of a due job at once? It listens to Postgres; polling stands behind it."""

import asyncio

from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from orchestrator.scheduling.async_jobs import CHANNEL


async def listen(database_url: str, awake: asyncio.Event) -> None:
    """Set `awake` at every notification, until the connection ends. Raises what the driver raises."""
    engine = create_async_engine(database_url, poolclass=NullPool)  # never a connection that somebody else waits for
    ended = asyncio.Event()

    def notified(*_: object) -> None:
        awake.set()

    def terminated(*_: object) -> None:
        ended.set()

    try:
        async with engine.connect() as connection:
            driver = (await connection.get_raw_connection()).driver_connection
            assert driver is not None
            driver.add_termination_listener(terminated)
            await driver.add_listener(CHANNEL, notified)
            awake.set()  # what was enqueued before we listened
            try:
                await ended.wait()
            finally:
                if not driver.is_closed():
                    driver.remove_termination_listener(terminated)
                    await driver.remove_listener(CHANNEL, notified)
    finally:
        await engine.dispose()
