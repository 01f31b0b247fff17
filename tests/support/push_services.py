"""A real HTTP server that answers as push services do: Web Push (RFC 8030), ntfy, Gotify; and fails as they do.

async with PushService() as service:
    laptop = service.browser()
    … POST /push/devices with laptop.subscription() …
    assert laptop.read(service.web[0])["notification"]["title"] == "Reminder"

It keeps the rules of the vendors (contracts/push_pwa.md): a Web Push without TTL is 400, above 4096 bytes 413, with a
signature that is not that of its key 403; ntfy wants a topic, and a token where it has one.
"""

import base64
import json
import os
from collections import deque
from dataclasses import dataclass, field
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02
from tests.support.loopback_http import LoopbackServer, Recorded, Wire
from tests.support.waiting import eventually

MOST_BYTES = 4096


def b64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


@dataclass
class Browser:
    """One that subscribed: its keys, and what only it can read."""

    endpoint: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = field(default_factory=lambda: os.urandom(16))

    def subscription(self, **more: Any) -> dict[str, Any]:
        """What it is registered with."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": b64(point), "auth": b64(self.auth)}
        return {"kind": "webpush", "endpoint": self.endpoint, "keys": keys, **more}

    def read(self, request: Recorded) -> dict[str, Any]:
        """The message, decrypted by `http_ece`."""
        plain = http_ece.decrypt(request.raw, private_key=self.key, auth_secret=self.auth, version="aes128gcm")
        return dict(json.loads(plain))


class PushService(LoopbackServer):
    """`instead`: (status, headers) of the next answers; `gone`: paths of subscriptions that ended; `most_bytes`: of a
    body; `hangs`: what comes is taken and never answered; `cuts`: the connection is cut instead. `token`: ntfy's."""

    def __init__(self, *, token: str | None = None) -> None:
        super().__init__()
        self.instead: deque[tuple[int, dict[str, str]]] = deque()
        self.gone: set[str] = set()
        self.most_bytes = MOST_BYTES
        self.hangs = self.cuts = False
        self.token = token
        self.taken: list[Recorded] = []
        self._browsers = 0

    def browser(self) -> Browser:
        """A new subscription."""
        self._browsers += 1
        return Browser(f"{self.url}/wpush/{self._browsers}")

    @property
    def web(self) -> list[Recorded]:
        """The Web Push messages that were taken, oldest first."""
        return [one for one in self.taken if one.path.startswith("/wpush/")]

    @property
    def ntfy(self) -> list[dict[str, Any]]:
        """What was published to topics."""
        return [one.body for one in self.taken if one.path == "/"]

    @property
    def gotify(self) -> list[dict[str, Any]]:
        """What came by Apprise."""
        return [one.body for one in self.taken if one.path == "/message"]

    async def until_taken(self, number: int = 1) -> None:
        """Until so many messages came in."""
        await eventually(lambda: self.taken, lambda taken: len(taken) >= number)

    async def handle(self, request: Recorded, wire: Wire) -> None:
        if self.hangs:
            self.taken.append(request)
            await eventually(lambda: request.aborted, within_s=60)
        if self.cuts:
            self.taken.append(request)
            wire.break_off()
            return
        if self.instead:
            status, headers = self.instead.popleft()
            await wire.whole(status, {"code": status}, headers)
            return
        status, body = self._told(request)
        if status < 300:
            self.taken.append(request)
        await wire.whole(status, body)

    def _told(self, request: Recorded) -> tuple[int, Any]:
        if request.path in self.gone:
            return 410, {"reason": "Unregistered"}
        if len(request.raw) > self.most_bytes:
            return 413, {"reason": "PayloadTooLarge"}
        if request.path.startswith("/wpush/"):
            return self._web(request.headers)
        if request.path == "/message":
            return (200, {"id": 1}) if request.headers.get("x-gotify-key") else (401, {"error": "Unauthorized"})
        if self.token is not None and request.headers.get("authorization") != f"Bearer {self.token}":
            return 403, {"code": 40301, "http": 403, "error": "forbidden"}
        if request.path != "/" or not isinstance(request.body, dict) or not request.body.get("topic"):
            return 404, {"code": 40401, "http": 404, "error": "page not found"}
        return 200, {"id": "x", "event": "message", **request.body}

    def _web(self, headers: dict[str, str]) -> tuple[int, Any]:
        if "ttl" not in headers or headers.get("content-encoding") != "aes128gcm":
            return 400, {"reason": "BadRequest"}
        if len(headers.get("topic", "")) > 32:
            return 400, {"reason": "BadTopic"}
        return (201, "") if Vapid02.verify(headers.get("authorization", "")) else (403, {"reason": "BadJwtToken"})
