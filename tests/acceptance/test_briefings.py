"""Is the user told of their day, by the whole application? Each morning once, through kills; by hand; in three
languages; with a model and without."""

import json
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from tests.support.corpora import cases
from tests.support.expo_server import Expo, ExpoServer
from tests.support.meetings import item, settled, submitted, summary, transcript
from tests.support.served import Served, served
from tests.support.steward import Person, Steward, started
from tests.support.waiting import eventually

TOKEN = "expo-access"
RUN = "/agents/daily-briefing/run"


def zone_where_it_is_noon() -> str:
    """So that no test runs over a midnight."""
    ahead = 12 - datetime.now(UTC).hour
    return f"Etc/GMT{-ahead:+d}" if ahead else "Etc/GMT"


def today(zone: str) -> date:
    return datetime.now(ZoneInfo(zone)).date()


# --- by hand


async def test_by_hand_in_the_users_language_with_a_source_to_every_line(steward: Steward, ana: Person) -> None:
    zone = zone_where_it_is_noon()
    await ana.patch("/me", {"timezone": zone, "locale": "pt-BR"})
    day = today(zone)
    event = await ana.post("/events", {"title": "Dentista", "start_at": f"{day}T15:00", "end_at": f"{day}T16:00"})
    todo = await ana.post("/todos", {"title": "Leite", "due_at": str(day)})
    contact = await ana.post("/contacts", {"display_name": "Bia", "birthday": f"--{day:%m-%d}"})
    none = await ana.send("GET", "/briefings/latest")
    assert (none.status_code, "briefing_time" in none.json()["detail"]) == (404, True)
    steward.model.fail(500, times=20, to="routing")
    told = await ana.post(f"{RUN}?wait=true")
    assert (told["date"], told["timezone"], told["generated_by"]) == (str(day), zone, "reader")
    assert told["push"] == {"state": "none", "sent_at": None, "receipts": []}
    assert [(item["text"], item["sources"]) for item in told["items"]] == [
        ("15:00–16:00: “Dentista”", [{"type": "event", "id": event["id"]}]),
        ("“Leite”: para hoje", [{"type": "todo", "id": todo["id"]}]),
        ("Bia: aniversário hoje", [{"type": "contact", "id": contact["id"]}]),
    ]
    assert all(item["text"] in told["markdown"] for item in told["items"])
    read = await ana.send("GET", "/briefings/latest")
    assert (read.json(), read.headers["etag"][:3]) == (told, 'W/"')
    assert await ana.get(f"/briefings/{told['id']}") == told
    mobile = await ana.send("GET", "/mobile/briefing")
    assert mobile.json() == told
    again = await ana.send("GET", "/mobile/briefing", headers={"If-None-Match": mobile.headers["etag"]})
    assert again.status_code == 304
    steward.model.forget()
    await steward.time_passes(61)


async def test_the_latest_is_todays_whatever_older_one_is_made_after_it(ana: Person, steward: Steward) -> None:
    zone = zone_where_it_is_noon()
    await ana.patch("/me", {"timezone": zone})
    day = today(zone)
    steward.model.always("{}", to="routing")
    for days, latest in ((-3, -3), (-5, -3), (0, 0), (-1, 0), (2, 2), (-2, 2), (0, 0)):
        await ana.post(f"{RUN}?wait=true", {"date": str(day + timedelta(days=days)), "push": False})
        for door in ("/briefings/latest", "/mobile/briefing"):
            assert (await ana.get(door))["date"] == str(day + timedelta(days=latest)), (days, door)


async def test_any_date_listed_newest_first_page_by_page(ana: Person) -> None:
    days = ["2026-12-24", "2020-02-29", "2031-01-01"]
    made = [await ana.post(f"{RUN}?wait=1", {"date": day, "push": False}) for day in days]
    assert [one["date"] for one in made] == days
    assert [one["markdown"].startswith("Nothing is on your calendar on this day") for one in made] == [True] * 3
    first = await ana.get("/briefings", limit=2)
    assert [one["date"] for one in first["items"]] == ["2031-01-01", "2026-12-24"]
    second = await ana.get("/briefings", limit=2, cursor=first["next_cursor"])
    assert ([one["date"] for one in second["items"]], second["next_cursor"]) == (["2020-02-29"], None)
    assert [one["date"] for one in (await ana.get("/briefings", q="29 february"))["items"]] == ["2020-02-29"]
    again = await ana.post(f"{RUN}?wait=true", {"date": "2026-12-24", "push": False})
    assert again["id"] == made[0]["id"]


