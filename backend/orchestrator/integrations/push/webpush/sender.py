"""How does one push to browsers and UnifiedPush distributors? A body that Safari shows by itself (declarative Web Push)
and that the page's worker reads (`console/sw.js`), encrypted, with a VAPID header."""

import json
from collections.abc import Sequence
from typing import Any, Final

from orchestrator.integrations.guarded.addresses import PrivateHosts
from orchestrator.integrations.push.port import Message, Outcome
from orchestrator.integrations.push.posts import REQUEST_S, Post, Posts
from orchestrator.integrations.push.webpush.encryption import MOST_PLAIN, encrypted
from orchestrator.integrations.push.webpush.vapid import VapidKey
from orchestrator.kit.clock import Clock
from orchestrator.kit.text import shorten

DECLARATIVE: Final = 8030
"""What marks a body that Safari 18.4 shows without a worker."""
FITTING: Final = (1.0, 0.5, 0.2)
"""Of its words, so much is left where all of them do not fit."""
TOPIC: Final = 32


class WebPush:
    """See Channel."""

    def __init__(self, hosts: PrivateHosts, key: VapidKey, clock: Clock, *, request_s: float = REQUEST_S) -> None:
        self._key, self._clock = key, clock
        self._posts = Posts(
            hosts,
            self._written,
            service="the push service",
            advice="it does not take this home's key; switch pushes off and on again in that browser",
            request_s=request_s,
        )

    async def send(self, messages: Sequence[Message]) -> list[Outcome]:
        """See Channel."""
        return await self._posts.send(messages)

    async def close(self) -> None:
        """See Channel."""

    def _written(self, message: Message, shortened: int) -> Post:
        keys = message.keys
        body = encrypted(_fitting(message, shortened), p256dh=keys.get("p256dh", ""), auth=keys.get("auth", ""))
        headers = {
            "TTL": str(message.ttl_s),
            "Urgency": "high" if message.urgent else "normal",
            "Topic": message.collapse_id.replace("-", "")[:TOPIC],
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "Authorization": self._key.authorization(message.to, self._clock.now()),
        }
        return Post(message.to, headers, body)


def payload(message: Message, *, share: float = 1.0) -> bytes:
    """What the browser gets, with this share of the words."""
    notification: dict[str, Any] = {
        "title": shorten(message.title, max(round(len(message.title) * share), 20)),
        "body": shorten(message.body, max(round(len(message.body) * share), 20)),
        "navigate": message.opens or "/",
        "tag": message.collapse_id,
        "data": dict(message.data),
    }
    if message.badge is not None:
        notification["app_badge"] = str(message.badge)
    if message.buttons and share == 1.0:  # what is not told whole is not answered unseen
        notification["buttons"] = [{"action": one.act, "title": one.label, "url": one.url} for one in message.buttons]
    told = {"web_push": DECLARATIVE, "notification": notification}
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()


def _fitting(message: Message, shortened: int) -> bytes:
    for share in (*FITTING[min(shortened, len(FITTING) - 1) :], 0.0):
        plain = payload(message, share=share)
        if len(plain) <= MOST_PLAIN:
            return plain
    msg = "the address of what it opens is too long"
    raise ValueError(msg)
