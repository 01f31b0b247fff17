"""Has it changed since it was read? A read answers the version as `ETag`; `If-Match` on a change names it.

What has no version of its own (a list, a view over several things) is known by its content; `If-None-Match` names that.
"""

import hashlib
from collections.abc import Awaitable, Callable, Iterable
from typing import Annotated, TypeVar

from fastapi import Depends, Header
from pydantic import BaseModel
from starlette.responses import Response

from orchestrator.errors import VersionConflict
from orchestrator.kit import patterns

Shown = TypeVar("Shown", bound=BaseModel)
_TAG = patterns.compile(r'(?:W/)?"(\d{1,9})"|(\d{1,9})')


def set_etag(response: Response, version: int) -> None:
    """Answer the version."""
    response.headers["ETag"] = f'"{version}"'


def content_tag(body: bytes) -> str:
    """The weak `ETag` of a content: the same for equal bytes, in whatever encoding they travel."""
    return f'W/"{hashlib.sha256(body).hexdigest()[:32]}"'


def tagged(response: Response, shown: Shown) -> Shown:
    """Answer what has no version of its own with the `ETag` of its content."""
    response.headers["ETag"] = content_tag(shown.model_dump_json().encode())
    return shown


def is_known(if_none_match: Iterable[str], tag: str) -> bool:
    """True where one of the headers `If-None-Match` names this tag; `*` names every one."""
    named = {one.strip() for header in if_none_match for one in header.split(",")}
    return "*" in named or tag.removeprefix("W/") in {one.removeprefix("W/") for one in named}


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


async def _expected_tag(
    if_match: Annotated[str | None, Header(description="The ETag of the content to change.")] = None,
) -> str | None:
    return None if if_match is None or if_match.strip() == "*" else if_match


ExpectedTag = Annotated[str | None, Depends(_expected_tag)]
"""The tag of the content that the caller believes to be the present one; None where they do not say."""


async def check_shown(expected: str | None, show: Callable[[], Awaitable[BaseModel]]) -> None:
    """The same of what `show` answers, which is asked where a tag was given. Raises VersionConflict and what it
    raises."""
    if expected is not None:
        check_tag(expected, await show())


def check_tag(expected: str | None, shown: BaseModel) -> None:
    """Whether what has no version of its own is what the caller read, by the tag that `tagged` gave. Raises
    VersionConflict."""
    if expected is not None and not is_known([expected], content_tag(shown.model_dump_json().encode())):
        raise VersionConflict("It is not what it was when that `ETag` was given: read it again.")
