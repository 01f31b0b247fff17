"""What becomes of a goal without any model? Planned by heart, approved by its hash, carried out, reported."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest_asyncio
from tests.support.steward import NO_BRIEFING, Person, Steward, events_of

OVER = {"done", "partial", "failed", "cancelled"}
NOW = datetime.now(UTC).replace(microsecond=0, tzinfo=None)


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
    assert {claim["label"] for claim in done["claims"]} == {"verified"}
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
