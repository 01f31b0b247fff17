"""A worker whose jobs may be poison: `kills` ends the process, `stands` stops its loop for ever; others are done."""

import asyncio
import os
import signal
import sys
import time
from dataclasses import replace

from tests.support.jobs import NOTE, Note, note_attempt

from orchestrator.agent.testing.in_memory import NothingToErase
from orchestrator.db.session import Database
from orchestrator.scheduling.handler import JobContext, JobHandler
from orchestrator.scheduling.worker import Worker


async def main(url: str) -> None:
    database = Database(url)

    async def note(context: JobContext, payload: Note) -> None:
        await note_attempt(database, payload)
        if payload.text == "kills":
            os.kill(os.getpid(), signal.SIGKILL)
        while payload.text == "stands":
            time.sleep(1)  # noqa: ASYNC251  (as a backtracking pattern does)

    handler = JobHandler(replace(NOTE, max_attempts=10, lease_s=0.6), note)
    await Worker(database, [handler], eraser=NothingToErase(), beat_s=0.1).run()


asyncio.run(main(sys.argv[1]))
