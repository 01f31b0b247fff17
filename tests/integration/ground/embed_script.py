"""A worker process for tests: `python embed_script.py DATABASE_URL`; embeds slowly, says how many texts it has done."""

import asyncio
import sys
from collections.abc import Sequence

from orchestrator.agent.testing.in_memory import NothingToErase
from orchestrator.db.session import Database
from orchestrator.domain.foundation.search.slice import JOBS
from orchestrator.llm.embedding.fake import WordEmbedder
from orchestrator.scheduling.worker import Worker
from orchestrator.telemetry.logging import configure_logging


class Telling(WordEmbedder):
    """Says after each batch how many texts it has embedded."""

    async def embed_documents(self, texts: Sequence[str]) -> list[list[float]]:
        made = await super().embed_documents(texts)
        sys.stdout.write(f"{len(self.documents)}\n")
        sys.stdout.flush()
        return made


async def main(url: str) -> None:
    database = Database(url)
    embedder = Telling()
    embedder.delay_s = 0.1
    async with Worker(database, JOBS, eraser=NothingToErase(), embedder=embedder, beat_s=0.3).working():
        await asyncio.sleep(3600)


configure_logging()
asyncio.run(main(sys.argv[1]))
