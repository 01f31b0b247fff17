"""Where could a rule slip? Merged and erased people, series, undo, other doors, proposals, edits, ties."""

from typing import Any

from tests.support.mcp import connected, refused, token_for
from tests.support.openai_client import Chat, openai_of
from tests.support.rules import DAY, add, held, rule
from tests.support.steward import Person, Steward

NOBODY = "01996d2e-0000-7000-8000-000000000000"


async def contact(person: Person, name: str, **fields: Any) -> str:
    return str((await person.post("/contacts", {"display_name": name, **fields}))["id"])


async def effect_of(person: Person, made: dict[str, Any]) -> dict[str, Any]:
    return dict((await person.get(f"/rules/{made['id']}"))["effect"]["parameters"])


async def test_rules_follow_a_merge_and_an_unmerge(ana: Person) -> None:
    bo, bob = await contact(ana, "Bo Lima"), await contact(ana, "Bob Lima")
    never = await rule(ana, "never_invite", {"contact_ids": [bob]})
    alias = await rule(ana, "alias", {"phrase": "the boss", "entity": {"type": "contact", "id": bob}})
    early = await rule(ana, "earliest_start", {"time": "11:00"}, scope={"type": "person", "ref": bob})
    await ana.post("/contacts/merge", {"keep_id": bo, "merge_ids": [bob]})
    assert (await effect_of(ana, never))["contact_ids"] == [bo]
    assert (await effect_of(ana, alias))["entity"]["id"] == bo
    held(await add(ana, "12:00", participants=[{"contact_id": bo}]), never)
    held(await add(ana, "10:00", participants=[{"contact_id": bo}], override=(never["id"],)), early)
    await ana.post(f"/contacts/{bo}/unmerge", {"contact_id": bob})
    assert (await effect_of(ana, never))["contact_ids"] == [bob]
    assert (await add(ana, "12:00", participants=[{"contact_id": bo}])).status_code == 201
    held(await add(ana, "12:00", participants=[{"contact_id": bob}]), never)


async def test_a_rule_about_somebody_erased_is_about_nobody_not_everybody(ana: Person) -> None:
    bo, gym = await contact(ana, "Bo Lima"), (await ana.post("/places", {"name": "Gym"}))["id"]
    await rule(ana, "earliest_start", {"time": "10:00", "match": {"contact_ids": [bo], "place_ids": [gym]}})
    await rule(ana, "always_invite", {"contact_ids": [bo]})
    placed = await rule(ana, "default_place", {"place_id": gym})
    await rule(ana, "alias", {"phrase": "the boss", "entity": {"type": "contact", "id": bo}})
    for path in (f"/contacts/{bo}", f"/places/{gym}"):
        (await ana.send("DELETE", path)).raise_for_status()
    answer = await add(ana, "09:00")
    assert answer.status_code == 201, answer.text
    assert (answer.json()["participants"], answer.json()["place_id"]) == ([], None)
    assert (await ana.patch(f"/rules/{placed['id']}", {"text": "Always at the gym"}))["text"] == "Always at the gym"
    bad = {"effect": {"type": "default_place", "parameters": {"place_id": NOBODY}}}
    assert (await ana.send("PATCH", f"/rules/{placed['id']}", json=bad)).status_code == 422


async def test_one_day_of_a_series_and_all_of_it(steward: Steward, ana: Person) -> None:
    series = (await add(ana, "10:00", "10:30", title="Yoga", recurrence="RRULE:FREQ=WEEKLY;COUNT=4")).json()
    made = await rule(ana, "earliest_start", {"time": "10:00"})
    await ana.auto_confirm()
    for scope in ("one", "all"):
        steward.model.forget()
        steward.model.call("events_update", {"event": series["id"], "when": f"{DAY} 08:00", "scope": scope})
        steward.model.always("It waits.")
        told = await ana.ask(f"Move the yoga of {DAY} to 8 in the morning, {scope} of it")
        (preview,) = told["previews"]
        assert preview["held_by_rule"] == made["id"], scope
    assert (await ana.post(f"/previews/{preview['id']}/confirm"))["state"] == "confirmed"
    undone = await ana.post(f"/previews/{preview['id']}/undo")
    assert undone["state"] == "undone"
    assert (await ana.get(f"/events/{series['id']}"))["start_at"] == f"{DAY}T10:00:00"


async def test_changes_are_held_where_they_bring_what_stands_against_a_rule(ana: Person) -> None:
    early = (await add(ana, "08:00", "09:00")).json()
    made = await rule(ana, "earliest_start", {"time": "10:00"})
    path = f"/events/{early['id']}"
    renamed = await ana.patch(path, {"title": "Swim"})  # it was early before the rule
    assert renamed["title"] == "Swim"
    held(await ana.send("PATCH", path, json={"start_at": f"{DAY}T09:00"}), made)
    assert (await ana.patch(path, {"status": "cancelled"}))["status"] == "cancelled"
    held(await ana.send("PATCH", path, json={"status": "confirmed"}), made)


