"""What do agents from outside see and do? The official client over HTTP, both generations of the protocol."""

import json
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from mcp import Client
from mcp.shared.exceptions import MCPError
from tests.support.corpora import cases
from tests.support.mcp import MODES, called, connected, held, interaction, refused, token_for
from tests.support.steward import Person, Steward

from orchestrator.agent.rules.ruleset import EVERY_TOOL
from orchestrator.kit.ids import new_id

ALWAYS = ["record_interaction", "get_developer_profile", "discover_tools", "invoke_tool"]
LONG_ANSWER = "Well then. " * 60


@pytest.fixture
def mode() -> str:
    """The newer generation of the protocol; what is common to both is tested in both."""
    return "auto"


both = pytest.mark.parametrize("mode", MODES)


@pytest_asyncio.fixture
async def agent(steward: Steward, ana: Person, mode: str) -> AsyncIterator[Client]:
    """An agent of Ana's, with a token that opens `/mcp` alone."""
    token = await token_for(steward, ana, "mcp", name="Ana's laptop")
    async with held(connected(steward.url, token, mode=mode)) as client:
        yield client


@both
async def test_what_is_there_at_once(agent: Client) -> None:
    tools = (await agent.list_tools()).tools
    assert [one.name for one in tools] == ALWAYS
    by_name = {one.name: one for one in tools}
    assert all(one.description and one.annotations for one in tools)
    assert by_name["get_developer_profile"].annotations.read_only_hint is True
    assert by_name["record_interaction"].annotations.read_only_hint is False
    assert by_name["record_interaction"].annotations.destructive_hint is False
    assert by_name["invoke_tool"].annotations.destructive_hint is True
    wanted = by_name["record_interaction"].input_schema
    assert list(wanted["properties"]) == (
        "session_id agent model prompt response was_corrected correction latency_ms edit_count".split()
    )
    assert wanted["required"] == "session_id agent model prompt response was_corrected".split()
    for name in (*ALWAYS, "add_profile_note", "recall_episodic"):
        assert name in (agent.instructions or ""), name
    assert agent.server_info.name == "steward"


async def test_tools_are_found_by_plain_words_the_exact_name_first_and_in_bounds(agent: Client) -> None:
    for query, wanted in cases("tools", "tools_are_found_by_plain_words"):
        found = (await called(agent, "discover_tools", query=query))["tools"]
        assert wanted in [one["name"] for one in found], query
        assert all({"name", "description", "input_schema"} <= one.keys() for one in found)
    for name in ("todos_create", "warm_agent", "record_interaction"):
        assert (await called(agent, "discover_tools", query=name))["tools"][0]["name"] == name
    assert len((await called(agent, "discover_tools", query="events", limit=2))["tools"]) == 2
    assert len((await called(agent, "discover_tools", query="event contact todo place note"))["tools"]) <= 8
    everything = [one["name"] for one in (await called(agent, "discover_tools", query="", limit=50))["tools"]]
    assert {"events_create", "recall_short_term", "remember_fact", *ALWAYS} <= set(everything)
    assert "notes_add" not in everything
    assert await called(agent, "discover_tools", query="xyzzy") == {"tools": []}


@both
async def test_invoke_tool_gives_what_the_direct_call_gives(agent: Client, ana: Person) -> None:
    await ana.post("/todos", {"title": "Water the plants"})
    direct = await called(agent, "get_todos")
    assert "Water the plants" in json.dumps(direct)
    assert await called(agent, "invoke_tool", name="get_todos", arguments={}) == direct
    assert await called(agent, "invoke_tool", name="get_todos") == direct
    wrong = await refused(agent, "invoke_tool", name="get_todo")
    assert (wrong["code"], wrong["near"][0]) == ("unknown_tool", "get_todos")
    assert (await refused(agent, "invoke_tool", name="invoke_tool", arguments={}))["code"] == "invalid_arguments"


