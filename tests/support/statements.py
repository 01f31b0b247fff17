"""How many statements does something cost? Counted at the engine, so that a loop over rows shows at once.

with counted(database) as statements:
    await ingest(…)
assert statements() < 40
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event

from orchestrator.db.session import Database


@contextmanager
def counted(database: Database) -> Iterator[Callable[[], int]]:
    """The number of statements that this database was asked meanwhile, many rows of one statement counted once."""
    told = 0

    def count(*_: Any) -> None:
        nonlocal told
        told += 1

    engine = database.engine.sync_engine
    event.listen(engine, "before_cursor_execute", count)
    try:
        yield lambda: told
    finally:
        event.remove(engine, "before_cursor_execute", count)
