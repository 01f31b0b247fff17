"""What happens when Steward brings a newer Postgres? The old data are dumped and read into a new data folder.

The binaries that made the data are kept beside them, so they can still be started and dumped as they are now; where
they are gone, the newest dump is read. The old folder stays as `data.postgres-<major>` until the owner removes it.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from orchestrator.db.postgres import cluster
from orchestrator.db.postgres.binaries import Binaries, kept_binaries
from orchestrator.db.postgres.dump import dump, dumps, restore
from orchestrator.db.postgres.postmaster import Postmaster
from orchestrator.db.postgres.server_user import ServerUser
from orchestrator.errors import DatabaseUnavailable
from orchestrator.telemetry.logging import get_logger

log = get_logger(__name__)


async def upgrade(data: Path, new: Binaries, user: ServerUser, socket_folder: Path, dump_folder: Path) -> None:
    """Replace `data` by the same data in the format of `new`; a kill at any moment loses nothing.

    Raises DatabaseUnavailable where the data are newer than `new`, or neither their binaries nor a dump is left.
    """
    made_by = cluster.major_version(data) or 0
    if made_by > new.major:
        raise DatabaseUnavailable(f"{data} was made by Postgres {made_by}, this Steward brings {new.major}: too old")
    source = await _current_dump(data, made_by, user, socket_folder, dump_folder)
    replacement = cluster.replacement_of(data)
    reachable = await asyncio.to_thread(new.reachable_by, user, data.parent)
    await cluster.initialise(replacement, user, reachable, durable=True)
    async with _served(replacement, reachable, user, socket_folder):
        await cluster.create_database(cluster.url(socket_folder, "postgres"), cluster.DATABASE)
        await restore(cluster.url(socket_folder, cluster.DATABASE), source)
    cluster.replace(data, kept_as=f"data.postgres-{made_by}")
    log.warning(
        "postgres_upgraded", old=made_by, new=new.major, restored=source.name, old_data=f"data.postgres-{made_by}"
    )


async def _current_dump(data: Path, major: int, user: ServerUser, socket_folder: Path, dump_folder: Path) -> Path:
    old = kept_binaries(data, major)
    if old is None:
        known = dumps(dump_folder)
        if not known:
            raise DatabaseUnavailable(
                f"{data} was made by Postgres {major}, whose programs are gone, and {dump_folder} holds no dump; "
                f"start once more with the Steward that made it"
            )
        log.warning("postgres_upgrade_from_older_dump", dump=known[0].name)
        return known[0]
    reachable = await asyncio.to_thread(old.reachable_by, user, data.parent)
    async with _served(data, reachable, user, socket_folder):
        return await dump(cluster.url(socket_folder, cluster.DATABASE), dump_folder)


@contextlib.asynccontextmanager
async def _served(data: Path, binaries: Binaries, user: ServerUser, socket_folder: Path) -> AsyncIterator[None]:
    postmaster = Postmaster(data, data.parent / "start.log")
    await postmaster.launch(binaries, user, socket_folder, durable=True)
    try:
        yield
    finally:
        await postmaster.shut_down()
        postmaster.let_go()
