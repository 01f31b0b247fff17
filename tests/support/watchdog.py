"""Who ends the servers of a test run that is killed? A process that outlives the run, and sees its end by a pipe."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.leftovers import end_processes_in

ROOT = Path(__file__).parent.parent.parent
ALL_IS_WELL = b"ended in order"


@contextmanager
def watched(folder: Path, home: Path) -> Iterator[None]:
    """Should this process be killed within the block, whatever works in `folder` is ended, and the Postgres of `home`
    where nobody else uses it."""
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "backend")))}
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.support.watchdog", str(folder), str(home)],
        stdin=subprocess.PIPE,
        cwd=ROOT,
        env=environ,
        start_new_session=True,
    )
    try:
        yield
    finally:
        process.communicate(ALL_IS_WELL)


async def _let_go(home: Path) -> None:
    """Stop the server that runs there, unless others use it."""
    from orchestrator.db.postgres import cluster  # noqa: PLC0415  (half a second that no test run shall wait for)
    from orchestrator.db.postgres.embedded import EmbeddedPostgres  # noqa: PLC0415

    if cluster.lock_file(home / "postgres" / "data") is not None:
        async with EmbeddedPostgres(home, durable=False):
            pass


if __name__ == "__main__" and sys.stdin.buffer.read() != ALL_IS_WELL:
    end_processes_in(Path(sys.argv[1]))
    asyncio.run(_let_go(Path(sys.argv[2])))
