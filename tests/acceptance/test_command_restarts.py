"""Does a command go on where it stood when Steward is stopped and started again, in every phase of it?"""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from typing import Any

import pytest
import pytest_asyncio
from tests.acceptance.conftest import Start
from tests.support.steward import Person, Steward
from tests.support.waiting import eventually

STORY = "/event lunch with Ana, paty and bebel tomorrow at Jordan's house"


class Household:
    """One person's Steward, which can be stopped and started."""

    def __init__(self, start: Callable[..., AbstractAsyncContextManager[Steward]]) -> None:
        self._start = start
        self._running = AsyncExitStack()
        self.person: Person

    async def up(self) -> None:
        steward = await self._running.enter_async_context(self._start(llm_provider="reader"))
        made = getattr(self, "person", None)
        self.person = steward.speaking(made.id, made.token) if made is not None else await steward.person()

    async def down(self) -> None:
        await self._running.aclose()

    async def restart(self) -> None:
        await self.down()
        await self.up()


@pytest_asyncio.fixture
async def house(start: Start) -> AsyncIterator[Household]:
    household = Household(start)
    await household.up()
    yield household
    await household.down()


async def active(person: Person, thread: str) -> Any:
    return (await person.get(f"/mobile/threads/{thread}"))["active_command"]


async def test_every_phase_survives(house: Household) -> None:
    """Ask, restart, answer, restart, edit in words, restart, edit by route, restart, confirm, restart."""
    for name in ("Ana Souza", "Ana Lima"):
        await house.person.post("/ingest/contact", {"display_name": name, "external_id": name})
    asked = await house.person.ask(STORY)
    thread, pending = asked["thread_id"], asked["command_result"]["pending_event_id"]
    await house.restart()

    held = await active(house.person, thread)
    assert held["pending_event_id"] == pending
    assert held["command_state"]["phase"] == "clarifying"
    question = asked["need_user_input"]
    view = await house.person.get(f"/mobile/threads/{thread}")
    assert view["need_user_input"]["id"] == question["id"]
    reply = {"id": question["id"], "option_id": question["options"][0]["id"]}
    shown = await house.person.ask("Ana Souza", thread=thread, reply_to_clarification=reply)
    assert shown["command_result"]["state"] == "preview"
    await house.restart()

    held = await active(house.person, thread)
    assert (held["pending_event_id"], held["command_state"]["phase"]) == (pending, "preview")
    edited = await house.person.ask("you forgot Bob", thread=thread)
    names = [one["name"] for one in edited["command_result"]["preview"]["arguments"]["participants"]]
    assert names == ["Ana Souza", "paty", "bebel", "Bob"]
    await house.restart()

    patched = await house.person.patch(f"/previews/{edited['previews'][0]['id']}", {"edits": {"title": "Feast"}})
    await house.restart()

    held = await active(house.person, thread)
    assert (held["pending_event_id"], held["command_state"]["preview_id"]) == (pending, patched["id"])
    unclear = await house.person.ask("and Ana too", thread=thread)  # asks again, with a preview that waits
    await house.restart()

    if unclear["command_result"]["state"] == "clarifying":
        await house.person.ask("the second one", thread=thread)
    done = await house.person.ask("yes", thread=thread)
    assert (done["command_result"]["state"], done["command_result"]["pending_event_id"]) == ("confirmed", pending)
    await house.restart()

    assert await active(house.person, thread) is None
    assert [event["title"] for event in (await house.person.get("/events"))["items"]] == ["Feast"]
    again = await house.person.ask("yes", thread=thread)
    assert await house.person.count("events") == 1, again


async def test_a_cancelled_command_stays_cancelled(house: Household) -> None:
    shown = await house.person.ask("/contact Marta is Rui's wife")
    await house.restart()
    await house.person.ask("cancel", thread=shown["thread_id"])
    await house.restart()
    assert await active(house.person, shown["thread_id"]) is None
    assert await house.person.count("contacts") == 0


@pytest.mark.parametrize("answered", [False, True])
async def test_a_draft_whose_message_was_never_written_goes_on(house: Household, answered: bool) -> None:
    """The process died between the preview's commit and the answer: the message that closes the run carries it."""
    if answered:
        for name in ("Ana Souza", "Ana Lima"):
            await house.person.post("/ingest/contact", {"display_name": name, "external_id": name})
    shown = await house.person.ask(STORY)
    pending = shown["command_result"]["pending_event_id"]
    if answered:
        shown = await house.person.ask("the second one", thread=shown["thread_id"])
    await house.person.execute("delete from messages where user_id = :me and id = :id", id=shown["message_id"])
    await house.person.execute(
        "update agent_runs set state = 'running', status = null, bundle = null, answer_message_id = null,"
        " finished_at = null, lease_until = steward_now() - interval '1 minute' where user_id = :me and id = :id",
        id=shown["run"]["id"],
    )
    await house.restart()

    thread, preview = shown["thread_id"], shown["previews"][0]["id"]
    held = await eventually(
        lambda: active(house.person, thread),
        lambda held: held is not None and held["command_state"]["phase"] == "preview",
    )
    assert (held["pending_event_id"], held["command_state"]["preview_id"]) == (pending, preview)
    moved = await house.person.ask("change it to 3pm", thread=thread)
    assert moved["command_result"]["pending_event_id"] == pending
    await house.person.ask("yes", thread=thread)
    assert [event["start_at"][11:16] for event in (await house.person.get("/events"))["items"]] == ["15:00"]
