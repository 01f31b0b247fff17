"""Who may come in at `/mcp`, and what is said to whoever sends nonsense? JSON-RPC over HTTP, by nobody's library."""

import asyncio
import json

import httpx
import pytest
from mcp.shared.exceptions import MCPError
from starlette.requests import Request
from tests.support.mcp import ACCEPT, GENERATION, INITIALIZE, alone, by_hand, called, connected, token_for
from tests.support.steward import Person, Steward

from orchestrator.errors import RateLimited
from orchestrator.kit.ids import new_id
from orchestrator.mcp_api.http import BURST, PER_SECOND, SESSIONS_OF_A_TOKEN, McpDoor
from orchestrator.web.access.auth import Principal


def problem_of(answer: httpx.Response) -> tuple[int, str]:
    assert answer.headers["content-type"] == "application/problem+json", answer.text
    return answer.status_code, answer.json()["code"]


async def test_strangers_and_other_tokens_stay_outside(steward: Steward, ana: Person) -> None:
    async with by_hand(steward.url, None) as stranger:
        answer = await stranger.send("initialize", INITIALIZE)
        assert problem_of(answer) == (401, "unauthenticated")
        assert answer.headers["www-authenticate"].startswith("Bearer")
        assert problem_of(await stranger.http.get("/mcp")) == (401, "unauthenticated")
        assert problem_of(await stranger.http.delete("/mcp")) == (401, "unauthenticated")
    async with by_hand(steward.url, "stw_" + "x" * 43) as liar:
        assert problem_of(await liar.send("initialize", INITIALIZE)) == (401, "unauthenticated")
    async with by_hand(steward.url, await token_for(steward, ana, "read", "write", "ask")) as other:
        assert problem_of(await other.send("initialize", INITIALIZE)) == (403, "scope_missing")
        huge = await other.post("x" * 3_000_000)
        assert problem_of(huge) == (403, "scope_missing"), "before the body"


async def test_a_revoked_token_opens_nothing_any_more(steward: Steward, ana: Person) -> None:
    owner = await steward.owner()
    made = await owner.post("/tokens", {"name": "old", "scopes": ["mcp"], "user_id": str(ana.id)})
    async with by_hand(steward.url, made["token"]) as agent:
        await agent.open()
        assert (await agent.call("get_developer_profile")).status_code == 200
        await owner.client.delete(f"/tokens/{made['id']}")
        assert problem_of(await agent.call("get_developer_profile")) == (401, "unauthenticated")


async def test_a_session_is_the_tokens_that_opened_it(steward: Steward, ana: Person) -> None:
    rui = await steward.person("Rui")
    async with (
        by_hand(steward.url, await token_for(steward, ana, "mcp")) as agent,
        by_hand(steward.url, await token_for(steward, ana, "mcp")) as same_user,
        by_hand(steward.url, await token_for(steward, rui, "mcp")) as other_user,
    ):
        await agent.open()
        for thief in (same_user, other_user):
            thief.session_id = agent.session_id
            assert (await thief.call("get_developer_profile")).status_code == 404
            assert (
                await thief.http.delete("/mcp", headers={"mcp-session-id": agent.session_id or ""})
            ).status_code == 404
        assert (await agent.call("get_developer_profile")).json()["result"]["structuredContent"]["user"]["name"] == (
            "Ana Reis"
        )
        agent.session_id, mine = "0" * 32, agent.session_id
        assert (await agent.call("get_developer_profile")).status_code == 404, "no such session"
        agent.session_id = None
        assert (await agent.call("get_developer_profile")).status_code == 400, "no session at all"
        agent.session_id = mine
        ended = await agent.http.delete("/mcp", headers={"mcp-session-id": mine or ""})
        assert ended.status_code == 200
        assert (await agent.call("get_developer_profile")).status_code == 404


async def test_two_users_are_kept_apart(steward: Steward, ana: Person) -> None:
    rui = await steward.person("Rui")
    fact = await ana.post("/facts", {"text": "Lives in Porto"})
    async with connected(steward.url, await token_for(steward, rui, "mcp")) as agent:
        assert "Porto" not in json.dumps(await called(agent, "get_developer_profile"))
        with pytest.raises(MCPError):
            await agent.read_resource(f"steward://facts/{fact['id']}")
        assert (await called(agent, "search_memories", query="Porto"))["hits"] == []