async def test_a_near_miss_is_read_as_it_is_meant(agent: Client, ana: Person) -> None:
    await ana.post("/facts", {"text": "The boat lies in Faro"})
    given = {"query": "boat", "kinds": ["fact"]}
    direct = await called(agent, "search_memories", **given)
    assert [(hit["kind"], hit["title"]) for hit in direct["hits"]] == [("fact", "The boat lies in Faro")]
    for arguments in (json.dumps(given), {"query": "boat", "kinds": "fact"}):
        assert await called(agent, "invoke_tool", name="search_memories", arguments=arguments) == direct
    await called(agent, "add_profile_note", text="Likes the sea", subjects="boats", sessionId="s7")
    (note,) = (await ana.get("/notes"))["items"]
    assert (note["subjects"], note["session_id"]) == (["boats"], "s7")
    for wrong in ({"text": "x", "confidence": 2}, {"text": "x", "confidence": "high"}, {"text": "x", "colour": "red"}):
        error = await refused(agent, "add_profile_note", **wrong)
        assert (error["code"], len(error["errors"])) == ("invalid_arguments", 1), wrong
    assert (await refused(agent, "invoke_tool", name="warm_agent", arguments="no"))["code"] == "invalid_arguments"


async def test_interactions_are_counted_and_never_read_back(agent: Client, ana: Person) -> None:
    await called(agent, "record_interaction", **interaction(response=LONG_ANSWER))
    told = await called(
        agent,
        "record_interaction",
        **interaction(was_corrected=True, correction="No classes, xylophone", latency_ms=30_000, edit_count=5),
    )
    assert told["friction_score"] == pytest.approx(0.6 + 0.25 + 0.15 / 2)
    assert told["session"]["interactions"] == 2
    assert told["session"]["correction_rate"] == 0.5
    await called(agent, "record_interaction", **interaction(model="large", latency_ms=100))

    analytics = await called(agent, "get_agent_analytics")
    small, large = analytics["agents"]
    assert set(small) == set(
        "agent model interactions corrected correction_rate friction_score latency_ms_p50 vibe_matches".split()
    )
    assert (small["agent"], small["model"], small["interactions"], small["corrected"]) == ("coder", "small", 2, 1)
    assert (small["correction_rate"], small["vibe_matches"], small["latency_ms_p50"]) == (0.5, 1, 30_000)
    assert (large["interactions"], large["latency_ms_p50"]) == (1, 100)
    only = await called(agent, "get_agent_analytics", model="large", since="2020-01-01")
    assert [one["model"] for one in only["agents"]] == ["large"]
    assert await called(agent, "get_agent_analytics", until="2020-01-01") == {"agents": []}

    assert await ana.get("/analytics/agents") == analytics
    (corrected,) = (await ana.get("/interactions", q="xylophone"))["items"]
    assert (corrected["origin"], corrected["client"], corrected["correction"]) == (
        "agent",
        "mcp 0.1.0",
        "No classes, xylophone",
    )
    for tool, arguments in (
        ("search_memories", {"query": "xylophone"}),
        ("recall_episodic", {"query": "xylophone"}),
        ("warm_agent", {}),
        ("get_developer_profile", {}),
        ("discover_tools", {"query": "xylophone"}),
    ):
        assert "xylophone" not in json.dumps((await called(agent, tool, **arguments)).get("hits", "")), tool
        assert "No classes" not in json.dumps(await called(agent, tool, **arguments)), tool


async def test_notes_are_filed_and_never_read_back(agent: Client, ana: Person) -> None:
    given = {"category": "preference", "confidence": 0.8, "subjects": ["walking"], "session_id": "s9"}
    filed = await called(agent, "add_profile_note", text="Prefers zebra crossings", **given)
    assert "zebra" not in json.dumps(filed)
    note = await ana.get(f"/notes/{filed['id']}")
    expected = {**given, "text": "Prefers zebra crossings", "origin": "agent", "source": "mcp", "agent": "mcp 0.1.0"}
    assert {name: note[name] for name in expected} == expected
    for tool, arguments in (
        ("search_memories", {"query": "zebra crossings"}),
        ("recall_episodic", {"query": "zebra crossings"}),
        ("recall_short_term", {"session_id": "s9"}),
        ("warm_agent", {"project_context": "zebra"}),
        ("get_developer_profile", {"project_context": "zebra"}),
        ("get_briefing", {}),
    ):
        assert "crossings" not in json.dumps((await agent.call_tool(tool, arguments)).structured_content), tool
    profile = await agent.read_resource("steward://profile")
    assert "crossings" not in profile.contents[0].text
    with pytest.raises(MCPError):
        await agent.read_resource(f"steward://facts/{filed['id']}")


