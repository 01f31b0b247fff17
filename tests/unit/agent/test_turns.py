"""What the controller does with what a model proposes: one decision a test."""

import asyncio
from collections.abc import Callable
from operator import itemgetter
from typing import Any

import pytest
from tests.support.corpora import APART, lines
from tests.support.turns import EVENT_ID, Journal, bench
from tests.support.waiting import eventually

from orchestrator import catalog
from orchestrator.agent.ports.requests import ClarificationReply
from orchestrator.agent.testing.evaluation import Bench, request
from orchestrator.agent.turn.turn import Switches
from orchestrator.agent.types.bundle import Bundle
from orchestrator.agent.types.limits import Limits
from orchestrator.agent.types.origin import Origin
from orchestrator.errors import NotFound
from orchestrator.kit.ids import new_id
from orchestrator.llm.messages import ChatReply
from orchestrator.llm.port import ModelUnavailable
from orchestrator.llm.scripted import ScriptedModel, call, say

QUESTION = "What did Ana say about the dentist?"
REQUEST = "Add milk to my shopping list"
SEARCH = ("search_memories", {"query": "dentist"})
ADD = ("todos_create", {"title": "milk"})


async def test_a_question_is_answered_from_a_lookup() -> None:
    journal = Journal()
    bundle = await bench(journal, [call(SEARCH), say("The dentist is on 27 November.")]).ask(QUESTION)
    assert bundle.status == "answered"
    assert bundle.answer == "The dentist is on 27 November."
    assert bundle.run.stop_reason == "final_answer"
    assert (bundle.run.steps, bundle.run.tool_calls, bundle.run.repairs) == (2, 1, 0)
    assert bundle.run.intent == "memory_search"
    assert bundle.run.route_source == "rule"
    assert [item.id for item in bundle.linked_items] == [str(EVENT_ID)]
    assert bundle.actions == []
    assert journal.reads == ["dentist"]


async def test_a_write_is_a_preview_until_it_is_confirmed_once() -> None:
    journal = Journal()
    made = bench(journal, [call(ADD), say("I prepared milk for your list; please confirm.")])
    bundle = await made.ask(REQUEST)
    assert bundle.status == "preview"
    assert bundle.run.stop_reason == "preview"
    assert journal.added == []
    (preview,) = bundle.previews
    assert preview.state == "pending"
    assert bundle.actions[0].outcome == "waiting"
    assert bundle.actions[0].preview_id == preview.id
    owner = made.turns.runs[next(iter(made.turns.runs))].request.owner
    preview_id = next(iter(made.previews.previews))
    first = await made.confirmer.confirm(owner, preview_id, digest=preview.digest)
    again = await made.confirmer.confirm(owner, preview_id)
    assert first.state == again.state == "confirmed"
    assert journal.added == ["milk"]
    undone = await made.confirmer.undo(owner, preview_id)
    assert undone.state == "undone"
    assert journal.undone == ["milk"]
    assert (await made.confirmer.confirm(owner, preview_id)).state == "undone"
    assert journal.added == ["milk"]


async def test_auto_confirmed_writes_are_done_and_said() -> None:
    journal = Journal()
    bundle = await bench(journal, [call(ADD), say("I've added milk to your list.")], auto=True).ask(REQUEST)
    assert journal.added == ["milk"]
    assert bundle.status == "answered"
    assert [(action.outcome, action.tool) for action in bundle.actions] == [("done", "todos_create")]
    assert bundle.answer == "I've added milk to your list."
    assert bundle.previews[0].result is not None
    assert bundle.previews[0].result.undo_until is not None


async def test_a_question_never_sees_a_write_tool_even_after_escalation() -> None:
    journal = Journal()
    journal.found = False
    steps = [call(ADD), call(ADD), call(ADD), call(SEARCH), say("Nothing found.")]
    made = bench(journal, steps, auto=True)
    bundle = await made.ask("Did I add milk to my list?")
    assert journal.added == []
    assert "todos_create" not in bundle.run.visible_tools
    assert all("todos_create" not in [tool.name for tool in asked.tools] for asked in _requests(made))
    assert {action.outcome for action in bundle.actions} == {"refused"}


async def test_a_batch_over_the_limit_runs_none_of_it() -> None:
    journal = Journal()
    calls = [("search_memories", {"query": f"q{index}"}) for index in range(50)]
    bundle = await bench(journal, [call(*calls)]).ask(QUESTION)
    assert journal.reads == []
    assert bundle.run.stop_reason == "max_tool_calls"
    assert bundle.run.tool_calls == 0
    assert bundle.status == "stopped"
    assert bundle.answer


