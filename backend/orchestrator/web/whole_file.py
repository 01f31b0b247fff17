"""How is a file received that is no JSON? As the body itself, or as the field `file` of a form."""

import asyncio
import io

from starlette.requests import Request

from orchestrator.web.limits import LIMITS, limit_of
from orchestrator.web.multipart import Target, receive

_FORM = "multipart/form-data"


async def whole_file(request: Request) -> bytes:
    """The bytes of one that fits in memory; the path decides how many there may be. Raises InvalidRequest, TooLarge."""
    if not _is_form(request):
        return await request.body()
    file = io.BytesIO()
    await receive(request, file, limit=limit_of(request.url.path, LIMITS))
    return file.getvalue()


async def file_into(request: Request, file: Target) -> None:
    """Write one that may be too large for memory into `file`, as it comes. Raises as `whole_file`."""
    if _is_form(request):
        await receive(request, file, limit=limit_of(request.url.path, LIMITS))
        return
    async for chunk in request.stream():
        await asyncio.to_thread(file.write, chunk)


def _is_form(request: Request) -> bool:
    return request.headers.get("content-type", "").partition(";")[0].strip().lower() == _FORM