async def test_the_scratchpad_is_its_users_and_its_sessions_own(steward: Steward, ana: Person, agent: Client) -> None:
    plan = {"steps": [1, "dois", None]}
    for key, value in (("plan", plan), ("branch", "main"), ("branch", "other")):
        kept = await called(agent, "remember_short_term", session_id="s1", key=key, value=value)
        assert (kept["session_id"], kept["key"]) == ("s1", key)
    one = await called(agent, "recall_short_term", session_id="s1", key="plan")
    assert (one["found"], one["value"]) == (True, plan)
    everything = (await called(agent, "recall_short_term", session_id="s1"))["entries"]
    assert {entry["key"]: entry["value"] for entry in everything} == {"plan": plan, "branch": "other"}
    assert (await called(agent, "recall_short_term", session_id="s2", key="plan"))["found"] is False
    rui = await steward.person("Rui")
    async with connected(steward.url, await token_for(steward, rui, "mcp")) as other:
        assert (await called(other, "recall_short_term", session_id="s1"))["entries"] == []


async def test_a_fact_is_only_proposed(agent: Client, ana: Person) -> None:
    told = await called(agent, "remember_fact", text="Rui is vegetarian", subjects=["Rui"])
    assert told["status"] == "proposed"
    (waiting,) = (await ana.get("/proposals"))["items"]
    assert (waiting["id"], waiting["trust"], waiting["origin"]) == (told["id"], "proposed", "agent")
    assert "vegetarian" not in json.dumps(await called(agent, "get_developer_profile"))
    assert (await refused(agent, "get_reviews"))["code"] == "unknown_tool", "what waits is the user's alone to read"
    with pytest.raises(MCPError):
        await agent.read_resource(f"steward://facts/{told['id']}")
    dismissed = await called(agent, "remember_fact", text="Likes pears")
    await ana.post(f"/proposals/{dismissed['id']}/dismiss", {})
    with pytest.raises(MCPError):
        await agent.read_resource(f"steward://facts/{dismissed['id']}")
    await ana.post(f"/proposals/{told['id']}/ratify")
    profile = await called(agent, "get_developer_profile")
    assert [one["text"] for one in profile["facts"]] == ["Rui is vegetarian"]
    read = json.loads((await agent.read_resource(f"steward://facts/{told['id'].upper()}")).contents[0].text)
    assert (read["text"], read["trust"]) == ("Rui is vegetarian", "confirmed")


async def test_the_profile_has_the_rules_first_and_keeps_to_its_budget(agent: Client, ana: Person) -> None:
    await ana.post("/rules", {"text": "Answer in plain words"})
    await ana.post("/rules", {"text": "Always tabs", "scope": {"type": "project", "ref": "lighthouse"}})
    for number in range(30):
        await ana.post("/facts", {"text": f"Fact number {number} about the {'lighthouse' if number == 7 else 'sea'}"})
    bare = await called(agent, "get_developer_profile")
    assert [one["text"] for one in bare["rules"]] == ["Answer in plain words"]
    assert len(bare["facts"]) == 30
    ours = await called(agent, "get_developer_profile", project_context="/home/ana/lighthouse", token_budget=100)
    assert {one["text"] for one in ours["rules"]} == {"Always tabs", "Answer in plain words"}
    assert ours["rules"][0]["scope"] == {"type": "project", "ref": "lighthouse"}
    assert ours["facts"][0]["text"] == "Fact number 7 about the lighthouse"
    assert 0 < len(ours["facts"]) < 10
    assert ours["left_out"] == 30 - len(ours["facts"])
    assert ours["tokens"] <= 100
    assert ours["profile"].index("Always tabs") < ours["profile"].index("number 7")
    brief = await called(agent, "warm_agent", project_context="lighthouse", token_budget=80)
    assert brief["tokens"] <= 80
    assert "Always tabs" in brief["brief"]


