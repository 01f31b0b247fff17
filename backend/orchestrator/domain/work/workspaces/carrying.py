"""How do the files of workspaces get into an archive, and out of one? As their rows say, else they count as lost."""

import io
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import IO, Any
from uuid import UUID

from orchestrator.db.session import Database
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.slices.carrier import Carrier, Place
from orchestrator.domain.work.workspaces import repository
from orchestrator.domain.work.workspaces.model import WorkspaceFile
from orchestrator.domain.work.workspaces.service import Workspaces
from orchestrator.telemetry.logging import get_logger

log = get_logger(__name__)


def carrier(workspaces: Workspaces) -> Carrier:
    """Over the folders of this home."""
    store = workspaces.store

    def opened(owner_id: UUID, row: Mapping[str, Any]) -> IO[bytes] | None:
        del owner_id
        folder = store.folder(UUID(row["workspace_id"]))
        try:
            digest, _ = folder.digest(row["path"])
            content = folder.read(row["path"], most=store.quota.file_bytes)
        except OSError:
            return None
        return io.BytesIO(content) if digest == row["sha256"] and len(content) <= store.quota.file_bytes else None

    async def placed(tx: Tx, file_id: UUID) -> Place:
        rows = await repository.files_by_id(tx, [file_id])
        return partial(_into_folder, workspaces, rows[0]) if rows else _nowhere

    async def refresh(database: Database, owner_id: UUID) -> None:
        async with database.unit_of_work_of(owner_id) as tx:
            for row in await workspaces.all(tx):
                await workspaces.list_files(tx, row.id)

    return Carrier(
        WorkspaceFile.__tablename__, opened, placed, named_by=("id", "workspace_id", "path", "sha256"), refresh=refresh
    )


def _nowhere(path: Path) -> None:
    path.unlink(missing_ok=True)


def _into_folder(workspaces: Workspaces, row: WorkspaceFile, path: Path) -> None:
    """Its row is committed, so nothing may be raised any more: what can't be written counts as lost."""
    folder = workspaces.store.folder(row.workspace_id)
    try:
        folder.make()
        folder.write(row.path, path.read_bytes(), executable=row.executable)
    except Exception as error:  # noqa: BLE001  (a named border: a name that clashes here, a full disk)
        log.warning("workspaces.file_not_placed", workspace_id=str(row.workspace_id), error=type(error).__name__)
    path.unlink(missing_ok=True)
