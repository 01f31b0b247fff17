"""How is a file received that is no JSON? As the body itself, or as the field `file` of a form."""

import asyncio
import io
from typing import Any

from starlette.requests import Request

from orchestrator.web.bodies.limits import LIMITS, limit_of
from orchestrator.web.bodies.multipart import Target, receive

_FORM = "multipart/form-data"
RAW = "application/octet-stream"
"""How a body is described that may have any content type: every client generator knows it."""
BYTES: dict[str, Any] = {"type": "string", "format": "binary"}


def file_body(filename: str, example: str, *, megabytes: int) -> dict[str, Any]:
    """The OpenAPI entry of a file that comes raw or as a form."""
    field = {**BYTES, "description": f"At most {megabytes} MB."}
    form = {"type": "object", "required": ["file"], "examples": [{"file": filename}], "properties": {"file": field}}
    raw = {**BYTES, "examples": [example]}
    return {"requestBody": {"required": True, "content": {RAW: {"schema": raw}, _FORM: {"schema": form}}}}


async def whole_file(request: Request) -> bytes:
    """The bytes of one that fits in memory; the path decides how many there may be. Raises InvalidRequest, TooLarge."""
    if not is_form(request):
        return await request.body()
    file = io.BytesIO()
    await receive(request, file, limit=limit_of(request.url.path, LIMITS))
    return file.getvalue()


async def file_into(request: Request, file: Target) -> None:
    """Write one that may be too large for memory into `file`, as it comes. Raises as `whole_file`."""
    if is_form(request):
        await receive(request, file, limit=limit_of(request.url.path, LIMITS))
        return
    async for chunk in request.stream():
        await asyncio.to_thread(file.write, chunk)


def is_form(request: Request) -> bool:
    """Whether the body is a form with files."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower() == _FORM
