"""Workspaces over HTTP (api.md, Agents, missions, skills, workspaces): their files are read, written, erased and
compared, and all of them come as one zip."""

import asyncio
import tempfile
import zipfile
from collections.abc import AsyncIterator, Mapping
from contextlib import closing
from typing import IO, Annotated, Any
from urllib.parse import quote
from uuid import UUID

from fastapi import Path, Query, Request
from starlette.responses import Response, StreamingResponse

from orchestrator.agent.types.origin import Origin
from orchestrator.api.crud import Reader, Writer
from orchestrator.db.locks import lock_writers
from orchestrator.db.tx import Tx
from orchestrator.domain.work.workspaces import names
from orchestrator.domain.work.workspaces.file_states import file_out
from orchestrator.domain.work.workspaces.folder import Folder
from orchestrator.domain.work.workspaces.schemas import (
    FILE,
    KIND,
    DifferenceOut,
    FileOut,
    SnapshotIn,
    SnapshotOut,
    WorkspaceIn,
    WorkspaceOut,
)
from orchestrator.domain.work.workspaces.service import ABSENT, ANY
from orchestrator.errors import InvalidRequest, NotFound, VersionConflict
from orchestrator.kit.ids import parse_id
from orchestrator.kit.paging import Page, decode_cursor, encode_cursor
from orchestrator.web.access.auth import RuntimeDep
from orchestrator.web.bodies.upload import BYTES, RAW, whole_file
from orchestrator.web.erasure import DryRun, ReceiptOut
from orchestrator.web.etags import ExpectedTag, check_shown, is_known, named_tags, tagged
from orchestrator.web.ids import EntityId, existing
from orchestrator.web.paging import Listed, PageDep, listed
from orchestrator.web.problems import responses
from orchestrator.web.routing import Router

router = Router(tags=["workspaces"])
BLOCK = 1 << 18
FilePath = Annotated[str, Path(description="The file's path in the workspace, e.g. `report/summary.md`.")]
_SAFE = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "sandbox; default-src 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "private, no-cache",
    "Vary": "Authorization",
}
"""What agents and others wrote is saved, never shown by a browser in our place."""
_FILE: dict[int | str, dict[str, Any]] = {
    200: {"description": "The file's bytes.", "content": {RAW: {"schema": BYTES}}},
    304: {"description": "As `If-None-Match` has it; no body."},
}
_BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {RAW: {"schema": {**BYTES, "description": "At most 32 MB.", "examples": ["hello"]}}},
    }
}
_ZIP: dict[int | str, dict[str, Any]] = {
    200: {"description": "All files as they are now.", "content": {"application/zip": {"schema": BYTES}}}
}


@router.get("/workspaces", responses=responses())
async def list_workspaces(runtime: RuntimeDep, principal: Reader, page: PageDep) -> Listed[WorkspaceOut]:
    """The newest first, with what each held when it was last looked at."""
    before = decode_cursor(page.cursor, 1) if page.cursor else None
    if page.cursor and (before is None or parse_id(before[0]) is None):
        raise InvalidRequest.of_field("cursor", "is not one of this list")
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        after = UUID(before[0]) if before else None
        rows = await runtime.workspaces.all(tx, before=after, q=page.q, limit=page.limit + 1)
        shown = await runtime.workspaces.shown(tx, rows[: page.limit])
    following = encode_cursor(str(shown[-1].id)) if len(rows) > page.limit else None
    return listed(Page(shown, following))


@router.post("/workspaces", status_code=201, responses=responses())
async def create_workspace(runtime: RuntimeDep, principal: Writer, body: WorkspaceIn) -> WorkspaceOut:
    """A new, empty workspace of the user's own; a mission makes its own by itself."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        row = await runtime.workspaces.create(tx, name=body.name, template=body.template)
        return (await runtime.workspaces.shown(tx, [row]))[0]


@router.get("/workspaces/{workspace_id}", responses=responses(404))
async def read_workspace(
    runtime: RuntimeDep, principal: Reader, response: Response, workspace_id: EntityId
) -> WorkspaceOut:
    """One workspace, with what it holds now."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return tagged(response, await _looked_at(runtime, tx, workspace_id))


async def _looked_at(runtime: RuntimeDep, tx: Tx, workspace_id: UUID) -> WorkspaceOut:
    """Raises NotFound."""
    await runtime.workspaces.list_files(tx, workspace_id)
    (shown,) = await runtime.workspaces.shown(tx, [await runtime.workspaces.get(tx, workspace_id)])
    return shown


