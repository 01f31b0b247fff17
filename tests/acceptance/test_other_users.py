"""Can anybody see or touch what is another's? Every route of the OpenAPI is asked with another user's ids."""

from typing import Any

from sqlalchemy import text
from tests.support.lived import voices_of
from tests.support.mcp import called, connected
from tests.support.openapi import operations
from tests.support.skill_files import skill_zip
from tests.support.steward import Person, Steward

from orchestrator.kit.ids import new_id

TABLES = (
    "threads", "messages", "agent_runs", "agent_steps", "previews", "contacts", "contact_groups",
    "contact_relationships", "contact_places", "places", "events", "todos", "notes", "user_facts", "async_jobs",
    "interactions", "agent_calls", "scratchpad", "search_documents", "run_answers",
    "push_devices", "episodes", "locations", "meetings", "meeting_transcripts",
    "briefings", "knowledge", "agents", "missions", "workspaces", "workspace_files", "skills",
)  # fmt: skip
REPORT: dict[str, Any] = {
    "session_id": "marta-s1", "agent": "coder", "model": "small", "prompt": "Marta's tulips", "response": "Tulips.",
    "was_corrected": True, "correction": "No tulips",
}  # fmt: skip
OPERATORS_OWN = ("/tokens", "/users", "/system", "/connections", "/mcp-servers")
NOBODYS = "/v1/models"


async def _everything_of(steward: Steward, ana: Person) -> dict[str, dict[str, str]]:
    """One of each kind; by path prefix, the ids that the path's parameters take."""
    made = {}
    for path, body in (
        ("/contacts", {"display_name": "Marta Lima"}),
        ("/contact-groups", {"name": "Book club"}),
        ("/places", {"name": "Casa Amarela"}),
        ("/events", {"title": "Dentist", "start_at": "2027-03-05T10:00"}),
        ("/todos", {"title": "Buy milk"}),
        ("/notes", {"text": "likes tulips"}),
        ("/facts", {"text": "Marta likes tulips"}),
        ("/rules", {"text": "Never before 10"}),
        ("/episodes", {"title": "Trip", "summary": "Marta saw tulips."}),
        ("/interactions", REPORT),
        ("/knowledge", {"error": "Marta's tulips wilt", "fix": "Water Marta's tulips"}),
    ):
        made[path] = {"entity_id": str((await ana.post(path, body))["id"])}
    made["/proposals"] = made["/facts"]
    made["/analytics"] = {"session_id": REPORT["session_id"]}
    async with connected(steward.url, ana.token) as agent:
        await called(agent, "remember_short_term", session_id="s1", key="tulips", value="red")
    paper = await ana.client.post("/documents", files={"file": ("tulips.txt", b"Marta's tulips bloom in March")})
    made["/documents"] = {"entity_id": str(paper.json()["id"])}
    contact = made["/contacts"]
    other = str((await ana.post("/contacts", {"display_name": "Rui Lima"}))["id"])
    contact |= {"contact_id": contact["entity_id"], "other_id": other, "place_id": made["/places"]["entity_id"]}
    made["/places"]["place_id"] = contact["place_id"]
    await ana.post(f"/contacts/{contact['contact_id']}/relationships", {"contact_id": other, "label": "Brother"})
    await ana.post(f"/contacts/{contact['contact_id']}/places", {"place_id": contact["place_id"], "label": "Home"})
    steward.model.call("todos_create", {"title": "Water the plants"})
    steward.model.say("I have prepared it.")
    told = await ana.ask("Add water the plants to my list")
    made["/threads"] = {"thread_id": told["thread_id"]}
    steward.model.always("Hello.")
    completion = {"model": "main", "messages": [{"role": "user", "content": "Good morning"}]}
    made["/runs"] = {"run_id": (await ana.post("/v1/chat/completions", completion))["steward"]["run_id"]}
    steward.model.forget()
    made["/previews"] = {"preview_id": told["previews"][0]["id"]}
    job = str(new_id())
    await ana.execute(
        "insert into async_jobs (id, user_id, job_type, payload, max_attempts) "
        "values (:job, :me, 'previews.expire', '{}', 3)",
        job=job,
    )
    made["/jobs"] = {"job_id": job}
    phone = {"expo_push_token": f"ExpoPushToken[{new_id()}]", "platform": "ios"}
    made["/mobile"] = {"device_id": str((await ana.post("/mobile/devices", phone))["id"])} | made["/threads"]
    made["/push"] = {"device_id": made["/mobile"]["device_id"], "token": "A" * 66}
    sample = {"captured_at": "2026-03-02T08:00:00Z", "lat": 38.7, "lon": -9.1, "device": "phone"}
    (uploaded,) = (await ana.post("/mobile/location", [sample]))["results"]
    made["/locations"] = {"entity_id": str(uploaded["id"])}
    await ana.execute(
        "insert into proposed_events (id, user_id, confidence, score, title, start_at, end_at, timezone, day,"
        " suggested_summary, reason, expires_at) select gen_random_uuid(), :me, 'medium', 0.5, 'Tulips', steward_now(),"
        " steward_now() + interval '1 hour', 'UTC', '2026-03-02', 'Tulips', 'Tulips', steward_now() + interval '7 days'"
    )
    made["/proposed-events"] = {"entity_id": str((await ana.get("/proposed-events"))["items"][0]["id"])}
    made["/mobile"] |= made["/proposed-events"]
    said = {"meeting_id": "m-1", "segments": [{"start_s": 0, "end_s": 2, "speaker": "Marta", "text": "Hello."}]}
    made["/meetings"] = {"meeting_id": str((await ana.post("/ingest/meetings/transcript", said))["meeting_id"])}
    await voices_of(ana, made["/contacts"]["contact_id"])
    unknown = await ana.scalar("select id::text from voice_clusters where user_id = :me and contact_id is null")
    made["/voices"] = {"voice_id": unknown}
    event, photo = made["/events"]["entity_id"], {"asset_id": str(new_id())}
    await ana.execute(
        "insert into event_photos (id, user_id, event_id, asset_id) values (:id, :me, :event, :asset)",
        id=new_id(), event=event, asset=photo["asset_id"],
    )  # fmt: skip
    made["/photos"] = {**photo, "person_id": str(new_id())}
    for door in ("/events", "/mobile"):
        made[door] = {**made.get(door, {}), **photo, "event_id": event}
    written = await ana.post("/agents/daily-briefing/run?wait=true", {"date": "2027-03-06", "push": False})
    made["/briefings"] = {"briefing_id": str(written["id"])}
    return made | await _undertakings_of(ana, made["/mobile"])


