"""How many turns of this process work at once? The others stand in line, and one that waits for a model gives its
permit to the next.

A turn at work computes, and holds a connection of the pool or two. More at once would be answered no sooner, since they
share one interpreter; all of them would be late, and those that wait for a connection would fail.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Permits:
    """`most` permits. Who comes back to go on is before those who have not begun; within each line the first comes
    first."""

    def __init__(self, most: int) -> None:
        self.free = most
        self._back: deque[asyncio.Future[None]] = deque()
        self._new: deque[asyncio.Future[None]] = deque()

    async def take(self, *, back: bool = False) -> None:
        """Wait for a permit."""
        if self.free > 0:
            self.free -= 1
            return
        line = self._back if back else self._new
        called = asyncio.get_running_loop().create_future()
        line.append(called)
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():
                self.leave()  # it was called in the same moment: the next one is
            else:
                line.remove(called)
            raise

    def leave(self) -> None:
        """Give a permit back."""
        for line in (self._back, self._new):
            while line:
                called = line.popleft()
                if not called.done():
                    called.set_result(None)
                    return
        self.free += 1


class Permit:
    """One turn's. Without `permits` there is room for everybody."""

    def __init__(self, permits: Permits | None = None) -> None:
        self._permits = permits
        self._held = False

    @asynccontextmanager
    async def at_work(self, ended: asyncio.Event) -> AsyncIterator[None]:
        """Held for the length of the block. Whose run is `ended` while it stands in line goes on without one: all that
        it does is to say so."""
        try:
            await self._take(ended, back=False)
            yield
        finally:
            self._leave()

    @asynccontextmanager
    async def elsewhere(self, ended: asyncio.Event) -> AsyncIterator[None]:
        """Somebody else works meanwhile."""
        held = self._held
        self._leave()
        try:
            yield
        finally:
            if held:
                await self._take(ended, back=True)

    async def _take(self, ended: asyncio.Event, *, back: bool) -> None:
        if self._permits is None or ended.is_set():
            return
        taking = asyncio.ensure_future(self._permits.take(back=back))
        ending = asyncio.ensure_future(ended.wait())
        try:
            await asyncio.wait({taking, ending}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            ending.cancel()
            if not taking.done():
                taking.cancel()
                await asyncio.gather(taking, return_exceptions=True)
            self._held = taking.done() and not taking.cancelled()

    def _leave(self) -> None:
        if self._held and self._permits is not None:
            self._held = False
            self._permits.leave()
