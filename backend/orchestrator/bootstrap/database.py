"""How is the database opened, and what keeps it from being opened?"""

import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from orchestrator.bootstrap.background import run_beside
from orchestrator.db.follower import Follower, Reads
from orchestrator.db.migrate import migrate
from orchestrator.db.postgres.embedded import EmbeddedPostgres
from orchestrator.db.session import Database
from orchestrator.errors import OperatorError
from orchestrator.settings import Settings
from orchestrator.telemetry.logging import get_logger
from orchestrator.telemetry.metrics import METRICS

log = get_logger(__name__)


@dataclass(frozen=True)
class OpenedDatabase:
    """`alone`: no other process used it when it was opened (known of the embedded one only), `opened_at` on the
    monotonic clock: what was at work before is dead."""

    database: Database
    alone: bool
    opened_at: float
    reads: Reads


@asynccontextmanager
async def opened_database(settings: Settings) -> AsyncIterator[OpenedDatabase]:
    """The database, reachable and migrated. Raises DatabaseUnavailable, MigrationFailed, and OperatorError where a
    restore was broken off."""
    if (mark := restoring_mark(settings)).is_file():
        backup = mark.read_text("utf-8").strip()
        raise OperatorError(f"restoring {settings.home} was broken off; run again: steward restore {backup}")
    async with AsyncExitStack() as stack:
        dumps: Path | None = None
        alone = False
        opened_at = time.monotonic()
        if settings.database_url is None:
            server = await stack.enter_async_context(EmbeddedPostgres(settings.home))
            url, dumps, alone = server.url, server.dumps, server.alone
            run_beside(stack, server.keep(), "embedded Postgres")
        else:
            settings.home.mkdir(mode=0o700, parents=True, exist_ok=True)
            url = settings.database_url.get_secret_value()
        direct = settings.direct_database_url or url
        applied = await migrate(direct, dump_to=dumps)
        if applied:
            log.info("migrated", applied=len(applied))
        database = Database(url, pooled=settings.pooled, direct_url=direct)
        stack.push_async_callback(database.close)
        METRICS.watch_pool(database.connections_in_use)
        yield OpenedDatabase(database, alone, opened_at, await _reads(stack, settings, database))


async def _reads(stack: AsyncExitStack, settings: Settings, primary: Database) -> Reads:
    """With the follower, where there is one; that it can't be reached keeps nothing from starting."""
    if settings.database_read_url is None:
        return Reads(primary)
    database = Database(settings.database_read_url.get_secret_value(), pooled=settings.pooled)
    stack.push_async_callback(database.close)
    follower = Follower(primary, database)
    await follower.look()
    METRICS.follower_lag.set_function(lambda: follower.lag_s)
    run_beside(stack, follower.keep(), "follower of the database")
    return Reads(primary, follower)


def restoring_mark(settings: Settings) -> Path:
    """A file that stands while the home is restored; it holds the path of the backup."""
    return settings.home / "restoring"
