"""All that a user has, over HTTP (api.md): `GET /export` gives it as one archive, `POST /import` takes one in."""

from contextlib import closing
from typing import Annotated, Any
from uuid import UUID

from fastapi import Request
from pydantic import BaseModel, ConfigDict
from starlette.responses import StreamingResponse

from orchestrator.domain.lifecycle.portability.service import Imported
from orchestrator.web.access.auth import Principal, RuntimeDep, require
from orchestrator.web.bodies.upload import BYTES, RAW, file_into
from orchestrator.web.erasure import ReceiptOut
from orchestrator.web.problems import responses
from orchestrator.web.routing import Router

router = Router(tags=["portability"])
Operator = Annotated[Principal, require("admin")]
_ZIP = "application/zip"
_ARCHIVE = {**BYTES, "examples": ["the bytes of the archive that GET /export gave"]}
_BODY: dict[str, Any] = {"requestBody": {"required": True, "content": {RAW: {"schema": _ARCHIVE}}}}


class CountsOut(BaseModel):
    """`unchanged`: here already, in this version or a later one."""

    created: int
    updated: int
    unchanged: int


class AccountOut(BaseModel):
    """`email`: this account's, which stays; `changed`: settings were taken over from the archive."""

    email: str
    archive_email: str
    changed: bool


class ImportOut(BaseModel):
    """What became of each part's rows. `renamed`: rows that stand here under another id than in the archive; `erased`:
    what went again, because it was erased for good here or there."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "parts": {"contacts": {"created": 12, "updated": 0, "unchanged": 3}},
                    "files": 2,
                    "missing_files": [],
                    "renamed": 0,
                    "erased": {"deleted": {}, "rebuilt": {}, "redacted": {}},
                    "account": {"email": "ana@example.org", "archive_email": "ana@example.org", "changed": True},
                }
            ]
        }
    )

    parts: dict[str, CountsOut]
    files: int
    missing_files: list[UUID]
    renamed: int
    erased: ReceiptOut
    account: AccountOut


@router.get(
    "/export",
    response_class=StreamingResponse,
    responses={
        **responses(503),
        200: {"content": {_ZIP: {"schema": BYTES}}, "description": "A zip (docs/guides/export-format.md)."},
    },
    summary="Export everything",
)
async def export_all(runtime: RuntimeDep, principal: Operator) -> StreamingResponse:
    """All that is the token's user's, with its ids, as one archive that `POST /import` takes. It holds no token and no
    password; it does hold everything else."""
    at = runtime.clock.now()
    stream = await runtime.portability.export(runtime.database, principal.user_id, at, reads=runtime.reads)
    name = f"steward-export-{at:%Y%m%dT%H%M%SZ}.zip"
    return StreamingResponse(
        stream,
        media_type=_ZIP,
        headers={"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "private, no-store"},
    )


@router.post("/import", responses=responses(503), openapi_extra=_BODY, summary="Import an archive")
async def import_all(runtime: RuntimeDep, principal: Operator, request: Request) -> ImportOut:
    """An archive of `GET /export`, of any size, into the token's user: all of it or, where 422 names what is wrong,
    nothing. What is here already stays unless the archive's is later; taken in again it changes nothing."""
    with closing(runtime.portability.receiving()) as receiving:
        await file_into(request, receiving)
        done = await runtime.portability.take_in(runtime.database, principal.user_id, receiving.file)
    return _answer(done, principal)


def _answer(done: Imported, principal: Principal) -> ImportOut:
    return ImportOut(
        parts={name: CountsOut.model_validate(counts, from_attributes=True) for name, counts in done.parts.items()},
        files=done.files,
        missing_files=list(done.missing_files),
        renamed=done.renamed,
        erased=ReceiptOut.of(done.erased),
        account=AccountOut(email=principal.email, archive_email=done.archive_email, changed=done.account_changed),
    )
