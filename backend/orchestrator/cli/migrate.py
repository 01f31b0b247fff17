"""`steward migrate`: bring the database to this version and leave."""

import asyncio

from orchestrator.cli.home import configured
from orchestrator.cli.terminal.output import say
from orchestrator.db.migrate import migrate as apply
from orchestrator.db.postgres.embedded import EmbeddedPostgres
from orchestrator.settings import Settings


def migrate() -> None:
    """Bring the database to this version. An embedded one is dumped before it is changed."""
    names = asyncio.run(_migrate(configured(log_level="WARNING")))
    for name in names:
        say(f"applied {name}")
    if not names:
        say("nothing to do: the database is of this version")


COMMAND = migrate


async def _migrate(settings: Settings) -> list[str]:
    if (url := settings.direct_database_url) is not None:
        return await apply(url)
    async with EmbeddedPostgres(settings.home) as server:
        return await apply(server.url, dump_to=server.dumps)
