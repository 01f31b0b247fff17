"""Whom does a run that needs its user call, and when? Only who was not there to see it, and once."""

import asyncio
from contextlib import aclosing
from typing import Any

import pytest
from tests.support.turns import Journal, bench
from tests.support.waiting import eventually

from orchestrator.agent.ports.notifications import Push
from orchestrator.agent.ports.requests import Caller
from orchestrator.agent.runs.needs_input import call_for, needs_user
from orchestrator.agent.testing.evaluation import Bench, request
from orchestrator.agent.types.bundle import Action, Bundle, NeedUserInputOut, RunOut
from orchestrator.kit.ids import new_id
from orchestrator.llm.scripted import call, say

ADD = ("todos_create", {"title": "milk"})
ASKING = ("todos_create", {"title": "milk", "person": "Ana"})
REQUEST = "Add milk to my shopping list"


def proposing(**values: Any) -> Bench:
    return bench(Journal(), [call(ADD), say("I prepared milk for your list; please confirm.")], **values)


def pushed(made: Bench) -> list[Push]:
    return [push for _, push in made.notifier.pushed]


def bundle_of(**values: Any) -> Bundle:
    run = RunOut(id=str(new_id()), stop_reason=values.pop("stop_reason", "preview"))
    told = {"thread_id": str(new_id()), "message_id": "", "status": "preview", "answer": "…", "run": run}
    return Bundle(**told | values)


async def over(made: Bench) -> None:
    """Until no run is under way, and nobody is being called."""
    await eventually(lambda: all(run.bundle is not None for run in made.turns.runs.values()))
    await made.controller.close(patience_s=5)


def waiting(preview_id: str) -> Action:
    return Action(tool="todos_create", outcome="waiting", summary="Add milk", preview_id=preview_id)


async def test_nobody_is_called_who_is_there() -> None:
    made = proposing()
    assert (await made.ask(REQUEST)).status == "preview"
    assert pushed(made) == []


async def test_a_job_that_needs_the_user_calls_them() -> None:
    made = proposing()
    bundle = await made.ask(REQUEST, caller=Caller(gone=True))
    (push,) = {one.once: one for one in pushed(made)}.values()
    assert push.data == {"kind": "needs_input", "id": bundle.thread_id, "url": f"/threads/{bundle.thread_id}"}
    assert push.once == f"needs_input:{bundle.run.id}"
    assert "milk" not in f"{push.title} {push.body}"
    assert push.body != ""


async def test_a_question_calls_too() -> None:
    made = bench(Journal(), [call(ASKING)])
    assert (await made.ask(REQUEST, caller=Caller(gone=True))).status == "needs_input"
    (push,) = {one.once: one for one in pushed(made)}.values()
    assert "question" in push.body


async def test_what_needs_nobody_calls_nobody() -> None:
    made = bench(Journal(), [call(ADD), say("I've added milk to your list.")], auto=True)
    assert (await made.ask(REQUEST, caller=Caller(gone=True))).status == "answered"
    assert pushed(made) == []


async def test_who_leaves_a_stream_before_its_last_event_is_called() -> None:
    made = proposing()
    async with aclosing(made.controller.stream(request(REQUEST))) as events:  # type: ignore[type-var]
        assert (await anext(events)).name == "run.started"
    await over(made)
    assert len({push.once for push in pushed(made)}) == 1


async def test_who_leaves_while_the_last_event_is_under_way_is_called() -> None:
    made = proposing()
    async with aclosing(made.controller.stream(request(REQUEST))) as events:  # type: ignore[type-var]
        async for event in events:
            if event.name == "final":
                break
    await over(made)
    assert len({push.once for push in pushed(made)}) == 1


async def test_who_had_the_last_event_is_not_called() -> None:
    made = proposing()
    async with aclosing(made.controller.stream(request(REQUEST))) as events:  # type: ignore[type-var]
        names = [event.name async for event in events]
    assert names[-1] == "final"
    await over(made)
    assert pushed(made) == []


async def test_who_stops_waiting_for_the_whole_answer_is_called() -> None:
    made = proposing()
    asked = request(REQUEST)
    waits = asyncio.create_task(made.controller.run(asked))
    await asyncio.sleep(0)
    asked.caller.leave()
    await waits
    await over(made)
    assert len({push.once for push in pushed(made)}) == 1


async def test_a_repetition_that_still_waits_is_there_for_both() -> None:
    made = proposing()
    first, second = request(REQUEST, client_message_id="m1"), request(REQUEST, client_message_id="m1")
    waits = [asyncio.create_task(made.controller.run(one)) for one in (first, second)]
    await asyncio.sleep(0)
    first.caller.leave()
    await asyncio.gather(*waits)
    await over(made)
    assert pushed(made) == []


async def test_leaving_is_heard_once() -> None:
    caller, heard = Caller(), []
    caller.when_gone(lambda: heard.append("gone"))
    caller.leave()
    caller.leave()
    assert (caller.gone, heard) == (True, ["gone"])


def test_who_cancelled_wants_nothing_more() -> None:
    bundle = bundle_of(stop_reason="cancelled", actions=[waiting(str(new_id()))])
    assert not needs_user(bundle)
    assert call_for(bundle, language="en") is None


def test_an_interrupted_run_calls_for_what_it_proposed() -> None:
    assert call_for(bundle_of(stop_reason="interrupted"), language="en") is None
    push = call_for(bundle_of(stop_reason="interrupted", actions=[waiting(str(new_id()))]), language="en")
    assert push is not None
    assert push.data["url"].startswith("/threads/")


def test_a_turn_without_a_thread_opens_its_preview() -> None:
    preview_id = str(new_id())
    push = call_for(bundle_of(thread_id="", actions=[waiting(preview_id)]), language="en")
    assert push is not None
    assert (push.data["id"], push.data["url"]) == (preview_id, f"/previews/{preview_id}")
    asks = NeedUserInputOut(id="q", kind="text", question="When?")
    assert call_for(bundle_of(thread_id="", need_user_input=asks), language="en") is None


@pytest.mark.parametrize(("language", "word"), [("en", "answer"), ("pt", "resposta"), ("es", "respuesta")])
def test_it_speaks_the_users_language(language: str, word: str) -> None:
    push = call_for(bundle_of(actions=[waiting(str(new_id()))]), language=language)
    assert push is not None
    assert word in push.title
