"""What does `/analytics` tell of agents and their sessions, outside agents' and Steward's own, and to whom?"""

from typing import Any

import pytest
from tests.acceptance.conftest import Start
from tests.acceptance.test_own_turns import LONG, alignment, own, rule_of, said
from tests.support.mcp import called, connected, interaction, token_for
from tests.support.steward import Person, Steward

VIEWS = ("agents", "friction", "vibe-map", "trends")


async def report(person: Person, **values: Any) -> dict[str, Any]:
    made: dict[str, Any] = await person.post("/interactions", interaction(**values))
    return made


# --- rules and outside agents


async def test_an_agent_that_was_told_a_rule_and_is_liked_speaks_for_it(steward: Steward, ana: Person) -> None:
    rule, other = await rule_of(ana), await rule_of(ana, "Metric units")
    token = await token_for(steward, ana, "mcp", name="laptop")
    async with connected(steward.url, token) as client:
        await called(client, "record_interaction", **interaction(response=LONG))
        assert (await alignment(ana, rule))[0] == 0, "nobody had told it"
        await called(client, "get_developer_profile")
        before = (await alignment(ana, rule))[1]
        liked = await called(client, "record_interaction", **interaction(response=LONG))
        assert await alignment(ana, rule) == (pytest.approx(1 / 11), before)
        assert (await alignment(ana, other))[0] == pytest.approx(1 / 11)
        await called(client, "record_interaction", **interaction(response=LONG, was_corrected=True))
        assert (await alignment(ana, rule))[0] == pytest.approx(1 / 11)
        stranger = await token_for(steward, ana, "mcp", name="another machine")
        async with connected(steward.url, stranger) as elsewhere:
            await called(elsewhere, "record_interaction", **interaction(response=LONG, session_id="s9"))
        assert (await alignment(ana, rule))[0] == pytest.approx(1 / 11), "another client was told nothing"
    session = await ana.get("/analytics/sessions/s1")
    assert {one["id"] for one in session["active_rules"]} == {rule, other}
    await ana.patch(f"/interactions/{liked['id']}", {"was_corrected": True})
    assert (await alignment(ana, rule))[0] == 0, "a correction that comes later takes it back"
    await ana.patch(f"/interactions/{liked['id']}", {"was_corrected": False})
    assert (await alignment(ana, rule))[0] == pytest.approx(1 / 11)
    await ana.send("DELETE", f"/interactions/{liked['id']}")
    assert (await alignment(ana, rule))[0] == 0
    gone = await ana.send("DELETE", f"/rules/{other}")
    assert gone.status_code == 200


# --- sessions


async def test_a_running_and_an_ended_session_of_an_outside_agent(steward: Steward, ana: Person) -> None:
    for number in range(8):
        await report(ana, was_corrected=number > 3, latency_ms=1_000, response=LONG if number < 2 else "short")
    told = await ana.get("/analytics/sessions/s1")
    assert (told["state"], told["interactions"], told["corrected"], told["correction_rate"]) == ("running", 8, 4, 0.5)
    assert (told["vibe_matches"], told["trend"], told["latency_ms_p50"]) == (2, "rising", 1_000)
    assert told["recent"] > told["friction_score"] > 0
    assert told["active_rules"] == []
    assert [one["agent"] for one in told["agents"]] == ["coder"]
    assert (await ana.get("/analytics/sessions/s1", model="large"))["interactions"] == 0
    await ana.execute("update interactions set created_at = created_at - interval '31 minutes' where user_id = :me")
    ended = await ana.get("/analytics/sessions/s1")
    assert (ended["state"], ended["interactions"]) == ("ended", 8)
    bruno = await steward.person("Bruno")
    for missing in ("s2", "s1/", "§ nothing", "0192f2f4-0000-7000-8000-000000000000"):
        assert (await ana.send("GET", f"/analytics/sessions/{missing}")).status_code == 404, missing
    assert (await bruno.send("GET", "/analytics/sessions/s1")).status_code == 404


