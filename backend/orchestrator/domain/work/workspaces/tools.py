"""The tools of workspaces: `get_workspaces` and `get_workspace_file` read, `workspaces_write` and `workspaces_delete`
propose changes of files. What a file holds carries the label of who wrote it.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any
from uuid import UUID

from pydantic import Field

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.tools.spec import Prepared, ReadTool, ToolContext, ToolResult, ToolSpec, WriteTool
from orchestrator.agent.types.clarification import NeedUserInput, Option
from orchestrator.agent.types.origin import Origin, least_trusted
from orchestrator.domain.foundation.asking.arguments import ToolArguments
from orchestrator.domain.foundation.asking.matching import best
from orchestrator.domain.work.workspaces import names, repository
from orchestrator.domain.work.workspaces.model import Workspace
from orchestrator.domain.work.workspaces.schemas import FILE, KIND
from orchestrator.domain.work.workspaces.service import ABSENT, FileContent, Workspaces
from orchestrator.errors import NO_MATCH, ClientError, NotFound, ToolFailed, ToolRejected
from orchestrator.kit.ids import parse_id
from orchestrator.language.messages import say

GROUP = "workspaces"
CANDIDATES = 500
MAX_OPTIONS = 8
MOST_LISTED = 200
MOST_CHARACTERS = 14_000
"""Of one look at a file: about 4 000 tokens; `next_offset` tells where to go on."""
MOST_WRITTEN = 200_000
_VERSION_DIGITS = 13
"""Of a digest, as a number that any JSON holds exactly."""


class GetWorkspaces(ToolArguments):
    """Arguments of `get_workspaces`."""

    workspace: str = Field(default="", description="Its id or name: then its files are listed. Leave out for all.")
    under: str = Field(default="", description="Only files below this folder; 'shared' for the read-only ones.")


class GetWorkspaceFile(ToolArguments):
    """Arguments of `get_workspace_file`."""

    workspace: str = Field(default="", description="Its id or name; may be left out where there is only one.")
    path: str = Field(min_length=1, description="The file, e.g. 'report/summary.md'.")
    offset: int = Field(default=0, ge=0, description="Read from this character on ('next_offset').")


class WriteFile(ToolArguments):
    """Arguments of `workspaces_write`."""

    workspace: str = Field(default="", description="Its id or name; may be left out where there is only one.")
    path: str = Field(min_length=1, description="The file, e.g. 'report/summary.md'.")
    content: str = Field(default="", max_length=MOST_WRITTEN, description="The whole text of the file.")


class DeleteFile(ToolArguments):
    """Arguments of `workspaces_delete`."""

    workspace: str = Field(default="", description="Its id or name; may be left out where there is only one.")
    path: str = Field(min_length=1, description="The file, e.g. 'report/summary.md'.")


async def get_workspaces(
    workspaces: Workspaces, ctx: ToolContext, arguments: GetWorkspaces
) -> ToolResult | NeedUserInput:
    """All workspaces, or the files of one."""
    if not arguments.workspace:
        rows = await workspaces.all(ctx.tx, limit=MOST_LISTED)
        refs = tuple(EntityRef(KIND, row.id, row.name) for row in rows)
        shown = [one.model_dump(mode="json") for one in await workspaces.shown(ctx.tx, rows)]
        told = [{name: one[name] for name in ("id", "name", "files", "size_bytes", "shared")} for one in shown]
        return ToolResult(
            {"workspaces": told}, f"{len(rows)} workspaces", empty=not rows, evidence=_RETRIEVAL, read=refs
        )
    row = await _meant(workspaces, ctx, arguments.workspace)
    if isinstance(row, NeedUserInput):
        return row
    files = await workspaces.list_files(ctx.tx, row.id)
    found = [{"path": one.path, "size_bytes": one.size_bytes, "sha256": one.sha256} for one in files]
    if names.is_shared(arguments.under):
        shared = await workspaces.shared_files(ctx.tx, row.id)
        found = [{"path": one.path, "size_bytes": one.size_bytes, "read_only": True} for one in shared]
    below = arguments.under.rstrip("/")
    chosen = [one for one in found if not below or str(one["path"]).startswith(f"{below}/")]
    origins = [Origin.THIRD_PARTY] if names.is_shared(below) else [one.origin for one in files]  # names are words too
    return ToolResult(
        {
            "workspace": {"id": str(row.id), "name": row.name},
            "files": chosen[:MOST_LISTED],
            "total": len(chosen),
        },
        f"{len(chosen)} files in {row.name}",
        origin=least_trusted(origins),
        empty=not chosen,
        evidence=_RETRIEVAL,
        read=(EntityRef(KIND, row.id, row.name), *(EntityRef(FILE, one.id, one.path) for one in files)),
    )


_RETRIEVAL = frozenset({"retrieval"})


async def get_workspace_file(
    workspaces: Workspaces, ctx: ToolContext, arguments: GetWorkspaceFile
) -> ToolResult | NeedUserInput:
    """A file's text, as much as fits."""
    row = await _meant(workspaces, ctx, arguments.workspace)
    if isinstance(row, NeedUserInput):
        return row
    file = await _read(workspaces, ctx, row.id, arguments.path)
    told: dict[str, Any] = {"workspace_id": str(row.id), "path": file.path, "sha256": file.sha256}
    text = _text(file)
    if text is None:
        told |= {"text": None, "size_bytes": len(file.content), "note": "It is no text."}
    else:
        shown = text[arguments.offset : arguments.offset + MOST_CHARACTERS]
        end = arguments.offset + len(shown)
        told |= {"text": shown, "next_offset": end if end < len(text) else None}
    refs = (EntityRef(FILE, file.id, file.path),) if file.id is not None else ()
    return ToolResult(
        told,
        f"{file.path}: {len(file.content)} bytes",
        origin=file.origin,
        inspected=refs,
        evidence=frozenset({"retrieval", "entity"}),
        read=(EntityRef(KIND, row.id, row.name), *refs),
    )


