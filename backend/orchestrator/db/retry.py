"""What if Postgres goes away in the middle of a turn, or two transactions stand in each other's way?

The work is done again.

`retry_on_disconnect` waits for the server, and is only for work that is one transaction and that may be done again:
nothing of a transaction that broke off is stored, or the caller looks first whether its commit came through.

`repeated` does again, a few times, what Postgres ended for another transaction's sake. Only a whole unit of work is
done again, one that was rolled back: it watches what `work` commits, and once it stored anything its failure is its
caller's. Nested calls watch for each other.
"""

import asyncio
import errno
import random
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TypeVar

from sqlalchemy.exc import DBAPIError, InterfaceError

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


PATIENCE_S = 20.0
"""A restart of Postgres takes a few seconds; a turn waits this long before it gives up."""
FIRST_PAUSE_S = 0.05
LONGEST_PAUSE_S = 1.0
PAUSE_GROWTH = 2
_STARTING_UP = frozenset({"57P01", "57P02", "57P03"})
"""SQLSTATEs of a server that shuts down, crashed, or is not accepting connections yet."""
_CONNECTION_LOST = "08"
"""The class of SQLSTATEs of a connection that broke off, or never came about."""

_INSUFFICIENT = "53"
"""The class of SQLSTATEs of a server without room: disk, memory, connections."""
_NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EMFILE, errno.ENFILE, errno.ENOMEM})


def is_full(error: BaseException) -> bool:
    """True where there was no room: on the disk, in memory, or for one more open file or connection."""
    if isinstance(error, DBAPIError):
        return error.orig is not None and is_full(error.orig)
    if isinstance(error, OSError) and error.errno in _NO_ROOM:
        return True
    return str(getattr(error, "sqlstate", None) or "").startswith(_INSUFFICIENT)


def is_disconnect(error: BaseException) -> bool:
    """True where the connection, not the statement, was at fault."""
    if is_full(error):
        return False
    if isinstance(error, ConnectionError | InterfaceError):
        return True
    if isinstance(error, DBAPIError):
        cause = error.orig
        return error.connection_invalidated or (cause is not None and is_disconnect(cause))
    state = str(getattr(error, "sqlstate", None) or "")
    return isinstance(error, OSError) or state in _STARTING_UP or state.startswith(_CONNECTION_LOST)


async def retry_on_disconnect(work: Callable[[], Awaitable[T]], *, patience_s: float = PATIENCE_S) -> T:
    """`work`, again after a pause while the database can't be reached. Raises what it raised last."""
    loop = asyncio.get_running_loop()
    give_up = loop.time() + patience_s
    pause = FIRST_PAUSE_S
    while True:
        try:
            return await repeated(work)
        except (DBAPIError, OSError) as error:
            if not is_disconnect(error) or isinstance(error, TimeoutError) or loop.time() + pause > give_up:
                raise
        await asyncio.sleep(pause)
        pause = min(pause * PAUSE_GROWTH, LONGEST_PAUSE_S)
