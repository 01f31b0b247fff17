"""How is one server process started on a data folder, and stopped? Without TCP, without people's words in its log."""

import asyncio
import os
import signal
import subprocess
import time
from pathlib import Path

from orchestrator.db.postgres import cluster
from orchestrator.db.postgres.binaries import ENVIRONMENT, Binaries
from orchestrator.db.postgres.server_user import ServerUser
from orchestrator.errors import DatabaseUnavailable

START_TIMEOUT_S = 60
RECOVERY_TIMEOUT_S = 600
"""A server that answers "starting up" replays its log after a crash; that may take long and is not a failure."""
STOP_TIMEOUT_S = 60
RECOVERED_WITHIN_S = 20
POLL_S = 0.02
RETRY_S = 0.2
SAID_CHARACTERS = 2000
_STILL_CLOSING = ("pre-existing shared memory block", "lock file")
"""What a start says while processes of a killed server are on their way out."""

SETTINGS = {
    "listen_addresses": "",
    "port": str(cluster.PORT),
    "unix_socket_permissions": "0700",
    "max_connections": "100",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "jit": "off",  # our queries are short; compiling them costs more than it saves
    "max_parallel_workers_per_gather": "0",  # /dev/shm is 64 MB in a container; one person's data need no workers
    "max_wal_size": "512MB",
    "logging_collector": "on",
    "log_directory": "log",
    "log_filename": "postgres-%a.log",  # a week of days, each overwritten
    "log_truncate_on_rotation": "on",
    "log_rotation_age": "1d",
    "log_rotation_size": "0",
    "log_checkpoints": "off",
    "log_min_error_statement": "panic",  # statements and key values are a life's data: never logged
    "log_error_verbosity": "terse",
}
NOT_DURABLE = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "max_connections": "400"}


class Postmaster:
    """The server of `data`. What it says before its own log is open goes to `start_log`."""

    def __init__(self, data: Path, start_log: Path) -> None:
        self._data = data
        self._start_log = start_log
        self._logged_before: dict[Path, int] = {}
        self._process: subprocess.Popen[bytes] | None = None

    async def running(self) -> Path | None:
        """The socket folder of the server of our data, if one answers. Waits for one that is starting or stopping."""
        deadline = time.monotonic() + RECOVERY_TIMEOUT_S
        while (named := cluster.lock_file(self._data)) is not None:
            if named.socket_folder:
                state = await cluster.answers(named.socket_folder)
            else:  # it has no socket yet: whoever started it was killed a moment ago
                state = cluster.Answer.NOT_YET if cluster.serves(named.pid, self._data) else cluster.Answer.NOTHING
            if state is not cluster.Answer.NOT_YET:
                return Path(named.socket_folder) if state is cluster.Answer.READY else None
            if time.monotonic() > deadline:
                raise DatabaseUnavailable(f"the server of {self._data} has been starting or stopping for too long")
            await asyncio.sleep(POLL_S)
        return None

    def lives(self) -> bool:
        """Whether there is a server process of our data, whatever it answers."""
        named = cluster.lock_file(self._data)
        return named is not None and cluster.serves(named.pid, self._data)

    async def launch(self, binaries: Binaries, user: ServerUser, socket_folder: Path, *, durable: bool) -> None:
        """Start it and wait until it answers. Raises DatabaseUnavailable with what it said."""
        settings = SETTINGS | ({} if durable else NOT_DURABLE) | {"unix_socket_directories": str(socket_folder)}
        command = [binaries.program("postgres"), "-D", user.data_argument(self._data)]
        for name, value in settings.items():
            command += ["-c", f"{name}={value}"]
        cluster.remove_foreign_lock_files(self._data, socket_folder)
        started = time.monotonic()
        while True:
            self._spawn(command, user)
            if await self._becomes_ready(socket_folder, started):
                return
            if await self.running() is not None:  # one that a killed process had begun to start was first
                self.let_go()
                return
            await asyncio.sleep(RETRY_S)  # its log is written by a process of its own, which ends a little later
            said = self._said()
            if not any(hint in said for hint in _STILL_CLOSING) or time.monotonic() - started > START_TIMEOUT_S:
                raise DatabaseUnavailable(f"Postgres did not start in {self._data}:\n{said}")

    async def shut_down(self) -> None:
        """Stop it: first as usual (sessions end, a checkpoint is written), then at once."""
        await self._recovered()
        for how in (signal.SIGINT, signal.SIGQUIT):
            named = cluster.lock_file(self._data)
            if named is None or not cluster.serves(named.pid, self._data):
                return
            os.kill(named.pid, how)
            deadline = time.monotonic() + STOP_TIMEOUT_S
            while time.monotonic() < deadline:
                if self._has_ended():
                    return
                await asyncio.sleep(POLL_S)

    async def _recovered(self) -> None:
        """Wait until it has made good the death of a session: a stop that is asked for meanwhile is never done
        (Postgres 18)."""
        deadline = time.monotonic() + RECOVERED_WITHIN_S
        while time.monotonic() < deadline:
            named = cluster.lock_file(self._data)
            if named is None or not named.socket_folder or not cluster.serves(named.pid, self._data):
                return
            if await cluster.answers(named.socket_folder) is not cluster.Answer.NOT_YET:
                return
            await asyncio.sleep(POLL_S)

    def let_go(self) -> None:
        """Forget the process: others go on using the server."""
        if self._process is not None and self._process.poll() is None:
            self._process.returncode = 0  # else Python warns of a child that was left running
        self._process = None

    def _has_ended(self) -> bool:
        if self._process is not None:
            return self._process.poll() is not None
        return cluster.lock_file(self._data) is None

    def _spawn(self, command: list[str], user: ServerUser) -> None:
        self.let_go()
        self._logged_before = self._log_sizes()
        with self._start_log.open("wb") as log:
            self._process = subprocess.Popen(  # noqa: S603  (our own binaries, fixed arguments)
                command,
                env=ENVIRONMENT,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                **user.process_options(self._data),
            )

    async def _becomes_ready(self, socket_folder: Path, started: float) -> bool:
        """Whether the spawned server answers before it ends. Raises DatabaseUnavailable if it does neither in time."""
        assert self._process is not None
        patience = START_TIMEOUT_S
        while self._process.poll() is None:
            answer = await cluster.answers(str(socket_folder))
            if answer is cluster.Answer.READY and self._is_ours():
                return True
            if answer is cluster.Answer.NOT_YET:
                patience = RECOVERY_TIMEOUT_S
            if time.monotonic() - started > patience:
                self._process.kill()
                raise DatabaseUnavailable(f"Postgres did not become ready in {patience} s:\n{self._said()}")
            await asyncio.sleep(POLL_S)
        return False

    def _is_ours(self) -> bool:
        """Whether the server of our data is the spawned process: another one may answer on the same socket."""
        named = cluster.lock_file(self._data)
        return self._process is not None and named is not None and named.pid == self._process.pid

    def _said(self) -> str:
        """What the server said since it was spawned: on its standard error, then in the log that it opened itself."""
        said = self._start_log.read_text("utf-8", "replace")
        for log, size in self._log_sizes().items():
            if size > (before := self._logged_before.get(log, 0)):
                said += log.read_bytes()[before:].decode("utf-8", "replace")
        return said[-SAID_CHARACTERS:].strip()

    def _log_sizes(self) -> dict[Path, int]:
        return {log: log.stat().st_size for log in (self._data / "log").glob("*.log")}
