"""How does Steward speak through a pooler that lends it a connection for a transaction (PgBouncer's transaction mode)?

What the session is asked to remember is gone with the next transaction, so nothing is:

- statements are prepared without a name and used within the same transaction: a name would not be there the next time,
  or would be another client's;
- what the driver looks up when it connects is looked up in a transaction too;
- LISTEN, migrations and dumps go past the pooler (`STEWARD_DATABASE_DIRECT_URL`).

Measured with PgBouncer 1.18 (tests/integration/db/test_pooler.py); docs/decisions/0118.
"""

from collections.abc import Callable
from typing import Any

from sqlalchemy import URL, make_url
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg
from sqlalchemy.engine.interfaces import ConnectArgsType
from sqlalchemy.util import await_only

_DRIVER = "asyncpg_pooled"
_ARGUMENTS: dict[str, Any] = {
    "prepared_statement_cache_size": 0,  # SQLAlchemy's
    "statement_cache_size": 0,  # asyncpg's
    "prepared_statement_name_func": lambda: "",
}


class PooledDialect(PGDialect_asyncpg):
    """asyncpg that keeps no statement, and sets up a new connection within one transaction."""

    supports_statement_cache = True

    def create_connect_args(self, url: URL) -> ConnectArgsType:
        positional, options = super().create_connect_args(url)  # type: ignore[no-untyped-call]
        return positional, {**options, **_ARGUMENTS}

    def on_connect(self) -> Callable[[Any], None]:
        inner = super().on_connect()  # type: ignore[no-untyped-call]

        def connect(connection: Any) -> None:
            driver = connection.driver_connection
            await_only(driver.execute("begin"))
            inner(connection)
            await_only(driver.execute("commit"))

        return connect


registry.register(f"postgresql.{_DRIVER}", __name__, PooledDialect.__name__)


def pooled_url(url: str) -> str:
    """The same for an engine that goes through a pooler."""
    return make_url(url).set(drivername=f"postgresql+{_DRIVER}").render_as_string(hide_password=False)
