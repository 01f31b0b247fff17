"""How does an installed app read again what it has? Every read under `/mobile` answers an `ETag` of its whole content:
with `If-None-Match` an unchanged one is 304 without a body, and a changed one comes compressed."""

import gzip
from typing import Any

from fastapi import Request, Response

from orchestrator.kit import patterns
from orchestrator.web.etags import content_tag, is_known
from orchestrator.web.problems import responses
from orchestrator.web.routing import Handler, Router, SecuredRoute

WORTH_COMPRESSING = 1_000
"""Bytes: below it one packet carries the answer anyway."""
KEPT_BY_THE_APP = {"Cache-Control": "private, no-cache", "Vary": "Authorization, Accept-Encoding"}
"""The phone may keep it, for this token alone, and asks each time whether it still holds."""
_REFUSED = patterns.compile(r"q=0(\.0*)?")
_UNCHANGED: dict[int | str, dict[str, Any]] = {304: {"description": "As `If-None-Match` has it; no body."}}


class RevalidatedRoute(SecuredRoute):
    """A read that is revalidated; what is no read stays as it is."""

    def get_route_handler(self) -> Handler:
        handler = super().get_route_handler()
        if "GET" not in (self.methods or ()):
            return handler

        async def revalidated(request: Request) -> Response:
            return as_known(request, await handler(request))

        return revalidated


def as_known(request: Request, response: Response) -> Response:
    """The answer as this client needs it: nothing where it has it already, else the body, compressed where it may."""
    content = getattr(response, "body", None)  # what is streamed has none: it is not held here to be compared
    if response.status_code != 200 or content is None:
        return response
    body = bytes(content)
    headers = {"ETag": content_tag(body), **KEPT_BY_THE_APP}
    if is_known(request.headers.getlist("if-none-match"), headers["ETag"]):
        return Response(status_code=304, headers=headers)
    response.headers.update(headers)
    if len(body) < WORTH_COMPRESSING or not _takes_gzip(request.headers.get("accept-encoding", "")):
        return response
    told = {name: value for name, value in response.headers.items() if name != "content-length"}
    return Response(gzip.compress(body, mtime=0), 200, headers={**told, "Content-Encoding": "gzip"})


def _takes_gzip(accepted: str) -> bool:
    for one in accepted.split(","):
        name, _, weight = one.partition(";")
        if name.strip().lower() == "gzip":
            return not _REFUSED.fullmatch(weight.strip())
    return False


def reads(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """OpenAPI entries of a read: its errors, and 304."""
    return responses(*statuses) | _UNCHANGED


class MobileRouter(Router):
    """The router of every module under `mobile_api/`."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{"route_class": RevalidatedRoute, "tags": ["mobile"], **settings})
