"""A real PgBouncer in transaction mode in front of the tests' Postgres, with fewer server connections than clients.

`make test-pooler` (STEWARD_TESTS_POOLED=1) runs what works on the tests' databases through it.
"""

import asyncio
import os
import pwd
import shutil
import signal
import socket
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from sqlalchemy import make_url
from tests.support.requirements import pgbouncer
from tests.support.waiting import eventually

from orchestrator.db.session import Database

SERVER_CONNECTIONS = 4
THROUGH_IT = bool(os.environ.get("STEWARD_TESTS_POOLED"))
_UNPRIVILEGED = ("postgres", "nobody")
_SETTINGS = """
[databases]
* = host={socket} port={port} user={user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {listen}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = {size}
max_client_conn = 400
server_round_robin = 1
logfile = {folder}/pgbouncer.log
"""


@asynccontextmanager
async def pooled(url: str, *, size: int = SERVER_CONNECTIONS) -> AsyncIterator[str]:
    """The URL of the same database through a pooler. `server_round_robin`: each transaction by another server process,
    so that whatever leans on the session fails at once. Skipped where PgBouncer is not installed."""
    program = pgbouncer()
    parts = make_url(url)
    folder = Path(tempfile.mkdtemp(prefix="steward-pooler-"))
    listen = _free_port()
    settings = folder / "pgbouncer.ini"
    settings.write_text(
        _SETTINGS.format(
            socket=parts.query["host"],
            port=parts.query["port"],
            user=parts.username,
            listen=listen,
            size=size,
            folder=folder,
        )
    )
    as_user = _as_user(folder)
    process = await asyncio.create_subprocess_exec(program, *as_user, str(settings), stderr=asyncio.subprocess.DEVNULL)
    try:
        await eventually(lambda: _answers(listen), within_s=20)
        yield f"postgresql+asyncpg://{parts.username}@127.0.0.1:{listen}/{parts.database}"
    finally:
        process.send_signal(signal.SIGINT)
        await process.wait()
        shutil.rmtree(folder, ignore_errors=True)


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Database]:
    """The database as tests use it: through the pooler where all of them are to be."""
    async with AsyncExitStack() as stack:
        through = await stack.enter_async_context(pooled(url)) if THROUGH_IT else url
        database = Database(through, pooled=THROUGH_IT, direct_url=url)
        stack.push_async_callback(database.close)
        yield database


def _as_user(folder: Path) -> tuple[str, ...]:
    """PgBouncer refuses root."""
    if os.geteuid() != 0:
        return ()
    known = {one.pw_name for one in pwd.getpwall()}
    name = next(one for one in _UNPRIVILEGED if one in known)
    shutil.chown(folder, name)
    return ("-u", name)


def _free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


async def _answers(port: int) -> bool:
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return False
    writer.close()
    await writer.wait_closed()
    return True