@router.delete("/workspaces/{workspace_id}", responses=responses(404, 412))
async def erase_workspace(
    runtime: RuntimeDep, principal: Writer, workspace_id: EntityId, expected: ExpectedTag, *, dry_run: DryRun = False
) -> ReceiptOut:
    """Erase the workspace with its folder, its files and their earlier states."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        await check_shown(expected, lambda: _looked_at(runtime, tx, workspace_id))
        return ReceiptOut.of(await runtime.eraser.erase(tx, KIND, workspace_id, dry_run=dry_run))


@router.get("/workspaces/{workspace_id}/files", responses=responses(404))
async def list_files(
    runtime: RuntimeDep,
    principal: Reader,
    workspace_id: EntityId,
    page: PageDep,
    *,
    shared: Annotated[bool, Query(description="Those of the read-only folders instead.")] = False,
) -> Listed[FileOut]:
    """The plain files by path, as they lie there now; symbolic links and the workspace's metadata are left out."""
    workspaces = runtime.workspaces
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        if shared:
            found = await workspaces.shared_files(tx, workspace_id)
        else:
            found = [file_out(row) for row in await workspaces.list_files(tx, workspace_id)]
    after = decode_cursor(page.cursor, 1) if page.cursor else ("",)
    if after is None:
        raise InvalidRequest.of_field("cursor", "is not one of this list")
    wanted = (page.q or "").casefold()
    rest = [one for one in found if one.path > after[0] and wanted in one.path.casefold()]
    following = encode_cursor(rest[page.limit - 1].path) if len(rest) > page.limit else None
    return listed(Page(rest[: page.limit], following))


@router.get(
    "/workspaces/{workspace_id}/files/{path:path}", response_class=Response, responses={**responses(404, 413), **_FILE}
)
async def read_file(
    runtime: RuntimeDep, principal: Reader, workspace_id: EntityId, path: FilePath, request: Request
) -> Response:
    """A file's bytes; its `ETag` is its SHA-256. Below `shared/` those of the read-only folders."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        file = await runtime.workspaces.read_file(tx, workspace_id, path)
    name = quote(file.path.rpartition("/")[2], safe="")
    headers = {
        **_SAFE,
        "ETag": f'"{file.sha256}"',
        "Content-Disposition": f"attachment; filename*=UTF-8''{name}",
        "X-Steward-Origin": file.origin.value,
    }
    if is_known(request.headers.getlist("if-none-match"), headers["ETag"]):
        return Response(status_code=304, headers=headers)
    return Response(file.content, media_type=RAW, headers=headers)


@router.put(
    "/workspaces/{workspace_id}/files/{path:path}",
    responses={**responses(404, 409, 412, 413, 503), 201: {"model": FileOut, "description": "A new file."}},
    openapi_extra=_BODY,
)
async def write_file(
    runtime: RuntimeDep, principal: Writer, workspace_id: EntityId, path: FilePath, request: Request, response: Response
) -> FileOut:
    """Put the body there, whole or not at all: 201 where nothing was there. `If-Match` names the digest of what may be
    replaced, `If-None-Match: *` lets nothing be replaced."""
    content = await whole_file(request)
    expected = _expected(request)
    workspaces = runtime.workspaces
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        if expected is not None:
            await lock_writers(tx)
            await _must_stand(runtime, tx, workspace_id, path, expected)
        made = await workspaces.write_file(
            tx, workspace_id, path, content, origin=Origin.OWN_DATA, executable=False, expected=ANY
        )
    response.status_code = 200 if made.before is not None else 201
    response.headers["ETag"] = f'"{made.file.sha256}"'
    return file_out(made.file)


def _expected(request: Request) -> frozenset[str] | None:
    """What may stand there, by the request's conditions: digests, `ABSENT`, `ANY` (something has to); None where none
    is named."""
    if request.headers.get("if-none-match", "").strip() == "*":
        return frozenset({ABSENT})
    named = named_tags(request)
    if named is None:
        return frozenset({ANY}) if "if-match" in request.headers else None
    return named - {ANY, ABSENT}


async def _must_stand(runtime: RuntimeDep, tx: Tx, workspace_id: UUID, path: str, expected: frozenset[str]) -> None:
    """Raises VersionConflict."""
    try:
        there = (await runtime.workspaces.read_file(tx, workspace_id, path)).sha256
    except NotFound:
        await runtime.workspaces.get(tx, workspace_id)
        there = ABSENT
    if there not in expected and (there == ABSENT or ANY not in expected):
        raise VersionConflict(f"{path} is not what it was: read it again.")


@router.delete("/workspaces/{workspace_id}/files/{path:path}", responses=responses(404, 412))
async def erase_file(
    runtime: RuntimeDep,
    principal: Writer,
    workspace_id: EntityId,
    path: FilePath,
    request: Request,
    *,
    dry_run: DryRun = False,
) -> ReceiptOut:
    """Erase the file, with its earlier states. `If-Match` names the digest of what may go."""
    path = names.writable(path)
    expected = _expected(request)
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        if expected is not None:
            await lock_writers(tx)
            await _must_stand(runtime, tx, workspace_id, path, expected)
        file = await runtime.workspaces.read_file(tx, workspace_id, path)
        if file.id is None:
            raise NotFound("There is no such file in this workspace.")
        return ReceiptOut.of(await runtime.eraser.erase(tx, FILE, file.id, dry_run=dry_run))


@router.get("/workspaces/{workspace_id}/archive", response_class=Response, responses={**responses(404), **_ZIP})
async def download_workspace(runtime: RuntimeDep, principal: Reader, workspace_id: EntityId) -> Response:
    """All files of the workspace as they are now, as a zip."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        row = await runtime.workspaces.get(tx, workspace_id)
        paths = {one.path: one.executable for one in await runtime.workspaces.list_files(tx, workspace_id)}
    folder, most = runtime.workspaces.store.folder(workspace_id), runtime.workspaces.store.quota.file_bytes
    spool = await asyncio.to_thread(_zipped, folder, paths, most)
    headers = {**_SAFE, "Content-Disposition": f"attachment; filename*=UTF-8''{quote(row.name, safe='')}.zip"}
    return StreamingResponse(_blocks(spool), media_type="application/zip", headers=headers)


