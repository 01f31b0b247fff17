"""Where does a push lead? To a page of the console; and its buttons to an address that is good once, for a short time.

A button's address names the delivery, what is to be done, and a signature (HMAC-SHA256 under a key that comes from the
home's secret key): whoever made none of ours can't answer, and one that was used or is old answers nothing.
"""

import hmac
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final, get_args
from uuid import UUID

from orchestrator.integrations.push.port import Act
from orchestrator.integrations.push.webpush.encryption import b64url, from_b64url

GOOD_S: Final = 3600.0
"""So long after it was sent a button answers."""
ANSWERS: Final = "/push/answers/"
ACTS: tuple[Act, ...] = get_args(Act)
_SIGNED: Final = 16 + 1 + 32
PAGES: Final = {
    "threads": "thread",
    "previews": "preview",
    "todos": "todos",
    "briefings": "briefing",
    "proposed-events": "proposed",
}
"""The console's pages by the first part of a push's `url`."""


@dataclass(frozen=True)
class Links:
    """`base`: what a phone is told (STEWARD_PUBLIC_URL), without a trailing slash."""

    base: str
    key: bytes = field(repr=False)

    def opens(self, url: str) -> str:
        """The console's page of what a push is about."""
        first, _, rest = url.strip("/").partition("/")
        page = PAGES.get(first)
        if page is None:
            return f"{self.base}/"
        return f"{self.base}/#/{page}/{rest}" if rest else f"{self.base}/#/{page}"

    def answer(self, delivery_id: UUID, act: Act, preview_id: UUID, digest: str) -> str:
        """The address of a button."""
        told = delivery_id.bytes + bytes([ACTS.index(act)])
        return f"{self.base}{ANSWERS}{b64url(told + self._signature(told, preview_id, digest))}"

    def holds(self, token: str, preview_id: UUID, digest: str) -> bool:
        """Whether we made it, for this very preview."""
        told = _bytes(token)
        return told is not None and hmac.compare_digest(told[17:], self._signature(told[:17], preview_id, digest))

    def _signature(self, told: bytes, preview_id: UUID, digest: str) -> bytes:
        return hmac.digest(self.key, told + preview_id.bytes + digest.encode(), sha256)


def named(token: str) -> tuple[UUID, Act] | None:
    """Which delivery and act the last part of a button's address names, signed or not; None where it is none."""
    told = _bytes(token)
    if told is None or told[16] >= len(ACTS):
        return None
    return UUID(bytes=told[:16]), ACTS[told[16]]


def _bytes(token: str) -> bytes | None:
    try:
        told = from_b64url(token) if len(token) <= 2 * _SIGNED else b""
    except ValueError:
        return None
    return told if len(told) == _SIGNED else None
