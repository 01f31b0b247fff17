"""What is left when a process or the database dies in mid-turn? Every row once, and an answer that is true."""

import asyncio
import threading
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
import pytest_asyncio
from tests.support.loopback_http import Recorded
from tests.support.model_script import Call, Hang, Say, Step
from tests.support.served import Served, served

from orchestrator.db.postgres.embedded import EmbeddedPostgres


@pytest_asyncio.fixture(scope="module")
async def home(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Served]:
    async with served(tmp_path_factory.mktemp("served")) as steward:
        yield steward


WRITE = Call((("c1", "todos_create", {"title": "Buy bread"}),))
ANSWER = Say("I added bread to your list.")


def holding(held: threading.Event, *, step: int) -> Any:
    """A model that writes and answers, and thinks at `step` until `held` is set."""
    steps: list[Step] = [WRITE, ANSWER]

    def respond(_: Recorded) -> Step:
        if len(steps) == 2 - step:
            held.wait(30)
        return steps.pop(0)

    return respond


async def test_a_process_killed_between_a_write_and_its_answer(home: Served) -> None:
    home.model.forget()
    async with home.owner() as ana:
        await ana.auto_confirm("todos_create")
        todos, runs = await ana.count("todos"), await ana.count("agent_runs")
        home.model.call("events_create", {"title": "Dentist", "start_at": "2027-03-05T10:00"})
        home.model.say("I have prepared it.")
        told = await ana.ask("Book the dentist on 2027-03-05 at 10:00")
        assert told["previews"], told
        waiting = told["previews"][0]
        home.model.call("todos_create", {"title": "Buy milk"})
        home.model.always(Hang())
        chats = len(home.model.chats)
        writing = asyncio.create_task(ana.ask("Add milk to my list", client_message_id="write"))
        await home.model.until_chats(chats + 2)
        reading = asyncio.create_task(ana.ask("What is on my list?", client_message_id="read"))
        await home.model.until_chats(chats + 3)
        assert await ana.count("todos") == todos + 1
        await home.kill()
        for broken in (writing, reading):
            with pytest.raises(httpx.TransportError):
                await broken
    home.model.forget()
    await home.start()
    async with home.owner() as ana:
        told = await ana.ask("Add milk to my list", client_message_id="write")
        assert (told["status"], told["run"]["stop_reason"]) == ("stopped", "interrupted")
        assert (told["run"]["intent"], told["run"]["mood"], told["run"]["tool_calls"]) == (
            "todo_management",
            "request",
            1,
        )
        assert [(action["outcome"], action["tool"]) for action in told["actions"]] == [("done", "todos_create")]
        assert "Buy milk" in told["answer"]
        assert "interrupted" in told["answer"]
        run = await ana.get(f"/runs/{told['run']['id']}")
        assert (run["state"], run["stop_reason"]) == ("settled", "interrupted")
        assert run["steps"][0]["proposals"][0]["outcome"] == "done"
        (question, answer) = (await ana.get(f"/threads/{told['thread_id']}/messages"))["items"]
        assert (question["content"], answer["content"]) == ("Add milk to my list", told["answer"])
        again = await ana.follow("Add milk to my list", client_message_id="write")
        assert again.final == told
        nothing = await ana.ask("What is on my list?", client_message_id="read")
        assert nothing["run"]["stop_reason"] == "interrupted"
        assert nothing["actions"] == []
        assert "Nothing was changed" in nothing["answer"]
        assert not home.model.turns or not home.model.turns[-1].body["messages"], "something was executed again"
        assert await ana.count("todos") == todos + 1
        assert await ana.count("agent_runs") == runs + 3
        assert await ana.count("agent_runs", "state = 'running'") == 0
        undone = await ana.post(f"/previews/{told['actions'][0]['preview_id']}/undo")
        assert undone["state"] == "undone"
        assert (await ana.post(f"/previews/{waiting['id']}/confirm"))["state"] == "confirmed"
        assert await ana.count("events") == 1
        home.model.say("Good morning.")
        assert (await ana.ask("Good morning", thread=told["thread_id"]))["answer"] == "Good morning."


@pytest.mark.parametrize("step", [0, 1], ids=["before the write", "before the answer"])
async def test_postgres_restarted_while_the_model_thinks(home: Served, step: int) -> None:
    home.model.forget()
    held, message = threading.Event(), f"bread {step}"
    home.model.respond(holding(held, step=step))
    async with home.owner() as ana:
        await ana.auto_confirm("todos_create")
        before, previews = await ana.count("todos"), await ana.count("previews")
        asking = asyncio.create_task(ana.follow("Add bread to my list", client_message_id=message))
        await home.model.until_chats(step + 1)
        home.crash_postgres()
        held.set()  # what comes next meets a database that is gone
        await asyncio.sleep(0.3)  # it meets the loss, and waits
        async with EmbeddedPostgres(home.home):
            told = (await asking).final
            assert (told["status"], told["run"]["stop_reason"]) == ("answered", "final_answer"), told
            assert [action["outcome"] for action in told["actions"]] == ["done"], told["actions"]
            assert await ana.ask("Add bread to my list", client_message_id=message) == told
    async with home.owner() as ana:
        assert await ana.count("todos") == before + 1
        assert await ana.count("previews") == previews + 1
        (question, answer) = (await ana.get(f"/threads/{told['thread_id']}/messages"))["items"]
        assert (question["content"], answer["content"]) == ("Add bread to my list", told["answer"])
