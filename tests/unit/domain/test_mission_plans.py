"""Which plans may be approved, what do they take, and whom do the user's words give them to?"""

import asyncio
from dataclasses import replace
from datetime import datetime
from typing import Any, cast

import pytest

from orchestrator.domain.work.missions.model import Mission
from orchestrator.domain.work.missions.planning.estimating import estimated
from orchestrator.domain.work.missions.planning.plan import Plan, Surroundings, faults, read_plan
from orchestrator.domain.work.missions.planning.proposing import Order, by_heart
from orchestrator.domain.work.missions.planning.templates import TEMPLATES, Given
from orchestrator.domain.work.missions.running import mapping
from orchestrator.domain.work.missions.running.mapping import items_of
from orchestrator.domain.work.missions.running.task import Ended, Task
from orchestrator.language.speech_acts.mission_words import (
    act_in,
    act_of,
    assigned_in,
    goal_of,
    named_act_in,
    named_act_of,
    task_of,
)

AGENTS = ("planner", "researcher", "writer", "analyst", "coder", "reviewer", "Head Gardener")
AROUND = Surroundings(
    effects={"get_todos": "read", "wiki__search": "outbound"},
    agents={"researcher": {"get_todos"}, "gardener": {"get_todos"}, "free": ()},
    own={"wiki__search"},
    shipped={"researcher"},
)


def plan(*steps: dict[str, Any]) -> Plan:
    found, wrong = read_plan({"steps": list(steps)})
    assert found is not None, wrong
    return found


def step(key: str, **fields: Any) -> dict[str, Any]:
    return {"id": key, "goal": f"Do {key}", "agent": "researcher", "tools": ["get_todos"], "needs": [], **fields}


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"items": ["a", "b"]}, ""),
        ({"needs": ["list"], "over": "${list.names}"}, ""),
        ({"needs": ["list"], "items": "${list.names}"}, ""),
        ({"over": "${list.names}"}, "which it does not need"),
        ({"needs": ["list"], "over": "list.names"}, "names a list as"),
        ({"kind": "map"}, "has either `items` or `over`"),
        ({"needs": ["list"], "items": ["a"], "over": "${list.names}"}, "has either `items` or `over`"),
        ({"items": ["a"], "kind": "agent"}, "is of kind map"),
        ({"items": ["a"], "calls": [{"tool": "get_todos"}]}, "no calls that are fixed"),
    ],
)
def test_a_step_for_several_things(fields: dict[str, Any], fault: str) -> None:
    found = faults(plan(step("list"), step("each", **fields)), AROUND)
    assert (fault in " ".join(found)) if fault else found == []


def test_it_has_at_most_twelve_things() -> None:
    found, wrong = read_plan({"steps": [step("each", items=[f"thing {number}" for number in range(13)])]})
    assert found is None
    assert "items" in wrong[0]


@pytest.mark.parametrize(
    ("given", "items"),
    [(["a", " b ", "a", ""], ["a", "b"]), ("one\n\ntwo\n", ["one", "two"]), ([{"x": 1}, 2], ["{'x': 1}", "2"])],
)
def test_what_an_earlier_step_gave_is_gone_through(given: Any, items: list[str]) -> None:
    each = plan(step("list"), step("each", needs=["list"], over="${list.names}")).step("each")
    assert items_of(each, {"list": {"names": given}}) == items
    with pytest.raises(KeyError):
        items_of(each, {"list": {}})


async def test_none_is_begun_where_there_are_too_many() -> None:
    """A part of them, told as done, would be untrue."""
    begun: list[Task] = []

    async def make(task: Task) -> Ended:
        begun.append(task)
        return Ended()

    each = plan(step("list"), step("each", needs=["list"], over="${list.names}")).step("each")
    outputs = {"list": {"names": [f"thing {number}" for number in range(13)]}}
    nothing = cast("Any", None)  # the workshop is not asked before anything is begun
    mission = Mission(locale="en-US")
    task = Task(mission=mission, owner=nothing, step=each, epoch=1, attempt=1, outputs=outputs)
    ended = await mapping.each(nothing, make, task, asyncio.Semaphore(1))
    assert (begun, ended.fault) == ([], "There are 13 things to go through, and one step takes at most 12.")


def test_it_takes_as_many_runs_as_things() -> None:
    one = estimated(plan(step("s")), models=True, price=(1_000_000, 1_000_000), past={})
    four = estimated(plan(step("s", items=list("abcd"))), models=True, price=(1_000_000, 1_000_000), past={})
    open_ended = estimated(plan(step("l"), step("s", needs=["l"], over="${l.x}")), models=True, price=None, past={})
    assert four["tokens"] == {name: 4 * value for name, value in one["tokens"].items()}
    assert four["money"]["likely"] == pytest.approx(4 * one["money"]["likely"])
    assert four["calls"] == 4
    assert open_ended["tokens"]["high"] == 13 * one["tokens"]["high"]


def test_who_may_use_the_tools_of_the_users_servers() -> None:
    wiki = step("ask", tools=["wiki__search"])
    assert faults(plan(wiki), AROUND) == []
    assert faults(plan({**wiki, "agent": "free"}), AROUND) == []
    assert "may not use 'wiki__search'" in faults(plan({**wiki, "agent": "gardener"}), AROUND)[0]


