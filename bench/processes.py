"""How does a measurement run a server in a process of its own, and how much memory does that process take?"""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
START_TIMEOUT_S = 90.0
STOP_TIMEOUT_S = 40.0
POLL_S = 0.01


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Process:
    """A child process whose output goes to `log`; stopped as Ctrl-C would stop it."""

    def __init__(self, command: Sequence[str], *, log: Path, env: Mapping[str, str], cwd: Path = ROOT) -> None:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("STEWARD_", "PYTHON"))}
        self.log = log
        self.started = time.perf_counter()
        with log.open("wb") as out:
            self._child = subprocess.Popen(
                list(command),
                stdout=out,
                stderr=subprocess.STDOUT,
                env={**kept, **env},
                cwd=cwd,
                start_new_session=True,
            )

    @property
    def pid(self) -> int:
        return self._child.pid

    def until_ready(self, url: str) -> float:
        """Seconds from the start until `url` answered 200. Raises RuntimeError with the end of the log."""
        while time.perf_counter() - self.started < START_TIMEOUT_S:
            if self._child.poll() is not None:
                break
            if _answers(url):
                return time.perf_counter() - self.started
            time.sleep(POLL_S)
        raise RuntimeError(f"{url} did not answer; the end of {self.log}:\n{self.tail()}")

    def tail(self, lines: int = 15) -> str:
        return "\n".join(self.log.read_text("utf-8", "replace").splitlines()[-lines:])

    def resident_mb(self) -> float:
        """Resident memory of this process alone (Postgres' processes are not ours to count), in MB."""
        status = Path(f"/proc/{self.pid}/status")
        if status.exists():
            line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
            return int(line.split()[1]) / 1024
        shown = subprocess.run(["ps", "-o", "rss=", "-p", str(self.pid)], capture_output=True, text=True, check=True)
        return int(shown.stdout) / 1024

    def processor_s(self) -> float:
        """Processor time that the process has used."""
        stat = Path(f"/proc/{self.pid}/stat")
        if not stat.exists():
            return 0.0
        fields = stat.read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        """End the process and what it started, as Ctrl-C would: the signal goes to the group."""
        if self._child.poll() is None:
            self._signal(signal.SIGINT)
        try:
            self._child.wait(STOP_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self._signal(signal.SIGKILL)
            self._child.wait()

    def _signal(self, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._child.pid, number)


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:
            return int(answer.status) == 200
    except (urllib.error.URLError, OSError):
        return False


@contextlib.contextmanager
def running(command: Sequence[str], *, log: Path, env: Mapping[str, str] | None = None) -> Iterator[Process]:
    """The process for the length of the block."""
    process = Process(command, log=log, env={"PYTHONPATH": str(ROOT / "backend"), **(env or {})})
    try:
        yield process
    finally:
        process.stop()


def steward(*arguments: str) -> list[str]:
    """The command of this checkout's Steward."""
    return [sys.executable, "-m", "orchestrator", *arguments]


def module(name: str, *arguments: str) -> list[str]:
    """A module of this package as a command."""
    return [sys.executable, "-m", name, *arguments]
