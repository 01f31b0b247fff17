"""Can everybody see afterwards why an answer is as it is? Route, tier, tools, proposals, verdicts, tokens, times."""

from tests.acceptance.conftest import Start
from tests.support.steward import Person, Steward

RUN_FIELDS = {
    "id", "intent", "mood", "route_source", "confidence", "tier", "profile", "visible_tools", "steps", "tool_calls",
    "repairs", "tool_visibility_escalations_count", "clarification_requests_count", "stop_reason", "models",
    "duration_ms",
}  # fmt: skip
PROPOSAL_FIELDS = {"tool", "arguments", "verdict", "reason", "result_summary", "origin", "duration_ms"}
UNSURE = "Plan a meeting and a task"
"""Two topics: no rule is sure of it, so the model is asked to route it."""


async def test_a_run_explains_itself(steward: Steward, ana: Person) -> None:
    await ana.post("/todos", {"title": "Buy milk"})
    steward.model.calls(
        ("get_todos", {"status": "open"}), ("get_todos", {"status": "open"}), ("todos_create", {"title": "x"})
    )
    steward.model.say("Only milk. I've added bread.")
    steward.model.say("Only to buy milk.")
    told = await ana.ask("What is on my list?")
    run = await ana.get(f"/runs/{told['run']['id']}")
    assert told["run"].keys() >= RUN_FIELDS
    assert {name: run[name] for name in RUN_FIELDS - {"steps"}} == {
        name: told["run"][name] for name in RUN_FIELDS - {"steps"}
    }
    assert [step["index"] for step in run["steps"]] == list(range(told["run"]["steps"]))
    assert run["step_count"] == told["run"]["steps"] == 3
    first, second, third = run["steps"]
    assert all(step["model_call"]["model"] == "smart" for step in run["steps"])
    assert [one["verdict"] for one in first["proposals"]] == ["accept", "reject", "reject"]
    assert all(proposal.keys() >= PROPOSAL_FIELDS for proposal in first["proposals"])
    assert all(one["reason"] for one in first["proposals"][1:])
    assert "sent_back" in second["model_call"]
    assert "sent_back" not in third["model_call"]
    assert [claim["verdict"] for claim in run["claims"]] == ["contradicted", "pass"]
    assert all("passed" in entry for entry in run["verifier"])
    assert {"question", "instructions"} <= {part["part"] for part in run["context"]}
    assert all(part["tokens"] >= 0 and part["origin"] for part in run["context"])
    assert sum(use["prompt_tokens"] for use in run["models"]) == 33
    assert run["question"] == "What is on my list?"
    for words in ("on my list", "get_todos", "data_query"):
        assert [one["id"] for one in (await ana.get("/runs", q=words))["items"]] == [run["id"]], words
    assert (await ana.get("/runs", q="zebra"))["items"] == []


async def test_a_model_routes_what_no_rule_is_sure_of(steward: Steward, ana: Person) -> None:
    for confidence, tier in ((0.95, "high"), (0.6, "medium"), (0.2, "low")):
        steward.model.forget()
        steward.model.route({"intent": "event_management", "mood": "request", "confidence": confidence})
        steward.model.always("Nothing was changed: I need more details.")
        run = (await ana.ask(UNSURE))["run"]
        assert (run["intent"], run["route_source"], run["confidence"], run["tier"]) == (
            "event_management", "model", confidence, tier,
        )  # fmt: skip
        visible = set(run["visible_tools"])
        assert {"get_events", "events_create"} <= visible
        assert ("resolve_contacts" in visible) == (tier != "high")
        assert ("todos_create" in visible) == (tier == "low")
        assert steward.offered(0) == visible
        (routing,) = steward.model.routings
        assert routing.body["model"] == "fast"


async def test_a_router_that_answers_nonsense_leaves_it_to_the_rules(steward: Steward, ana: Person) -> None:
    for nonsense in ('{"intent": "evnt', "no json at all", '{"intent": "world_domination", "mood": "x"}', "[]", "{}"):
        steward.model.forget()
        steward.model.route(nonsense)
        steward.model.route(nonsense)
        steward.model.always("Nothing was changed: I need more details.")
        run = (await ana.ask(UNSURE))["run"]
        assert (run["route_source"], run["tier"]) == ("fallback", "low"), nonsense
        assert run["stop_reason"] == "final_answer", nonsense


async def test_a_router_that_breaks_leaves_it_to_the_rules(start: Start) -> None:
    async with start() as steward:
        ana = await steward.person()
        for _ in range(2):
            steward.model.break_off(to="routing")
        steward.model.always("Nothing was changed: I need more details.")
        assert (await ana.ask(UNSURE))["run"]["route_source"] == "fallback"


async def test_profiles_take_what_they_support(steward: Steward, ana: Person) -> None:
    steward.model.always("Good morning.")
    assert (await ana.ask("Good morning"))["run"]["profile"] == "main"
    steward.model.call("search_memories", {"query": "boat"})
    assert (await ana.ask("What did Rui say about the boat?"))["run"]["profile"] == "memory_expert"
    steward.model.call("search_memories", {"query": "boat"})
    assert (await ana.ask("What did Rui say about the boat?", profile="main"))["run"]["profile"] == "main"
    answer = await ana.try_ask("Good morning", profile="nobody")
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_request")
