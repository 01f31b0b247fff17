"""Where does a run end that does not end by itself? At its bounds, with a reason and an answer from what was found."""

from typing import Any

from tests.acceptance.conftest import Start
from tests.support.loopback_http import Recorded
from tests.support.model_script import Call
from tests.support.steward import Person, Steward


def calling(name: str, arguments: Any) -> Any:
    """A model that calls the same tool for ever; `arguments(n)` are those of its nth call."""
    made = 0

    def respond(_: Recorded) -> Call:
        nonlocal made
        made += 1
        given = arguments(made) if callable(arguments) else arguments
        return Call(((f"c{made}", name, given),))

    return respond


async def test_a_batch_beyond_the_limit_runs_none_of_it(steward: Steward, ana: Person) -> None:
    await ana.auto_confirm()
    steward.model.calls(*(("todos_create", {"title": f"Buy {number} eggs"}) for number in range(50)))
    told = await ana.ask("Add eggs to my list")
    run = told["run"]
    assert (told["status"], run["stop_reason"], run["tool_calls"]) == ("stopped", "max_tool_calls", 0)
    assert await ana.count("todos") == await ana.count("previews") == 0
    assert len(told["actions"]) == 50
    assert {action["outcome"] for action in told["actions"]} == {"refused"}
    (step,) = (await ana.get(f"/runs/{run['id']}"))["steps"]
    assert len(step["proposals"]) == 50
    assert {proposal["verdict"] for proposal in step["proposals"]} == {"reject"}
    assert all("limit" in proposal["reason"] for proposal in step["proposals"])


async def test_a_batch_of_reads_within_the_limit_runs_in_parallel(steward: Steward, ana: Person) -> None:
    steward.model.calls(*(("search_memories", {"query": f"word{number}"}) for number in range(20)))
    steward.model.say("There is nothing about any of these.")
    told = await ana.ask("What did Rui say about these words?")
    assert (told["run"]["stop_reason"], told["run"]["tool_calls"]) == ("final_answer", 20)


async def test_an_identical_write_in_one_batch_or_again_is_done_once(steward: Steward, ana: Person) -> None:
    await ana.auto_confirm()
    steward.model.calls(*(("todos_create", {"title": "Buy milk"}) for _ in range(5)))
    steward.model.call("todos_create", {"title": "Buy milk"})
    steward.model.say("I added it.")
    told = await ana.ask("Add milk to my list")
    assert [action["outcome"] for action in told["actions"] if action["outcome"] == "done"] == ["done"]
    assert await ana.count("todos") == 1


async def test_endless_new_writes_end_at_the_limit_and_what_was_done_is_told(steward: Steward, ana: Person) -> None:
    await ana.auto_confirm()
    steward.model.respond(calling("todos_create", lambda made: {"title": f"Buy {made} eggs"}))
    told = await ana.ask("Add eggs to my list")
    assert told["run"]["stop_reason"] in {"max_steps", "max_tool_calls"}
    done = [action for action in told["actions"] if action["outcome"] == "done"]
    assert 0 < len(done) <= 20
    assert await ana.count("todos") == len(done) == told["run"]["tool_calls"]
    assert all(action["summary"] in told["answer"] for action in done)


async def test_unknown_tools_are_told_and_never_run(steward: Steward, ana: Person) -> None:
    steward.model.respond(calling("rm_rf", lambda made: {"path": f"/{made}"}))
    told = await ana.ask("What do I have this week?")
    assert told["status"] == "stopped"
    assert told["run"]["tool_calls"] == 0
    proposals = [one for step in (await ana.get(f"/runs/{told['run']['id']}"))["steps"] for one in step["proposals"]]
    assert proposals
    assert {proposal["verdict"] for proposal in proposals} == {"reject"}


async def test_the_bounds_are_settings(start: Start) -> None:
    async with start(agent_max_steps=2) as steward:
        ana = await steward.person()
        steward.model.respond(calling("search_memories", lambda made: {"query": f"word{made}"}))
        told = await ana.ask("What did Rui say about it?")
        assert (told["run"]["stop_reason"], told["run"]["steps"]) == ("max_steps", 2)
    async with start(agent_max_tokens=30) as steward:
        ana = await steward.person()
        steward.model.respond(calling("search_memories", lambda made: {"query": f"word{made}"}))
        told = await ana.ask("What did Rui say about it?")
        assert (told["status"], told["run"]["stop_reason"]) == ("stopped", "token_budget")
