"""How many modules of our own does a request enter, and by how many calls? The path that a reader of a request has to
follow: `POST /todos`, and `POST /ask` answered by the built-in reader.

    python -m bench.path            # with the modules, the most called first
    python -m bench.path --calls 40 # and the functions of which most calls are made

Steward runs in this process over a Postgres of its own. Each request is made a few times before, so that what is made
once is not counted. What is done in threads is counted apart: the path leads there by one call.
"""

import argparse
import asyncio
import sys
import threading
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any

from tests.support.postgres import PostgresServer
from tests.support.source import PACKAGE
from tests.support.steward import Person, started

from bench.figures import Figure, Part, show

BEFORE = 3
"""Times that a request is made before it is looked at."""
QUIET_S = 1.0
"""Until what the last one left to be done is done."""
ROOT = f"{PACKAGE}/"
WORDS = "add milk to my shopping list"
MOST: dict[str, tuple[int, int]] = {"POST /todos": (37, 570), "POST /ask": (110, 5_000)}
"""Modules and calls: never more than these."""


@dataclass
class Entered:
    """Calls of our own functions, by (module, function)."""

    by_loop: Counter[tuple[str, str]] = field(default_factory=Counter)
    in_threads: Counter[tuple[str, str]] = field(default_factory=Counter)

    @property
    def modules(self) -> Counter[str]:
        """Calls by the loop, by module."""
        found: Counter[str] = Counter()
        for (module, _), number in self.by_loop.items():
            found[module] += number
        return found

    @contextmanager
    def watched(self) -> Any:
        """Count while the block runs, in this thread and in those that begin meanwhile."""
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(4))
        threading.setprofile(self._noting(self.in_threads))
        sys.setprofile(self._noting(self.by_loop))
        try:
            yield self
        finally:
            sys.setprofile(None)
            threading.setprofile(None)

    @staticmethod
    def _noting(counts: Counter[tuple[str, str]]) -> Callable[[FrameType, str, Any], None]:
        def note(frame: FrameType, event: str, _: Any) -> None:
            code = frame.f_code
            if event == "call" and code.co_filename.startswith(ROOT):
                counts[code.co_filename.removeprefix(ROOT), code.co_qualname] += 1

        return note


@asynccontextmanager
async def _person() -> AsyncIterator[Person]:
    server = PostgresServer()
    await server.start()
    url = await server.clone()
    try:
        with TemporaryDirectory(prefix="steward-bench-", ignore_cleanup_errors=True) as folder:
            async with started(Path(folder), url, llm_provider="reader") as steward:
                yield await steward.person("Ana")
    finally:
        await server.drop(url)
        await server.stop()


async def _entered() -> dict[str, Entered]:
    async with _person() as ana:
        requests: dict[str, Callable[[], Awaitable[object]]] = {
            "POST /todos": lambda: ana.post("/todos", {"title": "Buy milk"}),
            "POST /ask": lambda: ana.post("/ask", {"question": WORDS}),
        }
        found: dict[str, Entered] = {}
        for name, request in requests.items():
            for _ in range(BEFORE):
                await request()
            await asyncio.sleep(QUIET_S)
            with Entered().watched() as entered:
                await request()
            found[name] = entered
        return found


def _part(found: dict[str, Entered]) -> Part:
    figures: list[Figure] = []
    for name, entered in found.items():
        modules, calls = MOST[name]
        threads = f"and {sum(entered.in_threads.values()):,} in threads"
        figures += [
            Figure(f"{name}: modules entered", len(entered.modules), limit=("<=", modules)),
            Figure(f"{name}: calls", sum(entered.by_loop.values()), limit=("<=", calls), note=threads),
        ]
    return Part("path", tuple(figures))


def run() -> Part:
    """The figures alone."""
    return _part(asyncio.run(_entered()))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.path", description=__doc__)
    parser.add_argument("--calls", type=int, default=0, metavar="N", help="the N functions that are called most too")
    given = parser.parse_args()
    found = asyncio.run(_entered())
    for name, entered in found.items():
        print(f"\n{name} enters, the most called first:")
        for module, number in entered.modules.most_common():
            print(f"{number:7,}  {module}")
        for title, counts in (("by the loop", entered.by_loop), ("in threads", entered.in_threads)):
            if given.calls:
                print(f"\n{name}, {title}:")
            for (module, function), number in counts.most_common(given.calls):
                print(f"{number:7,}  {module}:{function}")
    return 0 if show([_part(found)]) else 1


if __name__ == "__main__":
    sys.exit(main())
