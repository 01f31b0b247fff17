"""The rows of workspaces, of what is known of their files, and of their snapshots; each query names the owner."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.folding import holds
from orchestrator.db.tx import Tx
from orchestrator.domain.work.workspaces.model import Workspace, WorkspaceFile, WorkspaceSnapshot
from orchestrator.kit.ids import new_id


async def workspace(tx: Tx, workspace_id: UUID) -> Workspace | None:
    statement = select(Workspace).where(Workspace.user_id == tx.owner_id, Workspace.id == workspace_id)
    return (await tx.session.scalars(statement.execution_options(populate_existing=True))).one_or_none()


async def of_mission(tx: Tx, mission_id: UUID) -> Workspace | None:
    statement = select(Workspace).where(Workspace.user_id == tx.owner_id, Workspace.mission_id == mission_id)
    return (await tx.session.scalars(statement)).one_or_none()


async def workspaces(
    tx: Tx, *, before: UUID | None = None, q: str | None = None, limit: int | None = None
) -> Sequence[Workspace]:
    """The newest first; those older than `before`, whose name has the words of `q`."""
    statement = select(Workspace).where(Workspace.user_id == tx.owner_id)
    if before is not None:
        statement = statement.where(Workspace.id < before)
    if q:
        statement = statement.where(*holds(q, Workspace.name))
    return (await tx.session.scalars(statement.order_by(Workspace.id.desc()).limit(limit))).all()


async def all_ids(session: AsyncSession) -> set[UUID]:
    """Those of all users."""
    return set(await session.scalars(select(Workspace.id)))


async def there(tx: Tx, workspace_id: UUID) -> bool:
    """Whether its row is there, as the database has it now."""
    found = await tx.session.scalar(
        select(Workspace.id).where(Workspace.user_id == tx.owner_id, Workspace.id == workspace_id)
    )
    return found is not None


async def touch(tx: Tx, workspace_id: UUID) -> None:
    """A file of it changed."""
    await tx.session.execute(
        update(Workspace)
        .where(Workspace.user_id == tx.owner_id, Workspace.id == workspace_id)
        .values(version=Workspace.version + 1, updated_at=func.steward_now())
    )


async def drop(tx: Tx, workspace_id: UUID) -> None:
    await tx.session.execute(delete(Workspace).where(Workspace.user_id == tx.owner_id, Workspace.id == workspace_id))


async def sums(tx: Tx, ids: Collection[UUID]) -> dict[UUID, tuple[int, int]]:
    """By workspace: (files, bytes) as they were last looked at."""
    found = await tx.session.execute(
        select(WorkspaceFile.workspace_id, func.count(), func.coalesce(func.sum(WorkspaceFile.size_bytes), 0))
        .where(WorkspaceFile.user_id == tx.owner_id, WorkspaceFile.workspace_id.in_(ids))
        .group_by(WorkspaceFile.workspace_id)
    )
    return {workspace_id: (int(count), int(size)) for workspace_id, count, size in found}


# Files


async def files(tx: Tx, workspace_id: UUID) -> Sequence[WorkspaceFile]:
    """In the order of their paths."""
    statement = select(WorkspaceFile).where(
        WorkspaceFile.user_id == tx.owner_id, WorkspaceFile.workspace_id == workspace_id
    )
    found = (await tx.session.scalars(statement.execution_options(populate_existing=True))).all()
    return sorted(found, key=lambda row: row.path)


async def file(tx: Tx, workspace_id: UUID, path: str) -> WorkspaceFile | None:
    statement = select(WorkspaceFile).where(
        WorkspaceFile.user_id == tx.owner_id, WorkspaceFile.workspace_id == workspace_id, WorkspaceFile.path == path
    )
    return (await tx.session.scalars(statement.execution_options(populate_existing=True))).one_or_none()


async def files_by_id(tx: Tx, ids: Collection[UUID]) -> Sequence[WorkspaceFile]:
    statement = select(WorkspaceFile).where(WorkspaceFile.user_id == tx.owner_id, WorkspaceFile.id.in_(ids))
    return (await tx.session.scalars(statement)).all()


async def file_ids(tx: Tx) -> Sequence[UUID]:
    statement = select(WorkspaceFile.id).where(WorkspaceFile.user_id == tx.owner_id)
    return (await tx.session.scalars(statement.order_by(WorkspaceFile.id))).all()


async def put_files(tx: Tx, workspace_id: UUID, values: Sequence[Mapping[str, Any]]) -> None:
    """What is known of these files now, by their paths."""
    if not values:
        return
    common = {"user_id": tx.owner_id, "workspace_id": workspace_id}
    row = insert(WorkspaceFile).values([{"id": new_id(), **common, **one} for one in values])
    names = ("size_bytes", "sha256", "origin", "executable", "seen")
    changed = {name: getattr(row.excluded, name) for name in names} | {"updated_at": func.steward_now()}
    await tx.session.execute(
        row.on_conflict_do_update(index_elements=["user_id", "workspace_id", "path"], set_=changed)
    )


async def note_seen(tx: Tx, seen: Mapping[UUID, str]) -> None:
    """Files that are as they were, though something of them changed (a time)."""
    for file_id, state in seen.items():
        await tx.session.execute(
            update(WorkspaceFile)
            .where(WorkspaceFile.user_id == tx.owner_id, WorkspaceFile.id == file_id)
            .values(seen=state)
        )


async def drop_files(tx: Tx, ids: Collection[UUID]) -> None:
    if ids:
        await tx.session.execute(
            delete(WorkspaceFile).where(WorkspaceFile.user_id == tx.owner_id, WorkspaceFile.id.in_(ids))
        )


# Snapshots


async def snapshots(tx: Tx, workspace_id: UUID) -> Sequence[WorkspaceSnapshot]:
    """The newest first."""
    statement = select(WorkspaceSnapshot).where(
        WorkspaceSnapshot.user_id == tx.owner_id, WorkspaceSnapshot.workspace_id == workspace_id
    )
    return (await tx.session.scalars(statement.order_by(WorkspaceSnapshot.id.desc()))).all()


async def snapshot(tx: Tx, workspace_id: UUID, snapshot_id: UUID) -> WorkspaceSnapshot | None:
    statement = select(WorkspaceSnapshot).where(
        WorkspaceSnapshot.user_id == tx.owner_id,
        WorkspaceSnapshot.workspace_id == workspace_id,
        WorkspaceSnapshot.id == snapshot_id,
    )
    return (await tx.session.scalars(statement)).one_or_none()


async def drop_snapshots(tx: Tx, ids: Collection[UUID]) -> None:
    if ids:
        await tx.session.execute(
            delete(WorkspaceSnapshot).where(WorkspaceSnapshot.user_id == tx.owner_id, WorkspaceSnapshot.id.in_(ids))
        )
