"""How is a file of a workspace put down: as its row's values, as a state in a snapshot, as what people are shown?"""

import hashlib
from collections.abc import Mapping
from typing import Any

from orchestrator.agent.types.origin import Origin
from orchestrator.domain.work.workspaces.differences import FileState
from orchestrator.domain.work.workspaces.folder import Seen
from orchestrator.domain.work.workspaces.model import WorkspaceFile
from orchestrator.domain.work.workspaces.schemas import FileOut


def row_values(seen: Seen, digest: str, origin: Origin) -> Mapping[str, Any]:
    """As its row has it."""
    return {
        "path": seen.path,
        "size_bytes": seen.size_bytes,
        "sha256": digest,
        "origin": origin.value,
        "executable": seen.executable,
        "seen": seen.state,
    }


def state_of(row: WorkspaceFile) -> FileState:
    """As differences are told from."""
    return FileState(row.path, row.sha256, row.size_bytes, row.origin, row.executable)


def state_told(state: FileState) -> dict[str, Any]:
    """As a snapshot keeps it."""
    return {
        "path": state.path,
        "sha256": state.sha256,
        "size_bytes": state.size_bytes,
        "origin": state.origin,
        "executable": state.executable,
    }


def file_out(row: WorkspaceFile) -> FileOut:
    """As it is told."""
    names_of = ("path", "size_bytes", "sha256", "origin", "executable", "updated_at")
    return FileOut(**{name: getattr(row, name) for name in names_of})


def digest_of(content: bytes) -> str:
    """As hexadecimal digits."""
    return hashlib.sha256(content).hexdigest()
