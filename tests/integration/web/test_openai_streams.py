"""What does an OpenAI client see of a stream that stays silent, breaks, or loses its listener?"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import openai
import pytest
from openai import AsyncOpenAI
from tests.support.accounts import OWNER_TOKEN, make_owner
from tests.support.web import AgentDouble, client_of, make_app, serving

from orchestrator.agent.ports.requests import TurnRequest
from orchestrator.agent.ports.runner import TurnEvent
from orchestrator.api.openai_v1 import routes
from orchestrator.db.session import Database
from orchestrator.errors import Conflict
from orchestrator.setting_values import RateLimit
from orchestrator.web.sse import HEARTBEAT, told

ASKED: Any = [{"role": "user", "content": "Good morning"}]


class BreakingAgent(AgentDouble):
    """Begins, and can't store its answer."""

    async def stream(self, request: TurnRequest) -> AsyncIterator[TurnEvent]:
        yield TurnEvent("run.started", {"run_id": "r", "thread_id": ""})
        yield TurnEvent("error", {"code": "not_ready", "message": "The answer could not be stored. Try again."})


@asynccontextmanager
async def client_to(database: Database, agent: AgentDouble, **settings: Any) -> AsyncIterator[AsyncOpenAI]:
    await make_owner(database)
    async with serving(make_app(database, [routes.router], agent=agent, **settings)) as url:
        client = AsyncOpenAI(
            base_url=f"{url}/v1", api_key=OWNER_TOKEN, max_retries=0, http_client=httpx.AsyncClient(verify=False)
        )
        try:
            yield client
        finally:
            await client.close()


async def test_a_turn_that_could_not_be_stored_is_an_error_in_the_stream_and_a_503(database: Database) -> None:
    async with client_to(database, BreakingAgent()) as client:
        stream = await client.chat.completions.create(model="main", messages=ASKED, stream=True)
        with pytest.raises(openai.APIError) as broken:
            [chunk async for chunk in stream]
        assert "could not be stored" in broken.value.message
        with pytest.raises(openai.InternalServerError) as whole:
            await client.chat.completions.create(model="main", messages=ASKED)
        assert (whole.value.status_code, whole.value.code) == (503, "not_ready")


async def test_what_is_refused_at_once_keeps_its_status(database: Database) -> None:
    async with client_to(database, AgentDouble(error=Conflict("thread_busy", "Busy."))) as client:
        with pytest.raises(openai.ConflictError) as busy:
            await client.chat.completions.create(model="main", messages=ASKED, stream=True)
    assert busy.value.code == "thread_busy"


async def test_too_many_requests_are_the_clients_own_exception(database: Database) -> None:
    async with client_to(database, AgentDouble(), rate_limit=RateLimit(1, 3600, burst=1)) as client:
        await client.models.list()
        with pytest.raises(openai.RateLimitError) as often:
            await client.models.list()
    assert often.value.code == "rate_limit_exceeded"
    assert int(often.value.response.headers["retry-after"]) > 0


async def test_a_silent_stream_has_a_heartbeat_that_clients_skip() -> None:
    async def slow() -> AsyncIterator[str]:
        await asyncio.sleep(0.05)  # longer than some heartbeats
        yield "data: [DONE]\n\n"

    texts = [text async for text in told(slow(), lambda _: "", heartbeat_s=0.01)]
    assert texts[0] == HEARTBEAT
    assert texts[0].startswith(":")
    assert texts[-1] == "data: [DONE]\n\n"


async def test_the_turn_carries_what_the_request_said(database: Database) -> None:
    agent = AgentDouble()
    await make_owner(database)
    async with client_of(make_app(database, [routes.router], agent=agent)) as client:
        body = {"model": "main", "messages": [{"role": "system", "content": "Hi"}, *ASKED], "tools": [{}]}
        answer = await client.post("/v1/chat/completions", json=body, headers={"Idempotency-Key": "k"})
    assert answer.status_code == 200, answer.text
    (turn,) = agent.requests
    assert (turn.question, turn.profile, turn.thread_id, turn.client_message_id) == (
        "Good morning",
        "main",
        None,
        "v1:k",
    )
    assert turn.history is not None
    assert len(turn.history) == 1
    assert answer.json()["warnings"] == list(turn.warnings)
    assert not turn.cancel_on_disconnect
