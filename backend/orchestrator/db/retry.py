"""What if Postgres goes away in the middle of a turn? Wait for it and do the transaction again.

A transaction that Postgres ended for another one's sake is done again as well (`db.conflicts`).

Only for work that is one transaction and that may be done again: nothing of a transaction that broke off is stored, or
the caller looks first whether its commit came through.
"""

import asyncio
import errno
from collections.abc import Awaitable, Callable
from typing import TypeVar

from sqlalchemy.exc import DBAPIError, InterfaceError

from orchestrator.db.conflicts import repeated

T = TypeVar("T")
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
