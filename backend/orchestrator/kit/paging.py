"""Where does the next page start? An opaque cursor over the last row's sort key and id."""

import base64
import binascii
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

T = TypeVar("T")
DEFAULT_LIMIT = 50
MAX_LIMIT = 1_000


@dataclass(frozen=True)
class PageRequest:
    """What a caller asks of a list: at most `limit` items after `cursor`, holding `q`."""

    limit: int = DEFAULT_LIMIT
    cursor: str | None = None
    q: str | None = None


@dataclass(frozen=True)
class Page(Generic[T]):
    """One page of a list; `next_cursor` is None on the last."""

    items: Sequence[T]
    next_cursor: str | None = None


def encode_cursor(*key: str) -> str:
    """The parts of a sort key as one opaque URL-safe string."""
    return base64.urlsafe_b64encode(json.dumps(key).encode()).decode().rstrip("=")


def decode_cursor(cursor: str, parts: int) -> tuple[str, ...] | None:
    """The key that `encode_cursor` was given, or None where `cursor` is no such thing."""
    try:
        value: Any = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
    except (binascii.Error, ValueError):
        return None
    if isinstance(value, list) and len(value) == parts and all(isinstance(part, str) for part in value):
        return tuple(value)
    return None
