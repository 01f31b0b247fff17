"""A process that may be killed: what can be called and what is compiled, or the time of each job on its input."""

import contextlib
import json
import logging
import os
import sys
import tempfile
import warnings
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import structlog
from tests.attack import compiled, patience
from tests.attack.processor import bound_process, is_full
from tests.attack.shapes import BY_NAME

ENOUGH = 3
"""A function that so many shapes have found guilty is guilty."""
PATIENCE_S = 60.0
"""A function that took so much by some shapes, and grew with them, is left to the other runs' shapes."""


def cases(_: Any) -> Any:
    """What can be called, and what can't be with the reason."""
    from tests.attack import functions  # noqa: PLC0415  (what listens for patterns is imported first)

    found, not_covered = functions.cases()
    return [[case.name for case in found], [[one.name, one.reason] for one in not_covered]]


def patterns(lazily: bool) -> Any:
    """Engine, pattern, flags and place of each."""
    return [[one.engine, one.pattern, one.flags, one.where] for one in compiled.gathered(lazily=lazily)]


def growth(jobs: list[list[str]]) -> Iterator[Iterator[Any]]:
    """Of each (case, shape) the seconds at each size."""
    from tests.attack import functions, growth  # noqa: PLC0415

    found = functions.named({name for name, _ in jobs})
    guilty: dict[str, int] = {}
    spent: dict[str, float] = {}
    for name, shape in jobs:
        times: list[float] = []

        def one(name: str = name, shape: str = shape, times: list[float] = times) -> Iterator[float]:
            if name in found and guilty.get(name, 0) < ENOUGH and spent.get(name, 0.0) < PATIENCE_S:
                for seconds in growth.measured(found[name].call, BY_NAME[shape]):
                    times.append(seconds)
                    yield seconds

        yield one()
        guilty[name] = guilty.get(name, 0) + growth.is_guilty(times)
        spent[name] = spent.get(name, 0.0) + sum(min(seconds, growth.LIMIT_S) for seconds in times)


def screened(jobs: list[list[Any]]) -> Iterator[Iterator[Any]]:
    """Of each (case, shapes) how many of these were tried, and the times of those that were slow."""
    from tests.attack import functions, growth  # noqa: PLC0415

    found = functions.named({name for name, _ in jobs})
    guilty: dict[str, int] = {}
    spent: dict[str, float] = {}
    for name, shapes in jobs:
        function = name.partition("(")[0]

        def one(name: str = name, shapes: list[str] = shapes, function: str = function) -> Iterator[Any]:
            tried, slow = 0, []
            for shape in shapes if name in found else ():
                if guilty.get(function, 0) >= ENOUGH or spent.get(function, 0.0) >= PATIENCE_S:
                    break
                times = growth.from_above(found[name].call, BY_NAME[shape])
                tried += 1
                spent[function] = spent.get(function, 0.0) + sum(min(each, growth.LIMIT_S) for each in times)
                if max(times) > growth.FLOOR_S:
                    slow.append([shape, times])
                    guilty[function] = guilty.get(function, 0) + growth.is_guilty(times)
            yield [tried, slow]

        yield one()


def reserve_address_space() -> None:
    """Duckling's runtime takes most of what a limit leaves: begun under one, the process would count as full."""
    from orchestrator.language.time import second_opinion  # noqa: PLC0415

    second_opinion.opinions("tomorrow", now=datetime(2026, 11, 20, 10, 0), locale="en")


def pumped(jobs: list[list[Any]]) -> Iterator[Iterator[Any]]:
    """Of each (engine, pattern, flags, pumps) what kept it busy."""
    for engine, pattern, flags, most in jobs:
        if engine != "re2":
            yield patience.of_backtracking(pattern, flags, most, in_bytes=engine == "re of bytes")
        else:
            from orchestrator.kit import patterns  # noqa: PLC0415

            yield patience.of_linear(patterns.compile(pattern), most)


JOBS = {"growth": growth, "screened": screened, "pumped": pumped}


def main(mode: str) -> None:
    with tempfile.TemporaryDirectory(prefix="attack-") as folder:
        os.environ["STEWARD_HOME"] = folder
        tempfile.tempdir = folder
        os.chdir(folder)
        logging.disable()
        warnings.simplefilter("ignore")
        structlog.configure(processors=[_dropped])
        if mode in {"growth", "screened"}:
            reserve_address_space()
        bound_process()
        told = sys.stdout
        with contextlib.redirect_stdout(sys.stderr):
            if mode == "cases":
                print(json.dumps(cases(None)), file=told)
            elif mode.startswith("patterns"):
                print(json.dumps(patterns(mode == "patterns-lazily")), file=told)
            else:
                for job in JOBS[mode](json.load(sys.stdin)):
                    print('["begin", null]', file=told, flush=True)
                    for what in job:
                        print(json.dumps(["told", what]), file=told, flush=True)
                    print('["done", null]', file=told, flush=True)
                    if is_full():
                        return


def _dropped(*_: object) -> str:
    raise structlog.DropEvent


if __name__ == "__main__":
    main(sys.argv[1])
