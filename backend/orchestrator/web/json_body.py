"""What may a JSON body contain? UTF-8 and JSON; what is neither is 422, and NUL and lone surrogates are taken out.

`curl -d` says that it sends a form: a body that is JSON in truth is read as such.
"""

import json
import re
from typing import Any

from fastapi.exceptions import RequestValidationError
from starlette.datastructures import Headers
from starlette.requests import Request

_SUSPECT = re.compile(rb"\\u(0000|[dD][89a-fA-F])")
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")
FORM = "application/x-www-form-urlencoded"
JSON = b"application/json"


class JsonRequest(Request):
    """A request whose `json()` raises only RequestValidationError, and whose strings can be stored."""

    def __init__(self, scope: Any, receive: Any) -> None:
        super().__init__(scope, receive)
        if self.headers.get("content-type", "").partition(";")[0].strip().lower() == FORM:
            self._maybe_form = True
            self._headers = Headers(raw=[(name, value) for name, value in scope["headers"] if name != b"content-type"])
        else:
            self._maybe_form = False

    async def json(self) -> Any:
        body = await self.body()
        try:
            value = json.loads(body.decode(), parse_constant=_no_constant)
        except UnicodeDecodeError as error:
            raise _invalid("The body is not UTF-8.", error.start) from error
        except json.JSONDecodeError as error:
            raise _invalid(f"The body is not JSON: {error.msg}.", error.pos) from error
        except ValueError as error:  # NaN and Infinity, an integer of thousands of digits
            raise _invalid(f"The body is not JSON: {error}.", 0) from error
        except RecursionError as error:
            raise _invalid("The body is nested too deeply.", 0) from error
        return _cleaned(value) if _SUSPECT.search(body) else value


def _no_constant(name: str) -> None:
    msg = f"{name} is no JSON"
    raise ValueError(msg)


def _cleaned(value: Any) -> Any:
    if isinstance(value, str):
        return _UNSTORABLE.sub("", value)
    if isinstance(value, dict):
        return {_UNSTORABLE.sub("", key): _cleaned(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_cleaned(item) for item in value]
    return value


def _invalid(message: str, position: int) -> RequestValidationError:
    return RequestValidationError([{"type": "json_invalid", "loc": ("body", position), "msg": message, "input": None}])
