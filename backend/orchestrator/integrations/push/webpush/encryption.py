"""How is a message made readable for one browser alone? RFC 8291 over `aes128gcm` (RFC 8188), in one record.

`pywebpush` 2.5 does the same over `requests` and `aiohttp`, sends with TTL 0 unless told, and checks no size
(contracts/push_pwa.md); with `http_ece` it is the independent peer of the tests.
"""

import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

RECORD: Final = 4096
"""Push services need take no more (RFC 8030, 7.2), and FCM takes no more."""
OVERHEAD: Final = 103
"""Salt 16, record size 4, key length 1, our key 65, padding delimiter 1, tag 16."""
MOST_PLAIN: Final = RECORD - OVERHEAD
AUTH_BYTES: Final = 16
POINT_BYTES: Final = 65


def b64url(data: bytes) -> str:
    """Base64 for URLs, without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def from_b64url(text: str) -> bytes:
    """Its bytes; padding and the alphabet of plain base64 are taken too. Raises ValueError."""
    plain = text.rstrip("=").replace("+", "-").replace("/", "_")
    if not plain.isascii() or not all(one.isalnum() or one in "-_" for one in plain):
        msg = "this is no base64url"
        raise ValueError(msg)
    return urlsafe_b64decode(plain + "=" * (-len(plain) % 4))


def public_key(p256dh: str) -> ec.EllipticCurvePublicKey:
    """The browser's key. Raises ValueError for what is no point of P-256."""
    point = from_b64url(p256dh)
    if len(point) != POINT_BYTES:
        msg = "p256dh is an uncompressed point of P-256 (65 bytes, base64url)"
        raise ValueError(msg)
    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)


def secret_of(auth: str) -> bytes:
    """The browser's authentication secret. Raises ValueError."""
    secret = from_b64url(auth)
    if len(secret) != AUTH_BYTES:
        msg = "auth is a secret of 16 bytes (base64url)"
        raise ValueError(msg)
    return secret


def encrypted(plain: bytes, *, p256dh: str, auth: str) -> bytes:
    """The body of a push. Raises ValueError for keys that are none, and for more than `MOST_PLAIN` bytes."""
    if len(plain) > MOST_PLAIN:
        msg = f"{len(plain)} bytes do not fit into one record"
        raise ValueError(msg)
    theirs, secret = public_key(p256dh), secret_of(auth)
    ours = ec.generate_private_key(ec.SECP256R1())
    own_point, their_point = point_of(ours.public_key()), point_of(theirs)
    mixed = _derived(ours.exchange(ec.ECDH(), theirs), secret, b"WebPush: info\0" + their_point + own_point, 32)
    salt = os.urandom(16)
    key = _derived(mixed, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(mixed, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(own_point)]) + own_point
    return head + AESGCM(key).encrypt(nonce, plain + b"\x02", None)  # 2: the last record


def point_of(key: ec.EllipticCurvePublicKey) -> bytes:
    """A public key as browsers write it: an uncompressed point."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derived(material: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt=salt, info=info).derive(material)
