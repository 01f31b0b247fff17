"""What becomes of a goal without any model? Planned by heart, approved by its hash, carried out, reported."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import pytest_asyncio
from tests.support.steward import NO_BRIEFING, Person, Steward, events_of

OVER = {"done", "partial", "failed", "cancelled"}
NOW = datetime.now(UTC).replace(microsecond=0, tzinfo=None)
LAST_HOUR = 23


@pytest_asyncio.fixture
async def vera(working: Steward) -> AsyncIterator[Person]:
    """A new user of a Steward that works without a model."""
    person = await working.person("Vera Dias")
    await person.patch("/me", {"timezone": "Europe/Lisbon", **NO_BRIEFING})
    yield person


async def begun(person: Person, goal: str = "Review my week", **fields: Any) -> dict[str, Any]:
    mission: dict[str, Any] = await person.post("/missions", {"goal": goal, **fields})
    assert mission["state"] == "planned", mission["last_error"]
    return mission


async def approved(person: Person, mission: dict[str, Any]) -> dict[str, Any]:
    answer: dict[str, Any] = await person.post(
        f"/missions/{mission['id']}/approve", {"plan_hash": mission["plan"]["hash"]}
    )
    return answer


async def at_rest(person: Person, mission: dict[str, Any], *states: str) -> dict[str, Any]:
    wanted = set(states) or OVER
    return dict(await person.until(f"/missions/{mission['id']}", lambda one: one["state"] in wanted))


async def event(person: Person, title: str, days: float, **fields: Any) -> dict[str, Any]:
    start = NOW + timedelta(days=days)
    start -= timedelta(hours=start.hour == LAST_HOUR)  # an hour that ends on the next day is a night more
    body = {"title": title, "start_at": start.isoformat(), "end_at": (start + timedelta(hours=1)).isoformat()}
    return dict(await person.post("/events", {**body, "timezone": "Europe/Lisbon", **fields}))


async def test_a_weekly_review_from_its_plan_to_its_report(vera: Person) -> None:
    was = await event(vera, "Dentist", -2)
    await event(vera, "Rehearsal", 3)
    todo = await vera.post("/todos", {"title": "Pay the rent"})
    mission = await begun(vera)
    assert [step["id"] for step in mission["plan"]["steps"]][-1] == "write"
    assert mission["estimate"]["money"] is None
    assert mission["estimate"]["tokens"]["high"] == 0
    assert mission["ledger"]["spent"]["calls"] == 0
    wrong = await vera.send("POST", f"/missions/{mission['id']}/approve", json={"plan_hash": "0" * 64})
    assert (wrong.status_code, wrong.json()["code"]) == (409, "plan_changed")
    assert (await approved(vera, mission))["state"] == "approved"
    done = await at_rest(vera, mission)
    assert done["state"] == "done", (done["report"], done["last_error"])
    assert done["report"].startswith("## What was not done\n\nNothing is missing.")
    assert [one["path"] for one in done["deliverables"]] == ["weekly-review.md"]
    told = {claim["text"]: claim for claim in done["claims"]}
    assert any("Dentist" in text for text in told)
    assert [claim for claim in done["claims"] if claim["label"] != "verified"] == []
    rows = {one["row"] for claim in done["claims"] for one in claim["evidence"]}
    assert {was["id"], todo["id"]} <= rows
    spent, limit = done["ledger"]["spent"], done["ledger"]["limit"]
    assert spent["calls"] == 4
    assert spent["tokens"] == 0
    assert all(spent[name] <= limit[name] for name in ("tokens", "calls", "minutes"))
    assert done["ledger"]["reserved"] == {"tokens": 0, "money_micros": None, "minutes": 0.0, "calls": 0}
    executions = (await vera.get(f"/missions/{mission['id']}/executions"))["items"]
    assert {one["state"] for one in executions} == {"done"}
    briefs = (await vera.get(f"/missions/{mission['id']}/briefs"))["items"]
    assert {one["status"] for one in briefs} == {"done"}
    run = await vera.get(f"/runs/{briefs[0]['run_id']}")
    assert run["stop_reason"] == "final_answer"
    answer = await vera.send("GET", f"/missions/{mission['id']}/stream")
    names = events_of(answer.text).names
    assert names[-1] == "final"
    assert {"state", "step", "execution"} <= set(names)
    again = await approved(vera, done)
    assert again["state"] == "done"


async def test_a_visit_asks_for_its_date_and_proposes_its_entry(vera: Person) -> None:
    await vera.patch("/me", {"auto_confirm": ["events_create"]})
    mission = await begun(vera, "Plan my parents' visit in May")
    await approved(vera, mission)
    asking = await at_rest(vera, mission, "waiting")
    (question,) = asking["questions"]
    assert question["answered_by"] is None
    assert question["options"]
    assert question["default"] == question["options"][0]["id"]
    assert question["deadline_at"]
    path = f"/missions/{mission['id']}/questions/{question['id']}/answer"
    for bad in ({"option_id": "99"}, {}, {"text": "x", "option_id": "1"}, {"text": "  "}):
        assert (await vera.send("POST", path, json=bad)).status_code == 422, bad
    await vera.post(path, {"option_id": question["options"][1]["id"]})
    waits = await vera.until(f"/missions/{mission['id']}", lambda one: one["previews"])
    (preview_id,) = waits["previews"]
    assert await vera.count("events") == 0  # whatever the user's policy lets through elsewhere
    waits = await at_rest(vera, mission, "waiting")
    preview = next(one for one in (await vera.get("/previews"))["items"] if one["id"] == preview_id)
    assert (preview["tool"], preview["state"]) == ("events_create", "pending")
    await vera.post(f"/previews/{preview_id}/confirm")
    done = await at_rest(vera, mission)
    assert done["state"] == "done", done["report"]
    assert done["questions"][0]["answered_by"] == "user"
    assert await vera.count("events") == 1
    assert question["options"][1]["label"] in done["report"]
    assert done["lessons"][0]["outcome"] == "neutral"
    again = await vera.send("POST", path, json={"option_id": question["options"][0]["id"]})
    assert again.status_code == 409
    undone = await vera.post(f"/previews/{preview_id}/undo")
    assert undone["state"] == "undone"


async def test_a_change_that_is_declined_is_told_first(vera: Person) -> None:
    mission = await begun(vera, "Plan my parents' visit in May")
    await approved(vera, mission)
    asking = await at_rest(vera, mission, "waiting")
    question = asking["questions"][0]
    path = f"/missions/{mission['id']}/questions/{question['id']}/answer"
    unread = await vera.send("POST", path, json={"text": "whenever they like"})
    assert (unread.status_code, "14 to 18 May" in unread.json()["detail"]) == (422, True), unread.text
    await vera.post(path, {"text": "14 May to 18 May"})
    waits = await vera.until(f"/missions/{mission['id']}", lambda one: one["previews"] or one["state"] in OVER)
    preview = await vera.get(f"/previews/{waits['previews'][0]}")
    assert ("05-14" in str(preview["arguments"]), "all_day" in str(preview)) == (True, True), preview
    await vera.post(f"/previews/{preview['id']}/cancel")
    done = await at_rest(vera, mission)
    assert done["state"] == "partial"
    assert done["report"].index("What was not done") < done["report"].index("What was done")
    assert "enter" in done["report"] or "entry" in done["report"]


async def test_a_packing_list_from_events_and_facts(vera: Person) -> None:
    await event(vera, "Flight to Rome", 5)
    await event(vera, "Swimming at the lake", 6)
    await event(vera, "Wedding of Ana", 8)
    await vera.post("/facts", {"text": "I take my allergy medicine to Rome", "kind": "soft_fact"})
    mission = await begun(vera, "Packing list for my trip to Rome", deliverable="rome.md")
    await approved(vera, mission)
    done = await at_rest(vera, mission)
    assert done["state"] == "done", done["report"]
    assert done["deliverables"][0]["path"] == "rome.md"
    text = await vera.send("GET", f"/workspaces/{done['workspace_id']}/files/rome.md")
    for word in ("swimwear", "something smart to wear", "3 × shirt", "allergy medicine"):
        assert word in text.text, text.text
    assert all(claim["label"] == "verified" for claim in done["claims"])


async def test_what_a_request_may_not_say(vera: Person) -> None:
    for bad in (
        {},
        {"goal": "  "},
        {"goal": "x", "tools": ["no_such_tool"]},
        {"goal": "x", "agents": ["nobody"]},
        {"goal": "x", "budget": {"calls": 0}},
        {"goal": "x", "budget": {"tokens": -1}},
        {"goal": "x", "budget": {"tokens": True}},
        {"goal": "x", "delegation": "anarchy"},
        {"goal": "x", "deadline": "2001-01-01T00:00:00Z"},
        {"goal": "x", "deadline": "2030-01-01T00:00:00"},
        {"goal": "x" * 5000},
        {"goal": "x", "surprise": 1},
        {"goal": "x", "checks": [{"kind": "prayer"}]},
        [],
    ):
        answer = await vera.send("POST", "/missions", json=bad)
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid_request"), (bad, answer.text)
        assert "function" not in answer.text, answer.text
    assert (await vera.get("/missions"))["items"] == []


async def test_a_goal_in_a_message_that_is_too_long_or_nothing(vera: Person) -> None:
    bundle = await vera.ask("/mission " + "Review my week. " * 500)
    assert (bundle["status"], "4000" in bundle["answer"]) == ("answered", True), bundle["answer"]
    blank = await vera.ask("/mission \x00")
    assert (blank["status"], "/mission" in blank["answer"]) == ("answered", True), blank["answer"]
    assert (await vera.get("/missions"))["items"] == []


async def test_a_budget_that_no_plan_keeps_leaves_it_failed_until_it_is_planned_anew(vera: Person) -> None:
    mission = await vera.post("/missions", {"goal": "Review my week", "budget": {"calls": 2}})
    assert (mission["state"], mission["plan"]["steps"]) == ("failed", [])
    assert "2" in mission["last_error"]
    refused = await vera.send("POST", f"/missions/{mission['id']}/approve", json={"plan_hash": "x"})
    assert (refused.status_code, refused.json()["code"]) == (409, "mission_state")
    again = await vera.post(f"/missions/{mission['id']}/plan", {"feedback": "fewer"})
    assert again["state"] == "failed"


async def test_checks_of_the_user_that_do_not_hold_make_it_partial(vera: Person) -> None:
    await event(vera, "Dentist", -1)
    mission = await begun(vera, checks=["dentist", "the zeppelin timetable", {"kind": "items", "at_least": 1}])
    await approved(vera, mission)
    done = await at_rest(vera, mission)
    assert done["state"] == "partial"
    head = done["report"].split("## What was done")[0]
    assert "zeppelin" in head
    assert "dentist" not in head


async def test_one_that_was_cancelled_before_it_began_reports_that_nothing_was_done(vera: Person) -> None:
    mission = await begun(vera)
    ended = await vera.post(f"/missions/{mission['id']}/cancel")
    assert "You cancelled it." in ended["report"]
    assert "Nothing was done." in ended["report"]
    assert ended == await vera.post(f"/missions/{mission['id']}/cancel")
    refused = await vera.post("/missions", {"goal": "Review my week", "budget": {"calls": 1}})
    assert refused["state"] == "failed"
    without_a_plan = await vera.post(f"/missions/{refused['id']}/cancel")
    assert (without_a_plan["state"], "Nothing was done." in without_a_plan["report"]) == ("cancelled", True)


@pytest.mark.parametrize(
    ("deliverable", "path"),
    [
        ("my week.md", "my week.md"),
        (" reports/Semana de março.md ", "reports/Semana de março.md"),
        ("a list of what is due, then a summary.", "weekly-review.md"),
        ("version 1.2 of it", "weekly-review.md"),
        ("../my week.md", "weekly-review.md"),
    ],
)
async def test_a_deliverable_that_is_named_like_a_file_is_that_file(vera: Person, deliverable: str, path: str) -> None:
    mission = await begun(vera, deliverable=deliverable)
    await approved(vera, mission)
    done = await at_rest(vera, mission)
    assert [one["path"] for one in done["deliverables"]] == [path]
    file = await vera.send("GET", f"/workspaces/{done['workspace_id']}/files/{path}")
    assert file.status_code == 200


async def test_pause_cancel_and_other_people(vera: Person, working: Steward) -> None:
    mission = await begun(vera, "Plan my parents' visit in May")
    await approved(vera, mission)
    await at_rest(vera, mission, "waiting")
    paused = await vera.post(f"/missions/{mission['id']}/pause")
    assert paused["state"] == "paused"
    question = paused["questions"][0]
    await vera.post(f"/missions/{mission['id']}/questions/{question['id']}/answer", {"option_id": "1"})
    assert (await vera.get(f"/missions/{mission['id']}"))["state"] == "paused"
    assert (await vera.post(f"/missions/{mission['id']}/resume"))["state"] == "running"
    await at_rest(vera, mission, "waiting")
    ended = await vera.post(f"/missions/{mission['id']}/cancel")
    assert ended["state"] == "cancelled"
    not_done, done = ended["report"].split("## What was done")
    assert not_done.startswith("## What was not done\n\n- You cancelled it.\n")
    assert "Still waits for your yes: " in not_done
    assert "Look what is in the calendar then: " in done
    assert "Used: 0 tokens" in done
    assert (await vera.send("POST", f"/missions/{mission['id']}/resume")).status_code == 409
    other = await working.person("Otto")
    for method, path in (
        ("GET", ""),
        ("POST", "/cancel"),
        ("POST", "/pause"),
        ("GET", "/briefs"),
        ("GET", "/stream"),
        ("DELETE", ""),
    ):
        answer = await other.send(method, f"/missions/{mission['id']}{path}")
        assert answer.status_code == 404, path
    read = (await vera.send("GET", f"/missions/{mission['id']}")).headers["etag"]
    assert (await vera.send("DELETE", f"/missions/{mission['id']}", headers={"If-Match": '"1"'})).status_code == 412
    assert (await vera.send("DELETE", f"/missions/{mission['id']}", headers={"If-Match": read})).status_code == 200
    mine = await other.post("/missions", {"goal": "Review my week"})
    assert [one["id"] for one in (await other.get("/missions"))["items"]] == [mine["id"]]


async def test_erasing_what_it_read_takes_its_words(vera: Person) -> None:
    was = await event(vera, "Clandestine rendezvous", -2)
    mission = await begun(vera)
    await approved(vera, mission)
    done = await at_rest(vera, mission)
    assert "Clandestine" in done["report"]
    receipt = (await vera.send("DELETE", f"/events/{was['id']}")).json()
    assert receipt["redacted"]["mission"] == 1
    left = await vera.get(f"/missions/{mission['id']}")
    assert "Clandestine" not in str(left)
    assert left["deliverables"] == []
    executions = await vera.get(f"/missions/{mission['id']}/executions")
    assert "Clandestine" not in str(executions)
    assert (await vera.send("DELETE", f"/missions/{mission['id']}")).json()["deleted"]["mission"] == 1
    assert (await vera.send("GET", f"/missions/{mission['id']}")).status_code == 404


async def test_in_a_conversation_and_on_the_phone(vera: Person) -> None:
    told = await vera.ask("Plan my parents' visit in May")
    assert told["command_result"]["command"] == "mission"
    mission_id = told["command_result"]["mission_id"]
    assert (await vera.get(f"/missions/{mission_id}"))["state"] == "planned"
    lunch = await vera.ask("plan lunch with Ana tomorrow at 13:00")
    assert (lunch["command_result"] or {}).get("command") != "mission"
    refused = await vera.try_ask("/mission approve")
    assert "scope" in refused.json()["answer"] or refused.json()["command_result"], refused.text
    shown = await vera.get("/mobile/missions")
    assert shown["items"][0]["id"] == mission_id
    listed = await vera.ask("/mission")
    assert "parents" in listed["answer"]
    em = await vera.ask("Planeia a visita dos meus pais em maio")
    assert em["command_result"]["command"] == "mission"
    party = await vera.ask("Plan our garden party in June")
    which = await vera.ask("aprova a missão")
    assert "Qual missão" in which["answer"]
    assert "Planeia a visita dos meus pais em maio" in which["answer"]
    assert "Plan our garden party in June" in which["answer"]
    assert which["command_result"] is None
    unknown = await vera.ask("approuve la mission du voyage à Oslo")
    assert "oslo" in unknown["answer"]
    assert "Plan our garden party in June" in unknown["answer"]
    yes = await vera.ask("approve the garden party mission")
    assert yes["command_result"]["mission_id"] == party["command_result"]["mission_id"], yes["answer"]
    gone = await vera.ask("cancela a missão pais")
    assert gone["command_result"]["mission_id"] == em["command_result"]["mission_id"], gone["answer"]
    assert (await vera.get(f"/missions/{em['command_result']['mission_id']}"))["state"] == "cancelled"


async def test_what_a_mission_asks_is_answered_by_words(vera: Person) -> None:
    visit = (await vera.ask("Plan my parents' visit in May"))["command_result"]["mission_id"]
    await vera.ask("Planeia a visita dos meus tios em julho")
    await vera.ask("approve the parents mission")
    await vera.until(f"/missions/{visit}", lambda one: one["state"] == "waiting")
    shown = await vera.ask("how are my missions doing?")
    assert ("1. " in shown["answer"], "/mission answer 1" in shown["answer"]) == (True, True), shown["answer"]
    unread = await vera.ask("answer the parents mission: whenever they like")
    assert "days of your own" in unread["answer"]
    told = await vera.ask("Responde à missão: de 14 a 18 de maio")
    assert (told["command_result"] or {}).get("mission_id") == visit, told["answer"]
    done = await vera.until(f"/missions/{visit}", lambda one: one["previews"])
    assert (done["questions"][0]["answered_by"], len(done["previews"])) == ("user", 1)
    nothing = await vera.ask("/mission answer 2")
    assert "asks you anything" in nothing["answer"]


async def test_what_is_done_with_a_mission_is_not_meant_for_one_that_is_called_alike(vera: Person) -> None:
    ids = [
        (await vera.ask(goal))["command_result"]["mission_id"]
        for goal in ("planifie la visite de mes parents en mai", "planifica la visita de mis padres en mayo")
    ]
    await vera.ask("annule la mission planifie")
    again = await vera.ask("approuve la mission planifie")
    assert again["command_result"] is None, again["answer"]
    berlin = await vera.ask("cancel the visit to Berlin mission")
    assert "berlin" in berlin["answer"]
    assert [(await vera.get(f"/missions/{one}"))["state"] for one in ids] == ["cancelled", "planned"]


async def test_agents_are_data(vera: Person) -> None:
    listed = (await vera.get("/agents"))["items"]
    assert {one["name"] for one in listed} == {"planner", "researcher", "writer", "analyst", "coder", "reviewer"}
    writer = next(one for one in listed if one["name"] == "writer")
    assert writer["shipped"]
    changed = await vera.patch(f"/agents/{writer['id']}", {"instructions": "Short.", "skills": ["gift-ideas"]})
    assert (changed["instructions"], changed["skills"]) == ("Short.", ["gift-ideas"])
    assert (await vera.send("DELETE", f"/agents/{writer['id']}")).status_code == 409
    own = await vera.post("/agents", {"name": "Gardener", "tools": ["get_events"], "collaborators": ["researcher"]})
    assert (await vera.send("POST", "/agents", json={"name": "gardener"})).json()["code"] == "already_exists"
    for bad in (
        {"name": ""},
        {"name": "x", "tools": ["nope"]},
        {"name": "x", "collaborators": ["nope"]},
        {"name": "x", "skills": ["nope"]},
        {"name": "x", "budget": {"tokens": True}},
    ):
        assert (await vera.send("POST", "/agents", json=bad)).status_code == 422, bad
    absent = await vera.send("PATCH", f"/agents/{own['id']}", json={"skills": ["gift-ideas", "nope"]})
    assert absent.json()["errors"] == [{"loc": ["skills"], "message": "there is no skill 'nope'"}]
    stale = await vera.send("PATCH", f"/agents/{own['id']}", json={"purpose": "y"}, headers={"If-Match": '"9"'})
    assert stale.status_code == 412
    stale = await vera.send("DELETE", f"/agents/{own['id']}", headers={"If-Match": '"9"'})
    assert stale.status_code == 412
    assert (await vera.send("DELETE", f"/agents/{own['id']}")).json()["deleted"] == {"agent": 1}
    assert (await vera.send("GET", f"/agents/{own['id']}")).status_code == 404


async def test_an_agent_that_is_renamed_or_gone_is_so_for_those_that_may_ask_it(vera: Person) -> None:
    gardener = await vera.post("/agents", {"name": "Gardener"})
    helper = await vera.post("/agents", {"name": "Helper", "collaborators": ["researcher", "gardener"]})
    path = f"/agents/{helper['id']}"
    await vera.patch(f"/agents/{gardener['id']}", {"purpose": "Digs."})
    assert (await vera.get(path)) == helper
    await vera.patch(f"/agents/{gardener['id']}", {"name": "Jardinière"})
    renamed = await vera.get(path)
    assert (renamed["collaborators"], renamed["version"]) == (["researcher", "Jardinière"], helper["version"] + 1)
    await vera.patch(path, {"collaborators": renamed["collaborators"]})
    await vera.send("DELETE", f"/agents/{gardener['id']}", params={"dry_run": "true"})
    assert (await vera.get(path))["collaborators"] == ["researcher", "Jardinière"]
    await vera.send("DELETE", f"/agents/{gardener['id']}")
    assert (await vera.get(path))["collaborators"] == ["researcher"]


async def test_its_deadline_ends_it_whatever_it_waits_for(vera: Person) -> None:
    deadline = datetime.now(UTC) + timedelta(seconds=3)
    mission = await begun(vera, "Plan my parents' visit in May", deadline=deadline.isoformat())
    await approved(vera, mission)
    asking = await at_rest(vera, mission, "waiting")
    (question,) = asking["questions"]
    assert question["deadline_at"] > asking["deadline"]
    over = await at_rest(vera, mission)
    assert over["state"] in {"partial", "failed"}
    assert "deadline" in over["report"].split("## What was done")[0]
    path = f"/missions/{mission['id']}/questions/{question['id']}/answer"
    late = await vera.send("POST", path, json={"option_id": question["default"]})
    assert (late.status_code, late.json()["code"]) == (409, "mission_state")


async def test_a_workspace_that_is_erased_is_no_longer_the_missions(vera: Person) -> None:
    mission = await begun(vera)
    await approved(vera, mission)
    done = await at_rest(vera, mission)
    assert (await vera.send("DELETE", f"/workspaces/{done['workspace_id']}")).status_code == 200
    left = await vera.get(f"/missions/{mission['id']}")
    assert (left["state"], left["workspace_id"], left["deliverables"]) == ("done", None, [])
    assert left["report"] == done["report"]
    other = await begun(vera)
    await vera.send("DELETE", f"/workspaces/{other['workspace_id']}")
    await approved(vera, other)
    assert (await at_rest(vera, other))["state"] == "partial"
