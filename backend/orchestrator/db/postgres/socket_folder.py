"""Where does the server's socket stand? In the home where that works, else in a private temporary folder."""

import hashlib
import os
import tempfile
from pathlib import Path

from orchestrator.db.postgres.cluster import PORT
from orchestrator.db.postgres.server_user import ServerUser
from orchestrator.errors import DatabaseUnavailable
from orchestrator.kit import patterns

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
