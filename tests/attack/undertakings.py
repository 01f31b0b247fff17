"""What does a hostile goal, file name, address or program do to missions, workspaces, push devices and servers of
tools?"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from tests.attack.doors import FILE, QUERY, Door, Request, json_of, sendable, short
from tests.attack.shapes import Shape

GOAL = 4_000
NOWHERE = "https://127.0.0.1:9/"
WEB_PUSH_KEYS = {
    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
}
"""Those of RFC 8291's example."""


def undertakings(ids: Mapping[str, str], shapes: Sequence[Shape]) -> Iterator[Door]:
    """Goals of missions, files and paths of workspaces, addresses of push devices, servers of tools: what no schema
    tells, or what stands beside a field that decides what it is read as. Nobody listens at those addresses."""
    workspace = f"/workspaces/{ids['/workspaces']}"
    yield Door(
        "POST /missions", tuple(_posted("/missions", shape, {"goal": shape.of(GOAL)[:GOAL]}) for shape in shapes)
    )
    again = f"/missions/{ids['/missions']}/plan"
    yield Door(f"POST {again}", tuple(_posted(again, shape, {"feedback": shape.of(GOAL)[:GOAL]}) for shape in shapes))
    files = []
    for shape in shapes:
        for path in (
            "file.txt",
            quote(short(shape).encode("utf-8", "surrogatepass")),
            quote(sendable(shape.of(QUERY))),
        ):
            content = {"content": sendable(shape.of(FILE)).encode()}
            files.append(Request("PUT", f"{workspace}/files/{path}", shape.name, content))
            files.append(Request("GET", f"{workspace}/files/{path}", shape.name))
        files.append(Request("GET", f"{workspace}/diff", shape.name, {"params": {"path": "file.txt"}}))
    yield Door("/workspaces/{workspace_id}/files", tuple(files))
    for path, bodies_of in (("/push/devices", _devices), ("/mcp-servers", _servers)):
        sent = tuple(_posted(path, shape, body) for shape in shapes for body in bodies_of(sendable(shape.of(QUERY))))
        yield Door(f"POST {path}", sent)


def _posted(path: str, shape: Shape, body: Any) -> Request:
    return Request("POST", path, shape.name, json_of(body))


def _devices(text: str) -> Sequence[Any]:
    address = f"{NOWHERE}{text}"[:QUERY]
    return (
        *({"kind": "ntfy", "url": url, "topic": text[:64]} for url in (text, address)),
        *({"kind": "apprise", "url": url} for url in (text, f"ntfys://{text}"[:QUERY])),
        *({"kind": "webpush", "endpoint": url, "keys": WEB_PUSH_KEYS} for url in (text, address)),
        {"kind": "webpush", "endpoint": f"{NOWHERE}x", "keys": {"p256dh": text[:200], "auth": text[:100]}},
        {"kind": "expo", "expo_push_token": f"ExpoPushToken[{text}"[:200]},
    )


def _servers(text: str) -> Sequence[Any]:
    return (
        *({"name": "Ana", "url": url} for url in (text, f"{NOWHERE}{text}"[:QUERY])),
        {"name": text[:80], "command": text[:1_000], "args": [text], "env": {"A": text, text[:100]: "x"}},
        {"name": "Ana", "command": "npx", "args": [text]},
    )
