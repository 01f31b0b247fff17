"""Does every unit of work take the owner's lock before it locks or writes a row (`db/locks.py`)?

Two transactions deadlock once in a thousand runs; one that takes its locks in the wrong order does so every time.
"""

import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import greenlet
from sqlalchemy import Connection, event
from sqlalchemy.engine import Engine

from orchestrator.kit import patterns

_OWNERS = "hashtextextended('ingest:'"
_LOCKS = patterns.compile(
    r"(?is)^\s*(?:insert|update|delete|with\b.*\b(?:insert into|update|delete from))\b"
    r"|\bfor (?:no key )?(?:update|share)\b"
)
_ROWS, _FIRST = "steward_test_rows_locked", "steward_test_owner_locked"
OURS = "orchestrator/"


@contextmanager
def watched() -> Iterator[list[str]]:
    """What broke the order inside the block: the statement that was too early, and who took the owner's lock."""
    broken: list[str] = []

    def begins(connection: Connection) -> None:
        for name in (_ROWS, _FIRST):
            connection.info.pop(name, None)

    def executes(connection: Connection, _: Any, statement: str, *__: Any) -> None:
        if _OWNERS in statement:
            again = connection.info.get(_FIRST, False)  # held already: nobody is waited for
            connection.info[_FIRST] = True
            if (early := connection.info.get(_ROWS)) and not again:
                broken.append(f"{' '.join(early.split())[:120]}\n  then the owner's lock:\n{_who()}")
        elif _LOCKS.search(statement):
            connection.info.setdefault(_ROWS, statement)

    event.listen(Engine, "begin", begins)
    event.listen(Engine, "before_cursor_execute", executes)
    try:
        yield broken
    finally:
        event.remove(Engine, "begin", begins)
        event.remove(Engine, "before_cursor_execute", executes)


def _who() -> str:
    parent = greenlet.getcurrent().parent  # SQLAlchemy runs its statements in a greenlet of their own
    stack = traceback.extract_stack(parent.gr_frame if parent is not None else None)
    frames = [one for one in stack if OURS in one.filename and "db/" not in one.filename]
    return "\n".join(f"  {one.filename.rpartition(OURS)[2]}:{one.lineno} {one.name}" for one in frames[-8:])
