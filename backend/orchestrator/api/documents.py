"""`/documents` over HTTP: files come in streamed, are read by a job, and are given back as they came."""

import asyncio
import json
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import Query, Request
from pydantic import ValidationError
from starlette.responses import Response

from orchestrator.api.crud import Conditions, Reader, Writer, add_crud
from orchestrator.db.retry import repeated
from orchestrator.domain.foundation.entities.schemas import EntityOut, field_errors
from orchestrator.domain.world.documents import intake, service
from orchestrator.domain.world.documents.filters import DocumentFilter, Whose
from orchestrator.domain.world.documents.media_types import NAMES
from orchestrator.domain.world.documents.processing import unlocking
from orchestrator.domain.world.documents.schemas import (
    MAX_BYTES,
    DocumentOut,
    EnhancementStatus,
    EnhancingOut,
    IncomingDocument,
    TextOut,
    TextPart,
    UnlockIn,
)
from orchestrator.domain.world.documents.service import documents
from orchestrator.errors import InvalidRequest, NotFound, RateLimited
from orchestrator.kit.ids import new_id, parse_id
from orchestrator.language.documents import asked_kind
from orchestrator.web.access.auth import RuntimeDep
from orchestrator.web.access.rates import Buckets
from orchestrator.web.bodies.multipart import Form, receive
from orchestrator.web.bodies.upload import BYTES, RAW
from orchestrator.web.etags import is_known, set_etag
from orchestrator.web.file_ranges import RangedFile
from orchestrator.web.ids import EntityId
from orchestrator.web.problems import responses
from orchestrator.web.routing import Router

router = Router(tags=["documents"])
TEXT_PARTS = 200
MOST_PAGES = 1_000_000
_LISTS = ("tags", "contacts")
_NOT_THE_FILE = {"text", "content_base64", "filename", "file"}
_SAFE = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "sandbox; default-src 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "private, no-cache",
}
"""A stranger's file is saved, never shown by a browser in our place."""
_FORM: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "examples": [{"file": "prescription.pdf", "title": "Ana's prescription", "tags": ["health"]}],
                    "required": ["file"],
                    "properties": {
                        "file": {"type": "string", "format": "binary", "description": "At most 100 MB."},
                        "title": {"type": "string", "description": "The file's name where it is absent."},
                        "tags": {"type": "array", "items": {"type": "string"}, "description": "Repeated, or JSON."},
                        "contacts": {
                            "type": "array",
                            "items": {"type": "string"},
                            "description": "Ids, or JSON of `{contact_id, label}`.",
                        },
                        "external_id": {"type": "string"},
                        "source": {"type": "string"},
                    },
                },
            }
        },
    }
}
_FILE_TYPES: dict[str, Any] = {media_type: {"schema": BYTES} for media_type in (RAW, *NAMES)}


@router.post(
    "/documents",
    status_code=201,
    responses=responses(409, 413, 415),
    summary="Upload a document",
    openapi_extra=_FORM,
)
async def upload_document(runtime: RuntimeDep, principal: Writer, request: Request, response: Response) -> DocumentOut:
    """A file with what is said about it, as a form. It is read afterwards (`enhancement_status`); the same bytes again
    are 409 with the `id` of the document that holds them."""
    files, document_id = runtime.files, new_id()
    try:
        file = await asyncio.to_thread(files.new, document_id)
        try:
            form = await receive(request, file, limit=MAX_BYTES)
        finally:
            await asyncio.to_thread(files.finish, file)
        fields = _fields(form)
        received = await intake.received(
            files, document_id, form.filename, size=form.size, sha256=form.sha256, said=form.media_type
        )

        async def store() -> EntityOut:
            async with runtime.database.unit_of_work_of(principal.user_id) as tx:
                row = await intake.take(tx, files, fields, received, zone=principal.timezone)
                (made,) = await documents.present(tx, [row])
                return made

        made = await repeated(store)  # here, because the body is read already
    finally:
        await asyncio.to_thread(files.give_up, document_id)  # what was committed lies elsewhere
    set_etag(response, made.version)
    return DocumentOut.model_validate(made)


def _fields(form: Form) -> IncomingDocument:
    """Raises InvalidRequest."""
    values: dict[str, Any] = {
        name: given if name in _LISTS else given[-1] for name, given in form.fields.items() if name not in _NOT_THE_FILE
    }
    for name in _LISTS:
        if name in values:
            values[name] = [one for text in values[name] for one in _listed(name, text)]
    try:
        return IncomingDocument.model_validate(values)
    except ValidationError as error:
        raise InvalidRequest("This document is not valid.", errors=field_errors(error, "body")) from error


def _listed(name: str, text: str) -> list[Any]:
    """A list field's value: JSON where it begins like that, else commas part it. Raises InvalidRequest."""
    stripped = text.strip()
    if not stripped.startswith(("[", "{")):
        return [one.strip() for one in stripped.split(",") if one.strip()]
    try:
        value = json.loads(stripped)
    except (ValueError, RecursionError) as error:
        raise InvalidRequest.of_field(name, "this begins like JSON, but is none", loc=("body", name)) from error
    return value if isinstance(value, list) else [value]


