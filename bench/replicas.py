"""Two servers and two workers over one Postgres, killed in turn (SIGKILL) for ten minutes under load: what is lost?

`STEWARD_BENCH_REPLICAS_S` makes it shorter. Not part of a plain `make bench`: it takes its ten minutes.
"""

import asyncio
import os
import tempfile
import time
from pathlib import Path

from tests.support.postgres import PostgresServer
from tests.support.replicas import Load, Tally, killed_in_turn, replicas, tally
from tests.support.waiting import eventually

from bench.figures import Figure, Part

SECONDS = float(os.environ.get("STEWARD_BENCH_REPLICAS_S", "600"))
EVERY_S = 5.0
CLIENTS = 8


async def _run() -> Part:
    server = PostgresServer()
    await server.start()
    url = await server.clone()
    try:
        with tempfile.TemporaryDirectory(prefix="steward-replicas-") as folder:
            async with replicas(Path(folder), url, STEWARD_LLM_PROVIDER="reader") as running:
                load = Load([each.url for each in running.servers])
                until = time.monotonic() + SECONDS
                async with running.servers[0].owner() as owner:
                    await owner.auto_confirm("todos_create")
                    async with asyncio.TaskGroup() as group:
                        group.create_task(load.run(CLIENTS))
                        killing = group.create_task(
                            killed_in_turn(running, load, enough=lambda _: time.monotonic() > until, every_s=EVERY_S)
                        )
                    found = await eventually(lambda: tally(load, owner), lambda found: found.stuck == 0)
    finally:
        await server.drop(url)
        await server.stop()
    return Part(
        "replicas",
        (
            Figure("processes killed", killing.result()),
            Figure("requests", load.attempts),
            Figure("left without an answer", load.broken),
            Figure("answered 5xx or busy, asked again", load.refused),
            *tallied(found),
        ),
    )


def tallied(found: Tally, *, none_interrupted: bool = False) -> tuple[Figure, ...]:
    """What became of the turns and events that were asked for."""
    none = ("<=", 0.0)
    return (
        Figure("turns", found.turns),
        Figure("done", found.done),
        Figure("interrupted, and told so", found.interrupted, limit=none if none_interrupted else None),
        Figure("done and not there", found.lost, limit=none),
        Figure("there twice", found.doubled, limit=none),
        Figure("there and not told", found.untold, limit=none),
        Figure("events", found.events),
        Figure("events lost", found.events_lost, limit=none),
        Figure("events there twice", found.events_doubled, limit=none),
        Figure("stuck", found.stuck, limit=none),
    )


def run() -> Part:
    """Its figures."""
    return asyncio.run(_run())
