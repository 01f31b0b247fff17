"""`steward doctor`: check everything that can be checked from here, and say what to do. Exit code 1: something is
broken."""

import asyncio
from contextlib import nullcontext
from dataclasses import asdict
from typing import Annotated

import typer

from orchestrator.cli.doctor.examining import examine
from orchestrator.cli.doctor.findings import Check
from orchestrator.cli.doctor.report import as_rows, in_full, on_a_screen
from orchestrator.cli.home import existing
from orchestrator.cli.terminal.output import console, on_terminal, say_json
from orchestrator.settings import Settings


def doctor(
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Every check in full.")] = False,
) -> None:
    """Check database, models, disk, clock and files, and say what to do."""
    live = on_terminal() and not as_json
    with console().status("Looking …") if live and not verbose else nullcontext():
        checks = asyncio.run(_examined(existing(), live=live and verbose))
    broken = any(check.state == "broken" for check in checks)
    if as_json:
        say_json({"ok": not broken, "checks": [asdict(check) for check in checks]})
    elif not live:
        as_rows(checks)
    elif not verbose:
        on_a_screen(checks)
    raise typer.Exit(1 if broken else 0)


COMMAND = doctor


async def _examined(settings: Settings, *, live: bool) -> list[Check]:
    """All checks; `live`: each is shown as soon as it is known."""
    checks: list[Check] = []
    async for check in examine(settings):
        checks.append(check)
        if live:
            in_full(check)
    return checks