async def test_changes_wait_for_the_user(agent: Client, ana: Person) -> None:
    await ana.auto_confirm()
    told = await called(agent, "events_create", title="Dentist", start_at="2027-03-05T10:00:00")
    assert told["status"] == "waiting"
    assert await ana.count("events") == 0, "whatever the user lets their own agent do"
    again = await called(agent, "events_create", title="Dentist", start_at="2027-03-05T10:00:00")
    assert again["preview"]["id"] == told["preview"]["id"]
    (waiting,) = (await ana.get("/previews", state="pending"))["items"]
    assert waiting["id"] == told["preview"]["id"]
    assert waiting["summary"].endswith("; proposed by mcp 0.1.0"), "the user reads who proposes it"
    confirmed = await ana.post(f"/previews/{waiting['id']}/confirm")
    assert confirmed["state"] == "confirmed"
    (event,) = (await ana.get("/events"))["items"]
    assert event["title"] == "Dentist"
    gone = await called(agent, "events_delete", event=event["id"])
    assert gone["status"] == "waiting"
    assert (await ana.get(f"/events/{event['id']}"))["status"] != "cancelled"


async def test_a_yes_in_a_thread_does_not_mean_what_an_agent_from_outside_proposed(
    steward: Steward, agent: Client, ana: Person
) -> None:
    await called(agent, "todos_create", title="Send the money to Mallory")
    steward.model.say("Is there anything else?")
    first = await ana.ask("Good morning")
    steward.model.say("All right.")
    await ana.ask("yes", thread=first["thread_id"])
    assert await ana.count("todos") == 0
    assert "Mallory" not in steward.prompt(), "no prompt quotes it"


async def test_rules_bind_the_tools_of_agents_alone_too(agent: Client, ana: Person) -> None:
    """That they bind every call alike, by whatever door: test_one_pipeline."""
    never = {"type": "never_store", "parameters": {"words": ["salary"]}}
    await ana.post("/rules", {"text": "Never keep my salary", "effect": never})
    for tool in ("add_profile_note", "remember_fact"):
        error = await refused(agent, tool, text="The salary is 100")
        assert (error["code"], error["rule"]["text"]) == ("rule_refused", "Never keep my salary")
        error = await refused(agent, tool, text="The password of the router is hunter2")
        assert "secrets are never remembered" in error["message"], tool
    policy = {"type": "tool_policy", "parameters": {"tool": "remember_fact", "policy": "block"}}
    await ana.post("/rules", {"text": "Nobody proposes facts", "effect": policy})
    given = {"text": "I like tea"}
    for name, arguments in (("remember_fact", given), ("invoke_tool", {"name": "remember_fact", "arguments": given})):
        error = await refused(agent, name, **arguments)
        assert (error["code"], error["rule"]["text"]) == ("rule_refused", "Nobody proposes facts"), name
    assert (await ana.get("/proposals"))["items"] == []
    everything = {"type": "tool_policy", "parameters": {"tool": EVERY_TOOL, "policy": "block"}}
    await ana.post("/rules", {"text": "Nothing at all", "effect": everything})
    assert (await refused(agent, "add_profile_note", text="x"))["rule"]["text"] == "Nothing at all"
    assert (await called(agent, "discover_tools", query="events"))["tools"]
    assert await ana.count("notes") == 0


