"""A real HTTP server that answers as Expo's push service does (contracts/expo_push.md), and fails as one does.

async with ExpoServer() as expo:  # HTTP/1.1
    … STEWARD_EXPO_URL=expo.url …
    assert [message["to"] for message in expo.sent] == ["ExponentPushToken[a]"]

async with Http2Expo() as expo:  # HTTP/2 over TLS, as exp.host
    ExpoPush(expo.url, tls=expo.trust)

Both answer by `Expo`. It was checked against the vendor's own client, npm expo-server-sdk 6.1.0 (docs/decisions/0015).
"""

import asyncio
import gzip
import json
import socket
import ssl
import threading
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Self

import trustme
from hypercorn.asyncio import serve
from hypercorn.config import Config
from tests.support.loopback_http import LoopbackServer, Recorded, Wire
from tests.support.waiting import eventually

from orchestrator.kit.ids import new_id

SEND = "/--/api/v2/push/send"
RECEIPTS = "/--/api/v2/push/getReceipts"
MOST_MESSAGES, MOST_RECEIPTS = 100, 1000
Reply = tuple[int, Any, dict[str, str]]


def fault(code: str, message: str = "no", **details: Any) -> dict[str, Any]:
    """The body of a request that failed whole."""
    return {"errors": [{"code": code, "message": message, "isTransient": False, "details": details}]}


@dataclass
class Expo:
    """What it knows and does. `dead`: tokens of apps that are gone, told in the ticket; `dies`: told in the receipt.
    `projects`: of tokens; `unacceptable`: tokens that spoil their batch. `instead`: replies to the next sends, which
    then have no effect. `ready`: whether receipts are there."""

    access_token: str | None = None
    dead: set[str] = field(default_factory=set)
    dies: dict[str, str] = field(default_factory=dict)
    projects: dict[str, str] = field(default_factory=dict)
    unacceptable: set[str] = field(default_factory=set)
    instead: deque[Reply] = field(default_factory=deque)
    ready: bool = True
    batches: list[list[dict[str, Any]]] = field(default_factory=list)
    sent: list[dict[str, Any]] = field(default_factory=list)
    tickets: dict[str, dict[str, Any]] = field(default_factory=dict)
    asked: list[list[str]] = field(default_factory=list)

    def reply(self, path: str, headers: dict[str, str], body: Any) -> Reply:
        """Answer one request."""
        if self.access_token and headers.get("authorization") != f"Bearer {self.access_token}":
            return 401, fault("UNAUTHORIZED", "Insufficient permissions to send push notifications"), {}
        if path == SEND:
            return self._send(body)
        if path == RECEIPTS:
            return self._receipts(body)
        return 404, fault("NOT_FOUND"), {}

    def _send(self, body: Any) -> Reply:
        messages = body if isinstance(body, list) else [body]
        self.batches.append(messages)
        if self.instead:
            return self.instead.popleft()
        single = [{**message, "to": to} for message in messages for to in _all(message.get("to"))]
        if len(single) > MOST_MESSAGES:
            return 400, fault("PUSH_TOO_MANY_NOTIFICATIONS", f"at most {MOST_MESSAGES}"), {}
        if not single or any(not isinstance(message["to"], str) for message in single):
            return 400, fault("VALIDATION_ERROR", '"to" is required'), {}
        if any(message["to"] in self.unacceptable for message in single):
            return 400, fault("VALIDATION_ERROR", '"to" must be a valid Expo push token'), {}
        groups: dict[str, list[str]] = {}
        for message in single:
            groups.setdefault(self.projects.get(message["to"], "@ana/app"), []).append(message["to"])
        if len(groups) > 1:
            return 400, fault("PUSH_TOO_MANY_EXPERIENCE_IDS", "all of one project", **groups), {}
        tickets = [self._ticket(message) for message in single]
        alone = isinstance(body, dict) and not isinstance(body.get("to"), list)
        return 200, {"data": tickets[0] if alone else tickets}, {}

    def _ticket(self, message: dict[str, Any]) -> dict[str, Any]:
        token = message["to"]
        if token in self.dead:
            said = f'"{token}" is not a registered push notification recipient'
            details = {"error": "DeviceNotRegistered", "expoPushToken": token}
            return {"status": "error", "message": said, "details": details}
        self.sent.append(message)
        ticket = str(new_id())
        error = self.dies.get(token)
        self.tickets[ticket] = (
            {"status": "error", "message": f'"{token}": {error}', "details": {"error": error}}
            if error
            else {"status": "ok"}
        )
        return {"status": "ok", "id": ticket}

    def _receipts(self, body: Any) -> Reply:
        ids = body.get("ids") if isinstance(body, dict) else None
        if not isinstance(ids, list):
            return 400, fault("VALIDATION_ERROR", '"ids" is required'), {}
        self.asked.append(ids)
        if len(ids) > MOST_RECEIPTS:
            return 400, fault("PUSH_TOO_MANY_RECEIPTS", f"at most {MOST_RECEIPTS}"), {}
        return 200, {"data": {one: self.tickets[one] for one in ids if self.ready and one in self.tickets}}, {}


