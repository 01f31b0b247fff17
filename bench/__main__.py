"""`make bench`: every part, its tables and one exit code; `make bench ARGS="turn data"` runs some of them."""

import argparse
import importlib
import os
import platform
import sys
from collections.abc import Callable
from pathlib import Path

from bench.figures import Part, show

ORDER = (
    "turn",
    "missions",
    "path",
    "prompts",
    "data",
    "retrieval",
    "facts",
    "analytics",
    "stays",
    "queue",
    "http",
    "clone",
    "attack",
)
BY_NAME = ("replicas", "upgrade", "growth")
"""Run only where named: they take minutes."""
ON_DATA = {"data", "retrieval", "facts"}


def parts_of(name: str, data: Path | None) -> list[Part]:
    """What one part measured. Each is imported when it runs: the others' memory and imports must not weigh on it."""
    whole, _, only = name.partition(".")
    run: Callable[..., Part | list[Part]] = importlib.import_module(f"bench.{whole}").run
    found = run(data) if whole in ON_DATA else run(only) if only else run()
    return found if isinstance(found, list) else [found]


def _within(name: str) -> str:
    """The ".patterns" of "attack.patterns": of one part a part."""
    return name.removeprefix("attack") if name.startswith("attack.") else ""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument(
        "parts", nargs="*", metavar="PART", help=f"{', '.join(ORDER)}; all these unless named, and {', '.join(BY_NAME)}"
    )
    parser.add_argument("--data", type=Path, help="folder of the evaluation sets (else STEWARD_BENCH_DATA)")
    given = parser.parse_args()
    if unknown := {name for name in given.parts if name.removesuffix(_within(name)) not in (*ORDER, *BY_NAME)}:
        parser.error(f"no such part: {', '.join(sorted(unknown))}; there are {', '.join((*ORDER, *BY_NAME))}")
    load = ", ".join(f"{value:.2f}" for value in os.getloadavg())
    print(f"{platform.platform()}, Python {platform.python_version()}, {os.cpu_count()} cores, load {load}", flush=True)
    found: list[Part] = []
    for name in given.parts or ORDER:
        print(f"… {name}", file=sys.stderr, flush=True)
        found.extend(parts_of(name, given.data))
    return 0 if show(found) else 1


if __name__ == "__main__":
    sys.exit(main())