async def test_bad_input_is_told_and_nobody_sees_anothers(steward: Steward, ana: Person) -> None:
    for body in ({"date": "yesterday"}, {"date": "2026-13-01"}, {"date": "0001-01-01"}, {"date": "9999-12-31"},
                 {"push": "perhaps"}, {"date": 5.5}, [], "now"):  # fmt: skip
        refused = await ana.send("POST", RUN, json=body)
        assert (refused.status_code, refused.json()["code"]) == (422, "invalid_request"), body
    assert (await ana.send("POST", f"{RUN}?wait=perhaps")).status_code == 422
    assert (await ana.send("GET", "/briefings?cursor=nonsense")).status_code == 422
    assert (await ana.send("GET", "/briefings/nonsense")).status_code == 404
    made = await ana.post(f"{RUN}?wait=true", {"push": False})
    ben = await steward.person("Ben")
    assert (await ben.send("GET", f"/briefings/{made['id']}")).status_code == 404
    assert (await ben.send("GET", "/mobile/briefing")).status_code == 404
    assert (await ben.get("/briefings"))["items"] == []


async def test_scopes(steward: Steward, ana: Person) -> None:
    reader = await steward.with_scopes(ana, "read")
    assert (await reader.send("POST", RUN)).status_code == 403
    assert (await reader.send("GET", "/mobile/briefing")).status_code == 403
    assert (await reader.send("GET", "/briefings")).status_code == 200
    assert (await ana.send("GET", "/briefings", headers={"Authorization": ""})).status_code == 401


async def test_by_a_job_pushed_once_and_worded_by_a_model(tmp_path: Path, postgres_url: str) -> None:
    zone = zone_where_it_is_noon()
    day = today(zone)
    async with ExpoServer(Expo(access_token=TOKEN)) as expo, started(
        tmp_path, postgres_url, workers=2, expo_url=expo.url, expo_access_token=TOKEN, embed_model="off"
    ) as steward:  # fmt: skip
        ana = await steward.person(zone=zone)
        await ana.post("/events", {"title": "Dentist", "start_at": f"{day}T15:00", "end_at": f"{day}T16:00"})
        await ana.post("/mobile/devices", {"expo_push_token": "ExpoPushToken[anas]", "timezone": zone})
        line = {"facts": [1], "text": "Your day has the dentist, at 15:00."}
        invented = {"facts": [1], "text": "The dentist is at 16:30, bring money."}
        for said, by, expected in (
            ([line], "smart", "Your day has the dentist, at 15:00."),
            ([invented], "reader", "15:00–16:00: “Dentist”"),
        ):
            steward.model.route(json.dumps({"lines": said}))
            job = await ana.send("POST", RUN)
            assert (job.status_code, set(job.json())) == (202, {"job_id", "run_after"})
            await eventually(lambda job=job: _is_done(ana, job.json()["job_id"]))
            told = await ana.get("/briefings/latest")
            assert ([item["text"] for item in told["items"]], told["generated_by"]) == ([expected], by)
        await eventually(lambda: _is_sent(ana))
        assert [(one["to"], one["body"]) for one in expo.sent] == [
            ("ExpoPushToken[anas]", "1 event, the first at 15:00.")
        ]
        assert expo.sent[0]["data"] == {"kind": "daily_briefing", "id": told["id"], "url": f"/briefings/{told['id']}"}
        asked = steward.model.routings[-1].body
        assert asked["model"] == "smart"
        assert "[1] 15:00–16:00: “Dentist”" in asked["messages"][-1]["content"]


async def _is_done(ana: Person, job: str) -> bool:
    return (await ana.get(f"/jobs/{job}"))["state"] == "done"


async def _is_sent(ana: Person) -> bool:
    return (await ana.get("/briefings/latest"))["push"]["state"] == "sent"


async def test_what_a_meeting_left_open_until_it_is_done_or_erased(tmp_path: Path, postgres_url: str) -> None:
    async with started(tmp_path, postgres_url, workers=1, meeting_debounce_s=0, embed_model="off") as steward:
        ana = await steward.person(zone=zone_where_it_is_noon())
        talk = (("Rui", "I'll book the room."), ("Ana Reis", "I'll send the offer."))
        room = item("Book the room", "I'll book the room", "Rui")
        offer = item("Send the offer", "I'll send the offer", "Ana Reis")
        steward.model.route(summary("They spoke.", room, offer))
        at = {"started_at": f"{datetime.now(UTC) - timedelta(hours=1):%Y-%m-%dT%H:%M:%SZ}"}
        await submitted(ana, transcript(*talk, **at))
        await settled(ana)

        async def told() -> list[str]:
            found = await ana.post(f"{RUN}?wait=true", {"push": False})
            return [one["text"] for one in found["items"] if one["section"] == "actions"]

        mine, ruis = await told()
        assert mine.startswith("“Send the offer” (from “")
        assert ruis.startswith("Rui: “Book the room” (from “")
        (todo,) = (await ana.get("/todos"))["items"]
        await ana.patch(f"/todos/{todo['id']}", {"done_at": "2026-01-01T10:00"})
        assert await told() == [ruis]
        await ana.send("DELETE", "/meetings/kick-off")
        assert "room" not in json.dumps(await ana.get("/briefings/latest"))
        assert await told() == []


# --- asked for in a conversation


