"""Are files and database well? The home's modes, secrets, room on the disk, Postgres and what stands before it."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from orchestrator.bootstrap.kept_secrets import open_to_others
from orchestrator.bootstrap.vectors import chosen_embedder
from orchestrator.cli.doctor.findings import Check, halves
from orchestrator.cli.server.presence import running_at
from orchestrator.db.follower import Follower
from orchestrator.db.migrate import obstacles, pending
from orchestrator.db.postgres.embedded import EmbeddedPostgres
from orchestrator.db.session import Database
from orchestrator.domain.foundation.search.store import vectors
from orchestrator.domain.work.mcp_servers import service as mcp_servers
from orchestrator.domain.world.connections import service as connections
from orchestrator.errors import OperatorError
from orchestrator.kit.clock import SystemClock
from orchestrator.scheduling import status
from orchestrator.settings import Settings

LOW_DISK_BYTES = 1_000_000_000
FULL_DISK_BYTES = 100_000_000
SKEW_NOTED_S = 2.0
SKEW_BROKEN_S = 30.0
"""Leases are 30 s long: with more between the clocks of two machines they lose their meaning."""
FOLLOWER_LOOKS, FOLLOWER_PAUSE_S = 5, 0.5
"""A follower of a database in use is a moment behind at each look: a later one finds where the first was."""
GIB = 1024**3


def private(path: Path, mode: int) -> Check:
    """A file of the home is its owner's alone."""
    name = "home" if mode & 0o100 else path.name
    if (found := open_to_others(path, mode)) is not None:
        return Check(name, "broken", f"{path} is open to others ({found:03o})", f"chmod {mode:o} {path}")
    return Check(name, "ok", f"{path} is its owner's alone")


def disk(settings: Settings) -> Check:
    free = shutil.disk_usage(settings.home).free
    found = f"{free / GIB:.1f} GiB free beside {settings.home}"
    if free < FULL_DISK_BYTES:
        return Check(
            "disk",
            "broken",
            found,
            f"make room beside {settings.home}: Postgres stops when it can't write, and goes on by itself then",
        )
    if free < LOW_DISK_BYTES:
        return Check("disk", "note", found, "make room soon")
    return Check("disk", "ok", found)


async def database(settings: Settings) -> AsyncIterator[Check]:
    try:
        if settings.database_url is None:
            async with EmbeddedPostgres(settings.home) as server:
                async for check in _inside(server.url, settings):
                    yield check
        else:
            async for check in _inside(settings.direct_database_url or "", settings):
                yield check
            if settings.pooled:
                yield await _pooler(settings)
            if settings.database_read_url is not None:
                yield await _follower(settings, settings.database_read_url.get_secret_value())
    except (OperatorError, OSError, SQLAlchemyError) as error:
        advice = "see what it says above" if settings.embedded else "check STEWARD_DATABASE_URL and that server"
        yield Check("database", "broken", str(error), advice)


async def _pooler(settings: Settings) -> Check:
    """Whether transactions come through the pooler, several on one connection of ours."""
    assert settings.database_url is not None
    database = Database(settings.database_url.get_secret_value(), pooled=True)
    try:
        for _ in range(2):
            async with database.unit_of_work() as session:
                await session.execute(text("select 1"))
    except (OSError, SQLAlchemyError) as error:
        return Check("pooler", "broken", str(error), "check STEWARD_DATABASE_URL and the pooler there")
    finally:
        await database.close()
    return Check("pooler", "ok", "transactions come through STEWARD_DATABASE_URL")


async def _follower(settings: Settings, url: str) -> Check:
    """Whether it follows the database, and how closely."""
    primary, database = Database(settings.direct_database_url or ""), Database(url, pooled=settings.pooled)
    try:
        follower = Follower(primary, database)
        for _ in range(FOLLOWER_LOOKS):
            await follower.look()
            if follower.state != "lags":
                break
            await asyncio.sleep(FOLLOWER_PAUSE_S)
    finally:
        await database.close()
        await primary.close()
    advice = "what only reads is read from the database itself meanwhile; check STEWARD_DATABASE_READ_URL"
    if follower.state == "gone":
        return Check("follower", "broken", f"it can't be read from: {follower.why}", advice)
    if follower.state == "lags":
        return Check("follower", "note", "it does not keep up with the database", advice)
    return Check("follower", "ok", "it follows the database")


