"""How does one push through ntfy? A JSON body to the server's root (contracts/push_pwa.md); buttons become actions of
kind `http`, whose addresses are good once and for a short time, for ntfy keeps messages in plain text."""

import json
from collections.abc import Sequence
from typing import Any, Final

from orchestrator.integrations.guarded.addresses import PrivateHosts
from orchestrator.integrations.push.port import Message, Outcome
from orchestrator.integrations.push.posts import REQUEST_S, Post, Posts
from orchestrator.kit.text import shorten

MOST_MESSAGE: Final = 4096
"""Bytes; a longer one would become an attachment."""
FITTING: Final = (1.0, 0.5, 0.2, 0.05)
"""Of its words, so much is left where all of them were too many."""
HIGH, DEFAULT = 4, 3
TAGS: Final = {"daily_briefing": "sunrise", "todo_reminder": "bell", "needs_input": "question"}


class Ntfy:
    """See Channel. `to`: the server's address; keys: `topic`, and `token` where the server asks for one."""

    def __init__(self, hosts: PrivateHosts, *, request_s: float = REQUEST_S) -> None:
        self._posts = Posts(
            hosts,
            _written,
            service="the ntfy server",
            advice="it asks for a token that may write to this topic",
            request_s=request_s,
        )

    async def send(self, messages: Sequence[Message]) -> list[Outcome]:
        """See Channel."""
        return await self._posts.send(messages)

    async def close(self) -> None:
        """See Channel."""


def _written(message: Message, shortened: int) -> Post:
    body = shorten(message.body, max(round(len(message.body) * FITTING[shortened]), 20))
    while len(body.encode()) > MOST_MESSAGE:
        body = shorten(body, len(body) * 2 // 3)
    told: dict[str, Any] = {
        "topic": message.keys.get("topic", ""),
        "title": message.title,
        "message": body,
        "priority": HIGH if message.urgent else DEFAULT,
    }
    if message.opens is not None:
        told["click"] = message.opens
    tag = TAGS.get(message.data.get("kind", ""))
    if tag is not None:
        told["tags"] = [tag]
    if message.buttons and not shortened:
        told["actions"] = [
            {"action": "http", "label": one.label, "url": one.url, "method": "POST", "clear": True}
            for one in message.buttons
        ]
    headers = {"Content-Type": "application/json"}
    if token := message.keys.get("token"):
        headers["Authorization"] = f"Bearer {token}"
    return Post(message.to, headers, json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode())
