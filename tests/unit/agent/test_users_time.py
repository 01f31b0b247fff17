"""Is the time of a write the one that the user named, whatever the model made of it?"""

from typing import Any

from pydantic import BaseModel
from tests.support.corpora import corpus
from tests.support.turns import Journal, bench

from orchestrator import catalog
from orchestrator.agent.rules.ruleset import RuleSet
from orchestrator.agent.testing.evaluation import Bench
from orchestrator.agent.tools.spec import Prepared, ToolContext, ToolResult, ToolSpec, WriteTool
from orchestrator.agent.turn.turn import Switches
from orchestrator.llm.scripted import ScriptedModel, call, say


class Plan(BaseModel):
    """Plan something."""

    title: str
    when: str = ""
    start_at: str = ""


def _planner(made: list[dict[str, Any]]) -> ToolSpec:
    async def prepare(context: ToolContext, arguments: Plan) -> Prepared:
        made.append(arguments.model_dump(exclude_defaults=True))
        return Prepared({"title": arguments.title}, title=arguments.title, summary=f"Plan {arguments.title}")

    async def execute(context: ToolContext, arguments: dict[str, Any]) -> ToolResult:
        return ToolResult({}, "planned")

    return WriteTool("events_create", "Plan.", "events", execute, arguments=Plan, prepare=prepare)


async def _planned(question: str, proposed: dict[str, Any], *, switches: Switches | None = None) -> dict[str, Any]:
    made: list[dict[str, Any]] = []
    steps = [call(("events_create", proposed)), say("It waits for you."), say("It waits for you.")]
    fast = ScriptedModel([say('{"intent": "event_management", "confidence": 0.9}')], name="router", keep_last=True)
    model = ScriptedModel(steps, keep_last=True)
    runtime = Bench(
        [_planner(made)],
        model,
        fast=fast,
        rules=RuleSet(),
        switches=switches or Switches(),
        vocabulary=catalog.VOCABULARY,
    )
    await runtime.ask(question)
    return made[0]


@corpus("users_time", "a_part_of_the_users_phrase_becomes_the_whole")
async def test_a_part_of_the_users_phrase_becomes_the_whole(question: str, copied: str, meant: str) -> None:
    assert (await _planned(question, {"title": "Car wash", "when": copied}))["when"] == meant


async def test_a_time_that_the_model_computed_gives_way_to_the_users_words() -> None:
    planned = await _planned("book a car wash tomorrow at 6 pm", {"title": "Car wash", "start_at": "2020-01-01T10:00"})
    assert planned == {"title": "Car wash", "when": "tomorrow at 6 pm"}


async def test_a_recurrence_that_the_model_computed_gives_way_whole() -> None:
    proposed = {"title": "Car wash", "start_at": "2020-01-01T10:00"}
    planned = await _planned("book a car wash every Monday and Thursday at 7am", proposed)
    assert planned == {"title": "Car wash", "when": "every Monday and Thursday at 7am"}


async def test_without_repair_a_call_stays_as_the_model_made_it() -> None:
    proposed = {"title": "Car wash", "when": "Friday"}
    assert await _planned("book a car wash on Friday at 6 pm", proposed, switches=Switches(repair=False)) == proposed


async def test_without_the_mood_gate_a_question_sees_write_tools() -> None:
    journal = Journal()
    steps = [call(("todos_create", {"title": "milk"})), say("I don't know."), say("I don't know.")]
    off = Switches(mood_gate=False, tiers=False, verifier=False, router=False)
    await bench(journal, steps, auto=True, switches=off).ask("Did I add milk to my list?")
    assert journal.added == ["milk"]
    kept = Journal()
    held = Switches(tiers=False, verifier=False, router=False)
    await bench(kept, steps, auto=True, switches=held).ask("Did I add milk to my list?")
    assert kept.added == []
