"""The process that calculates: it holds Monty, and is asked line by line.

    python -m orchestrator.integrations.sandbox.calculating   {"code"} → {"value", "shown", "printed"} or {"failed"}

Monty is a small Python written in Rust, in processes of its own, that knows no file, no network and no import beyond a
few. Its limits are off unless set: they are. It has no place in the server: its bindings abort a process that
ends while their threads are at work, and wait for ever for a calculation whose asker went away (pydantic/monty 551).
"""

import json
import math
import os
import sys
from typing import Any

import pydantic_monty

SECONDS = 1.0
MEMORY = 32_000_000
RECURSION = 200
PRINTED = 20_000
SHOWN = 20_000
DIGITS = 4_000
"""Of a whole number: Python itself refuses to write longer ones."""
GRACE_S = 0.5


def evaluated(pool: pydantic_monty.Monty, code: str) -> dict[str, Any]:
    """The answer to one line."""
    printed = pydantic_monty.CollectString(max_bytes=PRINTED)
    limits = pydantic_monty.ResourceLimits(
        max_feed_duration_secs=SECONDS, max_memory=MEMORY, max_recursion_depth=RECURSION, max_total_sleep_secs=0.0
    )
    try:
        with pool.checkout(limits=limits) as session:
            value = session.feed_run(code, print_callback=printed)
    except pydantic_monty.MontyCrashedError:
        return {"failed": "The calculation took too much."}
    except pydantic_monty.MontyError as error:
        said = str(error).strip().splitlines() or ["it failed"]
        return {"failed": said[-1][:500]}
    return {"value": plain(value), "shown": shown(value), "printed": printed.output}


def shown(value: Any) -> str:
    """As Python writes it; a float without the digits that are its binary form's alone."""
    try:
        return (f"{value:.12g}" if isinstance(value, float) else repr(value))[:SHOWN]
    except ValueError:  # a whole number with more digits than Python writes
        return f"a number of about {int(math.log10(abs(value)))} digits"


def plain(value: Any) -> Any:
    """As JSON has it; as text where it has no such value, or too long a one."""
    if isinstance(value, int) and abs(value) >= 10**DIGITS:
        return shown(value)
    try:
        text = json.dumps(value, allow_nan=False)
    except (TypeError, ValueError):
        return shown(value)
    return value if len(text) <= SHOWN else shown(value)


def main() -> None:
    """Until nobody asks any more."""
    with pydantic_monty.Monty(
        min_processes=1, max_processes=1, feed_duration_limit_grace=GRACE_S, turn_duration_limit_grace=GRACE_S
    ) as pool:
        for line in sys.stdin:
            answer = json.dumps(evaluated(pool, json.loads(line)["code"]))
            sys.stdout.write(f"{answer}\n")
            sys.stdout.flush()
        os._exit(0)  # its workers see that their pipes are gone


if __name__ == "__main__":
    main()
