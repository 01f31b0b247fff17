"""What do missions make of agents that fail, each in one of the ways that multi-agent systems are known to fail (MAST's
fourteen, arXiv 2503.13657), or as named systems did in public? A scripted model over Ollama's real wire plays them."""

import json
import re
from collections import deque
from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
import pytest_asyncio
from sqlalchemy import text
from tests.acceptance.test_missions import OVER, at_rest
from tests.support.loopback_http import Recorded
from tests.support.model_script import Call, Say, Step
from tests.support.postgres import PostgresServer
from tests.support.steward import NO_BRIEFING, Person, Steward, started

LIE = "Done. I sent the e-mail to Ana and verified it."


def call(name: str, **arguments: Any) -> Call:
    return Call(((f"call_{name}", name, arguments),))


def submit(summary: str, *claims: Mapping[str, Any], **output: Any) -> Call:
    return call("submit_result", summary=summary, claims=list(claims), output=output)


def step(key: str, agent: str = "researcher", *, tools: Sequence[str] = ("get_todos",), **more: Any) -> dict[str, Any]:
    return {"id": key, "goal": f"Do {key}", "agent": agent, "tools": list(tools), "needs": [], **more}


class Cast:
    """Who plays which agent: the steps of each in order, the last one again and again."""

    def __init__(self, plan: Sequence[Mapping[str, Any]], **agents: Sequence[Step]) -> None:
        self.plans: deque[Any] = deque([list(plan)])
        self.parts = {name: deque(steps) for name, steps in agents.items()}
        self.asked: list[str] = []
        self.seen: list[Recorded] = []

    def __call__(self, request: Recorded) -> Step | None:
        body = request.body or {}
        names = {tool["function"]["name"] for tool in body.get("tools") or ()}
        if "submit_plan" in names:
            plan = self.plans[0] if len(self.plans) == 1 else self.plans.popleft()
            return call("submit_plan", steps=plan) if isinstance(plan, list) else plan
        system = "\n".join(one["content"] for one in body.get("messages", ()) if one["role"] == "system")
        found = re.search(r"You are the (\w+)\.", system)
        if found is None or found[1] not in self.parts:
            return None
        self.asked.append(found[1])
        self.seen.append(request)
        part = self.parts[found[1]]
        return part[0] if len(part) == 1 else part.popleft()


@pytest_asyncio.fixture(scope="session")
async def stage(postgres: PostgresServer, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Steward]:
    """A Steward with a worker and a scripted model, on a database of its own."""
    url = await postgres.clone()
    home = tmp_path_factory.mktemp("stage")
    async with started(home, url, workers=1, embed_model="off", job_retry_s=0.2) as steward:
        yield steward
    await postgres.drop(url)


@pytest_asyncio.fixture
async def pia(stage: Steward) -> AsyncIterator[Person]:
    """A new user of a Steward with a model."""
    stage.model.forget()
    person = await stage.person("Pia Brandt")
    await person.patch("/me", NO_BRIEFING)
    await person.post("/todos", {"title": "Buy sunflower seeds"})
    yield person
    stage.model.forget()


async def played(stage: Steward, person: Person, cast: Cast, **fields: Any) -> dict[str, Any]:
    """The mission, once it is over or waits."""
    stage.model.respond(cast)
    mission = await person.post("/missions", {"goal": "Find out what is to be done", **fields})
    planned = await at_rest(person, mission, "planned", "failed")
    if planned["state"] == "failed":
        return planned
    await person.post(f"/missions/{mission['id']}/approve", {"plan_hash": planned["plan"]["hash"]})
    return await at_rest(person, mission, *OVER, "waiting")


def kept(mission: Mapping[str, Any]) -> None:
    """What holds of every mission, whatever its agents did."""
    ledger = mission["ledger"]
    for name in ("tokens", "calls", "minutes"):
        assert ledger["spent"][name] + ledger["reserved"][name] <= ledger["limit"][name], ledger
    if mission["report"] is not None:
        assert mission["report"].startswith("## What was not done")


