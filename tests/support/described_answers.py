"""Is every answer that a test meets one that the description has, by its status and its content type?

A status that only a state brings (409, 412, 503) is seen by the tests that bring that state: what they see is held
against `/openapi.json`, so that no list of such statuses has to be kept by hand.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.types import Message, Receive, Scope, Send

from orchestrator.app import ROUTERS
from orchestrator.web.openapi import describe
from orchestrator.web.routing import add_routes

OF_NO_OPERATION = frozenset({405, 421, 499, 500})
"""Answered before the routes, to nobody, or by a fault (docs/decisions/0054)."""


@cache
def description() -> dict[str, Any]:
    """That of the whole application; made once, it takes a second."""
    app = FastAPI()
    add_routes(app, ROUTERS)
    describe(app)
    return app.openapi()


@cache
def operation(method: str, path: str) -> tuple[str, dict[str, Any]] | None:
    """The described operation that such a request meets, with its path; None for what is not in the description."""
    found = [told for told in description()["paths"] if _meets(told, path)]
    if not found:
        return None
    fixed_longest = min(found, key=lambda told: [part.startswith("{") for part in told.split("/")])
    one = description()["paths"][fixed_longest].get(method.lower())
    return None if one is None else (fixed_longest, one)


def _meets(template: str, path: str) -> bool:
    wanted, given = template.split("/"), path.split("/")
    return len(wanted) == len(given) and all(
        part == there or (part.startswith("{") and there) for part, there in zip(wanted, given, strict=True)
    )


def undescribed(method: str, path: str, status: int, content_type: str) -> str:
    """What the description lacks of this answer, "" where it has it."""
    met = operation(method, path)
    if met is None or status in OF_NO_OPERATION:
        return ""
    told, one = met
    answers = one["responses"]
    if str(status) not in answers:
        return f"{method} {told}: {status} is answered, {', '.join(answers)} are described"
    kinds = answers[str(status)].get("content", {})
    plain = content_type.partition(";")[0].strip()
    if plain and plain not in kinds and not any(kind in kinds for kind in ("*/*", f"{plain.partition('/')[0]}/*")):
        return f"{method} {told}: {status} is {plain}, {', '.join(kinds) or 'nothing'} is described"
    return ""


@contextmanager
def watched() -> Iterator[list[str]]:
    """What any application answered inside the block that its description has not."""
    lacking: list[str] = []
    called = FastAPI.__call__

    async def watching(app: FastAPI, scope: Scope, receive: Receive, send: Send) -> None:
        asked = scope.get("path", "")

        begun: list[Message] = []

        async def noting(message: Message) -> None:
            if message["type"] == "http.response.start":
                begun.append(message)
            elif begun and message["type"] == "http.response.body":
                start = begun.pop()  # the type of an empty body says nothing
                headers = {name.lower(): value for name, value in start.get("headers", ())}
                kind = headers.get(b"content-type", b"").decode("latin-1") if message.get("body") else ""
                if lack := undescribed(scope["method"], asked, start["status"], kind):
                    lacking.append(lack)
            await send(message)

        await called(app, scope, receive, noting)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(FastAPI, "__call__", watching)
        yield lacking
