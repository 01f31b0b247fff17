"""As whom does the embedded Postgres run? As us; for root, which Postgres refuses, as an unprivileged account.

A server user may be unable to enter the folders above the data (`/root` is 0700). Nobody else's permissions are
changed for that: on Linux the server is started inside its data folder and calls it `/proc/self/cwd`, which needs no
way through the parents.
"""

import os
import pwd
import stat
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from orchestrator.errors import DatabaseUnavailable

UNPRIVILEGED = ("postgres", "nobody")
_SELF_CWD = "/proc/self/cwd"


@dataclass(frozen=True)
class ServerUser:
    """The account of the server process. `switch`: whether it is another than ours, so that we have to drop to it."""

    uid: int
    gid: int
    switch: bool

    def may_enter(self, folder: Path) -> bool:
        """Whether the account can pass through `folder` and all above it (by mode bits; access lists are not read)."""
        return not self.switch or all(self._may_search(each) for each in (folder, *folder.parents))

    def data_argument(self, data: Path) -> str:
        """How the server is told where its data lie, when started with `data` as its working folder."""
        return _SELF_CWD if self.switch and sys.platform == "linux" else str(data)

    def process_options(self, data: Path) -> dict[str, Any]:
        """Keyword arguments of `subprocess` that start a server program as this account inside `data`."""
        options: dict[str, Any] = {"cwd": data, "start_new_session": True}
        if self.switch:
            options |= {"user": self.uid, "group": self.gid, "extra_groups": []}
        return options

    def own(self, path: Path) -> None:
        """Make the account the owner of `path`."""
        if self.switch:
            os.chown(path, self.uid, self.gid)

    def _may_search(self, folder: Path) -> bool:
        try:
            info = folder.stat()
        except FileNotFoundError:
            return True
        if info.st_uid == self.uid:
            return bool(info.st_mode & stat.S_IXUSR)
        return bool(info.st_mode & (stat.S_IXGRP if info.st_gid == self.gid else stat.S_IXOTH))


def server_user(data: Path) -> ServerUser:
    """Who serves `data`: its owner where it exists, else we, or for root the first unprivileged account there is.

    Raises DatabaseUnavailable where `data` belongs to somebody else, or root has no account to run it as.
    """
    owner = data.stat() if data.exists() else None
    if os.geteuid() != 0:
        if owner and owner.st_uid != os.geteuid():
            raise DatabaseUnavailable(f"{data} belongs to user id {owner.st_uid}; run Steward as that user, or as root")
        return ServerUser(os.geteuid(), os.getegid(), switch=False)
    if owner and owner.st_uid != 0:
        return ServerUser(owner.st_uid, owner.st_gid, switch=True)
    for name in UNPRIVILEGED:
        try:
            account = pwd.getpwnam(name)
        except KeyError:
            continue
        return ServerUser(account.pw_uid, account.pw_gid, switch=True)
    raise DatabaseUnavailable("Postgres refuses to run as root and there is no account postgres or nobody to run it as")
