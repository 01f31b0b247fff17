"""A Postgres and a streaming replica of it, both made of the embedded binaries.

async with followed(folder) as pair:
    pair.primary_url, pair.follower_url
    await pair.stand_still()
    await pair.end_follower()
"""

import asyncio
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from orchestrator.db.migrate import migrate
from orchestrator.db.postgres.binaries import ENVIRONMENT, bundled
from orchestrator.db.postgres.cluster import PORT, ROLE
from orchestrator.db.postgres.embedded import EmbeddedPostgres
from orchestrator.db.postgres.server_user import server_user


@dataclass
class Followed:
    """Two servers; the second follows the first."""

    primary: EmbeddedPostgres
    follower: EmbeddedPostgres

    @property
    def primary_url(self) -> str:
        return self.primary.url

    @property
    def follower_url(self) -> str:
        return self.follower.url

    async def stand_still(self) -> None:
        """The follower answers, but takes nothing in."""
        await _said(self.follower.url, "select pg_wal_replay_pause()")

    async def go_on(self) -> None:
        """It takes in what came meanwhile."""
        await _said(self.follower.url, "select pg_wal_replay_resume()")

    async def follows_everything(self) -> bool:
        """Whether all that the first has written is in the second."""
        written = await _said(self.primary.url, "select pg_current_wal_insert_lsn()::text")
        there = await _said(self.follower.url, f"select pg_last_wal_replay_lsn() >= '{written}'::pg_lsn")
        return bool(there)

    async def end_follower(self) -> None:
        await self.follower.stop()

    async def begin_follower(self) -> None:
        """Once more, where it was ended."""
        await self.follower.start()


@asynccontextmanager
async def followed(folder: Path) -> AsyncIterator[Followed]:
    """The pair, migrated."""
    async with EmbeddedPostgres(folder / "first", durable=False) as primary:
        await migrate(primary.url)
        data = folder / "second" / "postgres" / "data"
        await asyncio.to_thread(_copy, primary, data)
        second = EmbeddedPostgres(folder / "second", durable=False)
        await second.start()
        try:
            yield Followed(primary, second)
        finally:
            await second.stop()


def _copy(primary: EmbeddedPostgres, data: Path) -> None:
    """The first one's data, with what makes a server on them its follower."""
    for made in (data.parent.parent, data.parent, data):
        made.mkdir()
    data.parent.chmod(0o755)
    data.chmod(0o700)
    user = server_user(data)
    user.own(data)
    first = primary.home / "postgres"
    binaries = bundled().reachable_by(user, first)
    socket = primary.url.partition("host=")[2].partition("&")[0].replace("%2F", "/")
    command = [binaries.program("pg_basebackup"), "-h", socket, "-p", str(PORT), "-U", ROLE]
    command += ["-D", user.data_argument(data), "--write-recovery-conf", "--checkpoint=fast", "--no-sync"]
    subprocess.run(
        command,
        env=ENVIRONMENT,
        check=True,
        capture_output=True,
        **user.process_options(data),
    )


async def _said(url: str, statement: str) -> object:
    engine = create_async_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        found = await connection.execute(text(statement))
        return found.scalar() if found.returns_rows else None
