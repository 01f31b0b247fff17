"""Is there one run for one message, one turn at a time in a thread, and does it outlive its connection?"""

import asyncio
import json
import socket
from collections.abc import Mapping
from contextlib import ExitStack
from typing import Any

import httpx
import pytest
from tests.acceptance.conftest import Start
from tests.support.model_script import Hang, Say
from tests.support.steward import Person, Steward, events_of

from orchestrator.web.sse import HEARTBEAT

SLOW = Say("Good morning to you.", pause_s=0.2)
"""Takes 0.8 s."""
DEAF = 12
"""Clients that ask for a stream and never read it."""


async def settled(person: Person, run_id: str) -> dict[str, object]:
    """The run once it is over."""
    return dict(await person.until(f"/runs/{run_id}", lambda run: run["state"] == "settled"))


async def the_run(person: Person) -> str:
    """The id of the person's only run, as soon as there is one."""
    (run,) = (await person.until("/runs", lambda page: page["items"]))["items"]
    return str(run["id"])


# --- one message, one run


async def test_a_client_message_at_once_and_later_is_one_run(steward: Steward, ana: Person) -> None:
    await ana.auto_confirm()
    steward.model.call("todos_create", {"title": "Buy milk"})
    steward.model.add(SLOW)
    asked = [ana.ask("Add milk to my list", client_message_id="m1") for _ in range(8)]
    bundles = await asyncio.gather(*asked)
    bundles.append(await ana.ask("Add milk to my list", client_message_id="m1"))
    bundles.append((await ana.follow("Add milk to my list", client_message_id="m1")).final)
    bundles.append(await ana.ask("Something else altogether", client_message_id="m1"))
    assert len({json.dumps(bundle, sort_keys=True) for bundle in bundles}) == 1
    for table, rows in {"todos": 1, "agent_runs": 1, "threads": 1, "messages": 2, "previews": 1}.items():
        assert await ana.count(table) == rows, table


async def test_client_messages_are_the_users_own(steward: Steward, ana: Person) -> None:
    bruno = await steward.person("Bruno Dias")
    steward.model.always("Good morning.")
    mine, his = [await person.ask("Good morning", client_message_id="m1") for person in (ana, bruno)]
    assert mine["run"]["id"] != his["run"]["id"]


async def test_a_repetition_listens_to_the_run_under_way(steward: Steward, ana: Person) -> None:
    steward.model.add(SLOW)
    begun = asyncio.create_task(ana.follow("Good morning", client_message_id="m1"))
    await steward.model.until_chats(len(steward.model.chats) + 1)
    second = await ana.follow("Good morning", client_message_id="m1")
    first = await begun
    assert first.final == second.final
    assert first.names == second.names


# --- one turn at a time


async def test_a_second_turn_of_a_thread_waits_for_the_first(steward: Steward, ana: Person) -> None:
    steward.model.always("Good morning.")
    thread = (await ana.ask("Good morning"))["thread_id"]
    steward.model.add(SLOW)
    first = asyncio.create_task(ana.ask("Good morning again", thread=thread))
    await steward.model.until_chats(len(steward.model.chats) + 1)
    second = await ana.ask("Good morning at last", thread=thread)
    assert first.done()
    messages = (await ana.get(f"/threads/{thread}/messages"))["items"]
    assert [message["content"] for message in messages[2::2]] == ["Good morning again", "Good morning at last"]
    assert second["thread_id"] == thread
    assert "Good morning again" in steward.prompt()


@pytest.mark.parametrize("path", ["/ask", "/ask/stream"])
async def test_a_thread_that_stays_busy_is_a_conflict(start: Start, path: str) -> None:
    async with start(thread_wait_s=0.4) as steward:
        ana = await steward.person()
        steward.model.say("Good morning.")
        thread = (await ana.ask("Good morning"))["thread_id"]
        steward.model.add(Say("Good morning again.", pieces=("Good morning again.",), pause_s=1.2))
        first = asyncio.create_task(ana.ask("Good morning again", thread=thread))
        await steward.model.until_chats(len(steward.model.chats) + 1)
        body = {"question": "Good morning at last", "thread_id": thread}
        answer = await ana.send("POST", path, json=body)
        assert (answer.status_code, answer.json()["code"]) == (409, "thread_busy")
        assert (await first)["answer"] == "Good morning again."
        assert await ana.count("messages", "content = 'Good morning at last'") == 0
        steward.model.say("Good morning at last.")
        assert (await ana.ask("Good morning at last", thread=thread))["answer"] == "Good morning at last."


