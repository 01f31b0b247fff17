"""`/ask` and its stream: what reaches the controller, and what becomes of a client that leaves."""

import asyncio
import json
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest
from tests.support.accounts import OWNER_TOKEN, make_owner, token_of
from tests.support.people import make_user
from tests.support.web import AgentDouble, bundle, client_of, make_app, serving

from orchestrator.agent.ports.requests import ClarificationReply
from orchestrator.agent.ports.runner import TurnEvent
from orchestrator.api import ask
from orchestrator.db.session import Database
from orchestrator.errors import Conflict, NotFound
from orchestrator.kit.ids import new_id
from orchestrator.web.sse import HEARTBEAT, frame, frames

TOKEN = {"authorization": f"Bearer {OWNER_TOKEN}"}


def events_of(body: str) -> list[tuple[str, Any]]:
    found = []
    for block in body.strip().split("\n\n"):
        if block.startswith(":"):
            continue
        name, data = block.split("\n")
        found.append((name.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
    return found


async def test_the_question_reaches_the_controller_whole(reused_database: Database) -> None:
    await make_owner(reused_database)
    agent, thread = AgentDouble(), new_id()
    async with client_of(make_app(reused_database, [ask.router], agent=agent)) as client:
        answer = await client.post(
            "/ask",
            json={
                "question": "What's next?\x00",
                "thread_id": str(thread),
                "profile": "main",
                "client_context": {
                    "timezone": "America/Sao_Paulo",
                    "locale": "pt_BR",
                    "now": "2026-03-02T10:00:00-03:00",
                    "location": {"lat": -23.5, "lon": -46.6, "accuracy_m": 20, "captured_at": "2026-03-02T13:00:00Z"},
                },
                "client_message_id": "c1",
                "on_disconnect": "cancel",
                "reply_to_clarification": {"id": "q1", "option_id": "o1"},
                "a_field_of_tomorrow": 1,
            },
        )
        assert answer.status_code == 200, answer.text
        told = answer.json()
        assert {"thread_id", "message_id", "status", "answer", "actions", "previews", "linked_items"} <= told.keys()
        assert told["run"]["tool_visibility_escalations_count"] == 0
        (turn,) = agent.requests
        assert (turn.question, turn.zone, turn.locale, turn.thread_id) == (
            "What's next?",
            "America/Sao_Paulo",
            "pt-BR",
            thread,
        )
        assert turn.now == datetime(2026, 3, 2, 13, tzinfo=UTC)
        assert turn.location == {"lat": -23.5, "lon": -46.6, "accuracy_m": 20.0, "captured_at": "2026-03-02T13:00:00Z"}
        assert (turn.client_message_id, turn.profile) == ("c1", "main")
        assert turn.cancel_on_disconnect
        assert turn.zone_captured
        assert turn.reply == ClarificationReply("q1", "o1", None)
        assert turn.owner.email == "owner@example.org"
        assert "admin" in turn.owner.scopes
        await client.post("/ask", json={"question": "q"})
        assert (agent.requests[1].zone, agent.requests[1].zone_captured) == ("UTC", False)


async def test_only_an_admin_moves_now(reused_database: Database) -> None:
    agent = AgentDouble()
    app = make_app(reused_database, [ask.router], agent=agent)
    user = await make_user(reused_database, zone="Europe/Berlin")
    asked = {"question": "q", "client_context": {"now": "2020-01-01T00:00:00Z"}}
    async with client_of(app, await token_of(reused_database, user, "mobile")) as client:
        assert (await client.post("/ask", json=asked)).status_code == 200
        assert agent.requests[0].now is None
        assert agent.requests[0].zone == "Europe/Berlin"
        streamed = await client.post("/ask/stream", json=asked)
        assert [name for name, _ in events_of(streamed.text)] == ["run.started", "warning", "token", "final"]
    async with client_of(app, await token_of(reused_database, user, "read")) as reader:
        assert (await reader.post("/ask", json=asked)).status_code == 403


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 422),
        ({"question": ""}, 422),
        ({"question": " \n"}, 422),
        ({"question": "\x00"}, 422),
        ({"question": None}, 422),
        ({"question": ["q"]}, 422),
        ({"question": "x" * 32_001}, 422),
        ({"question": "x" * 32_000}, 200),
        ({"question": "q", "thread_id": "none"}, 404),
        ({"question": "q", "thread_id": 7}, 422),
        ({"question": "q", "thread_id": None, "profile": None, "client_context": None, "client_message_id": None}, 200),
        ({"question": "q", "client_context": {"timezone": "Mars/Base"}}, 422),
        ({"question": "q", "client_context": {"timezone": ""}}, 422),
        ({"question": "q", "client_context": {"locale": "??"}}, 422),
        ({"question": "q", "client_context": {"now": "soon"}}, 422),
        ({"question": "q", "client_context": {"now": "2026-03-02T10:00:00"}}, 422),
        ({"question": "q", "client_context": {"location": {"lat": 91, "lon": 0}}}, 422),
        ({"question": "q", "client_context": {"location": {"lat": 9}}}, 422),
        ({"question": "q", "client_message_id": "x" * 201}, 422),
        ({"question": "q", "on_disconnect": "explode"}, 422),
        ({"question": "q", "reply_to_clarification": {"id": "x"}}, 422),
        ({"question": "q", "reply_to_clarification": {"id": "x", "option_id": "a", "text": "b"}}, 422),
        ({"question": "q", "attachments": [{"document_id": "x"}]}, 404),
        ({"question": "q", "attachments": [{"document_id": "019aa000-0000-7000-8000-000000000000"}]}, 404),
        ({"question": "q", "attachments": []}, 200),
        ({"question": "q", "profile": "nobody"}, 422),
    ],
)
@pytest.mark.parametrize("path", ["/ask", "/ask/stream"])
async def test_what_a_question_may_be(reused_database: Database, path: str, body: dict[str, Any], status: int) -> None:
    await make_owner(reused_database)
    async with client_of(make_app(reused_database, [ask.router])) as client:
        answer = await client.post(path, json=body)
        assert answer.status_code == status, answer.text
        if "Mars" in str(body):
            assert "Mars/Base" in answer.text


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (Conflict("thread_busy", "Busy."), 409, "thread_busy"),
        (NotFound("No."), 404, "not_found"),
        (RuntimeError("x"), 500, "internal"),
    ],
)
@pytest.mark.parametrize("path", ["/ask", "/ask/stream"])
async def test_what_is_refused_at_once_has_its_status(
    reused_database: Database, path: str, error: Exception, status: int, code: str
) -> None:
    await make_owner(reused_database)
    async with client_of(make_app(reused_database, [ask.router], agent=AgentDouble(error=error))) as client:
        answer = await client.post(path, json={"question": "q"})
        assert (answer.status_code, answer.json()["code"]) == (status, code)
        assert answer.headers["content-type"] == "application/problem+json"