async def prepare_write(workspaces: Workspaces, ctx: ToolContext, arguments: WriteFile) -> Prepared | NeedUserInput:
    """The file as it will be."""
    row = await _meant(workspaces, ctx, arguments.workspace)
    if isinstance(row, NeedUserInput):
        return row
    return await _writing(workspaces, ctx, row, arguments.path, arguments.content)


async def revise_write(
    workspaces: Workspaces, ctx: ToolContext, frozen: Mapping[str, Any], edits: Mapping[str, Any]
) -> Prepared:
    """The same with the user's edits. Raises ToolRejected."""
    if unknown := set(edits) - {"path", "content"}:
        raise ToolRejected(f"These can't be edited: {', '.join(sorted(unknown))}.")
    row = await _by_id(workspaces, ctx, str(frozen["workspace_id"]))
    made = {**frozen, **edits}
    if not isinstance(made["content"], str) or len(made["content"]) > MOST_WRITTEN:
        raise ToolRejected(f"The text may have {MOST_WRITTEN:,} characters.")
    return await _writing(workspaces, ctx, row, str(made["path"]), made["content"])


async def _writing(workspaces: Workspaces, ctx: ToolContext, row: Workspace, path: str, content: str) -> Prepared:
    try:
        path = names.writable(path)
        there: FileContent | None = await workspaces.read_file(ctx.tx, row.id, path)
    except NotFound:
        there = None
    except ClientError as error:
        raise ToolRejected(error.detail) from error
    target = EntityRef(FILE, there.id, path) if there is not None and there.id is not None else None
    key = "workspaces.will_replace" if there is not None else "workspaces.will_write"
    title = say(key, ctx.locale, path=path, workspace=row.name)
    frozen = {
        "workspace_id": str(row.id),
        "workspace": row.name,
        "path": path,
        "content": content,
        "before": there.sha256 if there is not None else ABSENT,
    }
    version = _version(there.sha256) if target is not None and there is not None else None
    return Prepared(frozen, title, title, editable_fields=("path", "content"), target=target, target_version=version)