async def test_two_rules_at_once_are_two_exceptions(ana: Person) -> None:
    first = await rule(ana, "earliest_start", {"time": "10:00"})
    newer = await rule(ana, "earliest_start", {"time": "09:30"}, text="The newer one")
    both = (first["id"], newer["id"])
    assert (await add(ana, "09:00", "09:30", override=both, title="Dentist")).status_code == 201
    second = await rule(ana, "no_double_booking", {})
    held(await add(ana, "09:00", "09:30"), newer)  # the strongest is named first
    held(await add(ana, "09:00", "09:30", override=(newer["id"],)), first)
    held(await add(ana, "09:00", "09:30", override=both), second)
    assert (await add(ana, "09:00", "09:30", override=(*both, second["id"]))).status_code == 201


async def test_another_users_rules_bind_nobody_else(ana: Person, steward: Steward) -> None:
    bruno = await steward.person("Bruno")
    made = await rule(bruno, "earliest_start", {"time": "10:00"})
    assert (await add(ana, "09:00")).status_code == 201
    assert (await ana.send("GET", f"/rules/{made['id']}")).status_code == 404
    assert (await ana.send("DELETE", f"/rules/{made['id']}")).status_code == 404


async def test_an_undo_is_no_new_plan(steward: Steward, ana: Person) -> None:
    """What was early before the rule may be early again."""
    early = (await add(ana, "08:00", "08:30", title="Swim")).json()
    steward.model.call("events_update", {"event": early["id"], "start_at": f"{DAY}T11:00"})
    steward.model.always("It waits.")
    (preview,) = (await ana.ask("Move the swim to eleven"))["previews"]
    await ana.post(f"/previews/{preview['id']}/confirm")
    await rule(ana, "earliest_start", {"time": "10:00"})
    assert (await ana.post(f"/previews/{preview['id']}/undo"))["state"] == "undone"
    assert (await ana.get(f"/events/{early['id']}"))["start_at"] == f"{DAY}T08:00:00"


async def test_agents_from_outside_are_bound(steward: Steward, ana: Person) -> None:
    token = await token_for(steward, ana, "mcp", "ask", "write")
    early = await rule(ana, "earliest_start", {"time": "10:00"})
    never = await rule(ana, "never_store", {"words": ["salary"]}, text="Nothing about my salary")
    async with connected(steward.url, token) as client:
        for name, text in (("add_profile_note", "The salary is 1000"), ("remember_fact", "Their salary is 1000")):
            told = await refused(client, name, text=text)
            assert never["text"] in str(told)
        await client.call_tool(
            "invoke_tool", {"name": "events_create", "arguments": {"title": "Standup", "start_at": f"{DAY}T09:00"}}
        )
        (preview,) = (await ana.get("/previews", state="pending"))["items"]
        assert preview["held_by_rule"] == early["id"]
        blocks = await rule(ana, "tool_policy", {"tool": "*", "policy": "block"}, text="No agent touches anything")
        told = await refused(client, "invoke_tool", name="events_create", arguments={"title": "x", "when": "tomorrow"})
        assert blocks["text"] in str(told)
    assert await ana.count("notes") == 0
    assert await ana.count("user_facts", "kind = 'soft_fact'") == 0


async def test_the_openai_door_is_bound(steward: Steward, ana: Person) -> None:
    await ana.auto_confirm()
    made = await rule(ana, "earliest_start", {"time": "10:00"})
    steward.model.call("events_create", {"title": "Standup", "start_at": f"{DAY}T09:00", "end_at": f"{DAY}T09:30"})
    steward.model.always("It waits for you.")
    async with openai_of(ana) as client:
        answer = await Chat(client).say("Add the standup to my calendar")
    assert made["text"] in str(answer.choices[0].message.content)
    assert await ana.count("events") == 0


async def test_a_proposal_that_may_not_be_stored_can_not_be_taken(steward: Steward, ana: Person) -> None:
    token = await token_for(steward, ana, "mcp")
    async with connected(steward.url, token) as client:
        await client.call_tool("remember_fact", {"text": "Their salary is 1000"})
    (proposal,) = (await ana.get("/proposals"))["items"]
    made = await rule(ana, "never_store", {"words": ["salary"]}, text="Nothing about my salary")
    answer = await ana.send("POST", f"/proposals/{proposal['id']}/ratify")
    assert (answer.status_code, answer.json()["code"]) == (409, "rule_refused")
    assert answer.json()["rule"]["id"] == made["id"]
    again = {"text": "Never write about my salary", "kind": "hard_rule"}
    assert (await ana.send("POST", "/facts", json=again)).status_code == 201  # a rule may name what it forbids
    assert (await ana.send("DELETE", f"/rules/{made['id']}")).status_code == 200
    assert (await ana.send("POST", f"/proposals/{proposal['id']}/ratify")).status_code == 200


async def test_a_confirmed_exception_is_not_learned(steward: Steward, ana: Person) -> None:
    made = await rule(ana, "earliest_start", {"time": "10:00"})
    for title in ("Swim", "Run"):
        steward.model.forget()
        steward.model.call("events_create", {"title": title, "start_at": f"{DAY}T07:00", "end_at": f"{DAY}T07:30"})
        steward.model.always("It waits.")
        (preview,) = (await ana.ask(f"Put the {title} into my calendar at seven"))["previews"]
        assert preview["held_by_rule"] == made["id"]
        assert (await ana.post(f"/previews/{preview['id']}/confirm"))["state"] == "confirmed"
    assert (await ana.get(f"/rules/{made['id']}"))["version"] == made["version"]
    held(await add(ana, "07:00", title="Swim"), made)
