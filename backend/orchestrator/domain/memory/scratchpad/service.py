"""What does an agent keep for the rest of its session? Read by that session alone, gone by time, bounded in size.

No search, prompt or other session sees it. `session_id` is the agent's own name for its session.
"""

import json
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.slices.erasable import ErasedRow
from orchestrator.domain.memory.scratchpad import repository
from orchestrator.domain.memory.scratchpad.schemas import (
    DEFAULT_TTL_S,
    KIND,
    SESSION_BYTES,
    SESSION_KEYS,
    USER_BYTES,
    VALUE_BYTES,
    Kept,
)
from orchestrator.errors import InvalidRequest, NotFound
from orchestrator.kit.text import storable_json


async def remember(tx: Tx, session_id: str, key: str, value: Any, *, ttl_s: int = DEFAULT_TTL_S) -> Kept:
    """Keep `value` (JSON) under `key` for so many seconds, in the place of what was there. Raises InvalidRequest where
    it is none or too large, or the session or the user has no room for it."""
    value = storable_json(value)
    try:
        size = len(json.dumps(value, ensure_ascii=False, allow_nan=False).encode())
    except ValueError as error:
        raise InvalidRequest("A value is JSON: a number in it is not finite.") from error
    if size > VALUE_BYTES:
        raise InvalidRequest(f"A value has at most {VALUE_BYTES} bytes as JSON; this one has {size}.")
    await repository.lock(tx)
    await repository.evict(tx.session, tx.owner_id)
    keys, here, everywhere = await repository.room(tx, session_id, key)
    if keys >= SESSION_KEYS or here + size > SESSION_BYTES:
        raise InvalidRequest(
            f"A session keeps at most {SESSION_KEYS} keys and {SESSION_BYTES} bytes: replace what is no longer needed."
        )
    if everywhere + size > USER_BYTES:
        raise InvalidRequest("All sessions together keep too much: wait for something to end, or give less time.")
    ends_at = await repository.put(tx, session_id, key, value, size=size, ttl_s=ttl_s)
    return Kept(key=key, value=value, expires_at=ends_at)


async def recall(tx: Tx, session_id: str, key: str | None = None) -> list[Kept]:
    """What the session keeps, by key; `key`: that one alone."""
    rows = await repository.read(tx, session_id, key)
    return [Kept(key=row.key, value=row.value, expires_at=row.expires_at) for row in rows]


async def evict(session: AsyncSession) -> int:
    """Delete what has come to its end, of all users; answers how many."""
    return await repository.evict(session)


async def erase_jotting(tx: Tx, jotting_id: UUID) -> Sequence[ErasedRow]:
    """Delete it. Raises NotFound."""
    if not await repository.erase(tx, jotting_id):
        raise NotFound("There is no such key in a scratchpad.")
    return [ErasedRow(KIND, jotting_id, indexed=False)]


async def keys(tx: Tx) -> Sequence[tuple[UUID, str | None, str | None]]:
    """What a tombstone may name keys by: their ids."""
    return [(jotting_id, None, None) for jotting_id in await repository.all_ids(tx)]
