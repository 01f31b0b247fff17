"""The folders in which missions work: made, listed, read, written, compared.

    workspace = await workspaces.create(tx, name="Tax return", mission_id=mission.id)
    file = await workspaces.write_file(tx, workspace.id, "report/summary.md", b"…", origin=Origin.AGENT)
    before = await workspaces.snapshot(tx, workspace.id, label="before step 3")
    changed = await workspaces.diff(tx, workspace.id, since=before.id)

The folder is what is so; the rows say whose words a file holds. A write goes to the disk at once, whole or not at all,
under the owner's lock, and is no part of the transaction: writing the same again changes nothing, so that what a crash
or a rollback left is mended by repeating it. A file that another hand put there counts as others' words.
"""

import asyncio
import contextlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import UUID

from orchestrator.agent.types.origin import Origin
from orchestrator.db.locks import lock_writers
from orchestrator.db.tx import Tx
from orchestrator.domain.work.workspaces import names, repository
from orchestrator.domain.work.workspaces.differences import FileState, difference
from orchestrator.domain.work.workspaces.file_states import (
    digest_of,
    keep_room,
    looked_over,
    row_values,
    state_of,
    state_told,
    told_in_words,
)
from orchestrator.domain.work.workspaces.folder import Folder
from orchestrator.domain.work.workspaces.model import Workspace, WorkspaceFile, WorkspaceSnapshot
from orchestrator.domain.work.workspaces.schemas import DifferenceOut, FileOut, SnapshotOut, WorkspaceOut
from orchestrator.domain.work.workspaces.store import WorkspaceStore
from orchestrator.errors import Conflict, NotFound, TooLarge
from orchestrator.kit.ids import new_id

ANY = "*"
"""As `expected`: whatever stands there."""
ABSENT = ""
"""As `expected`: nothing may stand there."""
MOST_SHARED = 2_000
_NO_FILE = "There is no such file in this workspace."


@dataclass(frozen=True)
class FileContent:
    """A file whole. `sha256`: of `content`; `id`: None of a shared file, which has no row."""

    path: str
    content: bytes
    sha256: str
    origin: Origin
    id: UUID | None = None
    executable: bool = False


@dataclass(frozen=True)
class Written:
    """What became of a write. `before`: the digest of what stood there, under which it is kept; None: nothing did."""

    file: WorkspaceFile
    before: str | None
    changed: bool


