"""How does a test run the real `steward` command or a script a hundred times, and import them (three seconds) once?

A process of the test run has imported what the commands import, and nothing else; for each command it forks one that
takes over the descriptors, the working directory, the environment and the limits that it is given, and runs
`python -m orchestrator`, or `python -c` where the first argument says so. It ends with the test run, by its socket.
"""

import atexit
import contextlib
import gc
import json
import os
import resource
import runpy
import select
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import IO, Any

SOURCE = Path(__file__).parent.parent.parent / "backend"
ROOT = SOURCE.parent
LONGEST_REQUEST = 1 << 16
LIMITS = [getattr(resource, name) for name in dir(resource) if name.startswith("RLIMIT_")]
_NUMBER = struct.Struct("i")


class Process:
    """A forked command: what tests use of `subprocess.Popen`."""

    def __init__(self, told: socket.socket, args: Sequence[str], stdout: IO[str] | None) -> None:
        self._told = told
        self.args = list(args)
        self.stdout = stdout
        self.pid: int = _NUMBER.unpack(told.recv(_NUMBER.size))[0]
        self._code: int | None = None

    def wait(self, timeout: float | None = None) -> int:
        """Its exit code, as `subprocess` tells it. Raises `subprocess.TimeoutExpired`."""
        if self._code is None:
            poll = select.poll()
            poll.register(self._told, select.POLLIN)
            if not poll.poll(None if timeout is None else timeout * 1000):
                raise subprocess.TimeoutExpired(self.args, timeout or 0)
            self._code = os.waitstatus_to_exitcode(_NUMBER.unpack(self._told.recv(_NUMBER.size))[0])
            self._told.close()
        return self._code

    def poll(self) -> int | None:
        """Its exit code, if it has ended."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self._code

    @property
    def returncode(self) -> int | None:
        return self.poll()

    def send_signal(self, number: int) -> None:
        """Unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def begin(
    arguments: Sequence[str],
    *,
    env: Mapping[str, str],
    cwd: Path,
    stdin: int | None = None,
    stdout: int | None = None,
    stderr: int,
    limits: Mapping[int, int] = MappingProxyType({}),
) -> Process:
    """`steward` with these arguments, over these descriptors (which stay the caller's): it is told nothing unless
    `stdin` is given, and its `stdout` is to be read from unless given. `limits`: soft ones (RLIMIT_…) in place of this
    process's."""
    with contextlib.ExitStack() as own:
        if stdin is None:
            stdin = own.enter_context(open(os.devnull, "rb")).fileno()
        text = None
        if stdout is None:
            end, stdout = os.pipe()
            own.callback(os.close, stdout)
            text = os.fdopen(end, encoding="utf-8")
        return _begun(arguments, env, cwd, [stdin, stdout, stderr], text, limits)


def _begun(
    arguments: Sequence[str],
    env: Mapping[str, str],
    cwd: Path,
    descriptors: list[int],
    stdout: IO[str] | None,
    soft: Mapping[int, int],
) -> Process:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    umask = os.umask(0)
    os.umask(umask)
    now = {each: resource.getrlimit(each) for each in LIMITS}
    limits = [(each, soft.get(each, own), most) for each, (own, most) in now.items()]
    request = json.dumps([list(arguments), dict(env), str(cwd), umask, limits]).encode()
    with theirs:
        socket.send_fds(_parent(), [request], [*descriptors, theirs.fileno()])
    return Process(ours, ("steward", *arguments), stdout)


def run(arguments: Sequence[str], given: bytes, *, env: Mapping[str, str], cwd: Path, timeout_s: float) -> Any:
    """`steward` to its end, over pipes: `subprocess.CompletedProcess[bytes]`."""
    pipes = [os.pipe() for _ in range(3)]
    (stdin, feed), *outs = pipes
    process = begin(arguments, env=env, cwd=cwd, stdin=stdin, stdout=outs[0][1], stderr=outs[1][1])
    for descriptor in (stdin, outs[0][1], outs[1][1]):
        os.close(descriptor)
    told = [bytearray(), bytearray()]
    readers = [threading.Thread(target=_read, args=(end, into)) for (end, _), into in zip(outs, told, strict=True)]
    for reader in readers:
        reader.start()
    with contextlib.suppress(BrokenPipeError), os.fdopen(feed, "wb") as pipe:
        pipe.write(given)
    try:
        code = process.wait(timeout_s)
    except subprocess.TimeoutExpired:
        process.kill()
        raise
    for reader in readers:
        reader.join(timeout_s)
    return subprocess.CompletedProcess(process.args, code, bytes(told[0]), bytes(told[1]))