async def test_twenty_turns_at_once_in_one_thread_are_answered_one_by_one(steward: Steward, ana: Person) -> None:
    steward.model.always("Good morning.")
    thread = (await ana.ask("Good morning"))["thread_id"]
    await asyncio.gather(*(ana.ask(f"Good morning {number}", thread=thread) for number in range(20)))
    messages = (await ana.get(f"/threads/{thread}/messages"))["items"]
    assert [message["role"] for message in messages] == ["user", "assistant"] * 21


# --- connections


@pytest.mark.parametrize("path", ["/ask", "/ask/stream"])
async def test_a_client_that_leaves_does_not_end_its_run(steward: Steward, ana: Person, path: str) -> None:
    await ana.auto_confirm()
    steward.model.call("todos_create", {"title": "Buy milk"})
    steward.model.add(Say("I added milk to your list.", pause_s=0.15))
    leaving = steward.speaking(ana.id, ana.token, timeout_s=0.4)
    with pytest.raises(httpx.ReadTimeout):
        await leaving.send("POST", path, json={"question": "Add milk to my list", "client_message_id": "m1"})
    run = await settled(ana, await the_run(ana))
    assert run["stop_reason"] == "final_answer"
    again = await ana.ask("Add milk to my list", client_message_id="m1")
    assert again["answer"] == "I added milk to your list."
    (_, answer) = (await ana.get(f"/threads/{again['thread_id']}/messages"))["items"]
    assert answer["content"] == again["answer"]
    assert await ana.count("todos") == 1


async def test_clients_that_never_read_keep_neither_their_runs_nor_the_server(steward: Steward, ana: Person) -> None:
    """Each answer is far more than their sockets take."""
    steward.model.always("Good morning. " * 4_000)
    body = json.dumps({"question": "Good morning"}).encode()
    head = f"Host: {ana.client.base_url.netloc.decode()}\r\nAuthorization: Bearer {ana.token}\r\n"
    head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    with ExitStack() as open_sockets:
        for _ in range(DEAF):
            deaf = open_sockets.enter_context(socket.socket())
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2_048)
            deaf.connect((ana.client.base_url.host, ana.client.base_url.port))
            deaf.sendall(b"POST /ask/stream HTTP/1.1\r\n" + head.encode() + body)
        runs = await ana.until("/runs", lambda page: _settled(page) == DEAF, limit=DEAF)
        assert {run["stop_reason"] for run in runs["items"]} == {"final_answer"}
        assert (await ana.send("GET", "/health")).status_code == 200


def _settled(page: Mapping[str, Any]) -> int:
    return sum(run["state"] == "settled" for run in page["items"])


@pytest.mark.parametrize("path", ["/ask", "/ask/stream"])
async def test_a_client_that_leaves_may_end_its_run(steward: Steward, ana: Person, path: str) -> None:
    await ana.auto_confirm()
    steward.model.call("todos_create", {"title": "Buy milk"})
    steward.model.hang()
    leaving = steward.speaking(ana.id, ana.token, timeout_s=1.5)
    body = {"question": "Add milk to my list", "client_message_id": "m1", "on_disconnect": "cancel"}
    with pytest.raises(httpx.ReadTimeout):
        await leaving.send("POST", path, json=body)
    run = await settled(ana, await the_run(ana))
    assert (run["stop_reason"], run["status"]) == ("cancelled", "stopped")
    assert await steward.model.until_aborted(steward.asked[-1])
    told = await ana.ask("Add milk to my list", client_message_id="m1")
    assert [action["outcome"] for action in told["actions"]] == ["done"]
    assert "milk" in told["answer"]
    assert await ana.count("todos") == 1


async def test_a_run_is_cancelled_by_its_route(steward: Steward, ana: Person) -> None:
    steward.model.add(Hang())
    asking = asyncio.create_task(ana.follow("Good morning"))
    run_id = await the_run(ana)
    await steward.model.until_chats(1)
    live = await ana.get(f"/runs/{run_id}")
    assert (live["state"], live["intent"], live["tier"]) == ("running", "general", "high")
    assert (await ana.post(f"/runs/{run_id}/cancel"))["id"] == run_id
    told = (await asyncio.wait_for(asking, 5)).final
    assert (told["status"], told["run"]["stop_reason"]) == ("stopped", "cancelled")
    after = await ana.post(f"/runs/{run_id}/cancel")
    assert (after["state"], after["stop_reason"]) == ("settled", "cancelled")


