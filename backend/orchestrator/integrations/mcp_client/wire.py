"""What is a JSON-RPC message of MCP? Made here, and read from what a server sends, whatever that is."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

HANDSHAKE_VERSIONS: Final = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
MODERN_VERSIONS: Final = ("2026-07-28",)
METHOD_NOT_FOUND: Final = -32601
UNSUPPORTED_VERSION: Final = -32022
CLIENT: Final = {"name": "steward", "version": "1"}
MOST_VALUES: Final = 500_000
"""An empty object of three characters takes 72 bytes of memory: by their length alone messages would take 200 MB."""
_META: Final = "io.modelcontextprotocol/"

RequestId = int


@dataclass(frozen=True)
class Response:
    """An answer to a request of ours: `result`, or `error` with its `code` and `message`."""

    id: Any
    result: Mapping[str, Any] | None = None
    code: int = 0
    message: str = ""
    data: Any = None


@dataclass(frozen=True)
class Incoming:
    """What the server says of its own accord: a notification, or with an `id` a request of its own."""

    method: str
    params: Mapping[str, Any]
    id: Any = None


def line(message: Mapping[str, Any]) -> bytes:
    """A message as a stdio server reads it."""
    return json.dumps(message, ensure_ascii=True, separators=(",", ":")).encode() + b"\n"


def request(number: RequestId, method: str, params: Mapping[str, Any] | None = None) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": number, "method": method, **({"params": dict(params)} if params else {})}


def notification(method: str, params: Mapping[str, Any] | None = None) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "method": method, **({"params": dict(params)} if params else {})}


def refusal(number: Any, method: str) -> dict[str, Any]:
    """Our answer to a server's own request: sampling, elicitation and roots are declined, a ping is answered."""
    if method == "ping":
        return {"jsonrpc": "2.0", "id": number, "result": {}}
    if method == "elicitation/create":
        return {"jsonrpc": "2.0", "id": number, "result": {"action": "decline"}}
    return {"jsonrpc": "2.0", "id": number, "error": {"code": METHOD_NOT_FOUND, "message": f"{method[:60]} declined"}}


def read(data: bytes | str) -> list[Response | Incoming]:
    """The messages in one line or event: one, or a batch of them. Raises ValueError for what is none."""
    if _values(data) > MOST_VALUES:
        raise ValueError("too many values")
    try:
        value = json.loads(data)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    found = [_message(one) for one in (value if isinstance(value, list) else [value])]
    if not found:
        raise ValueError("an empty batch")
    return found


def _values(data: bytes | str) -> int:
    """About how many values there are in a JSON text, or more."""
    if isinstance(data, str):
        return data.count(",") + data.count("{") + data.count("[")
    return data.count(b",") + data.count(b"{") + data.count(b"[")


def _message(value: Any) -> Response | Incoming:
    if not isinstance(value, dict):
        raise ValueError("no object")
    method = value.get("method")
    if isinstance(method, str):
        params = value.get("params")
        return Incoming(method, params if isinstance(params, dict) else {}, value.get("id"))
    if "id" not in value:
        raise ValueError("neither a request nor an answer")
    if isinstance(value.get("result"), dict):
        return Response(value["id"], result=value["result"])
    error = value.get("error")
    if not isinstance(error, dict):
        return Response(value["id"], code=-32603, message="an answer without a result")
    code, message = error.get("code"), error.get("message")
    return Response(
        value["id"],
        code=code if isinstance(code, int) else -32603,
        message=message if isinstance(message, str) else "",
        data=error.get("data"),
    )


def initialize_params() -> dict[str, Any]:
    return {"protocolVersion": HANDSHAKE_VERSIONS[0], "capabilities": {}, "clientInfo": CLIENT}


def modern_meta(version: str) -> dict[str, Any]:
    """What each request of the generation without a handshake carries."""
    return {
        f"{_META}protocolVersion": version,
        f"{_META}clientInfo": CLIENT,
        f"{_META}clientCapabilities": {},
    }


def identity_of_discovery(result: Mapping[str, Any]) -> Mapping[str, Any]:
    """The server's name as an answer to `server/discover` has it."""
    meta = result.get("_meta")
    found = meta.get(f"{_META}serverInfo") if isinstance(meta, dict) else None
    return found if isinstance(found, dict) else {}