async def _inside(url: str, settings: Settings) -> AsyncIterator[Check]:
    """What the database itself says."""
    waiting = await pending(url)
    hindered = await obstacles(url) if waiting else []
    database = Database(url)
    try:
        async with database.unit_of_work() as session:
            row = (
                await session.execute(
                    text(
                        "select current_setting('server_version') as version, clock_timestamp() as now,"
                        " pg_database_size(current_database()) as size"
                    )
                )
            ).one()
            skew = (row.now - SystemClock().now()).total_seconds()
        kind = "embedded" if settings.embedded else "external"
        yield Check("database", "ok", f"PostgreSQL {row.version}, {kind}, {row.size / 1_000_000:.0f} MB")
        for why in hindered:
            yield Check("migrations", "broken", *halves(why))
        if waiting and not hindered:
            yield Check("migrations", "note", f"{len(waiting)} wait: {waiting[0]} …", "run steward migrate")
        if not waiting:
            yield Check("migrations", "ok", "the database is of this version")
        yield _skew(skew)
        if not waiting:
            yield await _jobs(database, settings)
            yield await _vectors(database, settings)
            async for check in _connections(database):
                yield check
            async for check in _mcp_servers(database):
                yield check
    finally:
        await database.close()


async def _connections(database: Database) -> AsyncIterator[Check]:
    """The feeds and accounts that could not be read the last time."""
    async with database.unit_of_work() as session:
        failing = await connections.failing(session)
    for kind, host, why in failing:
        yield Check("connection", "note", f"{kind} at {host}: {why}", "GET /connections tells more")


async def _mcp_servers(database: Database) -> AsyncIterator[Check]:
    """How many servers are used, and those that can't be used as they should."""
    async with database.unit_of_work() as session:
        used, troubles = await mcp_servers.count(session), await mcp_servers.troubles(session)
    if used:
        yield Check("mcp servers", "ok", f"{used} are used, {len(troubles)} of them not as they should")
    for name, state, why in troubles:
        yield Check("mcp server", "note", f"{name} is {state}: {why}", "POST /mcp-servers/{id}/check asks it again")


def _skew(seconds: float) -> Check:
    found = f"Postgres and this machine are {abs(seconds):.2f} s apart"
    if abs(seconds) > SKEW_BROKEN_S:
        return Check("clock", "broken", found, "set both clocks by NTP: leases and expiry depend on them")
    if abs(seconds) > SKEW_NOTED_S:
        return Check("clock", "note", found, "set both clocks by NTP")
    return Check("clock", "ok", found)


async def _jobs(database: Database, settings: Settings) -> Check:
    async with database.unit_of_work() as session:
        alive = [worker for worker in await status.workers(session) if worker.alive]
        failed = sum(queue.failed for queue in await status.queues(session))
    url = running_at(settings)
    found = f"{'server at ' + url if url else 'no server runs'}, {len(alive)} workers alive, {failed} jobs failed"
    if url and not alive:
        return Check("jobs", "broken", found, "run steward worker, or set STEWARD_WORKERS to 1 or more")
    if failed:
        return Check("jobs", "note", found, "GET /system/jobs shows which; POST /jobs/{id}/retry tries one again")
    return Check("jobs", "ok", found)


async def _vectors(database: Database, settings: Settings) -> Check:
    """How many entries of the index have vectors of the configured model."""
    try:
        embedder = chosen_embedder(settings)
    except OperatorError:
        embedder = None  # told by `_embedder`
    if embedder is None:
        return Check("vectors", "ok", "none are made")
    try:
        async with database.unit_of_work() as session:
            done, total = await vectors.coverage(session, embedder.name)
    finally:
        await embedder.close()
    found = f"{done:,} of {total:,} entries have vectors of {embedder.name}"
    waiting = "the rest is made by the job search.embed while Steward runs; searches go by words until then"
    return Check("vectors", "ok", found, waiting if done < total else "")