class Workspaces:
    """The workspaces of one home."""

    def __init__(self, store: WorkspaceStore) -> None:
        self.store = store

    async def create(
        self, tx: Tx, *, name: str, mission_id: UUID | None = None, template: str | None = None
    ) -> Workspace:
        """A new, empty one; a mission's own is answered again. The folder is there before the row."""
        await lock_writers(tx)
        if mission_id is not None and (there := await repository.of_mission(tx, mission_id)) is not None:
            await asyncio.to_thread(self.store.folder(there.id).make)
            return there
        row = Workspace(id=new_id(), user_id=tx.owner_id, name=name, mission_id=mission_id, template=template)
        with told_in_words():
            await asyncio.to_thread(self.store.folder(row.id).make)
        tx.session.add(row)
        await tx.session.flush()
        await tx.session.refresh(row)
        return row

    async def get(self, tx: Tx, workspace_id: UUID) -> Workspace:
        """Raises NotFound."""
        row = await repository.workspace(tx, workspace_id)
        if row is None:
            raise NotFound("There is no such workspace.")
        return row

    async def all(
        self, tx: Tx, *, before: UUID | None = None, q: str | None = None, limit: int | None = None
    ) -> Sequence[Workspace]:
        """The newest first."""
        return await repository.workspaces(tx, before=before, q=q, limit=limit)

    async def shown(self, tx: Tx, rows: Sequence[Workspace]) -> list[WorkspaceOut]:
        """As they are told."""
        sums = await repository.sums(tx, [row.id for row in rows])
        quota = {"size_bytes": self.store.quota.size_bytes, "files": self.store.quota.files}
        columns = ("id", "name", "mission_id", "template", "version", "created_at", "updated_at")
        return [
            WorkspaceOut(
                **{name: getattr(row, name) for name in columns},
                files=sums.get(row.id, (0, 0))[0],
                size_bytes=sums.get(row.id, (0, 0))[1],
                quota=quota,
                shared=sorted(self.store.shared),
            )
            for row in rows
        ]

    async def list_files(self, tx: Tx, workspace_id: UUID) -> Sequence[WorkspaceFile]:
        """All plain files as they lie there now, by path; what another hand changed is others' words from here on.
        Raises NotFound."""
        await self.get(tx, workspace_id)
        folder = self.store.folder(workspace_id)
        known = {row.path: row for row in await repository.files(tx, workspace_id)}
        found = await asyncio.to_thread(looked_over, folder, self.store.quota.files)
        stale = [one for one in found if one.path not in known or known[one.path].seen != one.state]
        gone = known.keys() - {one.path for one in found}
        if not stale and not gone:
            return [known[one.path] for one in found]
        await lock_writers(tx)
        await self._take_note(tx, workspace_id, [one.path for one in stale])
        await repository.drop_files(tx, [known[path].id for path in gone])
        return await repository.files(tx, workspace_id)

    async def _take_note(self, tx: Tx, workspace_id: UUID, paths: Iterable[str]) -> None:
        """What another hand may have changed: its digest anew, and whose words it holds."""
        folder = self.store.folder(workspace_id)
        known = {row.path: row for row in await repository.files(tx, workspace_id)}
        values: list[Mapping[str, Any]] = []
        same: dict[UUID, str] = {}
        for path in paths:
            try:
                digest, seen = await asyncio.to_thread(folder.digest, path)
            except FileNotFoundError:
                continue
            row = known.get(path)
            if row is not None and row.sha256 == digest:
                same[row.id] = seen.state
            else:
                values.append(row_values(seen, digest, Origin.THIRD_PARTY))
        await repository.put_files(tx, workspace_id, values)
        await repository.note_seen(tx, same)
        if values:
            await repository.touch(tx, workspace_id)

    async def read_file(self, tx: Tx, workspace_id: UUID, path: str) -> FileContent:
        """The file, of the workspace or below `shared/`. Raises NotFound, InvalidRequest, TooLarge."""
        path = names.path_of(path)
        await self.get(tx, workspace_id)
        if names.is_shared(path):
            return await self._read_shared(path)
        folder, most = self.store.folder(workspace_id), self.store.quota.file_bytes
        try:
            content = await asyncio.to_thread(folder.read, path, most=most)
            digest, seen = await asyncio.to_thread(folder.digest, path)
        except FileNotFoundError as error:
            raise NotFound(_NO_FILE) from error
        if len(content) > most:
            raise TooLarge(f"{path} is over {most:,} bytes.")
        row = await repository.file(tx, workspace_id, path)
        if row is None or row.sha256 != digest:
            await lock_writers(tx)
            await self._take_note(tx, workspace_id, [path])
            row = await repository.file(tx, workspace_id, path)
        origin = Origin(row.origin) if row is not None and row.sha256 == digest else Origin.THIRD_PARTY
        return FileContent(path, content, digest, origin, row.id if row is not None else None, seen.executable)

    async def write_file(
        self,
        tx: Tx,
        workspace_id: UUID,
        path: str,
        content: bytes,
        *,
        origin: Origin,
        expected: str = ANY,
        executable: bool = False,
    ) -> Written:
        """Put a file there. `expected`: the digest of what may stand there now, `ABSENT` or `ANY`; the very same
        content is no change, whatever was expected. Raises NotFound, InvalidRequest, TooLarge (file or quota), Conflict
        `already_exists` (another case of the name, a folder) or `file_changed`."""
        path = names.writable(path)
        await lock_writers(tx)
        await self.get(tx, workspace_id)
        folder = self.store.folder(workspace_id)
        digest = digest_of(content)
        before = await self._standing(folder, path)
        if before != digest:
            if expected not in {ANY, before or ABSENT}:
                raise Conflict("file_changed", f"{path} is not what it was: read it again.")
            await self._must_fit(tx, workspace_id, path, len(content))
        with told_in_words(path):
            same = before == digest and (await asyncio.to_thread(folder.looked_at, path)).executable == executable
            write = partial(folder.write, path, content, executable=executable)
            seen = await asyncio.to_thread(folder.looked_at, path) if same else await asyncio.to_thread(write)
        await repository.put_files(tx, workspace_id, [row_values(seen, digest, origin)])
        if not same:
            await repository.touch(tx, workspace_id)
        row = await repository.file(tx, workspace_id, path)
        assert row is not None
        return Written(row, before, not same)

    async def delete(self, tx: Tx, workspace_id: UUID, path: str, *, expected: str = ANY) -> str | None:
        """Remove a file; the digest under which its content is kept for a while, None where there was none. Raises
        NotFound for the workspace, InvalidRequest, Conflict `file_changed`."""
        path = names.writable(path)
        await lock_writers(tx)
        await self.get(tx, workspace_id)
        folder = self.store.folder(workspace_id)
        before = await self._standing(folder, path)
        if before is not None:
            if expected not in {ANY, before}:
                raise Conflict("file_changed", f"{path} is not what it was: read it again.")
            with told_in_words(path):
                await asyncio.to_thread(folder.keep, path)
                await asyncio.to_thread(folder.remove, path)
            await repository.touch(tx, workspace_id)
        row = await repository.file(tx, workspace_id, path)
        if row is not None:
            await repository.drop_files(tx, [row.id])
        return before

    async def kept(self, workspace_id: UUID, digest: str) -> bytes | None:
        """An earlier content by its digest; None where it is no more."""
        most = self.store.quota.file_bytes
        return await asyncio.to_thread(self.store.folder(workspace_id).kept, digest, most=most)

    async def snapshot(self, tx: Tx, workspace_id: UUID, *, label: str) -> WorkspaceSnapshot:
        """Keep the present state, to tell differences from. The oldest goes where there are too many. Raises NotFound,
        TooLarge where earlier states fill their quota."""
        await lock_writers(tx)
        rows = await self.list_files(tx, workspace_id)
        folder, quota = self.store.folder(workspace_id), self.store.quota
        past = await repository.snapshots(tx, workspace_id)
        surplus = past[quota.snapshots - 1 :]
        await repository.drop_snapshots(tx, [one.id for one in surplus])
        named = {str(file["sha256"]) for one in past[: quota.snapshots - 1] for file in one.files}
        with told_in_words():
            await asyncio.to_thread(keep_room, folder, quota.history_bytes, named, rows)
            kept = {row.path: await asyncio.to_thread(folder.keep, row.path) for row in rows}
        states = [state_of(row) for row in rows if kept[row.path] == row.sha256]
        row = WorkspaceSnapshot(
            id=new_id(),
            user_id=tx.owner_id,
            workspace_id=workspace_id,
            label=label,
            files=[state_told(s) for s in states],
        )
        tx.session.add(row)
        await tx.session.flush()
        await tx.session.refresh(row)
        return row

    async def snapshots(self, tx: Tx, workspace_id: UUID) -> list[SnapshotOut]:
        """The newest first. Raises NotFound."""
        await self.get(tx, workspace_id)
        rows = await repository.snapshots(tx, workspace_id)
        return [
            SnapshotOut(id=row.id, label=row.label, files=len(row.files), created_at=row.created_at) for row in rows
        ]

    async def diff(
        self, tx: Tx, workspace_id: UUID, *, since: UUID | None = None, until: UUID | None = None
    ) -> DifferenceOut:
        """What differs between two snapshots; without `since` from nothing, without `until` to the present. Raises
        NotFound."""
        before = await self.state(tx, workspace_id, since) if since is not None else {}
        after = await self.state(tx, workspace_id, until)
        folder, most = self.store.folder(workspace_id), self.store.quota.file_bytes

        def content(path: str, digest: str) -> bytes | None:
            held = folder.kept(digest, most=most)
            if held is None:
                with contextlib.suppress(FileNotFoundError):
                    now = folder.read(path, most=most)
                    return now if digest_of(now) == digest else None
            return held

        return await asyncio.to_thread(partial(difference, before, after, content, since=since, until=until))

    async def state(self, tx: Tx, workspace_id: UUID, snapshot_id: UUID | None = None) -> dict[str, FileState]:
        """The files of a snapshot, or of now, by path. Raises NotFound."""
        if snapshot_id is None:
            return {row.path: state_of(row) for row in await self.list_files(tx, workspace_id)}
        await self.get(tx, workspace_id)
        row = await repository.snapshot(tx, workspace_id, snapshot_id)
        if row is None:
            raise NotFound("There is no such snapshot of this workspace.")
        return {str(one["path"]): FileState(**one) for one in row.files}

    async def _standing(self, folder: Folder, path: str) -> str | None:
        """The digest of what stands there."""
        try:
            return (await asyncio.to_thread(folder.digest, path))[0]
        except FileNotFoundError:
            return None

    async def _must_fit(self, tx: Tx, workspace_id: UUID, path: str, size: int) -> None:
        quota = self.store.quota
        if size > quota.file_bytes:
            raise TooLarge(f"A file may have {quota.file_bytes:,} bytes.")
        files, total = (await repository.sums(tx, [workspace_id])).get(workspace_id, (0, 0))
        there = await repository.file(tx, workspace_id, path)
        if there is None and files >= quota.files:
            raise TooLarge(f"The workspace holds {quota.files:,} files, which is as many as it may: delete some first.")
        if total - (there.size_bytes if there is not None else 0) + size > quota.size_bytes:
            raise TooLarge(f"The workspace may hold {quota.size_bytes:,} bytes in all: delete something first.")

    # Shared folders

    async def shared_files(self, tx: Tx, workspace_id: UUID) -> list[FileOut]:
        """What the shared folders hold, `MOST_SHARED` files of each at most; what looks like keys is left out. Their
        digests are told by reading them. Raises NotFound."""
        row = await self.get(tx, workspace_id)
        found: list[FileOut] = []
        for name, root in sorted(self.store.shared.items()):
            for one in await asyncio.to_thread(Folder(root).scan, most=MOST_SHARED):
                if not names.holds_secrets(one.path):
                    path = f"{names.SHARED}/{name}/{one.path}"
                    sized = {"size_bytes": one.size_bytes, "sha256": "", "updated_at": row.created_at}
                    found.append(FileOut(path=path, origin=Origin.THIRD_PARTY, read_only=True, **sized))
        return found

    async def _read_shared(self, path: str) -> FileContent:
        _, _, below = path.partition("/")
        name, _, inner = below.partition("/")
        folder = self.store.shared_folder(name)
        if folder is None or not inner or names.holds_secrets(inner):
            raise NotFound(_NO_FILE)
        most = self.store.quota.file_bytes
        try:
            content = await asyncio.to_thread(folder.read, inner, most=most)
        except FileNotFoundError as error:
            raise NotFound(_NO_FILE) from error
        if len(content) > most:
            raise TooLarge(f"{path} is over {most:,} bytes.")
        return FileContent(path, content, digest_of(content), Origin.THIRD_PARTY)