async def _undertakings_of(ana: Person, mobile: dict[str, str]) -> dict[str, dict[str, str]]:
    """An agent, a mission, a folder with a file, a skill."""
    agent = await ana.post("/agents", {"name": "gardener", "purpose": "Tulips", "instructions": "Water them."})
    folder = str((await ana.post("/workspaces", {"name": "Tulips"}))["id"])
    await ana.client.put(f"/workspaces/{folder}/files/tulips.txt", content=b"red")
    mission, question = str((await ana.post("/missions", {"goal": "Review my week"}))["id"]), str(new_id())
    zipped = {"content": skill_zip("tulips"), "headers": {"Content-Type": "application/zip"}}
    await ana.client.post("/skills", **zipped)
    mobile["question_id"] = question
    return {
        "/agents": {"entity_id": str(agent["id"])},
        "/missions": {"entity_id": mission, "question_id": question},
        "/workspaces": {"workspace_id": folder, "path": "tulips.txt"},
        "/skills": {"name": "tulips", "path": "SKILL.md"},
    }


async def _rows(steward: Steward, ana: Person) -> dict[str, Any]:
    rows = {}
    async with steward.database.unit_of_work() as session:
        for table in TABLES:
            statement = text(f"select to_jsonb(t) from {table} t where user_id = :me order by to_jsonb(t)::text")
            rows[table] = [row[0] for row in await session.execute(statement, {"me": ana.id})]
    return rows


