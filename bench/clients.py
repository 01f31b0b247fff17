"""How is a server asked with as little work here as possible? The load and the server share the machine's cores."""

import asyncio
import http.client
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

TIMEOUT_S = 120.0


class Kept:
    """One connection, kept open, one request after the other."""

    def __init__(self, url: str, token: str = "") -> None:
        self._connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=TIMEOUT_S)
        self._headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})

    def get(self, path: str) -> tuple[int, bytes]:
        return self._exchange("GET", path, None)

    def post(self, path: str, body: Any) -> tuple[int, bytes]:
        return self._exchange("POST", path, json.dumps(body))

    def _exchange(self, method: str, path: str, body: str | None) -> tuple[int, bytes]:
        self._connection.request(method, path, body, self._headers)
        answer = self._connection.getresponse()
        return answer.status, answer.read()

    def close(self) -> None:
        self._connection.close()


@dataclass(frozen=True)
class Answer:
    """A whole answer; `elapsed_s` from the connect to the last byte."""

    status: int
    body: bytes
    elapsed_s: float


async def post(url: str, path: str, body: Any, headers: Mapping[str, str]) -> Answer:
    """One request on a connection of its own, read to the end."""
    parts = urlsplit(url)
    data = json.dumps(body).encode()
    lines = [
        f"POST {path} HTTP/1.1",
        f"Host: {parts.netloc}",
        "Connection: close",
        "Content-Type: application/json",
        f"Content-Length: {len(data)}",
        *(f"{name}: {value}" for name, value in headers.items()),
    ]
    started = time.perf_counter()
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    try:
        writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + data)
        await writer.drain()
        whole = await asyncio.wait_for(reader.read(), TIMEOUT_S)
    finally:
        writer.close()
    head, _, rest = whole.partition(b"\r\n\r\n")
    status = int(head.split(b" ", 2)[1]) if head else 0
    return Answer(status, rest, time.perf_counter() - started)
