"""`steward distribute --plan`: what would it take to spread this database over machines? Nothing is changed."""

import asyncio
from typing import Annotated

import typer

from orchestrator.cli.home import attached, existing
from orchestrator.cli.terminal.output import say
from orchestrator.db.distribution import TableKeys, offenders, statements, tables
from orchestrator.errors import OperatorError
from orchestrator.settings import Settings


def distribute(
    plan: Annotated[bool, typer.Option("--plan", help="Print Citus' statements, and what is in the way.")] = False,
) -> None:
    """Print what Citus would be told to spread this database by owner. It is not carried out."""
    if not plan:
        raise OperatorError("only the plan can be made: steward distribute --plan (docs/guides/scaling.md)")
    found = asyncio.run(_tables(existing()))
    counted = offenders(found)
    say("-- Citus' statements by this database's catalogue, not tried on a Citus server (docs/guides/scaling.md)")
    say(
        f"-- without the owner: {counted.uniques} of {counted.of_uniques} unique indexes, "
        f"{counted.foreign_keys} of {counted.of_foreign_keys} foreign keys"
    )
    for line in statements(found):
        say(line)


COMMAND = distribute


async def _tables(settings: Settings) -> list[TableKeys]:
    async with attached(settings) as database, database.unit_of_work() as session:
        return await tables(session)
