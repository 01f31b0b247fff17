"""`/ask` and its stream: what reaches the controller, and what is refused before it."""

import asyncio
import json
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest
from tests.support.accounts import OWNER_TOKEN, make_owner
from tests.support.corpora import cases
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


async def test_the_question_reaches_the_controller_whole(database: Database) -> None:
    await make_owner(database)
    agent, thread = AgentDouble(), new_id()
    async with client_of(make_app(database, [ask.router], agent=agent)) as client:
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


@pytest.mark.parametrize("path", ["/ask", "/ask/stream"])
async def test_what_a_question_may_be_and_what_is_refused_at_once(database: Database, path: str) -> None:
    await make_owner(database)
    agent = AgentDouble()
    lengths = [({"question": "x" * length}, status) for length, status in ((32_000, 200), (32_001, 422))]
    async with client_of(make_app(database, [ask.router], agent=agent)) as client:
        for body, status in [*cases("ask", "what_a_question_may_be"), *lengths]:
            answer = await client.post(path, json=body)
            assert answer.status_code == status, (body, answer.text)
            assert "Mars/Base" in answer.text or "Mars" not in str(body)
        for error, status, code in (
            (Conflict("thread_busy", "Busy."), 409, "thread_busy"),
            (NotFound("No."), 404, "not_found"),
            (RuntimeError("x"), 500, "internal"),
        ):
            agent.error = error
            answer = await client.post(path, json={"question": "q"})
            assert (answer.status_code, answer.json()["code"]) == (status, code)
            assert answer.headers["content-type"] == "application/problem+json"


async def test_the_stream_is_events_that_nothing_in_them_can_end(database: Database) -> None:
    await make_owner(database)
    async with (
        serving(make_app(database, [ask.router])) as url,
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


async def test_a_hundred_streams_at_once(database: Database) -> None:
    await make_owner(database)
    agent = AgentDouble(delay_s=0.3)
    async with serving(make_app(database, [ask.router], agent=agent)) as url:
        limits = httpx.Limits(max_connections=200)
        async with httpx.AsyncClient(base_url=url, limits=limits, timeout=30, verify=False) as client:
            answers = await asyncio.gather(
                *(client.post("/ask/stream", json={"question": "q"}, headers=TOKEN) for _ in range(100))
            )
    assert all(events_of(answer.text)[-1][0] == "final" for answer in answers)
