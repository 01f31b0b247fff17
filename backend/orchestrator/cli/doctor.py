"""`steward doctor`: check everything that can be checked from here, and say what to do. Exit code 1: something is
broken."""

import asyncio
from dataclasses import asdict
from typing import Annotated

import typer

from orchestrator.cli.checks import Check, examine
from orchestrator.cli.home import existing
from orchestrator.cli.terminal.output import console, on_terminal, printable, say, say_json
from orchestrator.settings import Settings

MARKS = {"ok": "✓", "note": "!", "broken": "✗"}
STYLES = {"ok": "green", "note": "yellow", "broken": "bold red"}


def doctor(as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False) -> None:
    """Check database, models, disk, clock and files, and say what to do."""
    checks = asyncio.run(_examined(existing(), silent=as_json))
    broken = any(check.state == "broken" for check in checks)
    if as_json:
        say_json({"ok": not broken, "checks": [asdict(check) for check in checks]})
    raise typer.Exit(1 if broken else 0)


COMMAND = doctor


async def _examined(settings: Settings, *, silent: bool) -> list[Check]:
    checks: list[Check] = []
    async for check in examine(settings):
        checks.append(check)
        if not silent:
            _show(check)
    return checks


def _show(check: Check) -> None:
    advice = f" → {check.advice}" if check.advice else ""
    if not on_terminal():
        say(f"{check.state}\t{check.name}\t{check.found}{advice}")
        return
    line = printable(f"{MARKS[check.state]} {check.name:<12} {check.found}{advice}")
    console().print(line, style=STYLES[check.state] if check.state != "ok" else None)
