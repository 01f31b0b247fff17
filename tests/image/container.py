"""How is an image run without a daemon, as strictly as the chart runs it?

By bubblewrap over the image's files: the root read-only for everybody, a home, `/tmp` and `/dev/shm` writable, process
and IPC namespaces of its own, the image's user without any capability or a way to one, its command as process 1. Root
starts it; the network is that of whoever starts it (`alone`: a loopback and nothing else).
"""

import ctypes
import fcntl
import json
import os
import signal
import socket
import struct
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from tests.image.building import Image

CLONE_NEWNET = 0x40000000
SIOCSIFFLAGS = 0x8914
IFF_UP_RUNNING = 0x41
BECOMES = ("CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP")
"""What `setpriv` needs to become the image's user; it gives them up."""
NAMES = ("steward", "postgres", "ollama")
STOP_TIMEOUT_S = 60.0


def alone() -> None:
    """From now on this process and its children have a network of their own, with a loopback and nothing else."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(CLONE_NEWNET):
        raise OSError(ctypes.get_errno(), "no network namespace can be made here")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", IFF_UP_RUNNING))


@dataclass
class Container:
    """A running image. `home`: this machine's folder that is its `/data`; `command`: instead of the image's."""

    image: Image
    home: Path
    log: Path
    environment: Mapping[str, str] = field(default_factory=dict)
    command: Sequence[str] = ()
    mounts: Mapping[Path, str] = field(default_factory=dict)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._bwrap.poll() is None:
            self.signal(signal.SIGKILL)
            self._bwrap.wait()

    def start(self) -> None:
        """Start it; a home that does not exist yet is made for the image's user."""
        if not self.home.exists():
            self.home.mkdir(mode=0o700)
            os.chown(self.home, *self._user)
        hosts = self.home.parent / "hosts"
        hosts.write_text(f"127.0.0.1 localhost {' '.join(NAMES)}\n")
        told, tells = os.pipe()
        with self.log.open("ab") as log:
            self._bwrap = subprocess.Popen(
                [*self._walls(hosts, tells), *self._as_user(), "env", "--chdir=/data", *self._started],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                pass_fds=(tells,),
            )
        os.close(tells)
        with os.fdopen(told) as reader:
            self.pid = int(json.loads(reader.read())["child-pid"])

    def signal(self, number: int) -> None:
        """To process 1 of the container, which takes all others along when it ends."""
        os.kill(self.pid, number)

    def stop(self) -> int:
        """As `docker stop` does; answers the exit code."""
        self.signal(signal.Signals[self.image.config.get("StopSignal") or "SIGTERM"])
        return self._bwrap.wait(STOP_TIMEOUT_S)

    def wait(self, timeout: float) -> int:
        """The exit code of a command that ends by itself."""
        return self._bwrap.wait(timeout)

    def running(self) -> bool:
        return self._bwrap.poll() is None

    def execute(self, *command: str, as_root: bool = False) -> tuple[int, str]:
        """As `docker exec` does: exit code and what was said. `as_root`: with every capability."""
        inside = ("nsenter", f"--target={self.pid}", "--mount", "--pid", "--ipc", "--root", "--wd")
        user = () if as_root else self._as_user()
        done = subprocess.run(
            [*inside, *user, *command], env=self._environment, capture_output=True, text=True, check=False
        )
        return done.returncode, done.stdout + done.stderr

    def status(self) -> dict[str, str]:
        """What the kernel says of process 1 (`/proc/PID/status`)."""
        lines = Path(f"/proc/{self.pid}/status").read_text().splitlines()
        return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}

    @property
    def _started(self) -> Sequence[str]:
        return self.command or list(self.image.config["Cmd"])

    @property
    def _environment(self) -> dict[str, str]:
        given = dict(each.split("=", 1) for each in self.image.config["Env"])
        return {**given, **self.environment}

    @property
    def _user(self) -> tuple[int, int]:
        user, _, group = str(self.image.config["User"]).partition(":")
        return int(user), int(group)

    def _as_user(self) -> tuple[str, ...]:
        user, group = self._user
        who = (f"--reuid={user}", f"--regid={group}", "--clear-groups")
        return ("/usr/bin/setpriv", *who, "--no-new-privs", "--bounding-set=-all", "--inh-caps=-all", "--")

    def _walls(self, hosts: Path, tells: int) -> list[str]:
        walls = ["bwrap", "--die-with-parent", "--unshare-pid", "--as-pid-1", "--unshare-ipc", "--unshare-uts"]
        walls += ["--ro-bind", str(self.image.root), "/", "--proc", "/proc", "--dev", "/dev"]
        for folder in ("/dev/shm", "/tmp"):
            walls += ["--perms", "1777", "--tmpfs", folder]
        walls += ["--ro-bind", str(hosts), "/etc/hosts", "--bind", str(self.home), "/data"]
        for outside, inside in self.mounts.items():
            walls += ["--ro-bind", str(outside), inside]
        walls += ["--cap-drop", "ALL", *(word for each in BECOMES for word in ("--cap-add", each))]
        walls += ["--clearenv", *(word for each in self._environment.items() for word in ("--setenv", *each))]
        return [*walls, "--info-fd", str(tells), "--"]
