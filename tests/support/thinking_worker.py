"""A worker in a process of its own whose model answers once and then thinks for ever: it prints `asked` at each
question, until it is killed. For scripts: `work(jobs, first)`; their argument is the database's URL."""

import asyncio
import sys
from collections.abc import Callable, Sequence
from typing import Any

from orchestrator.agent.testing.in_memory import NothingToErase
from orchestrator.db.session import Database
from orchestrator.kit.clock import SystemClock
from orchestrator.llm.gateway.model_search import Candidate
from orchestrator.llm.gateway.router import ModelRouter
from orchestrator.llm.messages import ChatReply, ChatRequest
from orchestrator.llm.scripted import ScriptedModel, say
from orchestrator.reader.model import ReaderModel
from orchestrator.scheduling.handler import JobHandler
from orchestrator.scheduling.worker import Worker
from orchestrator.telemetry.logging import configure_logging

Jobs = Callable[[ModelRouter], Sequence[JobHandler[Any]]]


class Once(ScriptedModel):
    """Answers once, and then thinks for ever."""

    async def chat(self, request: ChatRequest) -> ChatReply:
        sys.stdout.write("asked\n")
        sys.stdout.flush()
        if self.requests:
            await asyncio.Event().wait()
        return await super().chat(request)


async def _work(url: str, jobs: Jobs, first: str) -> None:
    database = Database(url)
    router = ModelRouter([Candidate("smart", Once([say(first)]))], reader=ReaderModel(), clock=SystemClock())
    async with Worker(database, jobs(router), eraser=NothingToErase()).working():
        await asyncio.to_thread(sys.stdin.readline)
    await database.close()


def work(jobs: Jobs, first: str) -> None:
    """Do these jobs; `first`: what the model answers the first time."""
    configure_logging()
    asyncio.run(_work(sys.argv[1], jobs, first))
