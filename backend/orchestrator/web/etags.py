"""Has it changed since it was read? A read answers the version as `ETag`; `If-Match` on a change names it.

What has no version of its own (a list, a view over several things) is known by its content; `If-None-Match` names that.
`If-Match` may name several, any of which may be changed; it compares strongly, so that a weak tag is never one of them
(RFC 9110, 13.1.1).
"""

import hashlib
from collections.abc import Awaitable, Callable, Iterable
from typing import Annotated, TypeVar

from fastapi import Depends, Header
from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response

from orchestrator.errors import VersionConflict
from orchestrator.kit import patterns

Shown = TypeVar("Shown", bound=BaseModel)
_ONE = r'(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"|[0-9A-Za-z]{1,64}'
_LIST = patterns.compile(rf"[ \t]*(?:{_ONE})?[ \t]*(?:,[ \t]*(?:{_ONE})?[ \t]*)*")
_EACH = patterns.compile(r'(W/)?"([^"]*)"|([0-9A-Za-z]+)')
_VERSION = patterns.compile(r"[0-9]{1,9}")


def set_etag(response: Response, version: int) -> None:
    """Answer the version."""
    response.headers["ETag"] = f'"{version}"'


def content_tag(body: bytes) -> str:
    """The weak `ETag` of a content: the same for equal bytes, in whatever encoding they travel."""
    return f'W/"{_digest(body)}"'


def _digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:32]


def tagged(response: Response, shown: Shown) -> Shown:
    """Answer what has no version of its own with the `ETag` of its content, which a change may name."""
    response.headers["ETag"] = f'"{_digest(shown.model_dump_json().encode())}"'
    return shown


def is_known(if_none_match: Iterable[str], tag: str) -> bool:
    """True where one of the headers `If-None-Match` names this tag; `*` names every one."""
    named = {one.strip() for header in if_none_match for one in header.split(",")}
    return "*" in named or tag.removeprefix("W/") in {one.removeprefix("W/") for one in named}


def named_tags(request: Request) -> frozenset[str] | None:
    """What `If-Match` names, without quotes (they may be absent); None where there is none, or `*`. Raises
    VersionConflict."""
    headers = request.headers.getlist("if-match")
    if not headers or [one.strip() for one in headers] == ["*"]:
        return None
    text = ",".join(headers)
    if not _LIST.fullmatch(text):
        raise VersionConflict("`If-Match` is no list of ETags.")
    return frozenset(one[2] or one[3] or "" for one in _EACH.finditer(text) if not one[1])


async def _expected(
    request: Request,
    if_match: Annotated[str | None, Header(description="The ETags of the versions that may be changed.")] = None,  # noqa: ARG001
) -> frozenset[int] | None:
    named = named_tags(request)
    return None if named is None else frozenset(int(one) for one in named if _VERSION.fullmatch(one))


ExpectedVersion = Annotated[frozenset[int] | None, Depends(_expected)]
"""The versions one of which the caller believes to be the present one; None where they do not say."""


async def _expected_tag(
    request: Request,
    if_match: Annotated[str | None, Header(description="The ETags of the contents that may be changed.")] = None,  # noqa: ARG001
) -> frozenset[str] | None:
    return named_tags(request)


ExpectedTag = Annotated[frozenset[str] | None, Depends(_expected_tag)]
"""The tags of contents one of which the caller believes to be the present one; None where they do not say."""


async def check_shown(expected: frozenset[str] | None, show: Callable[[], Awaitable[BaseModel]]) -> None:
    """The same of what `show` answers, which is asked where a tag was given. Raises VersionConflict and what it
    raises."""
    if expected is not None:
        check_tag(expected, await show())


def check_tag(expected: frozenset[str] | None, shown: BaseModel) -> None:
    """Whether what has no version of its own is what the caller read, by the tag that `tagged` gave. Raises
    VersionConflict."""
    if expected is not None and _digest(shown.model_dump_json().encode()) not in expected:
        raise VersionConflict("It is not what it was when that `ETag` was given: read it again.")