def _read(end: int, into: bytearray) -> None:
    with os.fdopen(end, "rb") as pipe:
        into += pipe.read()


@cache
def _parent() -> socket.socket:
    """To the process that forks. It has the clean environment that commands are given, but for their settings."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.warm", str(theirs.fileno())],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            cwd=ROOT,
            env={"PATH": os.environ.get("PATH", os.defpath), "PYTHONPATH": f"{SOURCE}:{ROOT}"},
            pass_fds=[theirs.fileno()],
        )
    atexit.register(_end, ours, process)
    return ours


def _end(control: socket.socket, process: subprocess.Popen[bytes]) -> None:
    control.close()
    process.wait()


def _fork_what_is_asked_for(control: socket.socket) -> None:
    """Returns in the forked process alone; this one ends with whoever asks."""
    at_work: dict[int, tuple[int, socket.socket]] = {}
    while True:
        poll = select.poll()  # `select` takes no descriptor beyond 1,023, and whoever asks may have as many
        for number in (control.fileno(), *at_work):
            poll.register(number, select.POLLIN)
        ready = {number for number, _ in poll.poll()}
        for ended in ready & at_work.keys():
            pid, told = at_work.pop(ended)
            os.close(ended)
            with told, contextlib.suppress(OSError):
                told.send(_NUMBER.pack(os.waitpid(pid, 0)[1]))
        if control.fileno() not in ready:
            continue
        request, descriptors, _, _ = socket.recv_fds(control, LONGEST_REQUEST, 4)
        if not request:
            sys.exit()
        pid = os.fork()
        told = socket.socket(fileno=descriptors[3])
        if not pid:
            told.close()
            control.close()
            for number, (_, other) in at_work.items():
                os.close(number)
                other.close()
            _become(*json.loads(request), descriptors[:3])
            return
        for descriptor in descriptors[:3]:
            os.close(descriptor)
        told.send(_NUMBER.pack(pid))
        at_work[os.pidfd_open(pid)] = (pid, told)


def _become(
    arguments: list[str], env: dict[str, str], cwd: str, umask: int, limits: list[list[int]], descriptors: list[int]
) -> None:
    for number, descriptor in enumerate(descriptors):
        os.dup2(descriptor, number)
        os.close(descriptor)
    sys.stdin = sys.__stdin__ = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = sys.__stdout__ = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = sys.__stderr__ = open(2, "w", encoding="utf-8", closefd=False, errors="backslashreplace", buffering=1)  # noqa: SIM115
    os.chdir(cwd)
    paths = env.get("PYTHONPATH", "").split(os.pathsep)
    sys.path[:] = [cwd, *paths, *(each for each in sys.path[1:] if each not in {str(ROOT), *paths})]
    ours = os.environ.get("LC_CTYPE")  # Python's own, for want of a locale (PEP 538)
    os.environ.clear()
    os.environ.update({"LC_CTYPE": ours, **env} if ours else env)
    time.tzset()
    os.umask(umask)
    for which, soft, hard in limits:
        resource.setrlimit(which, (soft, hard))
    sys.argv = ["steward", *arguments]


def _exit_code() -> int:
    """Of `python -m orchestrator` (or `-c`); what it dies of is told as an interpreter tells it."""
    try:
        if sys.argv[1:2] == ["-c"]:
            script = sys.argv.pop(2)
            del sys.argv[0]
            exec(compile(script, "<string>", "exec"), {"__name__": "__main__"})
            return 0
        runpy.run_module("orchestrator", run_name="__main__", alter_sys=True)
    except SystemExit as ended:
        if isinstance(ended.code, str):
            print(ended.code, file=sys.stderr)  # noqa: T201  (as an interpreter does)
        return ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException:  # noqa: BLE001  (the border of a process)
        sys.excepthook(*sys.exc_info())
        return 1
    return 0


def _end_with(code: int) -> None:
    """As an interpreter ends, but for setting free all that was imported (a second and a half)."""
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    with contextlib.suppress(OSError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    from orchestrator import cli

    for name in ("app", *(f"cli.{cli.FILES.get(name, name)}" for name in cli.COMMANDS)):
        import_module(f"orchestrator.{name}")
    gc.collect()
    gc.freeze()  # else each command would walk through all of it, and so make a copy of its own
    _fork_what_is_asked_for(socket.socket(fileno=int(sys.argv[1])))
    _end_with(_exit_code())