async def execute_write(workspaces: Workspaces, ctx: ToolContext, frozen: Mapping[str, Any]) -> ToolResult:
    """Write it; a second execution finds it written."""
    workspace_id, path = UUID(frozen["workspace_id"]), str(frozen["path"])
    origin = Origin.THIRD_PARTY if ctx.origin is Origin.THIRD_PARTY else Origin.AGENT
    content = str(frozen["content"]).encode()
    try:
        made = await workspaces.write_file(
            ctx.tx, workspace_id, path, content, origin=origin, expected=str(frozen["before"])
        )
    except ClientError as error:
        raise ToolFailed(error.detail) from error
    undo = {"workspace_id": str(workspace_id), "path": path, "after": made.file.sha256, "before": frozen["before"]}
    ref = EntityRef(FILE, made.file.id, path)
    return ToolResult(
        {"workspace_id": str(workspace_id), "path": path, "sha256": made.file.sha256},
        say("workspaces.written", ctx.locale, path=path, workspace=str(frozen["workspace"])),
        entity=ref,
        read=(ref,),
        version=_version(made.file.sha256),
        undo=undo,
    )


async def undo_write(workspaces: Workspaces, ctx: ToolContext, payload: Mapping[str, Any]) -> str:
    """What stood there before stands there again. Raises ToolFailed."""
    workspace_id, path, before = UUID(payload["workspace_id"]), str(payload["path"]), str(payload["before"])
    try:
        if before == ABSENT:
            await workspaces.delete(ctx.tx, workspace_id, path, expected=str(payload["after"]))
        else:
            await _put_back(workspaces, ctx, workspace_id, path, before, expected=str(payload["after"]))
    except ClientError as error:
        raise ToolFailed(error.detail) from error
    return say("workspaces.taken_back", ctx.locale, path=path)


async def _put_back(
    workspaces: Workspaces, ctx: ToolContext, workspace_id: UUID, path: str, digest: str, *, expected: str
) -> None:
    content = await workspaces.kept(workspace_id, digest)
    if content is None:
        raise ToolFailed(f"The earlier content of {path} is not kept any more.")
    await workspaces.write_file(ctx.tx, workspace_id, path, content, origin=Origin.THIRD_PARTY, expected=expected)


async def prepare_delete(workspaces: Workspaces, ctx: ToolContext, arguments: DeleteFile) -> Prepared | NeedUserInput:
    """Which file will go."""
    row = await _meant(workspaces, ctx, arguments.workspace)
    if isinstance(row, NeedUserInput):
        return row
    return await _deleting(workspaces, ctx, row, arguments.path)


async def revise_delete(
    workspaces: Workspaces, ctx: ToolContext, frozen: Mapping[str, Any], edits: Mapping[str, Any]
) -> Prepared:
    """The same over the file as it is now; there is nothing to edit."""
    if edits:
        raise ToolRejected("There is nothing to edit in a removal.")
    row = await _by_id(workspaces, ctx, str(frozen["workspace_id"]))
    return await _deleting(workspaces, ctx, row, str(frozen["path"]))


async def _deleting(workspaces: Workspaces, ctx: ToolContext, row: Workspace, path: str) -> Prepared:
    file = await _read(workspaces, ctx, row.id, path)
    if file.id is None:
        raise ToolRejected(f"{file.path} can be read only.")
    title = say("workspaces.will_delete", ctx.locale, path=file.path, workspace=row.name)
    return Prepared(
        {"workspace_id": str(row.id), "workspace": row.name, "path": file.path, "before": file.sha256},
        title,
        title,
        target=EntityRef(FILE, file.id, file.path),
        target_version=_version(file.sha256),
    )


async def execute_delete(workspaces: Workspaces, ctx: ToolContext, frozen: Mapping[str, Any]) -> ToolResult:
    """Remove it; its content is kept for an undo."""
    workspace_id, path = UUID(frozen["workspace_id"]), str(frozen["path"])
    try:
        await workspaces.delete(ctx.tx, workspace_id, path, expected=str(frozen["before"]))
    except ClientError as error:
        raise ToolFailed(error.detail) from error
    return ToolResult(
        {"workspace_id": str(workspace_id), "path": path, "removed": True},
        say("workspaces.deleted", ctx.locale, path=path, workspace=str(frozen["workspace"])),
        entity=EntityRef(KIND, workspace_id, str(frozen["workspace"])),
        undo={"workspace_id": str(workspace_id), "path": path, "before": frozen["before"]},
    )


