"""What goes when a workspace or one of its files is erased for good? Its rows, its folder, its earlier contents; and
the folders of rows that are gone are swept.
"""

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.session import after_commit, before_commit
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.slices.erasable import Erasable, ErasedRow
from orchestrator.domain.work.workspaces import repository
from orchestrator.domain.work.workspaces.schemas import FILE, KIND
from orchestrator.domain.work.workspaces.service import Workspaces
from orchestrator.domain.work.workspaces.store import WorkspaceStore
from orchestrator.errors import NotFound

SWEPT_AFTER_S = 3_600.0
"""A folder whose row is not committed yet is younger."""


def erasables(workspaces: Workspaces | None) -> Sequence[Erasable]:
    """Without the store (a process that has the database alone) folders are left to the sweep."""
    store = workspaces.store if workspaces is not None else None
    return (
        Erasable(kind=KIND, erase=partial(erase_workspace, store), keys=_keys),
        Erasable(kind=FILE, erase=partial(_erase_file, store), keys=_file_keys),
    )


async def erase_workspace(store: WorkspaceStore | None, tx: Tx, workspace_id: UUID) -> Sequence[ErasedRow]:
    """With its files and snapshots. Raises NotFound."""
    row = await repository.workspace(tx, workspace_id)
    if row is None:
        raise NotFound("There is no such workspace.")
    files = await repository.files(tx, workspace_id)
    told = [
        ErasedRow(KIND, workspace_id, indexed=False),
        *(ErasedRow(FILE, one.id, indexed=False) for one in files),
    ]
    for one in (row, *files):
        tx.session.expunge(one)
    await repository.drop(tx, workspace_id)
    if store is not None:
        before_commit(tx.session, f"workspace:{workspace_id}", partial(_remove_folder, store, tx, workspace_id))
    return told


async def _remove_folder(store: WorkspaceStore, tx: Tx, workspace_id: UUID) -> None:
    """Once the erasure is committed; a dry run took it back, and then the row is there."""
    if not await repository.there(tx, workspace_id):
        after_commit(tx.session, partial(asyncio.to_thread, store.remove, workspace_id))


async def _erase_file(store: WorkspaceStore | None, tx: Tx, file_id: UUID) -> Sequence[ErasedRow]:
    """With what snapshots say of it and its earlier contents. Raises NotFound."""
    rows = await repository.files_by_id(tx, [file_id])
    if not rows:
        raise NotFound("There is no such file.")
    (row,) = rows
    workspace_id, path = row.workspace_id, row.path
    told = [ErasedRow(FILE, file_id, indexed=False)]
    tx.session.expunge(row)
    await repository.drop_files(tx, [file_id])
    kept: set[str] = {one.sha256 for one in await repository.files(tx, workspace_id)}
    for snapshot in await repository.snapshots(tx, workspace_id):
        snapshot.files = [one for one in snapshot.files if one["path"] != path]
        kept |= {str(one["sha256"]) for one in snapshot.files}
    await repository.touch(tx, workspace_id)
    await tx.session.flush()
    if store is not None:
        remove = partial(_remove_file, store, tx, (workspace_id, file_id, path), kept)
        before_commit(tx.session, f"workspace_file:{file_id}", remove)
    return told


async def _remove_file(store: WorkspaceStore, tx: Tx, which: tuple[UUID, UUID, str], kept: set[str]) -> None:
    """`kept`: what other files and snapshots name; nobody knows of the other contents which file held them."""
    workspace_id, file_id, path = which

    def remove() -> None:
        folder = store.folder(workspace_id)
        with suppress(OSError):  # it went by another hand, or with its workspace
            folder.remove(path)
        with suppress(OSError):
            folder.forget(sorted(folder.objects().keys() - kept))

    if not await repository.files_by_id(tx, [file_id]):
        after_commit(tx.session, partial(asyncio.to_thread, remove))


async def _keys(tx: Tx) -> Sequence[tuple[UUID, str | None, str | None]]:
    return [(row.id, None, None) for row in await repository.workspaces(tx)]


async def _file_keys(tx: Tx) -> Sequence[tuple[UUID, str | None, str | None]]:
    return [(file_id, None, None) for file_id in await repository.file_ids(tx)]


async def sweep(session: AsyncSession, store: WorkspaceStore) -> int:
    """Folders whose rows are gone (a process that died, a user who left); answers how many went."""
    before = time.time() - SWEPT_AFTER_S
    old = [named for named, changed in await asyncio.to_thread(store.all) if changed < before]
    known = await repository.all_ids(session) if old else set()
    gone = [named for named in old if named not in known]
    for one in gone:
        await asyncio.to_thread(store.remove, one)
    return len(gone)