async def test_a_session_in_which_nothing_was_reported_yet(steward: Steward, ana: Person) -> None:
    rule = await rule_of(ana)
    token = await token_for(steward, ana, "mcp")
    async with connected(steward.url, token) as client:
        await called(client, "get_developer_profile")
        await called(client, "remember_short_term", session_id="só/ 日本", key="k", value=1)
    told = await ana.get("/analytics/sessions/só/ 日本")
    assert (told["state"], told["interactions"], told["recent"], told["alignment"]) == ("running", 0, None, None)
    assert (told["trend"], told["agents"], told["correction_rate"]) == ("steady", [], None)
    assert [one["id"] for one in told["active_rules"]] == [rule]


async def test_stewards_own_sessions_by_thread_and_by_session(steward: Steward, ana: Person) -> None:
    rule = await rule_of(ana)
    first = await said(steward, ana, "Tell me of my week", LONG)
    thread = first["thread_id"]
    await said(steward, ana, "That's wrong", "Sorry.", thread)
    told = await ana.get(f"/analytics/sessions/{thread}")
    assert (told["state"], told["interactions"], told["corrected"]) == ("running", 2, 1)
    assert [one["id"] for one in told["active_rules"]] == [rule]
    assert [(one["agent"], one["model"]) for one in told["agents"]] == [("steward", "smart")]
    session = (await own(ana))[0]["session_id"]
    assert (await ana.get(f"/analytics/sessions/{session}"))["interactions"] == 2
    await ana.execute("update messages set at = at - interval '2 hours' where user_id = :me")
    await said(steward, ana, "Good evening", "Good evening.", thread)
    assert (await ana.get(f"/analytics/sessions/{session}"))["interactions"] == 2
    assert (await ana.get(f"/analytics/sessions/{thread}"))["interactions"] == 3
    empty = (await ana.ask("/new"))["thread_id"]
    nothing = await ana.get(f"/analytics/sessions/{empty}")
    assert (nothing["interactions"], nothing["state"]) == (0, "running")


# --- views


async def test_the_views_are_empty_where_there_is_nothing(ana: Person) -> None:
    views = {name: await ana.get(f"/analytics/{name}") for name in VIEWS}
    assert views["agents"] == {"agents": []}
    assert views["vibe-map"] == {"clusters": [], "alone": 0, "looked_at": 0}
    assert views["trends"]["items"] == []
    assert (views["friction"]["total"]["interactions"], views["friction"]["total"]["friction_score"]) == (0, None)
    assert (views["friction"]["sessions"], views["friction"]["events"]) == ([], [])


@pytest.mark.parametrize("view", [*VIEWS, "sessions/s1"])
async def test_bad_times_are_named(ana: Person, view: str) -> None:
    for name in ("since", "until"):
        refused = await ana.send("GET", f"/analytics/{view}", params={name: "yesterdayish"})
        assert (refused.status_code, refused.json()["errors"][0]["loc"]) == (422, ["query", name])
    long = await ana.send("GET", f"/analytics/{view}", params={"agent": "x" * 501})
    assert long.status_code == 422


async def test_times_are_the_users(ana: Person) -> None:
    await report(ana)
    await ana.execute("update interactions set created_at = '2026-03-01T23:30:00Z' where user_id = :me")
    await ana.patch("/me", {"timezone": "Asia/Tokyo"})
    assert [one["date"] for one in (await ana.get("/analytics/trends", since="2026-03-01"))["items"]] == ["2026-03-02"]
    assert (await ana.get("/analytics/agents", since="2026-03-02", until="2026-03-03"))["agents"]
    assert (await ana.get("/analytics/agents", since="2026-03-01T23:31:00Z"))["agents"] == []
    assert (await ana.get("/analytics/agents", until="2026-03-02"))["agents"] == []
    assert (await ana.get("/analytics/agents", since="2030-01-01", until="2020-01-01"))["agents"] == []


async def test_agents_are_compared_by_http_and_by_mcp_alike(steward: Steward, ana: Person) -> None:
    await said(steward, ana, "Good morning", "Good morning.")
    for latency in (100, 300, 900):
        await report(ana, latency_ms=latency, was_corrected=latency == 900)
    await report(ana, agent="écrivain 🖊", model="large", response=LONG)
    by_http = await ana.get("/analytics/agents")
    assert [one["agent"] for one in by_http["agents"]] == ["coder", "steward", "écrivain 🖊"]
    coder = by_http["agents"][0]
    assert (coder["interactions"], coder["corrected"], coder["latency_ms_p50"]) == (3, 1, 300)
    assert coder["correction_rate"] == pytest.approx(1 / 3, abs=1e-3)
    async with connected(steward.url, await token_for(steward, ana, "mcp")) as client:
        assert await called(client, "get_agent_analytics") == by_http
        one = await called(client, "get_agent_analytics", agent="écrivain 🖊", model="large", since="2020-01-01")
    assert [each["vibe_matches"] for each in one["agents"]] == [1]
    bruno = await steward.person("Bruno")
    assert (await bruno.get("/analytics/agents"))["agents"] == []


