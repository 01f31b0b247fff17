"""A worker process for tests: `python job_script.py DATABASE_URL [seconds that the handler takes]`.

Its one handler notes every attempt that began (committed at once), then works, then notes its effect in the job's own
transaction. A line on stdin stops the worker in order.
"""

import asyncio
import sys

from sqlalchemy import text
from tests.support.jobs import NOTE, Note, note_attempt, note_effect

from orchestrator.agent.testing.in_memory import NothingToErase
from orchestrator.db.session import Database
from orchestrator.scheduling.handler import JobContext, JobHandler
from orchestrator.scheduling.worker import Worker
from orchestrator.telemetry.logging import configure_logging


def say(what: str) -> None:
    sys.stdout.write(f"{what}\n")
    sys.stdout.flush()


async def main(url: str, seconds: float, drain_s: float) -> None:
    database = Database(url)

    async def handle(context: JobContext, payload: Note) -> None:
        await note_attempt(database, payload)
        say(f"began {payload.text}")
        await asyncio.sleep(seconds)
        await note_effect(context.session, payload)

    worker = Worker(
        database, [JobHandler(NOTE, handle)], eraser=NothingToErase(), retry_delay_s=0.1, beat_s=0.3, drain_s=drain_s
    )
    async with database.unit_of_work() as session:
        await session.execute(text("select 1"))
    say("working")
    async with worker.working():
        await asyncio.to_thread(sys.stdin.readline)
    await database.close()
    say("stopped")


configure_logging()
asyncio.run(main(sys.argv[1], float(sys.argv[2]), float(sys.argv[3])))
