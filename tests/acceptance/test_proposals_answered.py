"""What becomes of an answer to a proposed event, at a button or in words, and how is it taken back?"""

from datetime import timedelta
from typing import Any

import pytest
from tests.acceptance.test_proposed_events import MIDNIGHT, SPOTS, YESTERDAY, known, listed, proposed, wandered
from tests.acceptance.test_stays import HOME, send, there
from tests.support.corpora import cases
from tests.support.rules import rule
from tests.support.steward import Person, Steward


async def two(steward: Steward, person: Person) -> tuple[dict[str, Any], dict[str, Any]]:
    """A dinner at a trattoria and an hour at a gym wait for an answer."""
    await person.post("/places", {"name": "Home", "lat": HOME[0], "lon": HOME[1], "home_like": True})
    await person.patch("/me", {"timezone": "Europe/Lisbon"})
    for at, name, kind in ((SPOTS[0], "Da Gino", "restaurant"), (SPOTS[1], "Iron Works", "gym")):
        place = {"name": name, "category": kind, "lat": at[0], "lon": at[1], "radius_m": 90}
        await person.post("/places", place)
    await wandered(person, (1, 8, 9.5), (0, 19, 21))
    assert await proposed(steward, person) == 2
    gym, dinner = await listed(person)
    assert (gym["title"], dinner["title"]) == ("At Iron Works", "Dinner at Da Gino")
    return dinner, gym


async def answer(person: Person, one: dict[str, Any], what: str, body: Any = None) -> tuple[int, dict[str, Any]]:
    sent = await person.send("POST", f"/proposed-events/{one['id']}/{what}", json=body or {})
    return sent.status_code, sent.json()


async def test_an_acceptance_is_taken_back_and_given_again(steward: Steward, ana: Person) -> None:
    dinner, _ = await two(steward, ana)
    _, event = await answer(ana, dinner, "accept")
    (preview,) = (await ana.get("/previews"))["items"]
    assert (preview["tool"], preview["state"]) == ("proposed_events_accept", "confirmed")
    assert (await answer(ana, dinner, "undo"))[1]["state"] == "undone"
    assert (await answer(ana, dinner, "undo"))[1]["state"] == "undone"
    assert (await ana.get("/events"))["items"] == []
    again = next(one for one in await listed(ana) if one["id"] == dinner["id"])
    assert again == dinner
    _, second = await answer(ana, dinner, "accept")
    assert second["id"] != event["id"]
    assert [one["id"] for one in (await ana.get("/events"))["items"]] == [second["id"]]
    await ana.patch(f"/events/{second['id']}", {"title": "Pasta"})
    status, told = await answer(ana, dinner, "undo")
    assert (status, told["code"]) == (409, "not_undoable")


@pytest.mark.parametrize("reason", ["not_an_event", "other_place", "never_here", "later"])
async def test_a_dismissal_is_taken_back(steward: Steward, ana: Person, reason: str) -> None:
    dinner, gym = await two(steward, ana)
    assert (await answer(ana, gym, "undo"))[0] == 409
    assert (await answer(ana, gym, "dismiss", {"reason": reason}))[0] == 200
    assert [one["id"] for one in await listed(ana)] == [dinner["id"]]
    assert (await answer(ana, gym, "undo"))[1]["state"] == "undone"
    assert await listed(ana) == [gym, dinner]


async def test_edits_go_through_the_same_checks(steward: Steward, ana: Person) -> None:
    dinner, _ = await two(steward, ana)
    rui = await ana.post("/contacts", {"display_name": "Rui Alves"})
    other = await ana.post("/places", {"name": "Il Forno"})
    wrong: list[dict[str, Any]] = [
        {"status": "cancelled"},
        {"start_at": "tomorrow at nine"},
        {"end_at": dinner["start_at"][:11] + "10:00:00"},
        {"title": ""},
        {"title": 5},
        {"participants": "Rui"},
        {"participants": [{"contact_id": other["id"]}]},
        {"place_id": rui["id"]},
        {"timezone": "Mars/Olympus"},
        {"all_day": "perhaps"},
    ]
    for edits in wrong:
        status, told = await answer(ana, dinner, "accept", {"edits": edits})
        assert (status, told["code"]) == (422, "invalid_request"), (edits, told)
        assert "pydantic" not in told["detail"], told
        assert "input_value" not in told["detail"], told
    assert (await ana.count("events"), await ana.count("previews")) == (0, 0)
    edits = {
        "title": "Pizza",
        "place_id": other["id"],
        "participants": [{"contact_id": rui["id"]}],
        "description": None,
        "start_at": dinner["start_at"][:11] + "19:30:00",
    }
    status, event = await answer(ana, dinner, "accept", {"edits": edits})
    assert (status, event["title"], event["place_id"], event["description"]) == (200, "Pizza", other["id"], None)
    assert event["start_at"] == edits["start_at"]
    assert [one["name"] for one in event["participants"]] == ["Rui Alves"]
    row = next(one for one in await listed(ana, "accepted"))
    kinds = {one["field"]: one["kind"] for one in row["evidence"]}
    assert (kinds["title"], kinds["start_at"], kinds["place_id"]) == ("user", "user", "user")
    assert (kinds["end_at"], row["event_id"]) == ("stay", event["id"])


