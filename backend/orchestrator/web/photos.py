"""How does a photo come over HTTP? As a form with the file, as the file itself, or as JSON that names an asset of the
library; the doors share it."""

import io
from typing import Annotated, Any
from uuid import UUID

from fastapi import Query, Request, Response
from pydantic import ValidationError

from orchestrator.bootstrap.runtime import Runtime
from orchestrator.domain.foundation.entities.schemas import SHORT, field_errors
from orchestrator.domain.senses.photos import service as photos
from orchestrator.domain.senses.photos.access import configured
from orchestrator.domain.senses.photos.schemas import UPLOAD_BYTES, EventPhotosOut, LinkIn
from orchestrator.errors import InvalidRequest
from orchestrator.web.bodies.multipart import receive
from orchestrator.web.bodies.upload import BYTES, RAW, is_form

_FILE = {**BYTES, "description": f"At most {UPLOAD_BYTES // 1_000_000} MB."}
_FORM = {"type": "object", "required": ["file"], "examples": [{"file": "beach.jpg"}], "properties": {"file": _FILE}}
BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {"schema": _FORM},
            "application/json": {"schema": LinkIn.model_json_schema()},
            RAW: {"schema": {**_FILE, "examples": ["\\xff\\xd8\\xff"]}},
        },
    }
}
"""The OpenAPI entry of the body."""
Filename = Annotated[
    str | None, Query(max_length=SHORT, description="What the photo is called, where the body is the file itself.")
]
LATER: dict[int | str, dict[str, Any]] = {
    202: {"model": EventPhotosOut, "description": "The library could not take it yet: it is sent again by itself."}
}


async def added(
    runtime: Runtime, owner_id: UUID, event_id: UUID, request: Request, response: Response, filename: str | None
) -> EventPhotosOut:
    """Upload or link what was sent, and answer the event's photos; 202 where it waits."""
    unit_of = runtime.database.unit_of_work_of
    await photos.check_event(unit_of, owner_id, event_id)
    access = configured(runtime.photos)
    if is_form(request):
        file = io.BytesIO()
        filename = (await receive(request, file, limit=UPLOAD_BYTES)).filename
        content = file.getvalue()
    else:
        content = await request.body()
        if _is_json(request, content):
            return await photos.link(unit_of, access, owner_id, event_id, _link(content).asset_id)
    told, there = await photos.upload(unit_of, access, owner_id, event_id, content, filename)
    if not there:
        response.status_code = 202
    return told


def _is_json(request: Request, body: bytes) -> bool:
    """No picture begins as JSON does; what is empty is none either."""
    named = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    return named == "application/json" or body.lstrip()[:1] in {b"", b"{"}


def _link(body: bytes) -> LinkIn:
    """Raises InvalidRequest."""
    try:
        return LinkIn.model_validate_json(body)
    except ValidationError as error:
        told = "Send a form with the photo in the field `file`, or JSON with an `asset_id`."
        raise InvalidRequest(told, errors=field_errors(error, "body")) from error