SEEDS = {
    "text": "Sunflower seeds are to be bought",
    "evidence": [{"tool": "get_todos", "quote": "Buy sunflower seeds"}],
}
GOOD = (call("get_todos", status="open"), submit("Seeds are to be bought.", SEEDS))


async def test_agents_that_do_what_they_should(stage: Steward, pia: Person) -> None:
    plan = [step("look"), step("say", "writer", tools=[], needs=["look"], check={"kind": "text"})]
    cast = Cast(plan, researcher=GOOD, writer=[submit("Buy seeds.")])
    done = await played(stage, pia, cast)
    kept(done)
    assert done["state"] == "done", done["report"]
    assert [(one["text"], one["label"]) for one in done["claims"]] == [(SEEDS["text"], "verified")]
    assert done["ledger"]["spent"]["tokens"] > 0
    briefs = (await pia.get(f"/missions/{done['id']}/briefs"))["items"]
    writer = next(one for one in briefs if one["agent"] == "writer")
    assert "Seeds are to be bought." in writer["context"]  # what the step before gave, and nothing else of the talk
    run = await pia.get(f"/runs/{writer['run_id']}")
    assert run["stop_reason"] == "final_answer"


MAST: dict[str, tuple[list[dict[str, Any]], dict[str, list[Step]], str, str]] = {
    "1.1 disobeys the task": (
        [step("look", check={"kind": "contains", "text": "seeds"})],
        {"researcher": [call("get_todos", status="open"), submit("The weather is nice.")]},
        "failed",
        "does not speak of",
    ),
    "1.2 disobeys its role: calls what it was not given": (
        [step("look", retries=0)],
        {"researcher": [call("events_create", title="Party", start_at="2030-01-01T10:00"), submit("Booked a party.")]},
        "failed",
        "No call of",
    ),
    "1.3 repeats a step": (
        [step("look", retries=0)],
        {"researcher": [call("get_todos", status="open")]},
        "failed",
        "no result",
    ),
    "1.4 loses what was said": (
        [step("look"), step("say", "writer", tools=[], needs=["look"], check={"kind": "contains", "text": "seeds"})],
        {"researcher": list(GOOD), "writer": [submit("What was I to write?")]},
        "partial",
        "does not speak of",
    ),
    "1.5 does not know when it is over": (
        [step("look", retries=0)],
        {"researcher": [call("get_todos", status=one) for one in ("open", "done", "all", "overdue") * 5]},
        "failed",
        "no result",
    ),
    "2.1 begins anew": (
        [step("look", retries=0)],
        {"researcher": [call("get_todos", status="open"), call("get_todos", status="open"), call("get_todos")]},
        "failed",
        "no result",
    ),
    "2.2 does not ask": (
        [step("look", check={"kind": "claims"}, retries=0)],
        {
            "researcher": [
                call("get_todos", status="open"),
                submit("I assumed Lisbon.", {"text": "The trip goes to Lisbon", "evidence": [{"tool": "get_todos"}]}),
            ]
        },
        "failed",
        "of its claims are proved",
    ),
    "2.3 derails": (
        [step("look", retries=0, check={"kind": "calls", "tool": "get_todos"})],
        {"researcher": [Say("Let me tell you about the history of sunflowers instead.")]},
        "failed",
        "No call of get_todos",
    ),
    "2.4 keeps what it found": (
        [step("look", check={"kind": "claims"}, retries=0)],
        {"researcher": [call("get_todos", status="open"), submit("Found something.")]},
        "failed",
        "of its claims are proved",
    ),
    "2.5 ignores the others": (
        [
            step("look"),
            step("say", "writer", tools=[], needs=["look"], check={"kind": "contains", "text": "sunflower"}),
        ],
        {"researcher": list(GOOD), "writer": [submit("All is well.")]},
        "partial",
        "does not speak of",
    ),
    "2.6 says one thing and does another": (
        [step("look", check={"kind": "text"}, tools=["get_todos"], retries=0)],
        {"researcher": [submit("I sent it.", {"text": "I sent the e-mail to Ana", "evidence": []})]},
        "failed",
        "no call did it",
    ),
    "2.6 says it in its summary alone, in another language": (
        [step("look", check={"kind": "text"}, tools=[], retries=0)],
        {"researcher": [submit("Enviei o e-mail à Ana e verifiquei.")]},
        "failed",
        "no call did it",
    ),
    "3.1 ends too early": (
        [step("look", check={"kind": "calls", "tool": "get_todos", "at_least": 2}, retries=0)],
        {"researcher": [call("get_todos", status="open"), submit("Enough.")]},
        "failed",
        "No call of get_todos",
    ),
    "3.2 does not verify": (
        [step("look", check={"kind": "claims"}, retries=0)],
        {"researcher": [call("get_todos", status="open"), submit("Bread.", {"text": "Bread is to be bought"})]},
        "failed",
        "of its claims are proved",
    ),
    "3.2 quotes what does not say so": (
        [step("look", check={"kind": "claims"}, retries=0)],
        {
            "researcher": [
                call("get_todos", status="open"),
                submit(
                    "The trip goes to Lisbon.",
                    {"text": "The trip goes to Lisbon", "evidence": SEEDS["evidence"]},
                    {"text": "It is 900 sunflower seeds", "evidence": SEEDS["evidence"]},
                ),
            ]
        },
        "failed",
        "of its claims are proved",
    ),
    "3.3 verifies wrongly": (
        [step("look"), step("check", "reviewer", tools=[], needs=["look"], check={"kind": "claims"}, retries=0)],
        {
            "researcher": list(GOOD),
            "reviewer": [
                submit("All verified.", {"text": "Checked", "evidence": [{"tool": "get_events", "quote": "Checked"}]})
            ],
        },
        "partial",
        "of its claims are proved",
    ),
}


