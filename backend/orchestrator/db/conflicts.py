"""What if two transactions stand in each other's way? The one that Postgres ended is done again, a few times.

Only a whole unit of work is done again, one that was rolled back: `repeated(work)` watches what `work` commits, and
once it stored anything its failure is its caller's. Nested calls watch for each other.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TypeVar

from sqlalchemy.exc import DBAPIError

T = TypeVar("T")
PAUSES_S = (0.02, 0.1, 0.3, 0.8)
"""Before each further try, half to one and a half times as long: those that met once shall not meet again."""
_ENDED = frozenset({"40P01", "40001", "55P03"})
"""SQLSTATEs: a deadlock, a serialisation failure, a lock that was not to be had."""
_OVERTAKEN = frozenset({"23505", "23503"})
"""SQLSTATEs: the same key was stored, or what is referred to went, between the look and the write. Done again, the
look finds it."""
UNIQUE = "23505"


@dataclass
class _Try:
    stored: bool = False
    outer: "_Try | None" = None


_under_way: ContextVar[_Try | None] = ContextVar("steward_try", default=None)


def sqlstate(error: BaseException) -> str:
    """Of the database's own error, or of one that was raised from it; "" where there is none."""
    seen: BaseException | None = error
    while seen is not None:
        if isinstance(seen, DBAPIError):
            return str(getattr(seen.orig, "sqlstate", None) or "")
        seen = seen.__cause__
    return ""


def is_conflict(error: BaseException) -> bool:
    """True where Postgres ended the transaction for another one's sake: nothing of it is stored."""
    return sqlstate(error) in _ENDED


def stored() -> None:
    """A unit of work wrote something and is committed: what it is part of is not done again."""
    one = _under_way.get()
    while one is not None:
        one.stored, one = True, one.outer


async def repeated(work: Callable[[], Awaitable[T]], *, may: Callable[[], bool] = lambda: True) -> T:
    """`work`, again where it met another transaction and has stored nothing. `may`: asked before each further try.
    Raises what it raised last."""
    for pause in (*PAUSES_S, None):
        one = _Try(outer=_under_way.get())
        token = _under_way.set(one)
        try:
            return await work()
        except Exception as error:  # a named border: whatever wraps the database's error; what is no conflict goes on
            if pause is None or one.stored or sqlstate(error) not in _ENDED | _OVERTAKEN or not may():
                raise
        finally:
            _under_way.reset(token)
        await asyncio.sleep(pause * (0.5 + random.random()))  # noqa: S311  (no secret)
    raise AssertionError
