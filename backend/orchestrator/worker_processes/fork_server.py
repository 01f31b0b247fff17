"""The fork server: a process that has the parsers loaded, and forks a fresh worker process for each call.

    python -m orchestrator.worker_processes.fork_server CONTROL_FD PARENT_PID

It reads no third party's byte itself. Calls come by the control socket (`{"call": id, "function", "imports", "limits",
"files"}` with the call's own socket and files as descriptors; `{"kill": id}`), and how each ended goes back
(`{"call": id, "status": …}`). It ends with whoever started it, and all its descendants with it.
"""

import array
import gc
import importlib
import os
import select
import signal
import socket
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from orchestrator.kit.loading import loading
from orchestrator.worker_processes import child, confinement, wire

CHILDREN_OF = Path("/proc/self/task") / "{}" / "children"
PARENT_DIED = signal.SIGTERM
"""Not SIGKILL: whatever it adopted would be handed on to the init process, and live."""
_LONGEST_PAUSE_MS = 1_000
"""So late at the latest an end is noticed whose signal came at an awkward moment."""


class _Over(Exception):
    """Whoever started this process is gone."""


class ForkServer:
    """`calls`: by process, which call it does; none of them was reaped, so each of these ids is still its own."""

    def __init__(self, control: socket.socket, parent: int) -> None:
        self._control = control
        self._parent = parent
        self._frames = wire.Frames()
        self._descriptors: list[int] = []
        self._calls: dict[int, int] = {}
        self._loaded: set[str] = set()
        self._woken, self._wake = os.pipe()
        for end in (self._woken, self._wake):
            os.set_blocking(end, False)

    def run(self) -> None:
        """Until the control socket is hung up, or whoever holds it is gone."""
        for woken_by in (signal.SIGCHLD, PARENT_DIED):
            signal.signal(woken_by, lambda *_: None)
        signal.set_wakeup_fd(self._wake, warn_on_full_buffer=False)
        poll = select.poll()
        poll.register(self._control, select.POLLIN)
        poll.register(self._woken, select.POLLIN)
        try:
            while True:
                ready = {number for number, _ in poll.poll(_LONGEST_PAUSE_MS)}
                if os.getppid() != self._parent:
                    raise _Over
                if self._woken in ready:
                    with suppress(BlockingIOError):
                        os.read(self._woken, wire.BLOCK)
                if self._control.fileno() in ready:
                    self._receive()
                self._reap()
        except (_Over, OSError):
            pass
        finally:
            for pid in self._calls:
                _kill(pid)
            self._end_orphans(known=set())

    def _receive(self) -> None:
        size = array.array("i").itemsize
        data, ancillary, _, _ = self._control.recvmsg(wire.BLOCK, socket.CMSG_SPACE((1 + wire.MOST_FILES) * size))
        if not data:
            raise _Over
        for level, kind, told in ancillary:
            if (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS):
                came = array.array("i")
                came.frombytes(told[: len(told) - len(told) % size])
                self._descriptors += came
        for message in self._frames.add(data):
            if "kill" in message:
                self._kill_call(message["kill"])
            else:
                self._begin(message)

    def _begin(self, message: dict[str, Any]) -> None:
        """Fork a worker process for a call; where its code can't be loaded, say so."""
        number = 1 + message["files"]
        own, self._descriptors = self._descriptors[:number], self._descriptors[number:]
        try:
            for name in message["imports"]:
                self._load(name)
            gc.freeze()  # else the first collection of each worker process would copy all pages
            parent = os.getpid()
            pid = os.fork()
        except Exception as error:  # noqa: BLE001  (a named border: whatever an import raises)
            self._tell(message["call"], failed=f"{type(error).__name__}: {error}"[:500])
        else:
            if pid == 0:
                signal.set_wakeup_fd(-1)
                self._control.close()
                for end in (self._woken, self._wake):
                    os.close(end)
                child.serve(socket.socket(fileno=own[0]), message, own[1:], parent)
            self._calls[pid] = message["call"]
            self._tell(message["call"], pid=pid)
        for descriptor in own:
            os.close(descriptor)

    def _load(self, name: str) -> None:
        """A module; or `module:function`, which is called once: what it loads is there in each process forked later."""
        if name in self._loaded:
            return
        module, _, function = name.partition(":")
        with loading():
            imported = importlib.import_module(module)
            if function:
                getattr(imported, function)()
        self._loaded.add(name)

    def _kill_call(self, call: int) -> None:
        for pid, one in self._calls.items():
            if one == call:
                _kill(pid)

    def _reap(self) -> None:
        """Tell of the processes that ended, each with what it started dead."""
        for pid in list(self._calls):
            if os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
                continue
            _kill(pid)  # its group: it is not reaped, so the id is nobody else's
            _, status = os.waitpid(pid, 0)
            call = self._calls.pop(pid)
            self._end_orphans(known=set(self._calls))
            self._tell(call, status=os.waitstatus_to_exitcode(status))

    def _end_orphans(self, *, known: set[int]) -> None:
        """Kill what left its group and lost its parent: this process adopted it, and forked none but the `known`."""
        while strangers := set(_children()) - known:
            for pid in strangers:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
                _kill(pid)
                with suppress(ChildProcessError):
                    os.waitpid(pid, 0)

    def _tell(self, call: int, **what: Any) -> None:
        self._control.sendall(wire.frame({"call": call, **what}))


def _kill(group: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)
    with suppress(ProcessLookupError, PermissionError):
        os.kill(group, signal.SIGKILL)  # it may not have made its group yet


def _children() -> list[int]:
    """The processes whose parent this one is; none where the platform does not tell."""
    try:
        return [int(pid) for pid in Path(str(CHILDREN_OF).format(os.getpid())).read_text("ascii").split()]
    except OSError:
        return []


def main() -> None:
    """Confine this process, then serve."""
    control, parent = (int(word) for word in sys.argv[1:])
    os.setsid()
    child.silence()
    confinement.leave_network()
    confinement.adopt_orphans()
    signal.signal(PARENT_DIED, signal.SIG_IGN)
    confinement.die_with(parent, told_by=PARENT_DIED)
    ForkServer(socket.socket(fileno=control), parent).run()


if __name__ == "__main__":
    main()