@pytest.mark.parametrize("mode", MAST)
async def test_a_known_way_to_fail_is_told_as_failed(stage: Steward, pia: Person, mode: str) -> None:
    plan, agents, state, why = MAST[mode]
    done = await played(stage, pia, Cast(plan, **agents))
    kept(done)
    assert done["state"] == state, (done["report"], done["plan"]["steps"])
    assert why in done["report"].split("## What was done")[0], done["report"]
    assert await pia.count("events") == 0


async def test_a_liar_without_a_call_is_believed_nothing(stage: Steward, pia: Person) -> None:
    done = await played(stage, pia, Cast([step("mail")], researcher=[Say(LIE)]))
    kept(done)
    assert done["state"] == "failed"
    assert "I sent the e-mail" not in (done["report"].split("## What was done")[1])
    assert all("sent" not in claim["text"] for claim in done["claims"])
    assert (await pia.get(f"/missions/{done['id']}/executions"))["items"] == []


async def test_many_turns_end_by_a_bound_that_is_no_success(stage: Steward, pia: Person) -> None:
    endless = [call("get_todos", status="open", query=f"word{number}") for number in range(253)]
    cast = Cast([step("look", retries=0)], researcher=endless)
    done = await played(stage, pia, cast)
    kept(done)
    assert done["state"] == "failed"
    assert len(cast.asked) <= 8  # of 253


async def test_many_small_turns_and_children_stay_within_the_budget(stage: Steward, pia: Person) -> None:
    eager = [call("delegate", agent="analyst", objective=f"Part {number}") for number in range(20)]
    chatty = [call("get_todos", query=f"w{number}") for number in range(60)]
    cast = Cast([step("look", retries=2)], researcher=eager, analyst=chatty)
    done = await played(stage, pia, cast, budget={"tokens": 12_000, "calls": 9})
    kept(done)
    assert done["state"] == "failed"
    spent = sum(one["tokens_spent"] for one in (await pia.get(f"/missions/{done['id']}/briefs"))["items"])
    assert spent <= 12_000
    for one in (await pia.get(f"/missions/{done['id']}/briefs"))["items"]:
        assert one["tokens_spent"] <= one["tokens_limit"]


