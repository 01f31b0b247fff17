"""How many worker processes run at once, and whose? First come, first served, but nobody takes all places."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from orchestrator.worker_processes.errors import Busy

BUSY = "This machine is reading other things that were sent before. Try again in a minute."


class Places:
    """`number` in all, `each` of one owner; None as the owner is the system."""

    def __init__(self, number: int, each: int) -> None:
        self._free = number
        self._each = each
        self._held: Counter[Any] = Counter()
        self._waiting: list[tuple[Any, asyncio.Future[None]]] = []

    @asynccontextmanager
    async def place(self, owner: Any, *, patience_s: float | None = None) -> AsyncIterator[None]:
        """One for the length of the block. Raises Busy after `patience_s`."""
        waits = asyncio.get_running_loop().create_future()
        self._waiting.append((owner, waits))
        self._give()
        try:
            async with asyncio.timeout(patience_s):
                await waits
        except TimeoutError as error:
            self._leave(owner, waits)
            raise Busy(BUSY) from error
        except asyncio.CancelledError:
            self._leave(owner, waits)
            raise
        try:
            yield
        finally:
            self._back(owner)

    def _give(self) -> None:
        for one in list(self._waiting):
            owner, waits = one
            if self._free and self._held[owner] < self._each and not waits.done():
                self._free -= 1
                self._held[owner] += 1
                self._waiting.remove(one)
                waits.set_result(None)

    def _leave(self, owner: Any, waits: asyncio.Future[None]) -> None:
        """Nobody waits for it any more; it may have been given at the very moment."""
        if (owner, waits) in self._waiting:
            self._waiting.remove((owner, waits))
        else:
            self._back(owner)

    def _back(self, owner: Any) -> None:
        self._free += 1
        self._held[owner] -= 1
        if not self._held[owner]:
            del self._held[owner]
        self._give()
