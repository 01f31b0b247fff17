"""What may a program that is a server do? The small port of what confines it, and the least that there always is.

`Confinement` is what the sandbox offers where there is one (it shows the program its own folder and /usr, no network
and nothing of the home); `OwnUser` is what remains without: an empty environment, a private home, a user without
rights where Steward runs as root, a session of its own, limits.
"""

import os
import resource
import shutil
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from orchestrator.integrations.mcp_client.port import Fault, Launch, McpFailed
from orchestrator.integrations.mcp_client.process_tree import die_with

PATH = "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin"
NOBODY = 65534
OPEN_FILES = 512
WRITTEN_BYTES = 512 * 1024 * 1024
PLACE_OF_SECRET = "${secret}"  # noqa: S105  (it stands for one)
"""Stands in a value of `env` for the server's secret."""


@dataclass(frozen=True)
class Started:
    """How a program is started. `home`: its private folder, where it begins and which goes with it; `prepare` runs in
    the new process before the program."""

    argv: tuple[str, ...]
    env: Mapping[str, str]
    home: str
    prepare: Callable[[], None]


class Confinement(Protocol):
    """Confines a program."""

    def started(self, launch: Launch) -> Started:
        """Raises McpFailed where it may not or can't be started."""
        ...


class OwnUser:
    """The least."""

    def started(self, launch: Launch) -> Started:
        """Raises McpFailed."""
        parent = os.getpid()
        own = ownership()

        def prepare() -> None:
            os.setsid()
            for what, most in (
                (resource.RLIMIT_CORE, 0),
                (resource.RLIMIT_NOFILE, OPEN_FILES),
                (resource.RLIMIT_FSIZE, WRITTEN_BYTES),
            ):
                _, given = resource.getrlimit(what)
                least = most if given == resource.RLIM_INFINITY else min(most, given)
                resource.setrlimit(what, (least, least))
            if own is not None:
                os.setgroups([])
                os.setgid(own)
                os.setuid(own)
            die_with(parent)

        argv, home = (program(launch), *launch.args), private_home()
        return Started(argv, environment(launch, home), home, prepare)


def ownership() -> int | None:
    """The user that programs run as where Steward is root; None where they run as Steward's own."""
    return NOBODY if os.geteuid() == 0 else None


def environment(launch: Launch, home: str) -> dict[str, str]:
    """What the program knows of its surroundings: nothing of ours, and what its owner gave it."""
    given = {name: value.replace(PLACE_OF_SECRET, launch.secret) for name, value in launch.env.items()}
    return {"PATH": PATH, "HOME": home, "TMPDIR": home, "LANG": "C.UTF-8", **given}


def program(launch: Launch) -> str:
    """The path of the program. Raises McpFailed where there is none."""
    path = launch.env.get("PATH", PATH)
    found = shutil.which(launch.command, path=path)
    if found is None:
        where = "" if "/" in launch.command else f" in {path}"
        raise McpFailed(
            Fault.REFUSED, f"There is no program {launch.command}{where}. Install it, or give its whole path."
        )
    return found


def private_home() -> str:
    """A folder that is the program's alone, for as long as it runs."""
    folder = tempfile.mkdtemp(prefix="steward-mcp-")
    own = ownership()
    if own is not None:
        os.chown(folder, own, own)
    return folder