async def test_pages_of_elsewhere_and_rebound_names_are_refused(steward: Steward, ana: Person) -> None:
    async with by_hand(steward.url, await token_for(steward, ana, "mcp")) as agent:
        refused = await agent.send("initialize", INITIALIZE, origin="https://evil.example")
        assert problem_of(refused) == (403, "scope_missing")
        assert problem_of(await agent.send("initialize", INITIALIZE, origin="null")) == (403, "scope_missing")
        assert (await agent.send("initialize", INITIALIZE, host="evil.example")).status_code == 421
        assert (await agent.send("initialize", INITIALIZE, origin=steward.url)).status_code == 200


NO_MESSAGES = (
    *(b"", b"{", b"\xff\xfe", b"null", b"[]", b"3", b'"text"', b"[" * 5_000, b"{}", b'{"jsonrpc": "2.0"}', b"NaN"),
    b'{"jsonrpc": "1.0", "id": 1, "method": "tools/list"}',
    b'[{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}]',
    b'{"jsonrpc": "2.0", "id": 1, "method": 7}',
)


async def test_what_is_no_message_is_told_so(steward: Steward, ana: Person) -> None:
    async with by_hand(steward.url, await token_for(steward, ana, "mcp")) as agent:
        await agent.open()
        for body in NO_MESSAGES:
            for headers in ({"mcp-protocol-version": GENERATION}, {"mcp-session-id": agent.session_id or ""}):
                answer = await agent.http.post("/mcp", content=body, headers={**ACCEPT, **headers})
                assert 400 <= answer.status_code < 500, (body, answer.status_code, answer.text)
                assert "Traceback" not in answer.text
            assert (await agent.send("tools/list")).status_code == 200, "the session goes on"


async def test_what_a_client_gets_wrong_is_told_to_it(steward: Steward, ana: Person) -> None:
    async with by_hand(steward.url, await token_for(steward, ana, "mcp")) as agent:
        await agent.open()
        assert (await agent.send("no/such/method")).json()["error"]["code"] == -32601
        for params in (None, {}, {"name": 7}, {"name": "x", "arguments": []}, {"name": None}, []):
            assert (await agent.send("tools/call", params)).json()["error"]["code"] == -32602, params
        for name, arguments, wrong in (
            ("record_interaction", {}, "session_id"),
            ("record_interaction", {"session_id": {"a": 1}, "agent": []}, "session_id"),
            ("remember_short_term", {"session_id": "s", "key": "k"}, "value"),
            ("remember_short_term", {"session_id": "s", "key": "k", "value": 1, "ttl_s": -1}, "ttl_s"),
            ("remember_short_term", {"session_id": "s", "key": "k", "value": 1, "ttl": 60}, "ttl"),
            ("add_profile_note", {"text": "x", "confidence": 7}, "confidence"),
            ("add_profile_note", {"text": ""}, "text"),
            ("get_developer_profile", {"token_budget": "many"}, "token_budget"),
            ("recall_episodic", {"query": "x", "since": "the day before"}, "since"),
            ("search_memories", {"query": "x", "kinds": ["note"]}, "kinds"),
            ("get_agent_analytics", {"until": 7}, "until"),
            ("discover_tools", {"query": "x", "limit": 0}, "limit"),
            ("invoke_tool", {"arguments": {}}, "name"),
            ("events_create", {"title": []}, "title"),
        ):
            result = (await agent.call(name, arguments)).json()["result"]
            assert result["isError"] is True, (name, result)
            assert wrong in result["structuredContent"]["error"]["message"], (name, result)
            assert json.loads(result["content"][0]["text"]) == result["structuredContent"]
        unknown = (await agent.call("rm_rf", {"path": "/"})).json()["result"]
        assert unknown["structuredContent"]["error"]["code"] == "unknown_tool"


async def test_odd_texts_are_taken_as_they_can_be(steward: Steward, ana: Person) -> None:
    async with by_hand(steward.url, await token_for(steward, ana, "mcp")) as agent:
        await agent.open()
        filed = (await agent.call("add_profile_note", {"text": "a\x00b 🐢 عربي"})).json()["result"]
        note = await ana.get(f"/notes/{filed['structuredContent']['id']}")
        assert note["text"] == "ab 🐢 عربي"
        surrogate = '{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"add_profile_note","arguments":' \
                    '{"text":"x\\ud800y"}}}'  # fmt: skip
        assert (await agent.post(surrogate)).status_code < 500
        for text in ("x" * 21_000, " " * 10):
            result = (await agent.call("add_profile_note", {"text": text})).json()["result"]
            assert result["isError"] is True
        kept = {"session_id": "s", "key": "k", "value": "v" * 40_000}
        assert (await agent.call("remember_short_term", kept)).json()["result"]["isError"] is True
        for number in ("NaN", "1e999", "-Infinity"):
            arguments = f'{{"session_id":"s","key":"k","value":[{number}]}}'
            call = f'{{"name":"remember_short_term","arguments":{arguments}}}'
            result = await agent.post(f'{{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{call}}}')
            assert result.json()["result"]["structuredContent"]["error"]["code"] == "invalid_request", number


