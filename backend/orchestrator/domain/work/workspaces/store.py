"""Where do workspaces lie, and what do they see beside their own files? STEWARD_HOME/workspaces/<id>, and the folders
that the operator shares with all of them (STEWARD_SHARED_FOLDERS), which are only read.
"""

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from uuid import UUID

from orchestrator.domain.work.workspaces.folder import Folder
from orchestrator.domain.work.workspaces.names import folded
from orchestrator.domain.work.workspaces.schemas import Quota
from orchestrator.errors import ConfigurationError
from orchestrator.kit.ids import parse_id

_SYSTEM = ("/proc", "/sys", "/dev", "/run", "/boot", "/etc", "/root", "/var/lib", "/var/run")
"""Never shared, nor what lies in them."""


class WorkspaceStore:
    """The folders of one home. `root`: STEWARD_HOME/workspaces; `shared`: by the name under which each is seen."""

    def __init__(self, root: Path, shared: Mapping[str, Path] | None = None, quota: Quota | None = None) -> None:
        self.root = root
        self.shared = dict(shared or {})
        self.quota = quota or Quota()

    def folder(self, workspace_id: UUID) -> Folder:
        """One workspace's."""
        return Folder(self.root / str(workspace_id))

    def shared_folder(self, name: str) -> Folder | None:
        """One that the operator shares; None where there is none of this name."""
        wanted = folded(name)
        return next((Folder(path) for known, path in self.shared.items() if folded(known) == wanted), None)

    def remove(self, workspace_id: UUID) -> None:
        """Its row is gone."""
        shutil.rmtree(self.root / str(workspace_id), ignore_errors=True)

    def all(self) -> Sequence[tuple[UUID, float]]:
        """(id, seconds of its last change) of every folder that there is."""
        entries = sorted(self.root.iterdir()) if self.root.is_dir() else []
        found = [(parse_id(one.name), one) for one in entries if one.is_dir() and not one.is_symlink()]
        return [(named, path.stat().st_mtime) for named, path in found if named is not None]


def shared_folders(paths: Sequence[Path], home: Path) -> dict[str, Path]:
    """The folders by their last names. Raises ConfigurationError, which names the one that can't be shared and why."""
    found: dict[str, Path] = {}
    home = home.resolve()
    for path in paths:
        real = path.resolve()
        if not real.is_dir():
            raise ConfigurationError(f"STEWARD_SHARED_FOLDERS: {path} is no folder.")
        if real == home or home in real.parents or real in home.parents:
            raise ConfigurationError(f"STEWARD_SHARED_FOLDERS: {path} holds, or lies in, STEWARD_HOME.")
        if real == Path("/") or any(real == Path(one) or Path(one) in real.parents for one in _SYSTEM):
            raise ConfigurationError(f"STEWARD_SHARED_FOLDERS: {path} belongs to the system.")
        if any(folded(real.name) == folded(known) for known in found):
            raise ConfigurationError(f"STEWARD_SHARED_FOLDERS: two folders are called {real.name}.")
        found[real.name] = real
    return found
