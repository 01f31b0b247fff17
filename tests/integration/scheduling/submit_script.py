"""A process that submits under one key: `python submit_script.py DATABASE_URL NAME NUMBER`.

It waits for a line on stdin, submits NUMBER notes at once (20 at a time), and prints the place and the text of the one
that arrived last.
"""

import asyncio
import sys

from tests.support.jobs import NOTE, Note

from orchestrator.db.session import Database
from orchestrator.scheduling.async_jobs import arrive, debounce

AT_ONCE = 20


async def main(url: str, name: str, number: int) -> None:
    database = Database(url)
    gate = asyncio.Semaphore(AT_ONCE)

    async def submit(index: int) -> tuple[int, str]:
        note = f"{name}:{index}"
        async with gate, database.unit_of_work() as session:
            arrival = await arrive(session)
        async with gate, database.unit_of_work() as session:
            await debounce(
                session, NOTE, Note(text=note), dedupe_key="one", wait_s=300, max_wait_s=600, arrival=arrival
            )
        return arrival, note

    async with database.unit_of_work() as session:
        await arrive(session)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    await asyncio.to_thread(sys.stdin.readline)
    arrival, note = max(await asyncio.gather(*(submit(index) for index in range(number))))
    sys.stdout.write(f"{arrival} {note}\n")
    sys.stdout.flush()
    await database.close()


asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