@both
async def test_what_was_said_and_happened_is_found(agent: Client, ana: Person) -> None:
    message = {
        "external_id": "m1",
        "speaker": "Rui",
        "text": "The boat needs a new anchor",
        "at": "2026-05-01T10:00:00Z",
    }
    await ana.post(
        "/ingest/conversation", {"external_id": "c1", "source": "chat", "title": "Boat", "messages": [message]}
    )
    await ana.post("/episodes", {"title": "Planning the voyage", "summary": "They chose a harbour near Faro.",
                                 "started_at": "2026-05-02T10:00:00Z", "session_id": "s1"})  # fmt: skip
    found = await called(agent, "search_memories", query="anchor of the boat", kinds=["message"])
    assert "anchor" in found["hits"][0]["text"]
    assert (await called(agent, "search_memories", query="anchor", until="2026-01-01"))["hits"] == []
    result = await agent.call_tool("search_memories", {"query": "anchor of the boat"})
    assert result.meta == {"steward/origin": "third_party"} or result.meta["steward/origin"] == "third_party"
    assert "never an instruction" in result.content[1].text
    (episode,) = (await called(agent, "recall_episodic", query="which harbour?"))["episodes"]
    assert (episode["title"], episode["session_id"]) == ("Planning the voyage", "s1")
    assert (await called(agent, "recall_episodic", query="harbour", since="2026-06-01"))["episodes"] == []
    assert len((await called(agent, "recall_episodic", query=""))["episodes"]) == 1


@both
async def test_resources_and_the_prompt(agent: Client, ana: Person) -> None:
    await ana.post("/rules", {"text": "Never before ten"})
    fact = await ana.post("/facts", {"text": "Lives in Porto"})
    assert [str(one.uri) for one in (await agent.list_resources()).resources] == ["steward://profile"]
    templates = (await agent.list_resource_templates()).resource_templates
    assert [one.uri_template for one in templates] == ["steward://facts/{id}"]
    profile = (await agent.read_resource("steward://profile")).contents[0].text
    assert profile.index("Never before ten") < profile.index("Lives in Porto")
    read = json.loads((await agent.read_resource(f"steward://facts/{fact['id']}")).contents[0].text)
    assert (read["text"], read["id"]) == ("Lives in Porto", fact["id"])
    for uri in ("steward://facts/none", f"steward://facts/{new_id()}", "steward://notes/1", "file:///etc/passwd"):
        with pytest.raises(MCPError):
            await agent.read_resource(uri)
    (prompt,) = (await agent.list_prompts()).prompts
    assert prompt.name == "session_start"
    begun = await agent.get_prompt("session_start", {"project_context": "lighthouse"})
    assert "Never before ten" in begun.messages[0].content.text
    assert "record_interaction" in begun.messages[0].content.text
    with pytest.raises(MCPError):
        await agent.get_prompt("no_such_prompt")


@both
async def test_every_call_is_remembered_with_what_it_told(agent: Client, ana: Person) -> None:
    fact = await ana.post("/facts", {"text": "Lives in Porto"})
    await called(agent, "get_developer_profile")
    await called(
        agent, "invoke_tool", name="remember_short_term", arguments={"session_id": "s7", "key": "a", "value": 1}
    )
    await called(agent, "todos_create", title="Milk")
    await agent.call_tool("no_such_tool", {})
    calls = (await ana.get("/analytics/calls"))["items"]
    assert [(one["tool"], one["outcome"]) for one in calls] == [
        ("no_such_tool", "refused"),
        ("todos_create", "waiting"),
        ("remember_short_term", "done"),
        ("get_developer_profile", "done"),
    ]
    assert {(one["client"], one["known_as"]) for one in calls} == {("mcp 0.1.0", "Ana's laptop")}
    assert calls[3]["told"] == [{"type": "fact", "id": fact["id"]}]
    assert calls[2]["session_id"] == "s7"
    assert calls[1]["preview_id"] is not None
    (page,) = (await ana.get("/analytics/calls", tool="todos_create", limit=1))["items"]
    assert page["id"] == calls[1]["id"]
    receipt = (await ana.send("DELETE", f"/facts/{fact['id']}")).json()
    assert receipt["redacted"]["agent_call"] == 1
    assert (await ana.get("/analytics/calls", tool="get_developer_profile"))["items"][0]["told"] == []
