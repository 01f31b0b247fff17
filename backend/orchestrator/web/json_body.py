"""What may a JSON body contain? UTF-8 and JSON; what is neither is 422, and NUL and lone surrogates are taken out (NUL
of a query too; what is no UTF-8 there reaches nobody).

`curl -d` says that it sends a form: a body that is JSON in truth is read as such.
"""

import json
import math
from typing import Any

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request

from orchestrator.errors import FieldError
from orchestrator.kit import patterns
from orchestrator.kit.text import encodable

_SUSPECT = patterns.compile(r"\\u(?:0000|[dD][89a-fA-F])")
_HUGE_EXPONENT = patterns.compile(r"[eE]\+?[0-9]{3}")
FORM = "application/x-www-form-urlencoded"


class BadBody(HTTPException):
    """The body is no JSON. An HTTPException, because FastAPI lets no other exception through while it reads a body."""

    def __init__(self, message: str, position: int) -> None:
        super().__init__(422, message)
        self.errors: list[FieldError] = [{"loc": ["body", position], "message": message}]


class JsonRequest(Request):
    """A request whose `json()` raises only BadBody, and gives only what Postgres can store."""

    def __init__(self, scope: Any, receive: Any) -> None:
        super().__init__(scope, receive)
        if self.headers.get("content-type", "").partition(";")[0].strip().lower() == FORM:
            self._headers = Headers(raw=[(name, value) for name, value in scope["headers"] if name != b"content-type"])

    @property
    def rereadable(self) -> bool:
        """Whether the body, if it was asked for, can be given once more: not where it went elsewhere as it came."""
        return not self._stream_consumed or hasattr(self, "_body")

    async def json(self) -> Any:
        body = await self.body()
        try:
            text = body.decode()
            parse_float = _finite if _HUGE_EXPONENT.search(text) else None
            value = json.loads(text, parse_constant=_no_constant, parse_float=parse_float)
            return _cleaned(value) if _SUSPECT.search(text) else value
        except UnicodeDecodeError as error:
            raise BadBody("The body is not UTF-8.", error.start) from error
        except json.JSONDecodeError as error:
            raise BadBody(f"The body is not JSON: {error.msg}.", error.pos) from error
        except ValueError as error:  # NaN and Infinity, an integer of thousands of digits
            raise BadBody(f"The body is not JSON: {error}.", 0) from error
        except RecursionError as error:
            raise BadBody("The body is nested too deeply.", 0) from error


def storable_query(query: bytes) -> bytes:
    """A query string without NUL: Postgres refuses it, in whatever parameter it stands."""
    return query.replace(b"%00", b"")


def _no_constant(name: str) -> None:
    msg = f"{name} is no JSON"
    raise ValueError(msg)


def _finite(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        msg = "a number is too large"
        raise ValueError(msg)
    return value


def _cleaned(value: Any) -> Any:
    if isinstance(value, str):
        return encodable(value)
    if isinstance(value, dict):
        return {encodable(key): _cleaned(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_cleaned(item) for item in value]
    return value