async def test_identical_calls_run_once_and_end_as_no_progress() -> None:
    journal = Journal()
    bundle = await bench(journal, [call(SEARCH)] * 8).ask(QUESTION)
    assert journal.reads == ["dentist"]
    assert bundle.run.stop_reason == "no_progress"
    assert bundle.run.tool_calls == 1
    assert "Dentist" in bundle.answer or "1 hits" in bundle.answer


async def test_endless_new_calls_end_at_the_limit() -> None:
    journal = Journal()
    steps = [call(("search_memories", {"query": f"q{index}"})) for index in range(40)]
    bundle = await bench(journal, steps, limits=Limits(max_tool_calls=6)).ask(QUESTION)
    assert bundle.run.stop_reason == "max_tool_calls"
    assert bundle.run.tool_calls == 6


async def test_endless_steps_end_at_the_limit() -> None:
    steps = [call(("search_memories", {"query": f"q{index}"})) for index in range(40)]
    bundle = await bench(Journal(), steps, limits=Limits(max_steps=4)).ask(QUESTION)
    assert bundle.run.stop_reason == "max_steps"
    assert bundle.run.steps == 4


async def test_no_progress_under_restriction_opens_everything_once() -> None:
    journal = Journal()
    steps = [call(("search_memories", {"query": f"q{index}"})) for index in range(4)]
    made = bench(journal, [*steps, call(ADD), say("It waits for your confirmation.")])
    bundle = await made.ask("Add the thing that Ana said to my list")
    assert bundle.run.tool_visibility_escalations_count == 1
    assert journal.reads == ["q3"]
    assert bundle.status == "preview"
    assert "search_memories" in bundle.run.visible_tools


async def test_calls_that_stay_malformed_end_at_the_repair_limit() -> None:
    journal = Journal()
    steps = [call(("search_memories", {"limit": f"many {index}"})) for index in range(6)]
    bundle = await bench(journal, steps).ask(QUESTION)
    assert bundle.run.stop_reason == "max_repairs"
    assert bundle.run.tool_calls == 0
    assert journal.reads == []


async def test_with_several_presented_yes_asks_which() -> None:
    journal = Journal()
    made = bench(journal, [call(ADD, ("todos_create", {"title": "bread"})), say("Two things wait.")])
    await made.ask("Add milk and bread to my list")
    thread = next(iter(made.turns.threads))
    asked = await made.ask("yes", thread_id=thread)
    assert asked.status == "needs_input"
    assert asked.need_user_input is not None
    assert len(asked.need_user_input.options) == 2
    bundle = await made.ask("the second one", thread_id=thread)
    assert len(journal.added) == 1
    assert bundle.actions[0].outcome == "done"


async def test_a_clarification_is_answered_by_option_and_goes_on() -> None:
    journal = Journal()
    made = bench(
        journal,
        [call(("todos_create", {"title": "call", "person": "Ana"})), say("It waits for your confirmation.")],
    )
    asked = await made.ask("Add a todo to call Ana to my list")
    assert asked.status == "needs_input"
    assert asked.run.clarification_requests_count == 1
    assert asked.need_user_input is not None
    assert asked.ui_directives[0]["type"] == "choose"
    thread = next(iter(made.turns.threads))
    reply = ClarificationReply(asked.need_user_input.id, option_id="ana-lima")
    bundle = await made.ask("Ana Lima", thread_id=thread, reply=reply)
    assert bundle.status == "preview"
    assert bundle.previews[0].arguments["person"] == "ana-lima"


async def test_an_unknown_clarification_is_told() -> None:
    made = bench(Journal(), [])
    with pytest.raises(NotFound, match="no clarification"):
        await made.ask("this", reply=ClarificationReply("nope", text="x"))
    assert made.turns.runs == {}


async def test_an_unknown_command_needs_no_model() -> None:
    made = bench(Journal(), [])
    bundle = await made.ask("/frobnicate now")
    assert bundle.run.intent == "command"
    assert "not known" in bundle.answer
    assert _requests(made) == []


async def test_every_model_gone_is_answered_by_the_reader() -> None:
    made = Bench(Journal().tools(), ScriptedModel([ModelUnavailable("gone")]), vocabulary=catalog.VOCABULARY)
    bundle = await made.ask(QUESTION)
    assert bundle.run.stop_reason == "model_unavailable"
    assert bundle.answer


async def test_broken_router_json_falls_back_to_rules() -> None:
    made = bench(Journal(), [say("Hello!")], router=ScriptedModel([say("{broken")], keep_last=True))
    bundle = await made.ask("zork the frobnitz")
    assert bundle.run.route_source == "fallback"
    assert bundle.run.tier == "low"


async def test_a_repeated_client_message_is_the_same_run() -> None:
    made = bench(Journal(), [call(SEARCH), say("27 November.")])
    first, second = await asyncio.gather(
        made.ask(QUESTION, client_message_id="m1"), made.ask(QUESTION, client_message_id="m1")
    )
    assert first == second


