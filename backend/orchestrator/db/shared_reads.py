"""What do the reads of one step ask for alike? It is read once, by whoever asks first; the others wait for that.

A step's tools read side by side, each in a transaction of its own: four searches for the same words counted and read
the same postings four times. Only readers are given one (`share`), and only for one step: what is written must be seen
by the next.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Hashable
from typing import Any, TypeVar

from sqlalchemy.ext.asyncio import AsyncSession

T = TypeVar("T")
YOUNG_S = 2.0
"""What the opening of a turn read counts for its first step, where that comes at once: no model was asked between."""
_SHARED = "steward_shared_reads"


class SharedReads:
    """What was read so far, by what was asked."""

    def __init__(self) -> None:
        self._made = time.monotonic()
        self._read: dict[Hashable, asyncio.Future[tuple[Any] | None]] = {}

    def young(self) -> bool:
        """Whether it was made just now."""
        return time.monotonic() - self._made <= YOUNG_S

    async def get(self, key: Hashable, read: Callable[[], Awaitable[T]]) -> T:
        """What `read` answers, or did to whoever asked the same before. Where that one failed, it is asked again."""
        while (earlier := self._read.get(key)) is not None:
            if (found := await asyncio.shield(earlier)) is not None:
                answer: T = found[0]
                return answer
        mine = self._read[key] = asyncio.get_running_loop().create_future()
        read_it: tuple[T] | None = None
        try:
            read_it = (await read(),)
        finally:
            if read_it is None:  # it failed or was cancelled: nobody else shall be told so
                del self._read[key]
            mine.set_result(read_it)
        return read_it[0]


def share(session: AsyncSession, reads: SharedReads | None) -> None:
    """Let what this session reads `once` be read for all that share `reads`."""
    if reads is not None:
        session.info[_SHARED] = reads


async def once(session: AsyncSession, key: Hashable, read: Callable[[], Awaitable[T]]) -> T:
    """What `read` answers; where this session shares its reads, only the first of them asks. The answer is nobody's to
    change. `key` names the owner, where rows are an owner's."""
    reads: SharedReads | None = session.info.get(_SHARED)
    return await (read() if reads is None else reads.get(key, read))
