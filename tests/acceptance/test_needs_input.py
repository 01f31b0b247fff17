"""Is the user called when a turn needs them and nobody is there to see it? Through Expo's wire, once, with no words of
theirs."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.support.expo_server import ExpoServer
from tests.support.loopback_http import Recorded
from tests.support.model_script import Call, Hang, Say, Step
from tests.support.served import served
from tests.support.steward import Person, Steward, started
from tests.support.waiting import eventually

PATIENCE_S = 60.0
MILK = Call((("c1", "todos_create", {"title": "Buy milk"}),))
PREPARED = Say("I prepared it; please confirm.")
LUNCH = Call((("c1", "events_create", {"title": "Lunch", "start_at": "2027-03-05T12:30", "participants": ["Ana"]}),))
REQUEST = "Add milk to my list"


Up = tuple[Steward, ExpoServer, Person]


@pytest.fixture
async def up(tmp_path: Path, postgres_url: str) -> AsyncIterator[Up]:
    """A Steward that pushes, its Expo, and a person with a phone."""
    async with (
        ExpoServer() as expo,
        started(tmp_path, postgres_url, workers=1, expo_url=expo.url, embed_model="off") as steward,
    ):
        ana = await steward.person()
        await phone_of(ana)
        yield steward, expo, ana


async def phone_of(person: Person) -> None:
    phone = {"expo_push_token": f"ExpoPushToken[{person.id}]", "platform": "ios"}
    await person.post("/mobile/devices", phone)


def held(steward: Steward, *steps: Step) -> Callable[[], None]:
    """A model that says these once the answer is called."""
    go, left = threading.Event(), list(steps)

    def respond(_: Recorded) -> Step | None:
        go.wait(30)
        return left.pop(0) if left else None

    steward.model.respond(respond)
    return go.set


@asynccontextmanager
async def asking(
    steward: Steward, person: Person, path: str = "/ask", **fields: Any
) -> AsyncIterator["asyncio.Task[Any]"]:
    """A question under way, by a client of its own; at the end it has hung up."""
    client = steward.speaking(person.id, person.token)
    body = {"question": REQUEST, "client_context": {"locale": "en-US"}, **fields}
    before = len(steward.model.chats)
    task = asyncio.create_task(client.send("POST", path, json=body))
    await steward.model.until_chats(before + 1)
    yield task
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await client.client.aclose()
    for _ in range(3):  # what the server is told after the hanging up, it hears after it
        await person.get("/me")


async def settled(person: Person, number: int = 1) -> list[dict[str, Any]]:
    async def over() -> list[dict[str, Any]]:
        return [one for one in (await person.get("/runs"))["items"] if one["state"] == "settled"]

    return await eventually(over, lambda runs: len(runs) >= number)


def calls(expo: ExpoServer) -> list[dict[str, Any]]:
    """What was pushed of this kind: a briefing may fall due at any time."""
    return [message for message in expo.sent if message["data"]["kind"] == "needs_input"]


async def until_called(expo: ExpoServer, number: int = 1) -> list[dict[str, Any]]:
    return await eventually(lambda: calls(expo), lambda found: len(found) >= number)


async def stored(person: Person, where: str = "true") -> int:
    return await person.count("pushes", f"kind = 'needs_input' and {where}")


@pytest.mark.parametrize("path", ["/ask", "/ask/stream"])
async def test_who_left_is_called_to_the_proposal(up: Up, path: str) -> None:
    steward, expo, ana = up
    ben = await steward.person("Ben")
    await phone_of(ben)
    go = held(steward, MILK, PREPARED)
    async with asking(steward, ana, path, client_message_id="m1"):
        pass
    go()
    (message,) = await until_called(expo)
    ((run),) = await settled(ana)
    thread = run["thread_id"]
    assert message["to"] == f"ExpoPushToken[{ana.id}]"
    assert message["data"] == {"kind": "needs_input", "id": thread, "url": f"/threads/{thread}"}
    assert "milk" not in f"{message['title']} {message['body']}".lower()
    view = await ana.get(f"/mobile/threads/{message['data']['id']}")
    assert [one["state"] for one in view["previews"]] == ["pending"]
    # The app asks again, and has its answer; nobody is called twice.
    again = await ana.ask(REQUEST, client_message_id="m1")
    assert again["status"] == "preview"
    assert await stored(ana) == 1
    assert len(calls(expo)) == 1


async def test_who_left_is_called_to_a_question(up: Up) -> None:
    steward, expo, ana = up
    for name in ("Ana Souza", "Ana Lima"):
        await ana.post("/contacts", {"display_name": name})
    go = held(steward, LUNCH)
    question = "Plan lunch with Ana on 2027-03-05 at 12:30"
    async with asking(steward, ana, "/ask/stream", question=question):
        pass
    go()
    (message,) = await until_called(expo)
    view = await ana.get(f"/mobile/threads/{message['data']['id']}")
    assert {option["label"].split(",")[0] for option in view["need_user_input"]["options"]} >= {"Ana Souza", "Ana Lima"}
    assert "question" in message["body"]


@pytest.mark.parametrize("path", ["/ask", "/ask/stream"])
async def test_who_is_there_is_not_called(up: Up, path: str) -> None:
    steward, expo, ana = up
    go = held(steward, MILK, PREPARED)
    async with asking(steward, ana, path) as task:
        go()
        assert (await task).status_code == 200
    assert (await settled(ana))[0]["status"] == "preview"
    assert await stored(ana) == 0
    assert calls(expo) == []


async def test_who_left_and_cancelled_or_has_nothing_to_do_is_not_called(up: Up) -> None:
    steward, expo, ana = up
    go = held(steward, MILK, PREPARED)
    async with asking(steward, ana, on_disconnect="cancel"):
        pass
    go()
    assert (await settled(ana))[0]["stop_reason"] == "cancelled"
    go = held(steward, Say("Good morning to you."))
    async with asking(steward, ana, question="Good morning"):
        pass
    go()
    assert (await settled(ana, 2))[0]["status"] == "answered"
    assert await stored(ana) == 0
    assert calls(expo) == []


async def test_who_came_back_in_time_is_not_called(up: Up) -> None:
    steward, _, ana = up
    go = held(steward, MILK, PREPARED)
    async with asking(steward, ana, "/ask/stream", client_message_id="m1"):
        again = asyncio.create_task(ana.ask(REQUEST, client_message_id="m1"))
        for _ in range(3):
            await ana.get("/me")
    go()
    assert (await again)["status"] == "preview"
    assert await stored(ana) == 0


async def test_quiet_hours_hold_the_call_until_it_is_needed_no_more(up: Up) -> None:
    steward, expo, ana = up
    await ana.patch("/me", {"quiet_hours": {"from": "00:00", "to": "23:59"}})
    threads = []
    for number in (1, 2, 3):
        go = held(steward, MILK, PREPARED)
        async with asking(steward, ana):
            pass
        go()
        threads.append((await settled(ana, number))[0]["thread_id"])
    assert await stored(ana, "state = 'held'") == 3
    assert calls(expo) == []
    receipt = (await ana.send("DELETE", f"/threads/{threads[0]}")).json()
    assert receipt["redacted"]["push"] == 1
    (preview,) = (await ana.get(f"/mobile/threads/{threads[1]}"))["previews"]
    await ana.post(f"/previews/{preview['id']}/confirm")
    await ana.patch("/me", {"quiet_hours": None})
    (message,) = await until_called(expo)
    assert message["data"]["id"] == threads[2]
    await eventually(lambda: stored(ana, "state = 'none'"), lambda found: found >= 2)
    assert await stored(ana, f"state = 'none' and body = '' and opens = '{threads[0]}'") == 1
    assert len(calls(expo)) == 1


async def test_a_client_of_the_openai_door_that_left_is_called_to_the_preview(up: Up) -> None:
    steward, expo, ana = up
    for stream in (False, True):
        go = held(steward, MILK, PREPARED)
        body = {"model": "main", "stream": stream, "messages": [{"role": "user", "content": REQUEST}]}
        async with asking(steward, ana, "/v1/chat/completions", **body):
            pass
        go()
        message = (await until_called(expo, 1 + stream))[-1]
        preview = (await ana.get("/previews", state="pending"))["items"][0]
        assert message["data"] == {"kind": "needs_input", "id": preview["id"], "url": f"/previews/{preview['id']}"}


async def test_a_turn_that_died_with_its_process_calls_at_the_next_start(tmp_path: Path) -> None:
    async with ExpoServer() as expo, served(tmp_path, STEWARD_EXPO_URL=expo.url, STEWARD_EMBED_MODEL="off") as home:
        async with home.owner() as ana:
            await phone_of(ana)
            home.model.add(MILK)
            home.model.always(Hang())
            chats = len(home.model.chats)
            writing = asyncio.create_task(ana.ask(REQUEST))
            await home.model.until_chats(chats + 2)
            assert await ana.count("previews", "state = 'pending'") == 1
            await home.kill()
            with pytest.raises(httpx.TransportError):
                await writing
        await home.start()
        (message,) = await until_called(expo)
        async with home.owner() as ana:
            view = await ana.get(f"/mobile/threads/{message['data']['id']}")
            assert view["messages"][-1]["metadata"]["stop_reason"] == "interrupted"
            assert len(view["previews"]) == 1
            assert await stored(ana) == 1
