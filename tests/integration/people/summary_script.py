"""A worker process for tests: `python summary_script.py DATABASE_URL` has a thread summarised by a model that never
answers; it prints `asked` when the model was asked, until it is killed."""

import asyncio
import sys

from orchestrator.agent.testing.in_memory import NothingToErase
from orchestrator.db.session import Database
from orchestrator.domain.people.conversations.slice import conversation_jobs
from orchestrator.kit.clock import SystemClock
from orchestrator.llm.gateway.model_search import Candidate
from orchestrator.llm.gateway.router import ModelRouter
from orchestrator.llm.messages import ChatReply, ChatRequest
from orchestrator.llm.scripted import ScriptedModel
from orchestrator.reader.model import ReaderModel
from orchestrator.scheduling.worker import Worker
from orchestrator.telemetry.logging import configure_logging


class Silent(ScriptedModel):
    """Is asked, and thinks for ever."""

    async def chat(self, request: ChatRequest) -> ChatReply:
        sys.stdout.write("asked\n")
        sys.stdout.flush()
        await asyncio.Event().wait()
        return await super().chat(request)


async def main(url: str) -> None:
    database = Database(url)
    router = ModelRouter([Candidate("smart", Silent())], reader=ReaderModel(), clock=SystemClock())
    worker = Worker(database, conversation_jobs(router), eraser=NothingToErase())
    async with worker.working():
        await asyncio.to_thread(sys.stdin.readline)
    await database.close()


configure_logging()
asyncio.run(main(sys.argv[1]))