async def undo_delete(workspaces: Workspaces, ctx: ToolContext, payload: Mapping[str, Any]) -> str:
    """It is there again. Raises ToolFailed."""
    workspace_id, path = UUID(payload["workspace_id"]), str(payload["path"])
    try:
        await _put_back(workspaces, ctx, workspace_id, path, str(payload["before"]), expected=ABSENT)
    except ClientError as error:
        raise ToolFailed(error.detail) from error
    return say("workspaces.taken_back", ctx.locale, path=path)


async def version(ctx: ToolContext, file_id: UUID) -> int | None:
    """A file's, by its digest as it was last looked at; the write itself looks again."""
    rows = await repository.files_by_id(ctx.tx, [file_id])
    return _version(rows[0].sha256) if rows else None


def _version(digest: str) -> int:
    return int(digest[:_VERSION_DIGITS], 16)


async def _meant(workspaces: Workspaces, ctx: ToolContext, words: str) -> Workspace | NeedUserInput:
    """Raises ToolRejected where there is none, asks between several."""
    if parse_id(words) is not None:
        return await _by_id(workspaces, ctx, words)
    rows = await workspaces.all(ctx.tx, limit=CANDIDATES)
    fitting = best(words, [(row, row.name) for row in rows]) if words else list(rows)
    if len(fitting) == 1:
        return fitting[0]
    if not fitting:
        raise ToolRejected("There is no such workspace; get_workspaces lists them.", code=NO_MATCH)
    options = tuple(Option(str(row.id), row.name) for row in fitting[:MAX_OPTIONS])
    question = say("workspaces.which", ctx.locale)
    return NeedUserInput("choice", question, options, "several workspaces", field="workspace")


async def _by_id(workspaces: Workspaces, ctx: ToolContext, text: str) -> Workspace:
    try:
        return await workspaces.get(ctx.tx, UUID(text))
    except (NotFound, ValueError) as error:
        raise ToolRejected("There is no such workspace; get_workspaces lists them.", code=NO_MATCH) from error


async def _read(workspaces: Workspaces, ctx: ToolContext, workspace_id: UUID, path: str) -> FileContent:
    try:
        return await workspaces.read_file(ctx.tx, workspace_id, path)
    except NotFound as error:
        raise ToolRejected(f"{error.detail} get_workspaces lists its files.", code=NO_MATCH) from error
    except ClientError as error:
        raise ToolRejected(error.detail) from error


def _text(file: FileContent) -> str | None:
    if b"\0" in file.content:
        return None
    try:
        return file.content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None


def over(workspaces: Workspaces) -> Sequence[ToolSpec]:
    """The tools over the folders of this process."""
    return (
        ReadTool(
            name="get_workspaces",
            description="List the folders in which missions work, or the files of one.",
            group=GROUP,
            execute=partial(get_workspaces, workspaces),
            arguments=GetWorkspaces,
            examples=(("which files did the tax mission make?", {"workspace": "tax"}),),
        ),
        ReadTool(
            name="get_workspace_file",
            description="Read a text file of a workspace.",
            group=GROUP,
            execute=partial(get_workspace_file, workspaces),
            arguments=GetWorkspaceFile,
            examples=(("show me the tax summary", {"workspace": "tax", "path": "summary.md"}),),
        ),
        WriteTool(
            name="workspaces_write",
            description="Write a text file into a workspace, new or in the place of what is there.",
            group=GROUP,
            execute=partial(execute_write, workspaces),
            arguments=WriteFile,
            prepare=partial(prepare_write, workspaces),
            revise=partial(revise_write, workspaces),
            undo=partial(undo_write, workspaces),
            version=version,
            examples=(("save it as notes.md", {"path": "notes.md", "content": "…"}),),
        ),
        WriteTool(
            name="workspaces_delete",
            description="Remove a file from a workspace. It can be undone.",
            group=GROUP,
            execute=partial(execute_delete, workspaces),
            arguments=DeleteFile,
            prepare=partial(prepare_delete, workspaces),
            revise=partial(revise_delete, workspaces),
            undo=partial(undo_delete, workspaces),
            version=version,
            examples=(("delete the draft from the tax folder", {"workspace": "tax", "path": "draft.md"}),),
        ),
    )