async def narrowed(
    enhancement_status: Annotated[EnhancementStatus | None, Query(description="How far reading them is.")] = None,
    kind: Annotated[str | None, Query(max_length=80, description="prescription, invoice, …")] = None,
    contact_id: Annotated[str | None, Query(max_length=40, description="Those that this contact is linked to.")] = None,
) -> Conditions:
    """Documents by state, kind and person."""
    wanted_kind = asked_kind(kind.replace("_", " ")) or kind if kind else None
    contact = parse_id(contact_id) if contact_id else None
    if contact_id and contact is None:
        errors: Any = [{"loc": ["query", "contact_id"], "message": "this is no id"}]
        raise InvalidRequest("`contact_id` is no id.", errors=errors)
    return DocumentFilter(
        kind=wanted_kind,
        kind_tags=service.tags_of_kind(wanted_kind),
        whose=Whose((contact,)) if contact else None,
        status=enhancement_status,
    ).conditions()


add_crud(router, "/documents", documents, narrow=narrowed, creates=False)


@router.get(
    "/documents/{entity_id}/content",
    responses={
        **responses(404, 416),
        200: {"content": _FILE_TYPES, "description": "The file, as it came; `Content-Type` is what it was seen to be."},
        206: {
            "content": {**_FILE_TYPES, "multipart/byteranges": {"schema": BYTES}},
            "description": "The part of it that `Range` asks for; several parts as `multipart/byteranges`.",
        },
        304: {"description": "As `If-None-Match` has it; no body."},
    },
    status_code=200,
    response_class=RangedFile,
    summary="A document's file",
)
async def read_content(runtime: RuntimeDep, principal: Reader, entity_id: EntityId, request: Request) -> Response:
    """The bytes as they were uploaded, to be saved; `Range` is honoured, one that is malformed is ignored. Its `ETag`
    is its SHA-256: 304 where `If-None-Match` names it."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        row = await documents.get(tx, entity_id)
    path = await asyncio.to_thread(runtime.files.path, principal.user_id, entity_id)
    if path is None:
        raise NotFound("The file of this document is missing on this machine. Upload it again.")
    ascii_name = row.filename.encode("ascii", errors="replace").decode().replace("?", "_")
    headers = {
        **_SAFE,
        "Content-Disposition": f"attachment; filename=\"{ascii_name}\"; filename*=UTF-8''{quote(row.filename)}",
        "ETag": f'"{row.sha256}"',
    }
    if is_known(request.headers.getlist("if-none-match"), headers["ETag"]):
        return Response(status_code=304, headers=headers)
    found = await asyncio.to_thread(path.stat)
    return RangedFile(path, found, media_type=row.media_type, headers=headers)


@router.get("/documents/{entity_id}/text", responses=responses(404), summary="What a document says")
async def read_text(
    runtime: RuntimeDep,
    principal: Reader,
    entity_id: EntityId,
    page: Annotated[int | None, Query(ge=1, le=MOST_PAGES, description="From this page on.")] = None,
    first: Annotated[int, Query(ge=0, le=MOST_PAGES, description="From this part on: `next` of the answer.")] = 0,
    limit: Annotated[int, Query(ge=1, le=TEXT_PARTS, description="So many parts.")] = TEXT_PARTS,
) -> TextOut:
    """The text as it was read, part by part with its page and section; none before it was read. Others wrote it."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        row = await documents.get(tx, entity_id)
        found = await service.parts_of(tx, row.id, page=page, first=first, limit=limit + 1)
    parts = [TextPart.model_validate(one, from_attributes=True) for one in found[:limit]]
    return TextOut(document_id=entity_id, parts=parts, next=found[limit].ordinal if len(found) > limit else None)


@router.post(
    "/documents/{entity_id}/enhance",
    status_code=202,
    responses=responses(404),
    summary="Have a document read again",
)
async def enhance_document(runtime: RuntimeDep, principal: Writer, entity_id: EntityId) -> EnhancingOut:
    """Now, whatever became of it before; what the user changed stays."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return await service.enhance(tx, entity_id)


@router.post(
    "/documents/{entity_id}/unlock",
    status_code=202,
    responses=responses(404, 409, 429, 503),
    summary="Give the password of an encrypted PDF",
)
async def unlock_document(
    runtime: RuntimeDep, principal: Writer, request: Request, entity_id: EntityId, body: UnlockIn
) -> EnhancingOut:
    """It is read with the password at once; the password is kept nowhere, and the file stays encrypted. A wrong one is
    422, and only so many tries are allowed in a quarter of an hour. What needs no password is 409."""
    tries: Buckets = request.app.state.unlock_tries
    if (wait := tries.take(f"{principal.user_id}/{entity_id}")) is not None:
        raise RateLimited("Too many passwords were tried for this document.", retry_after_s=wait)
    return await unlocking.unlock(
        runtime.database,
        runtime.files,
        runtime.processes,
        principal.user_id,
        entity_id,
        body.password.get_secret_value(),
    )