def _all(to: Any) -> list[Any]:
    return to if isinstance(to, list) else [to]


class ExpoServer(LoopbackServer):
    """Expo over HTTP/1.1. `hangs`: what comes is taken, and never answered; `cuts`: the connection is cut instead."""

    def __init__(self, expo: Expo | None = None) -> None:
        super().__init__()
        self.expo = expo or Expo()
        self.hangs = False
        self.cuts = False

    @property
    def sent(self) -> list[dict[str, Any]]:
        """The messages that were taken, oldest first."""
        return self.expo.sent

    async def until_sent(self, number: int = 1) -> None:
        """Until so many messages came in."""
        await eventually(lambda: self.sent, lambda sent: len(sent) >= number)

    async def handle(self, request: Recorded, wire: Wire) -> None:
        status, body, headers = self.expo.reply(request.path, request.headers, request.body)
        if self.hangs:
            await asyncio.sleep(3600)
        if self.cuts:
            wire.break_off()
            return
        await wire.whole(status, body, headers)


class Http2Expo:
    """Expo over HTTP/2 and TLS, in a thread of its own. `trust`: a context that knows its certificate; `versions`: the
    HTTP versions of the requests; `encodings`: their Content-Encoding."""

    def __init__(self, expo: Expo | None = None) -> None:
        self.expo = expo or Expo()
        self.versions: list[str] = []
        self.encodings: list[str] = []
        self.url = ""
        authority = trustme.CA()
        self._certificate = authority.issue_cert("127.0.0.1", "localhost")
        self.trust = ssl.create_default_context()
        authority.configure_trust(self.trust)

    async def __aenter__(self) -> Self:
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), name="Http2Expo", daemon=True)
        self._thread.start()
        assert await asyncio.to_thread(self._ready.wait, 20), "the HTTP/2 server did not start"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        await asyncio.to_thread(self._thread.join, 20)

    async def _serve(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        with TemporaryDirectory() as folder:
            key, chain = Path(folder) / "key.pem", Path(folder) / "chain.pem"
            self._certificate.private_key_pem.write_to_path(key)
            for part in self._certificate.cert_chain_pems:
                part.write_to_path(chain, append=True)
            config = Config()
            config.keyfile, config.certfile = str(key), str(chain)
            config.graceful_timeout = 0.1
            config.accesslog = config.errorlog = None
            listening = socket.create_server(("127.0.0.1", 0))  # from now on nobody is refused
            port = listening.getsockname()[1]
            config.bind = [f"fd://{listening.detach()}"]
            self.url = f"https://127.0.0.1:{port}"
            await serve(self._app, config, shutdown_trigger=self._stop.wait)  # type: ignore[arg-type]

    async def _app(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await receive()
            await send({"type": "lifespan.startup.complete"})
            self._ready.set()
            await receive()
            await send({"type": "lifespan.shutdown.complete"})
            return
        raw, more = b"", True
        while more:
            event = await receive()
            raw, more = raw + event.get("body", b""), event.get("more_body", False)
        headers = {name.decode().lower(): value.decode() for name, value in scope["headers"]}
        self.versions.append(scope["http_version"])
        self.encodings.append(headers.get("content-encoding", ""))
        body = json.loads(gzip.decompress(raw) if self.encodings[-1] == "gzip" else raw)
        status, answer, more_headers = self.expo.reply(scope["path"], headers, body)
        named = [(b"content-type", b"application/json"), *((k.encode(), v.encode()) for k, v in more_headers.items())]
        await send({"type": "http.response.start", "status": status, "headers": named})
        await send({"type": "http.response.body", "body": json.dumps(answer).encode()})
