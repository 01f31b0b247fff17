"""How does a push service know who sends? By a signed statement to its origin (RFC 8292: a JWT over ES256).

The key is derived from the home's secret key, so that a backup holds it, replicas share it, and it stays for ever:
another one would make all subscriptions void.
"""

import json
from datetime import datetime, timedelta
from typing import Final
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from orchestrator.integrations.push.webpush.encryption import b64url, point_of

SEED_BYTES: Final = 48
"""16 more than the order of P-256 has, so that the remainder is evenly spread (FIPS 186-5, A.2.1)."""
LASTS: Final = timedelta(hours=12)
"""At most 24 hours (RFC 8292, 2)."""
_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
_HALF: Final = 32


class VapidKey:
    """`seed`: `SEED_BYTES` secret bytes. `contact`: a `mailto:` or `https:` of whoever runs this Steward, where one is
    known (a made-up one is refused by Apple)."""

    def __init__(self, seed: bytes, contact: str | None = None) -> None:
        assert len(seed) == SEED_BYTES
        self._key = ec.derive_private_key(int.from_bytes(seed, "big") % (_ORDER - 1) + 1, ec.SECP256R1())
        self._contact = contact
        self.public = b64url(point_of(self._key.public_key()))

    def authorization(self, endpoint: str, now: datetime) -> str:
        """The header's value for a message to this endpoint."""
        parts = urlsplit(endpoint)
        claims: dict[str, object] = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int((now + LASTS).timestamp()),
        }
        if self._contact is not None:
            claims["sub"] = self._contact
        signed = f"{_part({'typ': 'JWT', 'alg': 'ES256'})}.{_part(claims)}"
        r, s = decode_dss_signature(self._key.sign(signed.encode("ascii"), ec.ECDSA(SHA256())))
        signature = b64url(r.to_bytes(_HALF, "big") + s.to_bytes(_HALF, "big"))
        return f"vapid t={signed}.{signature},k={self.public}"


def _part(content: dict[str, object]) -> str:
    return b64url(json.dumps(content, separators=(",", ":")).encode())


def contact_of(public_url: str | None, owner_email: str | None) -> str | None:
    """Whom a push service may write to: the owner's mail, else the public address; None where neither is a name that
    others know."""
    if owner_email is not None and _known(owner_email.rpartition("@")[2]):
        return f"mailto:{owner_email}"
    if public_url is not None and public_url.startswith("https://") and _known(urlsplit(public_url).hostname or ""):
        return public_url
    return None


def _known(host: str) -> bool:
    name = host.rstrip(".").lower()
    local = name.endswith((".local", ".localhost", ".lan", ".internal", ".home", ".test", ".invalid", ".example"))
    return "." in name and not local and not name.replace(".", "").isdigit()
