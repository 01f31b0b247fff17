"""A replica for tests of faults: `python replica_script.py DATABASE_URL NAME`, killed from outside or by its own jobs.

It does notes, whose effect is in the job's own transaction, and a scheduled job every half second, whose effect is its
tick. At its first attempt a note does what its text says:

`die:STAGE:…` kills the process: `begun`, `written` (before the commit), `ended` (the handler came back, the completion
    is under way), `batch` (it stored nothing, and is completed with others)
`fails:…` fails      `blocks:FILE` stops the whole process' loop until there is such a file
At every attempt `slow:…` takes 0.3 s and `short:…` stores nothing.
"""

import asyncio
import os
import signal
import sys
import time
from dataclasses import replace

from tests.support.jobs import NOTE, Note, note_attempt, note_effect

from orchestrator.agent.testing.in_memory import NothingToErase
from orchestrator.db.session import Database
from orchestrator.scheduling.async_jobs import JobType
from orchestrator.scheduling.handler import JobContext, JobHandler
from orchestrator.scheduling.scheduled_jobs import Every, Scheduled, ScheduledJob, register
from orchestrator.scheduling.worker import Worker
from orchestrator.telemetry.logging import configure_logging

TICK = JobType("tests.often", Scheduled, lease_s=2, retry_delay_s=0.2)
OFTEN = ScheduledJob(TICK, Every(0.5), source="the clock", misfire_grace_s=3600)
PATIENT = replace(NOTE, max_attempts=10, lease_s=2)


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


async def main(url: str) -> None:
    database = Database(url)

    async def note(context: JobContext, payload: Note) -> None:
        kind, _, rest = payload.text.partition(":")
        stage = rest.partition(":")[0] if kind == "die" and context.attempt == 1 else ""
        if kind == "short":
            return
        if stage == "batch":
            asyncio.get_running_loop().call_later(0.002, die)
            return
        await note_attempt(database, payload)
        if stage == "begun":
            die()
        if kind == "slow":
            await asyncio.sleep(0.3)
        while kind == "blocks" and context.attempt == 1 and not os.path.exists(rest):  # noqa: ASYNC240
            time.sleep(0.05)  # noqa: ASYNC251  (as a careless handler does)
        await note_effect(context.session, payload)
        if stage == "written":
            die()
        if stage == "ended":
            asyncio.get_running_loop().call_soon(die)
        if kind == "fails" and context.attempt == 1:
            raise ValueError("as asked")

    async def tick(context: JobContext, payload: Scheduled) -> None:
        await note_effect(context.session, Note(text=payload.tick_at.isoformat()))

    handlers = [JobHandler(PATIENT, note), JobHandler(TICK, tick)]
    async with database.unit_of_work() as session:
        await register(session, [OFTEN], handlers, retry_delay_s=0.2)
    worker = Worker(
        database, handlers, eraser=NothingToErase(), scheduled=[OFTEN], retry_delay_s=0.2, beat_s=0.4, drain_s=20
    )
    async with worker.working():
        sys.stdout.write("working\n")
        sys.stdout.flush()
        await asyncio.to_thread(sys.stdin.readline)
    await database.close()


configure_logging()
asyncio.run(main(sys.argv[1]))