def _zipped(folder: Folder, paths: Mapping[str, bool], most: int) -> IO[bytes]:
    """A file without a name, that goes with this process."""
    spool = tempfile.TemporaryFile(dir=folder.root.parent)  # noqa: SIM115  (closed by the stream)
    with zipfile.ZipFile(spool, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, executable in paths.items():
            try:
                content = folder.read(path, most=most)
            except FileNotFoundError:  # it went meanwhile
                continue
            info = zipfile.ZipInfo(path)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = (0o700 if executable else 0o600) << 16
            archive.writestr(info, content)
    spool.seek(0)
    return spool


async def _blocks(spool: IO[bytes]) -> AsyncIterator[bytes]:
    with closing(spool):
        while block := await asyncio.to_thread(spool.read, BLOCK):
            yield block


@router.post("/workspaces/{workspace_id}/snapshots", status_code=201, responses=responses(404, 413))
async def take_snapshot(
    runtime: RuntimeDep, principal: Writer, workspace_id: EntityId, body: SnapshotIn
) -> SnapshotOut:
    """Keep the present state, to tell differences from later; the oldest of more than 20 goes."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        row = await runtime.workspaces.snapshot(tx, workspace_id, label=body.label)
    return SnapshotOut(id=row.id, label=row.label, files=len(row.files), created_at=row.created_at)


@router.get("/workspaces/{workspace_id}/snapshots", responses=responses(404))
async def list_snapshots(runtime: RuntimeDep, principal: Reader, workspace_id: EntityId) -> Listed[SnapshotOut]:
    """The states that differences can be told from, the newest first."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return Listed(items=await runtime.workspaces.snapshots(tx, workspace_id))


SnapshotId = Annotated[str | None, Query(description="A snapshot's id.")]


@router.get("/workspaces/{workspace_id}/diff", responses=responses(404))
async def compare(
    runtime: RuntimeDep,
    principal: Reader,
    workspace_id: EntityId,
    since: SnapshotId = None,
    until: SnapshotId = None,
) -> DifferenceOut:
    """What differs between two states: from `since` (nothing where absent) to `until` (now where absent)."""
    states = [existing(one) if one is not None else None for one in (since, until)]
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return await runtime.workspaces.diff(tx, workspace_id, since=states[0], until=states[1])