async def test_what_a_provider_reports_above_its_reservation_ends_it(stage: Steward, pia: Person) -> None:
    cast = Cast([step("look"), step("more", needs=["look"])], researcher=[Say("…", counts=(50_000, 9_000))])
    done = await played(stage, pia, cast)
    kept(done)
    assert done["ledger"]["overrun"]["tokens"] > 0
    assert done["state"] in {"failed", "partial"}
    assert len(cast.asked) == 1


async def test_two_agents_that_ask_each_other(stage: Steward, pia: Person) -> None:
    cast = Cast(
        [step("look", retries=0)],
        researcher=[call("delegate", agent="analyst", objective="You do it"), Say("He did it.")],
        analyst=[call("delegate", agent="researcher", objective="No, you"), Say("She did it.")],
    )
    done = await played(stage, pia, cast)
    kept(done)
    assert done["state"] == "failed"
    delegations = (await pia.get(f"/missions/{done['id']}/delegations"))["items"]
    assert [(one["requesting_agent"], one["target_agent"]) for one in delegations] == [("researcher", "analyst")]
    assert delegations[0]["approved_by"] == "steward"
    assert len(cast.asked) <= 8


async def test_a_question_goes_up_and_its_answer_down(stage: Steward, pia: Person) -> None:
    asks = call("ask_question", question="Which garden is it about?", options=["The front", "The back"], default="1")
    cast = Cast([step("look"), step("other", "analyst")], researcher=[asks, *GOOD], analyst=GOOD)
    waits = await played(stage, pia, cast)
    assert waits["state"] == "waiting"
    states = {one["id"]: one["state"] for one in waits["plan"]["steps"]}
    assert states == {"look": "waiting", "other": "done"}  # what needs no answer went on
    (question,) = waits["questions"]
    path = f"/missions/{waits['id']}/questions/{question['id']}/answer"
    await pia.post(path, {"option_id": "2"})
    done = await at_rest(pia, waits)
    assert done["state"] == "done", done["report"]
    told = json.dumps(cast.seen[-1].body) + json.dumps([one.body for one in cast.seen])
    assert "The back" in told


async def test_a_question_that_is_known_is_not_asked(stage: Steward, pia: Person) -> None:
    await pia.post("/facts", {"text": "My favourite garden soil is peat free", "kind": "soft_fact"})
    asks = call("ask_question", question="Which garden soil is the favourite?")
    done = await played(stage, pia, Cast([step("look")], researcher=[asks, *GOOD]))
    assert done["state"] == "done", done["report"]
    assert done["questions"][0]["answered_by"].startswith("fact:")


async def test_delegation_that_nobody_approved(stage: Steward, pia: Person) -> None:
    asks = call("delegate", agent="coder", objective="Count the seeds")
    cast = Cast([step("look", retries=0)], researcher=[asks, *GOOD], coder=[submit("Seven.")])
    done = await played(stage, pia, cast, delegation="pre_approved")
    assert done["state"] == "done"  # it did it itself
    delegations = (await pia.get(f"/missions/{done['id']}/delegations"))["items"]
    assert [(one["status"], one["approved_by"]) for one in delegations] == [("refused", None)]
    assert "coder" not in cast.asked
    cast = Cast([step("look", retries=0)], researcher=[asks, asks, *GOOD], coder=[submit("Seven.")])
    waits = await played(stage, pia, cast, delegation="per_request")
    assert waits["state"] == "waiting"
    (question,) = waits["questions"]
    await pia.post(f"/missions/{waits['id']}/questions/{question['id']}/answer", {"option_id": "yes"})
    done = await at_rest(pia, waits)
    assert "coder" in cast.asked
    delegations = (await pia.get(f"/missions/{done['id']}/delegations"))["items"]
    assert delegations[-1]["approved_by"] == "user"


