"""Who sits at the machine that runs Steward? Whoever has the link that its terminal shows: good once, for ten minutes,
and from this machine alone. It lies in the memory of the process that answers, and nowhere else."""

import hmac
import secrets
from datetime import datetime, timedelta
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from fastapi import Request

from orchestrator.web.access.addresses import address_of

LIFE: Final = timedelta(minutes=10)
FRAGMENT: Final = "/#link="
"""A fragment is not sent to the server, so that no log on the way has the code."""
_FORWARDED: Final = ("forwarded", "x-forwarded-for", "via")


class SignInLinks:
    """At most one code at a time."""

    def __init__(self) -> None:
        self._code: str | None = None
        self._until: datetime | None = None

    def make(self, now: datetime) -> str:
        """A new code; an earlier one is no longer good."""
        self._code, self._until = secrets.token_urlsafe(32), now + LIFE
        return self._code

    def take(self, code: str, now: datetime) -> bool:
        """Whether it is good; then never again."""
        if self._code is None or self._until is None or now >= self._until:
            return False
        if not hmac.compare_digest(self._code.encode(), code.encode("utf-8", "replace")):
            return False
        self._code = self._until = None
        return True


def from_this_machine(request: Request) -> bool:
    """Whether it was sent by a program here to a name of here, through no proxy that says so."""
    peer = address_of(request.client.host) if request.client else None
    host = urlsplit(f"//{request.headers.get('host', '')}").hostname or ""
    here = host == "localhost" or _is_loopback(host)
    return peer is not None and peer.is_loopback and here and not any(name in request.headers for name in _FORWARDED)


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
