"""The fallback chain over real connections: two models at one Ollama, the reader behind them."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from uuid import uuid4

import pytest
import pytest_asyncio
from tests.support.ollama_server import OllamaServer

from orchestrator.kit.clock import FixedClock
from orchestrator.llm.gateway.breaker import PROBE_EVERY_S
from orchestrator.llm.gateway.model_search import Candidate
from orchestrator.llm.gateway.router import ModelRouter, Routed
from orchestrator.llm.json_tools import JsonTools
from orchestrator.llm.messages import ChatRequest, Message, Role
from orchestrator.llm.ollama.model import OllamaModel
from orchestrator.llm.scripted import ScriptedModel, say

USER = uuid4()


@pytest_asyncio.fixture
async def server() -> AsyncIterator[OllamaServer]:
    async with OllamaServer() as server:
        yield server


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock(datetime(2026, 11, 20, 9, tzinfo=UTC))


@pytest_asyncio.fixture
async def router(server: OllamaServer, clock: FixedClock) -> AsyncIterator[ModelRouter]:
    candidates = [
        Candidate("smart", JsonTools(OllamaModel(server.url, "smart"))),
        Candidate("fast", JsonTools(OllamaModel(server.url, "fast"))),
    ]
    reader = ScriptedModel([say("The reader's answer.")], name="reader", keep_last=True)
    router = ModelRouter(candidates, reader=reader, clock=clock, timeout_s=0.5)
    yield router
    await router.close()


async def ask(router: ModelRouter) -> Routed:
    request = ChatRequest(messages=(Message(Role.USER, "When is the dentist?"),), purpose="turn")
    return await router.chat(request, user_id=USER, remaining_s=20)


async def test_a_hanging_model_is_left_for_the_next(server: OllamaServer, router: ModelRouter) -> None:
    server.hang()
    server.say("On Friday.")
    routed = await ask(router)
    assert (routed.role, routed.reply.text, routed.fell_back, routed.unavailable) == ("fast", "On Friday.", True, False)
    assert [request.body["model"] for request in server.turns] == ["smart", "fast"]


async def test_an_outage_and_the_way_back(server: OllamaServer, router: ModelRouter, clock: FixedClock) -> None:
    server.stop()
    down = await ask(router)
    assert (down.role, down.reply.text, down.unavailable) == ("reader", "The reader's answer.", True)
    assert router.status().state == "degraded"
    assert not router.routing_available
    server.start()
    server.always("On Friday.")
    assert (await ask(router)).unavailable
    clock.advance(PROBE_EVERY_S)
    await router.probe_due()
    back = await ask(router)
    assert (back.role, back.unavailable, router.status().state) == ("smart", False, "ok")
    assert router.routing_available
