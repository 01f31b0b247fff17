"""`/skills`: what the user took in, its review, and its approval by digest (api.md, Agents, missions, skills …)."""

from typing import Annotated, Literal

from fastapi import Path, Query, Request
from starlette.responses import JSONResponse, Response

from orchestrator.agent.ports.erasure import Receipt
from orchestrator.domain.work.skills.importing.archive import MOST_BYTES
from orchestrator.domain.work.skills.importing.reading import read_archive
from orchestrator.domain.work.skills.schemas import EXAMPLE, SkillApproval, SkillOut, SkillShown
from orchestrator.domain.work.skills.views import paged
from orchestrator.errors import TooLarge
from orchestrator.web.access.auth import Principal, RuntimeDep, require
from orchestrator.web.bodies.upload import BYTES, whole_file
from orchestrator.web.erasure import DryRun, ReceiptOut
from orchestrator.web.etags import ExpectedTag, check_shown, tagged
from orchestrator.web.paging import Listed, PageDep, listed
from orchestrator.web.problems import responses
from orchestrator.web.routing import Router

router = Router(prefix="/skills", tags=["skills"])
Curator = Annotated[Principal, require("curate")]
Name = Annotated[str, Path(description="The skill's name.")]
_ZIP = "application/zip"
_FORM = {
    "type": "object",
    "required": ["file"],
    "examples": [{"file": "release-notes.zip"}],
    "properties": {"file": BYTES},
}
_BODY = {
    "requestBody": {
        "required": True,
        "content": {
            _ZIP: {
                "schema": {**BYTES, "description": "At most 5 MB."},
                "examples": {"zip": {"value": "the zip's bytes"}},
            },
            "multipart/form-data": {"schema": _FORM},
        },
    }
}


@router.get("", summary="Skills", responses=responses())
async def list_skills(runtime: RuntimeDep, principal: Curator, page: PageDep) -> Listed[SkillOut]:
    """All versions, those that Steward brings along first. Of a name, the one in force comes first; `q` looks into
    names and descriptions."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return listed(paged(await runtime.skills.listed(tx, runtime.clock.now()), page))


@router.post(
    "",
    summary="Import a skill",
    status_code=201,
    response_model=SkillOut,
    responses={
        **responses(409, 413, 503),
        200: {"description": "It is there.", "content": {"application/json": {"example": EXAMPLE}}},
    },
    openapi_extra=_BODY,
)
async def import_skill(
    runtime: RuntimeDep,
    principal: Curator,
    request: Request,
    origin: Annotated[
        Literal["owner", "third_party"], Query(description="`owner`: you wrote it, so its text taints no run.")
    ] = "third_party",
) -> Response:
    """A zip of the skill's folder, raw or as the form field `file`, at most 5 MB and 200 files: it is read, looked
    through and waits for your approval. A new digest of a known name waits beside the version in force; the same bytes
    again answer 200. Links, archives within it, programs, paths that lead out, and characters that nobody sees are
    refused."""
    data = await whole_file(request)
    if len(data) > MOST_BYTES:
        raise TooLarge(f"A skill's archive has at most {MOST_BYTES} bytes.")
    read = await read_archive(runtime.processes.in_request, principal.user_id, data)
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        told, new = await runtime.skills.take_in(tx, read, origin=origin, now=runtime.clock.now())
    return JSONResponse(told.model_dump(mode="json"), status_code=201 if new else 200)


@router.get("/{name}", summary="A skill with its review", responses=responses(404))
async def show_skill(runtime: RuntimeDep, principal: Curator, response: Response, name: Name) -> SkillShown:
    """The version in force, else the newest: its text, what code found in it, what of it changed on the disk, and how a
    version that waits differs from it."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return tagged(response, await runtime.skills.shown(tx, name, runtime.clock.now()))


@router.get(
    "/{name}/files/{path:path}",
    summary="A file of a skill",
    response_class=Response,
    responses={
        **responses(404),
        200: {"description": "Its bytes.", "content": {"application/octet-stream": {"schema": BYTES}}},
    },
)
async def show_file(
    runtime: RuntimeDep,
    principal: Curator,
    name: Name,
    path: Annotated[str, Path(description="As in `files`.")],
    digest: Annotated[str | None, Query(max_length=64, description="Of which version.")] = None,
) -> Response:
    """As it was sent, to look at before approving."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        content = await runtime.skills.content(tx, name, path, digest)
    headers = {
        "Content-Disposition": "attachment",
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "private, no-store",
    }
    return Response(content, media_type="application/octet-stream", headers=headers)


@router.post("/{name}/approve", summary="Approve a version", status_code=200, responses=responses(404, 409))
async def approve_skill(runtime: RuntimeDep, principal: Curator, name: Name, body: SkillApproval) -> SkillOut:
    """The version of this digest comes into force, in place of another one of the name. 409 `digest_changed` where no
    version has it."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return await runtime.skills.approve(tx, name, body.digest, runtime.clock.now())


@router.post("/{name}/revoke", summary="Switch a skill off", status_code=200, responses=responses(404))
async def revoke_skill(runtime: RuntimeDep, principal: Curator, name: Name) -> SkillOut:
    """All versions of it, until one is approved again."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return await runtime.skills.revoke(tx, name, runtime.clock.now())


@router.delete("/{name}", summary="Erase a skill", responses=responses(404, 409, 412))
async def erase_skill(
    runtime: RuntimeDep, principal: Curator, name: Name, expected: ExpectedTag, *, dry_run: DryRun = False
) -> ReceiptOut:
    """For good: all its versions, their files, and what answers quoted of them. One that Steward brings along can be
    revoked alone."""
    deleted: dict[str, int] = {}
    rebuilt: dict[str, int] = {}
    redacted: dict[str, int] = {}
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        await check_shown(expected, lambda: runtime.skills.shown(tx, name, runtime.clock.now()))
        for skill_id in await runtime.skills.versions(tx, name):
            receipt = await runtime.eraser.erase(tx, "skill", skill_id, dry_run=dry_run)
            for total, part in ((deleted, receipt.deleted), (rebuilt, receipt.rebuilt), (redacted, receipt.redacted)):
                for kind, number in part.items():
                    total[kind] = total.get(kind, 0) + number
    return ReceiptOut.of(Receipt(deleted, rebuilt, redacted))