async def test_the_users_rules_hold_it(steward: Steward, ana: Person) -> None:
    dinner, _ = await two(steward, ana)
    eva = await ana.post("/contacts", {"display_name": "Eva Lima"})
    await rule(ana, "always_invite", {"contact_ids": [eva["id"]]}, text="Eva always comes")
    made = await rule(ana, "latest_end", {"time": "20:00"}, text="Nothing after eight")
    status, told = await answer(ana, dinner, "accept")
    assert (status, told["code"], told["rule"]["id"]) == (409, "rule_held", made["id"])
    by_phone = f"/mobile/proposed-events/{dinner['id']}/accept"
    assert (await ana.send("POST", by_phone)).json()["code"] == "rule_held"
    passed = await ana.send("POST", by_phone, params={"override_rule": made["id"]})
    assert (passed.status_code, passed.json()["title"]) == (200, "Dinner at Da Gino")
    assert (await ana.send("POST", f"/mobile/proposed-events/{dinner['id']}/undo")).status_code == 200
    status, event = await answer(ana, dinner, f"accept?override_rule={made['id']}")
    assert (status, [one["name"] for one in event["participants"]]) == (200, ["Eva Lima"])


async def test_what_is_gone_meanwhile(steward: Steward, ana: Person) -> None:
    dinner, gym = await two(steward, ana)
    place = next(one for one in (await ana.get("/places"))["items"] if one["name"] == "Iron Works")
    await ana.execute("update places set hidden_at = steward_now() where id = :id", id=place["id"])
    status, event = await answer(ana, gym, "accept")
    assert (status, event["title"]) == (200, "At Iron Works")
    await ana.send("DELETE", f"/events/{event['id']}")
    status, told = await answer(ana, gym, "accept")
    assert (status, told["code"]) == (409, "already_decided")
    kept = next(one for one in await listed(ana, "accepted"))
    assert (kept["title"], kept["reason"], kept["evidence"]) == ("", "", [])
    await ana.send("DELETE", f"/places/{dinner['place_id']}")
    assert (await answer(ana, dinner, "accept"))[0] == 404
    assert await proposed(steward, ana) == 0


async def test_a_contact_that_was_merged_is_suggested_as_the_other(steward: Steward, ana: Person) -> None:
    place = await ana.post("/places", {"name": "Da Gino", "lat": SPOTS[0][0], "lon": SPOTS[0][1], "radius_m": 90})
    linked = {"places": [{"place_id": place["id"], "label": "Works"}]}
    rui, kept = [await ana.post("/contacts", {"display_name": name, **linked}) for name in ("Rui", "Rui Alves")]
    await wandered(ana, (0, 10, 12))
    assert await proposed(steward, ana) == 1
    await ana.post("/contacts/merge", {"keep_id": kept["id"], "merge_ids": [rui["id"]]})
    (one,) = await listed(ana)
    assert [each["contact_id"] for each in one["suggested_contacts"]] == [kept["id"]]
    await ana.post(f"/contacts/{kept['id']}/unmerge", {"contact_id": rui["id"]})
    (one,) = await listed(ana)
    assert {each["contact_id"] for each in one["suggested_contacts"]} == {rui["id"], kept["id"]}


async def test_a_decided_time_never_comes_again(steward: Steward, ana: Person) -> None:
    """After a rerun, more samples of it, another device, a new place there, and an archive that is read again."""
    dinner, gym = await two(steward, ana)
    await answer(ana, dinner, "accept")
    await answer(ana, gym, "dismiss", {"reason": "not_an_event"})
    trail = [
        *there(SPOTS[1], 7.8 * 60, 9.6 * 60, every=2, began=YESTERDAY),
        *there(SPOTS[0], 1138, 1265, began=YESTERDAY),
    ]
    assert await proposed(steward, ana) == 0
    await send(ana, trail)
    assert await proposed(steward, ana) == 0
    await send(ana, trail, device="watch")
    assert await proposed(steward, ana) == 0
    await ana.post("/places", {"name": "Dressing room", "lat": SPOTS[1][0], "lon": SPOTS[1][1], "radius_m": 20})
    assert await proposed(steward, ana) == 0
    everything = await steward.with_every_scope(ana)
    archive = (await everything.send("GET", "/export")).content
    await ana.execute("delete from proposed_events where user_id = :me")
    zipped = {"Content-Type": "application/zip"}
    back = await everything.send("POST", "/import", content=archive, headers=zipped)
    assert back.status_code < 300, back.text
    assert sorted(one["state"] for one in await listed(ana, None)) == ["accepted", "dismissed"]
    assert await proposed(steward, ana) == 0