@pytest.mark.parametrize(("question", "locale", "expected"), cases("briefings", "asked_for_without_a_model"))
async def test_asked_for_without_a_model(plain: Steward, question: str, locale: str, expected: str) -> None:
    zone = zone_where_it_is_noon()
    ana = await plain.person(zone=zone)
    await ana.execute("update users set created_at = created_at - interval '9 days' where id = :me")
    day = today(zone)
    await ana.post("/events", {"title": "Dentist", "start_at": f"{day}T15:00", "end_at": f"{day}T16:00"})
    party = await ana.post("/events", {"title": "Party", "start_at": f"{day + timedelta(days=2)}T20:00"})
    await ana.execute("update events set created_at = created_at - interval '5 days' where user_id = :me")
    await ana.patch(f"/events/{party['id']}", {"status": "cancelled"})
    bundle = await ana.ask(question, client_context={"timezone": zone, "locale": locale})
    assert expected in bundle["answer"]
    assert bundle["run"]["profile"] == "daily_briefing"
    assert not {
        name for name in bundle["run"]["visible_tools"] if name.split("_")[0] in {"events", "todos", "contacts"}
    }


async def test_a_model_that_is_asked_reads_alone_at_high_effort(steward: Steward, ana: Person) -> None:
    await ana.post("/todos", {"title": "Milk", "due_at": "2020-01-01"})
    steward.model.call("get_briefing", {})
    steward.model.call("todos_create", {"title": "Bread"})
    steward.model.say("Milk is overdue since 1 January 2020.")
    bundle = await ana.ask("Brief me and look at what is overdue")
    assert bundle["run"]["profile"] == "daily_briefing"
    assert bundle["run"]["models"][0]["effort"] == "high"
    assert "get_briefing" in steward.offered()
    assert not steward.offered() & {"todos_create", "events_create", "web_search"}
    assert (bundle["previews"], await ana.count("todos")) == ([], 1)
    assert "Milk" in bundle["answer"]


# --- mornings


async def test_a_morning_through_two_kills(tmp_path: Path) -> None:
    """A device at Expo, `briefing_time` two minutes ahead, killed before and while it is made: one push, a receipt."""
    zone = zone_where_it_is_noon()
    async with ExpoServer(Expo(access_token=TOKEN)) as expo, served(
        tmp_path, STEWARD_EXPO_URL=expo.url, STEWARD_EXPO_ACCESS_TOKEN=TOKEN, STEWARD_EMBED_MODEL="off"
    ) as steward:  # fmt: skip
        async with steward.owner() as ana:
            at = datetime.now(ZoneInfo(zone)) + timedelta(minutes=2)
            await ana.patch("/me", {"timezone": zone, "briefing_time": f"{at:%H:%M}"})
            await ana.post("/mobile/devices", {"expo_push_token": "ExpoPushToken[anas]", "timezone": zone})
            await ana.post("/todos", {"title": "Milk", "due_at": str(today(zone))})
            assert (await ana.send("GET", "/briefings/latest")).status_code == 404
            await set_clock(ana, 180)
        await steward.kill()
        steward.model.hang(times=4, to="routing")
        await steward.start()
        await eventually(lambda: _asked(steward, 1))
        await steward.kill()
        steward.model.forget()
        await steward.start()
        async with steward.owner() as ana:
            await eventually(lambda: _is_made(ana))
            await eventually(lambda: _is_sent(ana))
            told = await ana.get("/briefings/latest")
            assert (told["date"], [item["text"] for item in told["items"]]) == (str(today(zone)), ["“Milk”: due today"])
            assert [run["outcome"] for run in (await ana.get("/system/jobs/daily_briefing/runs"))["items"]] != []
            listed = {job["name"]: job for job in (await ana.get("/system/jobs"))["scheduled"]}
            assert listed["daily_briefing"]["trigger"] == {"kind": "daily", "utc_time": "05:00", "interval_s": None}
            assert listed["daily_briefing"]["poll_interval_s"] <= 60
            await ana.execute("update push_deliveries set receipt_due_at = steward_now() where user_id = :me")
            await ana.execute("update async_jobs set run_after = steward_now() where job_type = 'pushes.receipts'")
            await eventually(lambda: _has_receipt(ana))
            assert await ana.count("briefings") == await ana.count("pushes") == 1
        (message,) = expo.sent
        assert message["data"]["kind"] == "daily_briefing"


async def set_clock(ana: Person, seconds: int) -> None:
    """Steward's clock from its next start on."""
    name = await ana.scalar("select current_database()")
    await ana.execute(f"alter database \"{name}\" set steward.clock_offset_s = '{seconds}'")


async def _asked(steward: Served, number: int) -> bool:
    return len(steward.model.routings) >= number


async def _is_made(ana: Person) -> bool:
    return (await ana.send("GET", "/briefings/latest")).status_code == 200


async def _has_receipt(ana: Person) -> bool:
    receipts = (await ana.get("/briefings/latest"))["push"]["receipts"]
    return [one["receipt"] for one in receipts] == ["ok"]