async def test_the_stream_ends_with_the_bundle_and_shows_nothing_before_the_gates() -> None:
    made = bench(Journal(), [say("I've added milk."), say("I've added milk.")])
    events = [event async for event in made.controller.stream(request(REQUEST))]
    assert events[0].name == "run.started"
    assert events[-1].name == "final"
    told = "".join(str(event.data) for event in events if event.name not in {"final", "warning"})
    assert "I've added milk" not in told
    assert "".join(event.data["text"] for event in events if event.name == "token") == events[-1].data["answer"]


async def test_a_caller_that_leaves_does_not_end_the_run() -> None:
    journal = Journal()
    made = bench(journal, [call(SEARCH), say("27 November.")])
    task = asyncio.create_task(made.controller.run(request(QUESTION)))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await eventually(lambda: all(run.bundle is not None for run in made.turns.runs.values()))
    (run,) = made.turns.runs.values()
    assert run.bundle is not None
    assert run.bundle.answer == "27 November."


async def test_a_cancelled_run_ends_between_executions() -> None:
    made = Bench(Journal().tools(), _Held(), vocabulary=catalog.VOCABULARY)
    task = asyncio.create_task(made.controller.run(request("hello dear assistant")))
    await eventually(lambda: made.turns.runs)
    (run_id,) = made.turns.runs
    await made.controller.cancel(made.turns.runs[run_id].request.owner.id, run_id)
    bundle = await task
    assert bundle.run.stop_reason == "cancelled"
    assert bundle.status == "stopped"
    with pytest.raises(NotFound):
        await made.controller.cancel(made.turns.runs[run_id].request.owner.id, new_id())


def _step(told: dict[str, Any]) -> ChatReply:
    return say(told["say"]) if "say" in told else call(*((name, arguments) for name, arguments in told["call"]))


def _at(bundle: Any, path: str) -> Any:
    """What stands at `run.repairs`, `actions.-1.outcome` or the like."""
    for part in path.split("."):
        indexed = part.lstrip("-").isdigit()
        bundle = bundle[int(part)] if indexed else bundle[part] if isinstance(bundle, dict) else getattr(bundle, part)
    return bundle


TOLD: dict[str, Callable[[Bundle, Any], bool]] = {
    "answered": lambda bundle, _: bundle.answer != "",
    "begins": lambda bundle, words: bundle.answer.startswith(words),
    "holds": lambda bundle, wanted: all(words in bundle.answer for words in wanted),
    "lacks": lambda bundle, unwanted: not any(words in bundle.answer for words in unwanted),
    "outcomes": lambda bundle, wanted: [action.outcome for action in bundle.actions] == wanted,
    "previews": lambda bundle, count: len(bundle.previews) == count,
    "bundle": lambda bundle, wanted: {path: _at(bundle, path) for path in wanted} == wanted,
}
"""What a row of the corpus says of a turn, and how it is judged; `journal` is what the tools did."""
GIVEN = {"said", "steps", "auto", "router", "tiers", "origin", "fails"}


@pytest.mark.parametrize("case", lines("agent_turns"), ids=itemgetter("id"))
async def test_a_turn_ends_as_its_row_says(case: dict[str, Any]) -> None:
    """Messages of one thread, over what the model proposes; the last turn is judged."""
    told = case.keys() - APART - GIVEN
    assert told - {"journal"} <= TOLD.keys()
    assert told
    journal = Journal()
    journal.origin, journal.fails = Origin(case.get("origin", Origin.OWN_DATA)), case.get("fails", False)
    router = _router(case["router"]) if "router" in case else None
    switches = Switches(tiers=case.get("tiers", True))
    steps = [_step(step) for step in case["steps"]]
    made = bench(journal, steps, auto=case.get("auto", False), router=router, switches=switches)
    for said in case["said"]:
        bundle = await made.ask(said, thread_id=next(iter(made.turns.threads), None))
    assert len(made.turns.threads) == 1
    assert {name: getattr(journal, name) for name in case.get("journal", {})} == case.get("journal", {})
    for name in told - {"journal"}:
        assert TOLD[name](bundle, case[name]), (name, bundle)


class _Held:
    """A model that does not answer before it is let go."""

    provider = "scripted"
    name = "held"

    async def chat(self, request: object) -> object:
        await asyncio.sleep(3600)
        raise AssertionError

    async def warm(self) -> None:
        return None

    async def close(self) -> None:
        return None


def _router(intent: str) -> ScriptedModel:
    return ScriptedModel([say(f'{{"intent": "{intent}", "mood": "statement", "confidence": 0.9}}')], keep_last=True)


def _requests(made: object) -> list:
    return made.model.requests
