"""How is a password kept that must be given to another server again? Encrypted under a key that lies in a file.

AES-256-GCM; the key is derived (HKDF) from what STEWARD_SECRET_KEY_FILE holds, so that a backup of the database alone
tells no password. What is sealed for one connection can't be opened for another.
"""

import contextlib
import os
import secrets
from pathlib import Path
from uuid import UUID

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from orchestrator.errors import ConfigurationError
from orchestrator.integrations.guarded.errors import ServerFailed

_VERSION = b"\x01"
_KEY_ID = 4
_NONCE = 12
_SHORTEST = 32
"""Characters of a key file: 16 random bytes in hexadecimal."""
_LONGEST = 4096
_PRINTED = frozenset(range(0x20, 0x7F))
"""Bytes of a key: hexadecimal, base64 or what else is typed on one line. Others mean that it was damaged."""


class SecretUnreadable(ServerFailed):
    """The stored password can't be opened: the key is another one than when it was stored."""

    def __init__(self) -> None:
        super().__init__(
            "The stored password can't be read: the key in STEWARD_SECRET_KEY_FILE is another one than when it was "
            "stored. Bring that key back, or give the password again.",
            attention=True,
        )


class Vault:
    """Seals and opens secrets. `Vault.at(path)` reads the key, and makes it where there is none."""

    def __init__(self, material: bytes) -> None:
        derived = HKDF(SHA256(), _KEY_ID + 32, salt=None, info=b"steward connections").derive(material)
        self._material = material
        self._id, key = derived[:_KEY_ID], derived[_KEY_ID:]
        self._cipher = AESGCM(key)

    @classmethod
    def at(cls, path: Path) -> "Vault":
        """Raises ConfigurationError where the file can't be read or made, or holds no key: another one would shut away
        all stored passwords."""
        try:
            if not path.exists():
                _make(path)
            with open(path, "rb", opener=at_once) as file:
                material = file.read(_LONGEST + 1).strip()
        except OSError as error:
            told = f"the key file {path} can't be read or made ({error.strerror}): make it a file of this user's"
            raise ConfigurationError(told) from error
        if not _SHORTEST <= len(material) <= _LONGEST or not all(byte in _PRINTED for byte in material):
            raise ConfigurationError(
                f"the key file {path} holds no key: restore it from a backup, or put {_SHORTEST} random letters and "
                "digits into it (stored passwords of connections have to be given again then)"
            )
        return cls(material)

    def derived(self, purpose: bytes, length: int) -> bytes:
        """Secret bytes for another purpose, the same for as long as the key is."""
        return HKDF(SHA256(), length, salt=None, info=purpose).derive(self._material)

    def seal(self, connection_id: UUID, secret: str) -> bytes:
        """The secret, encrypted for this connection."""
        nonce = secrets.token_bytes(_NONCE)
        return _VERSION + self._id + nonce + self._cipher.encrypt(nonce, secret.encode(), connection_id.bytes)

    def open(self, connection_id: UUID, sealed: bytes) -> str:
        """The secret. Raises SecretUnreadable."""
        head = len(_VERSION) + _KEY_ID
        nonce = sealed[head : head + _NONCE]
        if sealed[:head] != _VERSION + self._id:
            raise SecretUnreadable
        try:
            return self._cipher.decrypt(nonce, sealed[head + _NONCE :], connection_id.bytes).decode()
        except InvalidTag as error:
            raise SecretUnreadable from error


def at_once(path: str, flags: int) -> int:
    """Opens a file of the home without waiting for anybody: a pipe that lies there instead is empty, not a hang."""
    return os.open(path, flags | os.O_NONBLOCK)


def _make(path: Path) -> None:
    """A new key, its owner's alone; of two processes that make one at once, one key stands, and it is whole."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(48) + "\n")
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileExistsError):
            os.link(draft, path)
    finally:
        draft.unlink()