async def test_every_route_is_404_with_another_users_ids(steward: Steward, ana: Person) -> None:
    ids = await _everything_of(steward, ana)
    before = await _rows(steward, ana)
    assert all(before.values()), {table: len(rows) for table, rows in before.items()}
    bruno = await steward.person("Bruno Dias")
    asked = set()
    for operation in operations(await bruno.get("/openapi.json")):
        if not operation.parameters or operation.path.startswith((*OPERATORS_OWN, NOBODYS)):
            continue
        path = operation.path
        for name in operation.parameters:
            path = path.replace(f"{{{name}}}", ids["/" + path.split("/")[1]][name])
        answer = await bruno.send(operation.method, path, json=operation.example or {"edits": {"title": "Mine"}})
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found"), (operation, answer.text)
        asked.add((operation.method, operation.path))
    assert len(asked) > 30
    for path in ("/ask", "/ask/stream"):
        body = {"question": "What is on my list?", "thread_id": ids["/threads"]["thread_id"]}
        assert (await bruno.send("POST", path, json=body)).status_code == 404
    assert (await bruno.send("GET", "/runs", params=ids["/threads"])).json()["items"] == []
    assert await _rows(steward, ana) == before


async def test_nobody_finds_or_lists_what_is_anothers(steward: Steward, ana: Person) -> None:
    await _everything_of(steward, ana)
    bruno = await steward.person("Bruno Dias")
    for path in (
        "/threads",
        "/runs",
        "/previews",
        "/contacts",
        "/places",
        "/events",
        "/todos",
        "/notes",
        "/facts",
        "/rules",
        "/proposals",
        "/interactions",
        "/knowledge",
        "/analytics/calls",
        "/documents",
        "/episodes",
        "/mobile/devices",
        "/mobile/threads",
        "/locations",
        "/briefings",
        "/missions",
        "/workspaces",
    ):
        assert (await bruno.get(path))["items"] == [], path
    assert "gardener" not in {one["name"] for one in (await bruno.get("/agents"))["items"]}
    assert "tulips" not in {one["name"] for one in (await bruno.get("/skills"))["items"]}
    assert "Marta" not in (await bruno.send("GET", "/search", params={"q": "milk dentist Marta tulips"})).text
    steward.model.calls(
        ("search_memories", {"query": "milk"}), ("get_todos", {"status": "all"}), ("get_contacts", {"query": "Marta"})
    )
    steward.model.say("There is nothing.")
    await bruno.ask("Who is Marta and what is on the list?")
    assert "Marta Lima" not in steward.prompt()
    assert "Buy milk" not in steward.prompt()


async def test_links_reach_no_ones_elses_rows(steward: Steward, ana: Person) -> None:
    ids = await _everything_of(steward, ana)
    bruno = await steward.person("Bruno Dias")
    mine = (await bruno.post("/contacts", {"display_name": "Eva"}))["id"]
    contact = {"contact_id": ids["/contacts"]["contact_id"], "label": "Sister"}
    place = {"place_id": ids["/places"]["entity_id"], "label": "Home"}
    for path, body in ((f"/contacts/{mine}/relationships", contact), (f"/contacts/{mine}/places", place)):
        answer = await bruno.send("POST", path, json=body)
        assert answer.status_code in {404, 422}, answer.text
        assert "Marta" not in answer.text
    event = {"title": "Lunch", "start_at": "2027-03-05T12:00", "participants": [contact], "place_id": place["place_id"]}
    answer = await bruno.send("POST", "/events", json=event)
    assert answer.status_code in {404, 422}, answer.text
    assert await bruno.count("contact_relationships") == await bruno.count("contact_places") == 0


async def test_a_model_can_not_reach_anothers_rows_by_their_ids(steward: Steward, ana: Person) -> None:
    ids = await _everything_of(steward, ana)
    before = await _rows(steward, ana)
    bruno = await steward.person("Bruno Dias")
    await bruno.auto_confirm()
    event, todo = ids["/events"]["entity_id"], ids["/todos"]["entity_id"]
    steward.model.calls(
        ("events_delete", {"event": event}),
        ("events_update", {"event": event, "title": "Mine"}),
        ("todos_complete", {"todo": todo}),
        ("get_events", {"action": "by_ids", "ids": [event]}),
        ("get_todos", {"ids": [todo]}),
    )
    steward.model.always("I could not find any of these.")
    told = await bruno.ask("Cancel the dentist appointment and finish the task")
    assert {action["outcome"] for action in told["actions"]} <= {"refused", "failed"}
    assert "Dentist" not in steward.prompt().replace("dentist", "")
    assert await _rows(steward, ana) == before