async def test_a_body_that_is_too_large_is_refused(steward: Steward, ana: Person) -> None:
    async with by_hand(steward.url, await token_for(steward, ana, "mcp")) as agent:
        await agent.open()
        huge = await agent.call("add_profile_note", {"text": "x" * 1_500_000})
        assert problem_of(huge) == (413, "too_large")
        assert (await agent.send("tools/list")).status_code == 200


async def test_nothing_is_told_unasked(steward: Steward, ana: Person) -> None:
    async with by_hand(steward.url, await token_for(steward, ana, "mcp")) as agent:
        answer = await agent.http.get("/mcp", headers={"accept": "text/event-stream"})
        assert problem_of(answer) == (405, "method_not_allowed")
        assert answer.headers["allow"] == "DELETE, POST"


async def test_a_request_of_the_newer_generation_stands_alone(steward: Steward, ana: Person) -> None:
    async with by_hand(steward.url, await token_for(steward, ana, "mcp")) as agent:
        body, headers = alone("server/discover", {})
        found = (await agent.post(body, **headers)).json()["result"]
        assert GENERATION in found["supportedVersions"]
        assert "get_developer_profile" in found["instructions"]
        body, headers = alone("tools/call", {"name": "add_profile_note", "arguments": {"text": "Likes tea"}})
        result = (await agent.post(body, **headers)).json()["result"]
        note = await ana.get(f"/notes/{result['structuredContent']['id']}")
        assert note["agent"] == "by-hand 2"
        mismatch = await agent.post(body, **{**headers, "mcp-name": "other"})
        assert mismatch.status_code == 400
        unknown = await agent.post(body, **{**headers, "mcp-protocol-version": "1999-01-01"})
        assert unknown.status_code == 400


async def test_many_agents_at_once(steward: Steward, ana: Person) -> None:
    tokens = [await token_for(steward, ana, "mcp", name=f"agent {number}") for number in range(3)]

    async def work(number: int) -> None:
        async with connected(steward.url, tokens[number % 3], mode=("legacy", "auto")[number % 2]) as agent:
            session_id = f"s{number}"
            await asyncio.gather(
                *(called(agent, "remember_short_term", session_id=session_id, key=f"k{n}", value=n) for n in range(4))
            )
            kept = await called(agent, "recall_short_term", session_id=session_id)
            assert [one["value"] for one in kept["entries"]] == [0, 1, 2, 3]

    await asyncio.gather(*(work(number) for number in range(9)))
    assert await ana.count("scratchpad") == 36


async def test_a_token_that_asks_too_often_is_slowed_down(steward: Steward, ana: Person) -> None:
    door = McpDoor(steward.runtime)
    busy, calm = (Principal(ana.id, new_id(), frozenset({"mcp"}), "Ana", "a@example.org", "UTC", "en") for _ in "ab")

    def admit(principal: Principal, *headers: tuple[bytes, bytes]) -> None:
        door.admit(Request({"type": "http", "method": "POST", "headers": [*headers]}), principal)

    for _ in range(BURST):
        admit(busy, (b"mcp-session-id", b"x"))

    def too_often() -> None:
        for _ in range(BURST):  # faster than they come back
            admit(busy, (b"mcp-session-id", b"x"))

    with pytest.raises(RateLimited) as slowed:
        too_often()
    assert 0 < slowed.value.retry_after_s <= 1 / PER_SECOND
    admit(calm, (b"mcp-session-id", b"x"))


async def test_nobody_takes_all_sessions(steward: Steward, ana: Person) -> None:
    door = McpDoor(steward.runtime)
    greedy = Principal(ana.id, new_id(), frozenset({"mcp"}), "Ana", "a@example.org", "UTC", "en")
    opening = Request({"type": "http", "method": "POST", "headers": []})
    for _ in range(SESSIONS_OF_A_TOKEN):
        door.admit_opening(opening, greedy)
    with pytest.raises(RateLimited) as refused:
        door.admit_opening(opening, greedy)
    assert "sessions" in refused.value.detail