async def test_feedback_is_kept(steward: Steward, ana: Person) -> None:
    steward.model.always("Good morning.")
    run_id = (await ana.ask("Good morning"))["run"]["id"]
    await ana.post(f"/runs/{run_id}/feedback", {"rating": "bad", "comment": "too short\x00"})
    assert (await ana.get(f"/runs/{run_id}"))["feedback"] == {"rating": "bad", "comment": "too short"}
    answer = await ana.send("POST", f"/runs/{run_id}/feedback", json={"rating": "great"})
    assert answer.status_code == 422


# --- the stream


async def test_the_order_of_a_stream_and_its_last_event(steward: Steward, ana: Person) -> None:
    await ana.post("/todos", {"title": "Buy milk"})
    steward.model.call("get_todos", {"status": "open"})
    steward.model.say("Only to buy milk.")
    told = await ana.follow("What is on my list?")
    names = told.names
    assert names[:4] == ["run.started", "route", "step", "tool.started"]
    assert names.index("tool.finished") < names.index("token") < names.index("final") == len(names) - 1
    assert names.count("step") == 2
    assert "".join(token["text"] for token in told.of("token")) == told.final["answer"] == "Only to buy milk."
    assert told.of("run.started")[0]["run_id"] == told.final["run"]["id"]
    route = told.of("route")[0]
    assert {name: told.final["run"][name] for name in route} == route
    stored = await ana.scalar("select bundle from agent_runs where user_id = :me")
    assert stored == told.final


async def test_previews_and_questions_are_events(steward: Steward, ana: Person) -> None:
    steward.model.call("todos_create", {"title": "Buy milk"})
    steward.model.say("I have prepared it.")
    told = await ana.follow("Add milk to my list")
    assert told.of("preview") == told.final["previews"]
    steward.model.call("events_create", {"title": "Dentist"})
    told = await ana.follow("Book the dentist appointment")
    assert told.of("need_user_input") == [told.final["need_user_input"]]


async def test_a_silent_stream_keeps_beating(silence: "asyncio.Task[str]") -> None:
    seen = await asyncio.wait_for(silence, 30)
    assert seen.endswith(HEARTBEAT)
    assert events_of(seen).names == ["run.started", "route", "step"]


async def test_a_now_without_admin_is_ignored_with_a_warning(steward: Steward, ana: Person) -> None:
    context = {"timezone": "Europe/Lisbon", "now": "2031-05-05T10:00:00Z"}
    steward.model.always("Good morning.")
    answer = await ana.send("POST", "/ask/stream", json={"question": "Good morning", "client_context": context})
    assert any("now" in warning["message"] for warning in events_of(answer.text).of("warning"))
    assert "2031" not in steward.prompt()
    owner = await steward.owner()
    moved = await owner.send("POST", "/ask", json={"question": "Good morning", "client_context": context})
    assert moved.status_code == 200
    assert "2031-05-05" in steward.prompt()
    steward.model.forget()
    steward.model.always("Good morning.")
    local = {"timezone": "America/Sao_Paulo", "now": "2031-05-05T23:30:00"}
    assert (await owner.send("POST", "/ask", json={"question": "Good morning", "client_context": local})).is_success
    assert "2031-05-05" in steward.prompt(), "without an offset it is the wall time of the zone"
    started = await owner.scalar(
        "select max(started_at) < now() + interval '1 day' from agent_runs where user_id = :me"
    )
    assert started is True


async def test_a_thread_erased_while_its_run_goes_on_stays_erased(steward: Steward, ana: Person) -> None:
    await ana.auto_confirm()
    steward.model.always("Good morning.")
    thread = (await ana.ask("Good morning"))["thread_id"]
    steward.model.call("todos_create", {"title": "Buy milk"})
    steward.model.add(Say("I added milk to your list.", pause_s=0.15))
    chats = len(steward.model.chats)
    asking = asyncio.create_task(ana.try_ask("Add milk to my list", thread=thread))
    await steward.model.until_chats(chats + 2)
    gone = await ana.send("DELETE", f"/threads/{thread}")
    answer = await asking
    assert answer.status_code in {200, 404, 409}, answer.text
    if gone.status_code == 200:
        assert (await ana.send("GET", f"/threads/{thread}")).status_code == 404
        assert await ana.count("messages", f"thread_id = '{thread}'") == 0
    assert await ana.count("agent_runs", "state = 'running'") == 0
    assert await ana.count("todos") == 1