async def test_the_stream_is_events_that_nothing_in_them_can_end(reused_database: Database) -> None:
    await make_owner(reused_database)
    async with (
        serving(make_app(reused_database, [ask.router])) as url,
        httpx.AsyncClient(base_url=url, verify=False) as client,
    ):
        answer = await client.post("/ask/stream", json={"question": "q"}, headers=TOKEN)
        assert answer.headers["content-type"].startswith("text/event-stream")
        assert answer.headers["cache-control"] == "no-cache"
        assert answer.headers["x-accel-buffering"] == "no"
        assert answer.headers["x-request-id"]
        told = events_of(answer.text)
        assert [name for name, _ in told] == ["run.started", "token", "final"]
        assert told[1][1] == {"text": "line\n\nbreak \u2028 \ud800"}
        assert told[-1][1]["status"] == "answered"


@pytest.mark.parametrize("path", ["/ask", "/ask/stream"])
async def test_a_client_that_leaves_is_noticed_only_where_it_asked_for_that(
    reused_database: Database, path: str
) -> None:
    await make_owner(reused_database)
    agent = AgentDouble(delay_s=30)
    async with serving(make_app(reused_database, [ask.router], agent=agent)) as url:
        with pytest.raises(httpx.ReadTimeout):
            async with httpx.AsyncClient(base_url=url, timeout=1.5, verify=False) as client:
                await client.post(path, json={"question": "q", "on_disconnect": "cancel"}, headers=TOKEN)
        await asyncio.wait_for(agent.gone.wait(), 5)
        assert not agent.finished.is_set()


async def test_a_client_that_leaves_a_plain_question_leaves_the_turn_alone(reused_database: Database) -> None:
    await make_owner(reused_database)
    agent = AgentDouble(delay_s=2.5)
    async with serving(make_app(reused_database, [ask.router], agent=agent)) as url:
        with pytest.raises(httpx.ReadTimeout):
            async with httpx.AsyncClient(base_url=url, timeout=1.5, verify=False) as client:
                await client.post("/ask", json={"question": "q"}, headers=TOKEN)
        await asyncio.wait_for(agent.finished.wait(), 15)
        assert not agent.gone.is_set()


async def test_a_silent_stream_has_a_heartbeat_and_a_failing_one_an_error() -> None:
    async def slow() -> Any:
        yield TurnEvent("run.started", {})
        await asyncio.sleep(0.12)  # longer than two heartbeats
        yield TurnEvent("final", bundle().model_dump(mode="json"))

    told = [text async for text in frames(slow(), heartbeat_s=0.05)]
    assert told[0] == frame("run.started", {})
    assert told[1:-1] == [HEARTBEAT] * 2
    assert told[-1].startswith("event: final\n")

    async def failing() -> Any:
        yield TurnEvent("run.started", {})
        raise RuntimeError("the inner SECRET")

    told = [text async for text in frames(failing())]
    assert told[-1] == frame("error", {"code": "internal", "message": "Something went wrong here."})


async def test_a_hundred_streams_at_once(reused_database: Database) -> None:
    await make_owner(reused_database)
    agent = AgentDouble(delay_s=0.3)
    async with serving(make_app(reused_database, [ask.router], agent=agent)) as url:
        limits = httpx.Limits(max_connections=200)
        async with httpx.AsyncClient(base_url=url, limits=limits, timeout=30, verify=False) as client:
            answers = await asyncio.gather(
                *(client.post("/ask/stream", json={"question": "q"}, headers=TOKEN) for _ in range(100))
            )
    assert all(events_of(answer.text)[-1][0] == "final" for answer in answers)
