"""A worker process for tests: `python episode_script.py DATABASE_URL` has sessions written down by a model that answers
once and then never again; it prints `asked` at each question, until it is killed."""

import asyncio
import sys

from orchestrator.agent.in_memory import NothingToErase
from orchestrator.agent.model_routing import ModelRouter
from orchestrator.agent.model_search import Candidate
from orchestrator.db.session import Database
from orchestrator.domain.memory.episodes.jobs import episode_jobs
from orchestrator.kit.clock import SystemClock
from orchestrator.llm.messages import ChatReply, ChatRequest
from orchestrator.llm.scripted import ScriptedModel, say
from orchestrator.reader.model import ReaderModel
from orchestrator.scheduling.worker import Worker
from orchestrator.telemetry.logging import configure_logging

FIRST = '{"title": "Before the kill", "summary": "The user spoke of a plan.", "event_type": "planning"}'


class Once(ScriptedModel):
    """Answers once, and then thinks for ever."""

    async def chat(self, request: ChatRequest) -> ChatReply:
        sys.stdout.write("asked\n")
        sys.stdout.flush()
        if self.requests:
            await asyncio.Event().wait()
        return await super().chat(request)


async def main(url: str) -> None:
    database = Database(url)
    router = ModelRouter([Candidate("smart", Once([say(FIRST)]))], reader=ReaderModel(), clock=SystemClock())
    worker = Worker(database, episode_jobs(router), eraser=NothingToErase())
    async with worker.working():
        await asyncio.to_thread(sys.stdin.readline)
    await database.close()


configure_logging()
asyncio.run(main(sys.argv[1]))
