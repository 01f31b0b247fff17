"""A worker process for tests: `python push_script.py DATABASE_URL EXPO_URL` sends what is due, until it is killed."""

import asyncio
import sys

from tests.support.pushes import pushing

from orchestrator.agent.testing.in_memory import NothingToErase
from orchestrator.db.session import Database
from orchestrator.domain.work.pushes.jobs import push_jobs
from orchestrator.integrations.push.expo import ExpoPush
from orchestrator.scheduling.worker import Worker
from orchestrator.telemetry.logging import configure_logging


async def main(url: str, expo_url: str) -> None:
    database, sender = Database(url), ExpoPush(expo_url)
    worker = Worker(database, push_jobs(sender, "UTC", pushing()), eraser=NothingToErase())
    async with worker.working():
        await asyncio.to_thread(sys.stdin.readline)
    await sender.close()
    await database.close()


configure_logging()
asyncio.run(main(sys.argv[1], sys.argv[2]))