async def test_a_travellers_day_is_that_of_the_zone_they_were_last_seen_in(steward: Steward, ana: Person) -> None:
    await known(ana)
    await wandered(ana, (0, 10, 12), began=YESTERDAY - timedelta(days=1))
    await ana.patch("/me", {"timezone": "Asia/Tokyo"})
    late = MIDNIGHT - timedelta(hours=8)  # one in the morning in Tokyo: the day before yesterday is over there
    assert await proposed(steward, ana, now=late) == 0
    await ana.patch("/me", {"timezone": "America/Los_Angeles"})
    assert await proposed(steward, ana, now=late) == 1
    (one,) = await listed(ana)
    assert (one["timezone"], one["start_at"][11:16]) == ("Europe/Lisbon", "10:00")


async def test_what_happened_there_before_names_it(steward: Steward, ana: Person) -> None:
    _, place, _ = await known(ana)
    eva = await ana.post("/contacts", {"display_name": "Eva Lima"})
    for weeks in (2, 3):
        begun = YESTERDAY - timedelta(days=7 * weeks) + timedelta(hours=10)
        times = {"start_at": begun.isoformat(), "end_at": (begun + timedelta(hours=1)).isoformat()}
        told = {"title": "Choir", "place_id": place, "participants": [{"contact_id": eva["id"]}]}
        await ana.post("/events", {**told, "timezone": "Europe/Lisbon", **times})
    await ana.post("/events", {"title": "Bank holiday", "start_at": f"{YESTERDAY:%Y-%m-%d}", "all_day": True})
    await wandered(ana, (0, 10, 12))
    assert await proposed(steward, ana) == 1
    (one,) = await listed(ana)
    assert one["title"] == "Choir"
    assert [(each["name"], each["why"]) for each in one["suggested_contacts"]] == [
        ("Eva Lima", "took part in 2 events at Spot 0")
    ]
    assert {(each["field"], each["kind"]) for each in one["evidence"]} >= {
        ("title", "event"),
        ("suggested_contacts", "event"),
        ("reason", "event"),
    }


@pytest.mark.parametrize(("asked", "yes", "no", "locale"), cases("proposals", "in_words"))
async def test_they_are_told_and_answered_in_words(
    plain: Steward, rita: Person, asked: str, yes: str, no: str, locale: str
) -> None:
    dinner, gym = await two(plain, rita)
    context = {"client_context": {"locale": locale, "timezone": "Europe/Lisbon"}}
    told = await rita.ask(asked, **context)
    assert all(name in told["answer"] for name in ("Da Gino", "Iron Works"))
    for words, tool, one in ((yes, "proposed_events_accept", dinner), (no, "proposed_events_dismiss", gym)):
        said = await rita.ask(words, thread=told["thread_id"], **context)
        (preview,) = said["previews"]
        assert (preview["tool"], preview["arguments"]["proposal_id"]) == (tool, one["id"])
        await rita.post(f"/previews/{preview['id']}/confirm")
    states = {one["id"]: one["state"] for one in await listed(rita, None)}
    assert states == {dinner["id"]: "accepted", gym["id"]: "dismissed"}
    (event,) = (await rita.get("/events"))["items"]
    assert (event["title"], event["start_at"][11:16]) == ("Dinner at Da Gino", "19:00")
    assert (await answer(rita, dinner, "undo"))[1]["state"] == "undone"
    none = await rita.ask(no, thread=told["thread_id"], **context)
    assert (none["previews"], [one["outcome"] for one in none["actions"]]) == ([], ["failed"])


async def test_of_several_it_asks_which(plain: Steward, rita: Person) -> None:
    dinner, gym = await two(plain, rita)
    told = await rita.ask("accept the proposal")
    assert {one["id"] for one in told["need_user_input"]["options"]} == {dinner["id"], gym["id"]}
    said = await rita.ask("accept the one from the day before yesterday")
    assert said["previews"] == []
    said = await rita.ask("dismiss the circus one")
    assert "circus" in said["answer"]


async def test_the_briefing_lists_them_quietly(steward: Steward, ana: Person) -> None:
    await two(steward, ana)
    made = await ana.send("POST", "/agents/daily-briefing/run?wait=true", json={"push": False})
    items = [one for one in made.json()["items"] if one["section"] == "proposals"]
    assert [("Da Gino" in one["text"], "Iron Works" in one["text"]) for one in items] == [(False, True), (True, False)]
    assert {"proposed_event", "place", "stay"} == {source["type"] for one in items for source in one["sources"]}
    place = next(one for one in (await ana.get("/places"))["items"] if one["name"] == "Iron Works")
    await ana.send("DELETE", f"/places/{place['id']}")
    left = (await ana.get("/briefings/latest"))["markdown"]
    assert ("Da Gino" in left, "Iron Works" in left) == (True, False)
