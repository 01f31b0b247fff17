"""Has it changed since it was read? A read answers the version as `ETag`; `If-Match` on a change names it."""

import re
from typing import Annotated

from fastapi import Depends, Header
from starlette.responses import Response

from orchestrator.errors import VersionConflict

_TAG = re.compile(r'(?:W/)?"(\d{1,9})"|(\d{1,9})')


def set_etag(response: Response, version: int) -> None:
    """Answer the version."""
    response.headers["ETag"] = f'"{version}"'


async def _expected(
    if_match: Annotated[str | None, Header(description="The ETag of the version to change.")] = None,
) -> int | None:
    if if_match is None or if_match.strip() == "*":
        return None
    tag = _TAG.fullmatch(if_match.strip())
    if tag is None:
        raise VersionConflict("`If-Match` is not an ETag that was given here.")
    return int(tag[1] or tag[2])


ExpectedVersion = Annotated[int | None, Depends(_expected)]
"""The version that the caller believes to be the present one; None where they do not say."""