async def test_the_vibe_map_holds_stewards_own(steward: Steward, ana: Person) -> None:
    for correction in ("No classes around tests, please", "I told you: no classes around tests"):
        await report(ana, was_corrected=True, correction=correction)
    answer = await said(steward, ana, "Write me a test", "class Test: …")
    comment = {"rating": "bad", "comment": "No classes around tests!"}
    await ana.post(f"/runs/{answer['run']['id']}/feedback", comment)
    (cluster,) = (await ana.get("/analytics/vibe-map"))["clusters"]
    assert (cluster["interactions"], cluster["agents"]) == (3, ["coder", "steward"])
    assert {"classes", "tests"} & set(cluster["terms"])
    friction = await ana.get("/analytics/friction")
    assert {one["correction"] for one in friction["events"]} >= {"No classes around tests!"}


# --- interactions by hand


async def test_an_interaction_has_the_routes_of_an_entity(steward: Steward, ana: Person) -> None:
    made = await report(ana, external_id="i1", source="ci", correction="Não assim 🙃", was_corrected=True)
    assert (made["friction_score"], made["run_id"], made["signs"]) == (0.6, None, [])
    again = await ana.send("POST", "/interactions", json=interaction(external_id="i1", source="ci"))
    assert (again.status_code, again.json()["code"], again.json()["id"]) == (409, "already_exists", made["id"])
    assert await ana.count("interactions") == 1
    assert await ana.get(f"/interactions/{made['id']}") == made
    assert (await ana.get("/interactions", session_id="s1", q="assim"))["items"] == [made]
    bad = await ana.send("POST", "/interactions", json=interaction(latency_ms=-1, edit_count="x", agent=""))
    fields = {error["loc"][-1] for error in bad.json()["errors"]}
    assert (bad.status_code, fields) == (422, {"latency_ms", "edit_count", "agent"})
    bruno = await steward.person("Bruno")
    for method in ("GET", "PATCH", "DELETE"):
        denied = await bruno.send(method, f"/interactions/{made['id']}", json={} if method == "PATCH" else None)
        assert denied.status_code == 404, method
    receipt = (await ana.send("DELETE", f"/interactions/{made['id']}")).json()
    assert receipt["deleted"] == {"interaction": 1}
    assert await ana.count("interactions") == 0


# --- rest


async def test_inference_says_that_it_rests(start: Start) -> None:
    async with start(workers=1, llm_provider="reader") as steward:
        ana, owner = await steward.person(), await steward.owner()
        await report(ana, was_corrected=True, correction="No classes around tests")
        job = "/system/jobs/interactions.infer"
        await owner.post(f"{job}/run")
        run = await ended(owner, job)
    assert run["outcome"] == "skipped"
    assert "no model is configured" in run["detail"]


async def ended(owner: Person, job: str) -> dict[str, Any]:
    """The newest run of a job that came to an end."""
    runs = await owner.until(f"{job}/runs", lambda page: any(run["finished_at"] for run in page["items"]))
    return next(dict(run) for run in runs["items"] if run["finished_at"])


async def test_what_an_outside_agent_leaves_calls_the_user_once_an_hour(steward: Steward, ana: Person) -> None:
    async with connected(steward.url, await token_for(steward, ana, "mcp")) as client:
        for title in ("Buy milk", "Buy bread", "Buy milk"):
            await called(client, "todos_create", title=title)
    assert await ana.count("previews") == 2
    assert await ana.count("pushes") == 1
    assert await ana.scalar("select kind from pushes where user_id = :me") == "needs_input"
    opens = await ana.scalar("select opens from pushes where user_id = :me")
    assert (await ana.get(f"/previews/{opens}"))["state"] == "pending"
    assert "milk" not in (await ana.scalar("select title || body from pushes where user_id = :me")).lower()
