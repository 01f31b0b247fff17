"""`steward eval KIND < cases.jsonl`: the product's own verdicts over one's own cases (api.md, Evaluation).

Needs no home, no database and no model. Each line is answered as it is read, one JSON object a line.
"""

import asyncio
import inspect
import json
import sys
from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import Annotated, Any
from zoneinfo import ZoneInfoNotFoundError

import typer

from orchestrator.errors import ConfigurationError
from orchestrator.telemetry.logging import configure_logging

Verdict = Callable[[Any], dict[str, Any] | Awaitable[dict[str, Any]]]

KINDS = {
    "tool-calls": ("orchestrator.agent.tools.arguments.repair", "verdict_of_case"),
    "time": ("orchestrator.language.time.verdict", "time_verdict"),
    "names": ("orchestrator.domain.world.resolution.verdicts", "names_verdict"),
    "mood": ("orchestrator.language.verdicts", "mood_verdict"),
    "claims": ("orchestrator.language.verdicts", "claims_verdict"),
    "voices": ("orchestrator.domain.senses.voices.verdict", "voices_verdict"),
    "stays": ("orchestrator.domain.senses.stays.verdicts", "stays_verdict"),
    "injection": ("orchestrator.agent.testing.evaluation", "injection_verdict"),
}
"""Who gives the verdict: module and function. Only that one is imported: the controller takes a second to load."""


def evaluate(kind: Annotated[str, typer.Argument(help=f"One of: {', '.join(KINDS)}.", show_default=False)]) -> None:
    """Answer cases from stdin, one JSON object a line, with verdicts on stdout."""
    if kind not in KINDS:
        raise ConfigurationError(f"eval knows no kind {kind!r}; it knows {', '.join(KINDS)}")
    configure_logging(level="ERROR")
    module, name = KINDS[kind]
    asyncio.run(_answer(getattr(import_module(module), name)))


COMMAND = evaluate


async def _answer(verdict_of: Verdict) -> None:
    for number, line in enumerate(sys.stdin.buffer, start=1):
        if line.strip():
            sys.stdout.buffer.write(_encoded(await _verdict(verdict_of, line, number)) + b"\n")
            sys.stdout.buffer.flush()


async def _verdict(verdict_of: Verdict, line: bytes, number: int) -> dict[str, Any]:
    try:
        case = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        return {"id": None, "error": f"line {number} is not JSON: {error}"}
    if not isinstance(case, dict):
        return {"id": None, "error": f"line {number} is no JSON object"}
    try:
        found = verdict_of(case)
        return {**(await found if inspect.isawaitable(found) else found), "id": case.get("id")}
    except ZoneInfoNotFoundError as error:
        return {"id": case.get("id"), "error": str(error.args[0])}
    except KeyError as error:
        return {"id": case.get("id"), "error": f"the case has no {error}"}
    except Exception as error:  # noqa: BLE001  (a named border: a case that is none must not end the others)
        return {"id": case.get("id"), "error": str(error) or type(error).__name__}


def _encoded(verdict: dict[str, Any]) -> bytes:
    """UTF-8, or ASCII with escapes where a case holds what UTF-8 can't say."""
    try:
        return json.dumps(verdict, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        return json.dumps(verdict).encode("ascii")
