"""A database whose connection is cut at the n-th statement of a unit of work, by Postgres itself.

`Severed(url)` counts what is sent (COMMIT too) from `at(n)` on, and has another session end the backend right before
the n-th is sent: what a restart, a failover or an operator does to a transaction.
"""

import asyncio
import threading
from typing import Any

import asyncpg
from sqlalchemy import event

from orchestrator.db.session import Database


class Severed(Database):
    """See the module. `sent`: statements since `at`."""

    def __init__(self, url: str) -> None:
        super().__init__(url, pool_size=2)
        self.sent = 0
        self._cut_at: int | None = None
        event.listen(self.engine.sync_engine, "before_cursor_execute", self._statement)
        event.listen(self.engine.sync_engine, "commit", self._count)

    def at(self, number: int | None) -> None:
        """Cut at this statement from now on, the first is 1; None = never."""
        self.sent, self._cut_at = 0, number

    def _statement(self, connection: Any, *_: Any) -> None:
        self._count(connection)

    def _count(self, connection: Any) -> None:
        self.sent += 1
        if self.sent == self._cut_at:
            self._terminate(connection.connection.driver_connection.get_server_pid())

    def _terminate(self, pid: int) -> None:
        """Wait until that backend is gone; in a thread, for this one's loop is at work."""
        dsn = self.url.replace("+asyncpg", "")

        async def end() -> None:
            operator = await asyncpg.connect(dsn)
            try:
                await operator.fetchval("select pg_terminate_backend($1, 10000)", pid)
            finally:
                await operator.close()

        thread = threading.Thread(target=lambda: asyncio.run(end()))
        thread.start()
        thread.join()
