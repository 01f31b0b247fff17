"""One untrusted program from its start to its end: `main(path of the run's description)`.

    python -I -S -c "…; main(…)" /tmp/steward-sandbox-…/run.json

Its standard streams are the program's own. What became of the program is written beside the description
(`ended.json`). It ends with whoever started it, and with it every process that the program started.
"""

import ctypes
import json
import os
import random
import select
import signal
import sys
import time
from typing import Any

from orchestrator.integrations.sandbox.launcher import confinement, tree

WATCHED_EVERY_S = 0.05
DISK_EVERY_S = 0.1
DISK_SHARE = 8.0
"""Counting files takes an eighth of the time at most."""
ADOPT_ORPHANS, NOT_DUMPABLE = 36, 4
PRIVATE_UIDS = ((2_000_000, 2_900_000), (61_184, 65_519))
"""Nobody's, and those that systemd gives to passing services."""
NOBODY = 65_534
DESCRIPTORS = 65_536
FAILED = 125
OTHER_RUNS = 3
"""Where the user is not the program's alone, the kernel counts others' processes too: what is exact is the watch."""
STATUS = "ended.json"


class Watch:
    """A program under way. `ended`: why it was killed, "" while nothing speaks against it."""

    def __init__(self, spec: dict[str, Any], child: int, uid: int | None) -> None:
        self.spec, self.child, self.uid = spec, child, uid
        self.started = time.monotonic()
        self.ended = ""
        self.status: int | None = None
        self.peak_memory = 0
        self.processor_s = 0.0
        self._disk_at = 0.0
        self.parent = os.getppid()

    def over(self) -> str:
        """Which limit it passed, if any."""
        now, own = time.monotonic(), os.getpid()
        used = tree.usage(tree.descendants(own))
        self.peak_memory = max(self.peak_memory, used.memory)
        self.processor_s = max(self.processor_s, used.processor_s)
        if os.getppid() != self.parent:
            return "cancelled"
        if now - self.started > self.spec["wall_s"]:
            return "wall"
        if used.memory > self.spec["memory_bytes"]:
            return "memory"
        if used.processes > self.spec["processes"] + self.spec["own_processes"]:
            return "processes"
        if used.processor_s > self.spec["processor_s"]:
            return "processor"
        return self._disk(now)

    def _disk(self, now: float) -> str:
        if now < self._disk_at:
            return ""
        size, files = tree.size_of([self.spec["box"], self.spec["scratch"]], most_files=self.spec["files"])
        took = time.monotonic() - now
        self._disk_at = now + max(DISK_EVERY_S, took * DISK_SHARE)
        if size > self.spec["disk_bytes"]:
            return "disk"
        return "files" if files > self.spec["files"] else ""

    def reap(self) -> bool:
        """Whether the program itself ended."""
        for pid, status in tree.reap().items():
            if pid == self.child:
                self.status = status
        return self.status is not None


def main(path: str) -> int:
    """Run what the description says; answers the exit status."""
    with open(path, encoding="utf-8") as file:
        spec = json.load(file)
    os.unlink(path)  # it may hold a key
    libc = ctypes.CDLL(None)
    libc.prctl(ADOPT_ORPHANS, 1, 0, 0, 0)
    libc.prctl(NOT_DUMPABLE, 0, 0, 0, 0)  # nobody of the same user looks into this process
    uid = _own_uid() if os.geteuid() == 0 else None
    woken, wake = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    asked: list[int] = []
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda number, _: asked.append(number))
    problem, child = _start(spec, uid)
    watch = Watch(spec, child, uid)
    _let_go()
    try:
        while not watch.reap():
            watch.ended = "cancelled" if asked else watch.over()
            if watch.ended:
                break
            select.select([woken], [], [], WATCHED_EVERY_S)
            _drain(woken)
    finally:
        tree.end_all(os.getpid(), uid)
    why = _all_of(problem)
    return _told(path, watch, why)


def _start(spec: dict[str, Any], uid: int | None) -> tuple[int, int]:
    """(where the child tells why it could not become the program, its process)."""
    if uid is not None:
        for top in (spec["box"], spec["scratch"]):
            _give(top, uid)
    there = confinement.processes_of(os.getuid()) if uid is None else 0
    problem, tell = os.pipe2(os.O_CLOEXEC)
    child = os.fork()
    if child:
        os.close(tell)
        return problem, child
    try:
        signal.set_wakeup_fd(-1)
        os.setsid()
        _close_all_but(tell)
        for number in range(1, signal.NSIG):
            if number not in {signal.SIGKILL, signal.SIGSTOP}:
                try:
                    signal.signal(number, signal.SIG_DFL)
                except (OSError, ValueError):
                    continue
        if uid is not None:
            confinement.become(uid)
        confinement.die_with_parent()
        room = 0 if uid is not None else there + OTHER_RUNS * spec["processes"]
        confinement.limit(spec, room + spec["own_processes"])
        os.umask(0o077)
        become = confinement.with_bubblewrap if spec["backend"] == "bwrap" else confinement.with_landlock
        become(spec)
    except BaseException as error:  # noqa: BLE001  (a named border: whatever it is, nothing is run and it is told)
        os.write(tell, f"{type(error).__name__}: {error}".encode()[:500])
    os._exit(FAILED)


def _give(top: str, uid: int) -> None:
    """Let the other user own a folder with all in it; links are not followed."""
    os.chown(top, uid, uid, follow_symlinks=False)
    for folder, folders, files, descriptor in os.fwalk(top, follow_symlinks=False):
        del folder
        for name in (*folders, *files):
            os.chown(name, uid, uid, dir_fd=descriptor, follow_symlinks=False)


def _own_uid() -> int:
    """A user whom nobody else is, where this namespace has one."""
    with open("/proc/self/uid_map", encoding="ascii") as file:
        known = [(int(start), int(start) + int(length)) for start, _, length in (line.split() for line in file)]
    for low, high in PRIVATE_UIDS:
        if any(start <= low and high <= end for start, end in known):
            return random.SystemRandom().randrange(low, high)
    return NOBODY


def _close_all_but(kept: int) -> None:
    os.closerange(3, kept)
    os.closerange(kept + 1, DESCRIPTORS)


def _let_go() -> None:
    """The program alone holds its standard streams: their other ends see when it is gone."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nowhere, standard)
    os.close(nowhere)


def _drain(woken: int) -> None:
    try:
        while os.read(woken, 4_096):
            continue
    except BlockingIOError:
        return


def _all_of(problem: int) -> str:
    held = b""
    while part := os.read(problem, 4_096):
        held += part
    os.close(problem)
    return held.decode(errors="replace")


def _told(path: str, watch: Watch, why: str) -> int:
    code = os.waitstatus_to_exitcode(watch.status) if watch.status is not None else None
    code = 128 - code if code is not None and code < 0 else code
    ended = "failed" if why else watch.ended or ("processor" if code == 128 + signal.SIGXCPU else "exited")
    said = {
        "ended": ended,
        "code": None if why else code,
        "why": why,
        "wall_s": round(time.monotonic() - watch.started, 4),
        "processor_s": watch.processor_s,
        "memory_bytes": watch.peak_memory,
    }
    target = os.path.join(os.path.dirname(path), STATUS)
    with open(target, "w", encoding="utf-8") as file:
        json.dump(said, file)
    return FAILED if why or code is None else code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