@pytest.mark.parametrize(
    ("language", "said", "agents", "task"),
    [
        ("en", "Let the researcher look into heat pumps", ["researcher"], "look into heat pumps"),
        ("pt", "Deixa o investigador procurar bombas de calor", ["researcher"], "procurar bombas de calor"),
        ("es", "Haz que el analista compare los seguros", ["analyst"], "compare los seguros"),
        ("fr", "Laisse l’analyste comparer les assurances", ["analyst"], "comparer les assurances"),
    ],
)
def test_work_is_given_to_an_agent_by_words(language: str, said: str, agents: list[str], task: str) -> None:
    assert goal_of(said) == said, language
    assert assigned_in(said, AGENTS) == agents
    assert task_of(said) == task


@pytest.mark.parametrize(
    ("said", "agents"),
    [
        ("Plan my trip to Rome, let the researcher and the writer do it", ["researcher", "writer"]),
        ("have the Head Gardener plan the beds", ["Head Gardener"]),
        ("plan our garden by the head gardener, reviewer", ["Head Gardener", "reviewer"]),
        ("plan a party with the writer", []),
        ("let the plumber know that I am late", []),
    ],
)
def test_only_agents_that_there_are(said: str, agents: list[str]) -> None:
    assert assigned_in(said, AGENTS) == agents


@pytest.mark.parametrize(
    ("said", "act"),
    [
        ("Approve the mission.", "approve"),
        ("please start this mission", "approve"),
        ("Can you pause the mission, please?", "pause"),
        ("continue my mission", "resume"),
        ("Cancel the mission!", "cancel"),
        ("How is the mission going?", "show"),
        ("Aprova a missão", "approve"),
        ("Cancele a missão, por favor.", "cancel"),
        ("Como vai a missão?", "show"),
        ("Aprueba la misión", "approve"),
        ("¿Puedes reanudar la misión?", "resume"),
        ("¿Cómo va la misión?", "show"),
        ("Approuve la mission.", "approve"),
        ("Mets en pause la mission, s’il te plaît", "pause"),
        ("Où en est la mission ?", "show"),
        ("What have my missions found?", "show"),
        ("¿Qué ha averiguado mi misión?", "show"),
        ("O que é que a missão descobriu?", "show"),
        ("Qu'est-ce que la mission a donné ?", "show"),
        ("what did the mission to Mars find?", None),
        ("¿qué encontró la policía?", None),
        ("o que a missão diplomática descobriu em Oslo?", None),
        ("approve the budget of the mission", None),
        ("cancel the mission statement meeting", None),
        ("did you approve the mission?", None),
        ("approve it", None),
    ],
)
def test_what_is_to_become_of_the_mission_is_said_without_a_command(said: str, act: str | None) -> None:
    assert act_of(said) == act
    assert act is None or act_in(act) == act, "the command reads its word"


@pytest.mark.parametrize(
    ("said", "named"),
    [
        ("Approve the Lisbon mission", ("approve", "lisbon")),
        ("please cancel my garden party mission", ("cancel", "garden party")),
        ("start the mission called Spring Fair, please", ("approve", "spring fair")),
        ("Aprova a missão da viagem a Lisboa", ("approve", "viagem a lisboa")),
        ("Cancela a missão Lisboa, por favor", ("cancel", "lisboa")),
        ("¿Puedes pausar la misión de la boda?", ("pause", "boda")),
        ("Approuve la mission du voyage à Lisbonne", ("approve", "voyage a lisbonne")),
        ("mets en pause la mission mariage", ("pause", "mariage")),
        ("approve the budget of the mission", None),
        ("cancel the mission statement meeting", None),
        ("did you approve the Lisbon mission?", None),
        ("approve the invoice", None),
    ],
)
def test_one_of_several_is_named(said: str, named: tuple[str, str] | None) -> None:
    assert named_act_of(said) == named
    assert named is None or named_act_in(f"{named[0]} {named[1]}") == named, "the command reads its words"


def test_what_is_no_mission_stays_none() -> None:
    for said in ("Let the plumber know that I am late", "have the writer", "Let me see my week"):
        assert goal_of(said) is None, said
    assert task_of("Plan our trip") == "Plan our trip"


def test_a_plan_by_heart_is_given_to_whom_the_user_chose() -> None:
    effects = dict.fromkeys(
        ("search_memories", "get_events", "get_todos", "get_contacts", "get_places", "get_facts", "search_documents"),
        "read",
    )
    agents = dict.fromkeys(("researcher", "analyst", "writer"), ())
    around = Surroundings(effects=effects, agents=agents, chosen=("analyst",), templates=TEMPLATES)
    given = Given("Review my week", datetime(2026, 11, 28, 9), "Europe/Lisbon", "en", "")
    order = Order(owner=cast("Any", None), given=given, around=around, too_much=lambda _: ())
    found = by_heart(order)
    assert found.plan is not None, found.fault
    assert {one.agent for one in found.plan.steps} == {"analyst"}
    assert by_heart(replace(order, around=replace(around, chosen=()))).plan is not None