async def test_a_change_waits_whatever_the_policy_says(stage: Steward, pia: Person) -> None:
    await pia.auto_confirm("todos_create")
    await pia.post("/agents", {"name": "gardener", "tools": ["todos_create"]})
    plan = [step("note", "gardener", tools=["todos_create"])]
    cast = Cast(plan, gardener=[call("todos_create", title="Water the roses"), submit("It waits for you.")])
    waits = await played(stage, pia, cast)
    assert waits["state"] == "waiting", waits["report"]
    assert await pia.count("todos") == 1
    (preview,) = waits["previews"]
    await pia.post(f"/previews/{preview}/cancel")
    done = await at_rest(pia, waits)
    assert done["state"] == "partial"
    assert "Water the roses" in done["report"].split("## What was done")[0]


@pytest.mark.parametrize(
    ("plan", "why"),
    [
        ([step("a", needs=["b"]), step("b", needs=["a"])], "circle"),
        ([step("a", "nobody")], "no agent"),
        ([step("a", tools=["rm_rf"])], "no tool"),
        ([step(f"s{number}") for number in range(13)], "at most 12"),
        ([step("a", needs=["z"])], "which there is not"),
        ([], "steps"),
    ],
)
async def test_a_plan_that_code_refuses(stage: Steward, pia: Person, plan: list[Any], why: str) -> None:
    mission = await played(stage, pia, Cast(plan))
    assert mission["state"] == "failed"
    assert why in mission["last_error"], mission["last_error"]
    assert len(stage.model.chats) <= 4  # two repairs, no more


async def test_a_plan_is_mended(stage: Steward, pia: Person) -> None:
    cast = Cast([step("a", "nobody")], researcher=GOOD)
    cast.plans.append([step("look")])
    done = await played(stage, pia, cast)
    assert done["state"] == "done", (done["report"], done["last_error"])


async def test_a_step_is_told_nothing_of_what_comes_next(stage: Steward, pia: Person) -> None:
    soon = (datetime.now(UTC) + timedelta(hours=3)).isoformat()
    await pia.post("/events", {"title": "Fetch the lantern", "start_at": soon})
    cast = Cast([step("look")], researcher=GOOD)
    done = await played(stage, pia, cast)
    assert done["state"] == "done", done["report"]
    assert cast.seen
    assert all("lantern" not in json.dumps(one.body) for one in cast.seen)


async def test_a_question_is_told_while_other_steps_go_on(stage: Steward, pia: Person) -> None:
    ask = {"id": "ask", "goal": "Ask", "agent": "writer", "kind": "ask", "needs": []}
    ask["question"] = {"text": "Which first?", "options": [{"id": "a", "label": "Seeds"}, {"id": "b", "label": "Soil"}]}
    plan = [ask, step("look"), step("more", needs=["look"])]
    waits = await played(stage, pia, Cast(plan, researcher=[GOOD[0], GOOD[1], GOOD[0], GOOD[1]]))
    assert waits["state"] == "waiting"
    told = text("select name, data from mission_events where mission_id = :id order by id")
    async with stage.runtime.database.unit_of_work() as session:
        events = [(row.name, row.data) for row in await session.execute(told, {"id": UUID(waits["id"])})]
    asked = next(at for at, (name, _) in enumerate(events) if name == "question")
    begun = next(at for at, (name, data) in enumerate(events) if name == "step" and data["id"] == "more")
    assert asked < begun
    question = waits["questions"][0]["id"]
    await pia.post(f"/missions/{waits['id']}/questions/{question}/answer", {"option_id": "b"})
    done = await at_rest(pia, waits)
    assert done["state"] == "done", done["report"]


async def test_what_a_failed_attempt_found_is_not_told_beside_the_next_ones(stage: Steward, pia: Person) -> None:
    found = {"text": "Ana was telephoned", "evidence": []}
    plan = [step("look", check={"kind": "claims"})]
    cast = Cast(plan, researcher=[GOOD[0], submit("Nothing.", found), GOOD[0], submit("Buy seeds.", found, SEEDS)])
    done = await played(stage, pia, cast)
    assert done["plan"]["steps"][0]["attempts"] == 2, done["plan"]
    assert sorted(one["text"] for one in done["claims"]) == sorted([found["text"], SEEDS["text"]])
