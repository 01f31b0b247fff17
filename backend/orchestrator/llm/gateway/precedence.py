"""Who is asked first where one model has to serve both a user who waits and work that nobody waits for?

A machine at home has one model, and it answers one request after the other. What a job asks of it (tags, summaries,
episodes, extraction, meetings, inference, a briefing's words) waits while a turn is under way, in any process, and is
broken off and asked again where one begins meanwhile. Not for ever: a call waits a minute at most, and is broken off
only while half of its time is left, so it is answered however much is talked.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol, TypeVar

from sqlalchemy.exc import SQLAlchemyError

T = TypeVar("T")
LOOK_S = 0.5
"""How soon a call that is under way hears of a turn."""
PATIENCE_S = 60.0
"""What one call waits for turns, all in all: beside what it may take itself, within the time that its job has."""
KEPT = 0.5
"""The part of a call's time that is left when it is broken off for the last time."""

_nobody_waits: ContextVar[bool] = ContextVar("nobody_waits", default=False)


@contextmanager
def in_background() -> Iterator[None]:
    """What is asked of a model in this block, and in the tasks that it starts, is nothing that anybody waits for."""
    token = _nobody_waits.set(True)
    try:
        yield
    finally:
        _nobody_waits.reset(token)


def nobody_waits() -> bool:
    """Whether what is asked now is asked in the background."""
    return _nobody_waits.get()


class TurnsUnderWay(Protocol):
    """Knows of all processes' turns."""

    async def under_way(self) -> bool:
        """Whether the turn of any user is under way."""
        ...


class Precedence:
    """Lets turns go first. Without `turns` nothing waits."""

    def __init__(self, turns: TurnsUnderWay | None, *, look_s: float = LOOK_S, patience_s: float = PATIENCE_S) -> None:
        self._turns = turns
        self._look_s = look_s
        self._patience_s = patience_s

    async def yield_to_turns(self, ask: Callable[[float], Awaitable[T]], remaining_s: float, *, shared: bool) -> T:
        """`ask(seconds)` of a model, with what is left of `remaining_s`. `shared`: it may be one that serves turns on
        this machine, too. Raises what `ask` raises."""
        if self._turns is None or not shared or not _nobody_waits.get():
            return await ask(remaining_s)
        loop = asyncio.get_running_loop()
        patience, lost = self._patience_s, 0.0
        while True:
            patience -= await self._quiet(self._turns, patience)
            begun = loop.time()
            asking = asyncio.ensure_future(ask(remaining_s - lost))
            broken_off = False
            try:
                while not broken_off and not (await asyncio.wait({asking}, timeout=self._look_s))[0]:
                    may_be = patience > 0 and lost + loop.time() - begun < remaining_s * (1 - KEPT)
                    broken_off = may_be and await _any(self._turns)
            finally:
                asking.cancel()
                await asyncio.gather(asking, return_exceptions=True)
            if not (broken_off and asking.cancelled()):
                return asking.result()
            lost += loop.time() - begun

    async def _quiet(self, turns: TurnsUnderWay, patience: float) -> float:
        """Wait until no turn is under way, for `patience` at most; answers how long that was."""
        loop = asyncio.get_running_loop()
        begun = loop.time()
        while loop.time() - begun < patience and await _any(turns):  # noqa: ASYNC110  (other processes' turns, too)
            await asyncio.sleep(self._look_s)
        return loop.time() - begun


async def _any(turns: TurnsUnderWay) -> bool:
    try:
        return await turns.under_way()
    except (SQLAlchemyError, OSError):
        return False  # who can't be asked about keeps nobody waiting
