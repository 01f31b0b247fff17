"""The table: does each effect of a rule bind through `/ask`, through a command, in a direct write, and in a job?

One row an effect of api.md, one column a way in; a cell is a test, or the reason why there is nothing to bind. What a
cell proves is told by its first lines. All of it without a model, by plain words: what holds there holds for a model's
calls too, which go through the same controller (`test_rules_asked.py`).
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
import pytest_asyncio
from tests.support.expo_server import ExpoServer
from tests.support.postgres import PostgresServer
from tests.support.rules import DAY, add, held, rule
from tests.support.steward import ZONE, Person, Steward, started
from tests.support.waiting import eventually

from orchestrator.agent.rules.effects import EFFECTS

PATIENCE_S = 60.0
PATHS = ("ask", "command", "direct", "job")


@dataclass
class House:
    """A Steward whose only model is the reader, with a worker and a push service; somebody who lives in it."""

    steward: Steward
    expo: ExpoServer
    me: Person

    async def ask(self, words: str, **fields: Any) -> dict[str, Any]:
        return await self.me.ask(words, **fields)

    async def proposed(self, words: str, **fields: Any) -> dict[str, Any]:
        """The one preview that an answer presents."""
        bundle = await self.ask(words, **fields)
        (preview,) = bundle["previews"]
        assert preview["state"] == "pending", bundle
        return dict(preview)

    async def drafted(self, words: str) -> dict[str, Any]:
        """The card of `/event`."""
        bundle = await self.ask(f"/event {words}")
        assert bundle["command_result"]["state"] == "preview", bundle
        return dict(bundle["command_result"]["preview"])

    async def pushed(self, kind: str) -> list[dict[str, Any]]:
        """What this person's phone was told of that kind, once anything was."""
        return await eventually(lambda: [one for one in self.mine if one["data"]["kind"] == kind])

    @property
    def mine(self) -> list[dict[str, Any]]:
        return [one for one in self.expo.sent if one["to"] == self.token]

    @property
    def token(self) -> str:
        return f"ExpoPushToken[{self.me.id}]"

    async def phone(self) -> None:
        await self.me.post("/mobile/devices", {"expo_push_token": self.token, "platform": "ios"})

    async def until(self, table: str, where: str) -> None:
        """Until there is such a row of this person's."""
        await eventually(lambda: self.me.count(table, where))

    async def ran(self, job: str) -> None:
        await (await self.steward.owner()).ran(job)

    async def briefing(self) -> dict[str, Any]:
        answer = await self.me.send(
            "POST", "/agents/daily-briefing/run?wait=true", json={"date": DAY, "push": False}, timeout=PATIENCE_S
        )
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    async def contact(self, name: str, **fields: Any) -> str:
        return str((await self.me.post("/contacts", {"display_name": name, **fields}))["id"])

    async def place(self, name: str, **fields: Any) -> str:
        return str((await self.me.post("/places", {"name": name, **fields}))["id"])


Cell = Callable[[House], Awaitable[None]]


@pytest_asyncio.fixture(scope="module")
async def plain(
    postgres: PostgresServer, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[tuple[Steward, ExpoServer]]:
    url = await postgres.clone()
    home = tmp_path_factory.mktemp("effects")
    options: dict[str, Any] = {"workers": 1, "llm_provider": "reader", "embed_model": "off", "job_retry_s": 0.2}
    async with ExpoServer() as expo, started(home, url, expo_url=expo.url, **options) as steward:
        yield steward, expo
    await postgres.drop(url)


@pytest_asyncio.fixture
async def house(plain: tuple[Steward, ExpoServer]) -> House:
    steward, expo = plain
    me = await steward.person("Rita Lopes")
    await me.patch("/me", {"locale": "en-GB"})
    return House(steward, expo, me)


def around_now(*, minutes: int = 60) -> dict[str, str]:
    """Quiet hours in which now lies."""
    now = datetime.now(ZoneInfo(ZONE))
    begins, ends = now - timedelta(minutes=minutes), now + timedelta(minutes=minutes)
    return {"from": f"{begins:%H:%M}", "to": f"{ends:%H:%M}"}


def soon() -> str:
    at = datetime.now(UTC) + timedelta(seconds=1)
    return at.astimezone(ZoneInfo(ZONE)).replace(tzinfo=None, microsecond=0).isoformat()


async def reminded(house: House, title: str) -> None:
    """A reminder of a todo falls due."""
    await house.me.post("/todos", {"title": title, "remind_at": soon(), "timezone": ZONE})


# quiet_hours


async def quiet_ask(house: House) -> None:
    """What a turn has pushed waits, and goes out when the rule ends by words."""
    await house.phone()
    made = await rule(house.me, "quiet_hours", around_now())
    preview = await house.proposed(f"remind me to call Marta at {soon()[11:19]}")
    await house.me.post(f"/previews/{preview['id']}/confirm")
    await reminded(house, "Call Bea")
    await house.until("pushes", "state = 'held'")
    assert house.mine == []
    await house.me.post(f"/facts/{made['id']}/retire")
    assert "Call Bea" in {one["body"] for one in await house.pushed("todo_reminder")}


async def quiet_job(house: House) -> None:
    """The reminder waits for the end of the rule; the kinds that it lets through do not."""
    await house.phone()
    made = await rule(house.me, "quiet_hours", {**around_now(), "except": ["daily_briefing"]})
    await reminded(house, "Call Marta")
    await house.until("pushes", "state = 'held' and kind = 'todo_reminder'")
    today = datetime.now(ZoneInfo(ZONE)).date().isoformat()
    await house.me.send("POST", "/agents/daily-briefing/run?wait=true", json={"date": today, "push": True})
    await house.pushed("daily_briefing")
    assert [one["data"]["kind"] for one in house.mine] == ["daily_briefing"]
    await house.me.patch(f"/rules/{made['id']}", {"effect": {"type": "quiet_hours", "parameters": _elsewhen()}})
    await house.pushed("todo_reminder")


def _elsewhen() -> dict[str, str]:
    now = datetime.now(ZoneInfo(ZONE))
    return {"from": f"{now + timedelta(hours=3):%H:%M}", "to": f"{now + timedelta(hours=4):%H:%M}"}


# blocked_time, earliest_start, latest_end, no_double_booking, buffer, never_invite: held

HOLDING: dict[str, tuple[dict[str, Any], str, tuple[str, str], str]] = {
    "blocked_time": (
        {"from": "12:00", "to": "14:00", "days": ["fri"]},
        "standup on 5 March 2027 at 13:30",
        ("13:30", "14:30"),
        "from 12:00 to 14:00 is blocked",
    ),
    "earliest_start": ({"time": "10:00"}, "standup on 5 March 2027 at 9am", ("09:00", "09:30"), "it would begin"),
    "latest_end": (
        {"time": "18:00"},
        "standup on 5 March 2027 from 17:45 to 18:30",
        ("17:45", "18:30"),
        "it would end",
    ),
    "no_double_booking": ({}, "standup on 5 March 2027 at 12:30", ("12:30", "13:30"), "Dentist"),
    "buffer": ({"minutes_before": 30}, "standup on 5 March 2027 at 13:10", ("13:10", "14:00"), "Dentist"),
}


def held_in_ask(effect: str) -> Cell:
    async def cell(house: House) -> None:
        """Let through by policy, it waits all the same, names the rule, and a yes is the one exception."""
        parameters, words, _, why = HOLDING[effect]
        await house.me.auto_confirm()
        assert (await add(house.me, "12:00", "13:00", title="Dentist")).status_code == 201
        made = await rule(house.me, effect, parameters)
        preview = await house.proposed(f"Add {words}")
        assert (preview["held_by_rule"], preview["tool"]) == (made["id"], "events_create")
        assert made["text"] in preview["summary"]
        assert why in preview["summary"]
        assert await house.me.count("events") == 1
        assert (await house.me.post(f"/previews/{preview['id']}/confirm"))["state"] == "confirmed"
        again = await house.proposed(f"Add {words.replace('standup', 'retro')}")
        assert again["held_by_rule"] is not None, "one exception is no other"

    return cell


def held_in_command(effect: str) -> Cell:
    async def cell(house: House) -> None:
        """The card says what stands against it; an edit that removes that removes the hold."""
        parameters, words, _, why = HOLDING[effect]
        assert (await add(house.me, "12:00", "13:00", title="Dentist")).status_code == 201
        made = await rule(house.me, effect, parameters)
        preview = await house.drafted(words)
        assert preview["held_by_rule"] == made["id"]
        assert made["text"] in preview["summary"]
        assert why in preview["summary"]
        edits = {"start_at": f"{DAY}T15:00:00", "end_at": f"{DAY}T15:30:00"}
        moved = await house.me.patch(f"/previews/{preview['id']}", {"edits": edits})
        assert moved["held_by_rule"] is None
        assert (await house.me.post(f"/previews/{moved['id']}/confirm"))["state"] == "confirmed"

    return cell


def held_direct(effect: str) -> Cell:
    async def cell(house: House) -> None:
        """409 `rule_held`; `?override_rule=` of that very rule passes it, once; so for a change and a series."""
        parameters, _, (start, end), _ = HOLDING[effect]
        assert (await add(house.me, "12:00", "13:00", title="Dentist")).status_code == 201
        made = await rule(house.me, effect, parameters)
        held(await add(house.me, start, end), made)
        held(await add(house.me, start, end, recurrence="RRULE:FREQ=DAILY;COUNT=3"), made)
        assert (await add(house.me, start, end, override=(made["id"],))).status_code == 201
        held(await add(house.me, start, end), made)
        free = (await add(house.me, "15:00", "15:30", title="Swim")).json()
        times = {"start_at": f"{DAY}T{start}", "end_at": f"{DAY}T{end}"}
        path = f"/events/{free['id']}"
        assert (await house.me.send("PATCH", path, json={"title": "Swimming"})).status_code == 200
        held(await house.me.send("PATCH", path, json=times), made)
        moved = await house.me.send("PATCH", path, json=times, params={"override_rule": made["id"]})
        assert moved.status_code == 200

    return cell


async def test_an_exception_may_be_a_bare_id(house: House) -> None:
    bea, gym = await house.contact("Bea Cruz"), await house.place("City gym")
    made = await rule(house.me, "blocked_time", {"from": "12:00", "to": "14:00", "except": [bea, gym, "dentist"]})
    assert made["effect"]["parameters"]["except"] == [
        {"contact_ids": [bea]}, {"place_ids": [gym]}, {"words": ["dentist"]},
    ]  # fmt: skip
    assert (await add(house.me, "12:30")).status_code == 409
    for spared in ({"participants": [{"contact_id": bea}]}, {"place_id": gym}, {"title": "Dentist"}):
        assert (await add(house.me, "12:30", **spared)).status_code == 201, spared
    effect = {"type": "blocked_time", "parameters": {"from": "12:00", "to": "14:00", "except": [str(uuid4())]}}
    nobody = await house.me.send("POST", "/rules", json={"text": "Nobody there", "effect": effect})
    assert (nobody.status_code, nobody.json()["code"]) == (422, "invalid_request")


async def never_ask(house: House) -> None:
    """A name in plain words is the contact that the rule is about."""
    bo = await house.contact("Bo Lima")
    await house.me.auto_confirm()
    made = await rule(house.me, "never_invite", {"contact_ids": [bo]})
    preview = await house.proposed("Add lunch with Bo Lima on 5 March 2027 at 12:30")
    assert preview["held_by_rule"] == made["id"]


async def never_command(house: House) -> None:
    """Also where somebody is added by words to a card that was free."""
    bo = await house.contact("Bo Lima")
    made = await rule(house.me, "never_invite", {"contact_ids": [bo]})
    bundle = await house.ask("/event lunch on 5 March 2027 at 12:30")
    assert bundle["command_result"]["preview"]["held_by_rule"] is None
    more = await house.ask("you forgot Bo Lima", thread=bundle["thread_id"])
    assert more["command_result"]["preview"]["held_by_rule"] == made["id"]


async def never_direct(house: House) -> None:
    """By id, and by the email that is theirs."""
    bo = await house.contact("Bo Lima", emails=["bo@example.org"])
    made = await rule(house.me, "never_invite", {"contact_ids": [bo]})
    held(await add(house.me, "10:00", participants=[{"contact_id": bo}]), made)
    held(await add(house.me, "10:00", participants=["bo@example.org"]), made)
    body = [{"contact_id": bo}]
    assert (await add(house.me, "10:00", participants=body, override=(made["id"],))).status_code == 201
    event = (await add(house.me, "12:00")).json()
    held(await house.me.send("PATCH", f"/events/{event['id']}", json={"participants": body}), made)


# default_duration, default_place, always_invite: filled


async def duration_ask(house: House) -> None:
    """Filled, and told with the rule's name; what was said stays."""
    made = await rule(house.me, "default_duration", {"minutes": 25})
    preview = await house.proposed("Add standup on 5 March 2027 at 9am")
    assert preview["arguments"]["end_at"] == f"{DAY}T09:25:00"
    assert made["text"] in preview["summary"]
    said = await house.proposed("Add retro on 5 March 2027 from 9am to 11am")
    assert said["arguments"]["end_at"] == f"{DAY}T11:00:00"


async def test_what_is_done_at_once_names_the_rule_that_filled_it(house: House) -> None:
    """Nobody saw the preview that would have told it."""
    await house.me.auto_confirm()
    office = await house.place("The office")
    long = await rule(house.me, "default_duration", {"minutes": 25}, text="Short meetings")
    there = await rule(house.me, "default_place", {"place_id": office}, text="Always at work")
    bundle = await house.ask("Add standup on 5 March 2027 at 9am")
    (action,) = bundle["actions"]
    assert action["outcome"] == "done"
    assert (await house.me.get(f"/events/{action['entity']['id']}"))["end_at"] == f"{DAY}T09:25:00"
    for made in (long, there):
        assert made["text"] in action["summary"]
        assert made["text"] in bundle["answer"]


async def duration_command(house: House) -> None:
    await rule(house.me, "default_duration", {"minutes": 25})
    assert (await house.drafted("standup on 5 March 2027 at 9am"))["arguments"]["end_at"] == f"{DAY}T09:25:00"


async def duration_direct(house: House) -> None:
    await rule(house.me, "default_duration", {"minutes": 25})
    assert (await add(house.me, "09:00")).json()["end_at"] == f"{DAY}T09:25:00"
    assert (await add(house.me, "10:00", "11:00")).json()["end_at"] == f"{DAY}T11:00:00"
    whole = await house.me.post("/events", {"title": "Standup", "start_at": DAY})
    assert whole["end_at"] == "2027-03-06"


async def place_ask(house: House) -> None:
    office = await house.place("The office")
    made = await rule(house.me, "default_place", {"place_id": office, "match": {"words": ["standup"]}})
    preview = await house.proposed("Add standup on 5 March 2027 at 9am")
    assert preview["arguments"]["place_id"] == office
    assert made["text"] in preview["summary"]
    other = await house.proposed("Add dentist on 5 March 2027 at 11am")
    assert other["arguments"].get("place_id") is None


async def place_command(house: House) -> None:
    office = await house.place("The office")
    await rule(house.me, "default_place", {"place_id": office})
    assert (await house.drafted("standup on 5 March 2027 at 9am"))["arguments"]["place_id"] == office


async def place_direct(house: House) -> None:
    office = await house.place("The office")
    await rule(house.me, "default_place", {"place_id": office})
    assert (await add(house.me, "09:00")).json()["place_id"] == office
    assert (await add(house.me, "11:00", location_text="Home")).json()["place_id"] is None


async def always_ask(house: House) -> None:
    bea = await house.contact("Bea Cruz")
    made = await rule(house.me, "always_invite", {"contact_ids": [bea]})
    preview = await house.proposed("Add standup on 5 March 2027 at 9am")
    assert [one["contact_id"] for one in preview["arguments"]["participants"]] == [bea]
    assert "Bea Cruz" in preview["summary"]
    assert made["text"] in preview["summary"]


async def always_command(house: House) -> None:
    """Whom the user takes off again stays off."""
    bea = await house.contact("Bea Cruz")
    await rule(house.me, "always_invite", {"contact_ids": [bea]})
    bundle = await house.ask("/event standup on 5 March 2027 at 9am")
    preview = bundle["command_result"]["preview"]
    assert [one["contact_id"] for one in preview["arguments"]["participants"]] == [bea]
    alone = await house.me.patch(f"/previews/{preview['id']}", {"edits": {"participants": []}})
    assert alone["arguments"]["participants"] == []
    later = await house.me.patch(f"/previews/{alone['id']}", {"edits": {"title": "Daily"}})
    assert later["arguments"]["participants"] == []


async def always_direct(house: House) -> None:
    bea = await house.contact("Bea Cruz")
    await rule(house.me, "always_invite", {"contact_ids": [bea]})
    event = (await add(house.me, "09:00", participants=["Caro"])).json()
    assert [one["name"] for one in event["participants"]] == ["Caro", "Bea Cruz"]


# units, language


async def units_ask(house: House) -> None:
    """Clock, order of dates, week and measures, in answers and in what words mean."""
    assert (await add(house.me, "15:00", title="Dentist")).status_code == 201
    made = await rule(house.me, "units", {"clock": 12, "date_order": "ymd"})
    answer = (await house.ask("When is the dentist?"))["answer"]
    assert "3:00 PM" in answer
    assert DAY in answer
    await house.me.patch(
        f"/rules/{made['id']}",
        {"effect": {"type": "units", "parameters": {"date_order": "mdy", "week_start": "sun", "clock": 24}}},
    )
    preview = await house.proposed("Add swim on 3/4/2027 at 8am")
    assert preview["arguments"]["start_at"].startswith("2027-03-04")
    answer = (await house.ask("When is the dentist?"))["answer"]
    assert "March 5" in answer
    assert "15:00" in answer


async def units_command(house: House) -> None:
    await rule(house.me, "units", {"clock": 12, "date_order": "mdy"})
    preview = await house.drafted("standup on 3/5/2027 at 15:00")
    assert preview["arguments"]["start_at"] == f"{DAY}T15:00:00"
    assert "3:00 PM" in preview["summary"]


async def units_direct(house: House) -> None:
    """What is stored has no units; the words of a refusal have."""
    await rule(house.me, "units", {"clock": 12})
    await rule(house.me, "earliest_start", {"time": "10:00"})
    assert "9:00 am" in (await add(house.me, "09:00")).json()["detail"]


async def units_job(house: House) -> None:
    assert (await add(house.me, "15:00", title="Dentist")).status_code == 201
    await rule(house.me, "units", {"clock": 12})
    assert "3:00 pm" in (await house.briefing())["markdown"]


async def language_ask(house: House) -> None:
    assert (await add(house.me, "15:00", title="Dentist")).status_code == 201
    await rule(house.me, "language", {"tag": "pt-PT"})
    assert "sexta-feira" in (await house.ask("When is the dentist?"))["answer"]


async def language_command(house: House) -> None:
    await rule(house.me, "language", {"tag": "es"})
    preview = await house.drafted("standup on 5 March 2027 at 15:00")
    assert "viernes" in preview["summary"]


async def language_direct(house: House) -> None:
    """A refusal is told in it."""
    await rule(house.me, "language", {"tag": "pt"})
    made = await rule(house.me, "earliest_start", {"time": "10:00"})
    answer = await add(house.me, "09:00")
    held(answer, made)
    assert "regra" in answer.json()["detail"]


async def language_job(house: House) -> None:
    """Briefings and reminders."""
    assert (await add(house.me, "15:00", title="Dentist")).status_code == 201
    await house.phone()
    await rule(house.me, "language", {"tag": "pt-BR"})
    assert "5 de mar" in (await house.briefing())["markdown"]
    await reminded(house, "Call Marta")
    assert [one["title"] for one in await house.pushed("todo_reminder")] == ["Lembrete"]


# tool_policy


async def policy_ask(house: House) -> None:
    """auto: done; confirm: waits, named; block: refused, named."""
    await rule(house.me, "tool_policy", {"tool": "events_create", "policy": "auto"})
    bundle = await house.ask("Add swim on 5 March 2027 at 8am")
    assert [one["outcome"] for one in bundle["actions"]] == ["done"]
    asks = await rule(house.me, "tool_policy", {"tool": "events_create", "policy": "confirm"})
    preview = await house.proposed("Add standup on 5 March 2027 at 9am")
    assert preview["held_by_rule"] == asks["id"]
    blocks = await rule(
        house.me, "tool_policy", {"tool": "events_create", "policy": "block"}, text="Leave my calendar alone"
    )
    bundle = await house.ask("Add retro on 5 March 2027 at 10am")
    (action,) = bundle["actions"]
    assert action["outcome"] == "refused"
    assert blocks["text"] in bundle["answer"]
    assert await house.me.count("events") == 1


async def test_a_forbidden_call_is_told_to_the_user_and_not_to_the_model(house: House) -> None:
    made = await rule(house.me, "tool_policy", {"tool": "todos_create", "policy": "block"}, text="Make no lists")
    bundle = await house.ask("Add a todo to buy milk")
    (action,) = bundle["actions"]
    assert (action["outcome"], made["text"] in action["reason"]) == ("refused", True)
    assert made["text"] in bundle["answer"]
    for told in (bundle["answer"], action["reason"], action["summary"]):
        assert "tell the user" not in told


async def policy_command(house: House) -> None:
    blocks = await rule(
        house.me, "tool_policy", {"tool": "events_create", "policy": "block"}, text="Leave my calendar alone"
    )
    bundle = await house.ask("/event standup on 5 March 2027 at 9am")
    assert blocks["text"] in bundle["answer"]
    assert bundle["command_result"] is None or bundle["command_result"]["preview"] is None
    assert await house.me.count("previews", "state = 'pending'") == 0


async def policy_direct(house: House) -> None:
    """The user's own hand is not the agent's."""
    await rule(house.me, "tool_policy", {"tool": "events_create", "policy": "block"})
    assert (await add(house.me, "09:00")).status_code == 201


# alias


async def alias_ask(house: House) -> None:
    """Before a contact who is really called so."""
    bea = await house.contact("Bea Cruz")
    await house.contact("Boss Lopes")
    await rule(house.me, "alias", {"phrase": "boss", "entity": {"type": "contact", "id": bea}})
    preview = await house.proposed("Add lunch with boss on 5 March 2027 at 12:30")
    assert [one["contact_id"] for one in preview["arguments"]["participants"]] == [bea]
    await rule(house.me, "alias", {"phrase": "the captain", "entity": {"type": "contact", "id": bea}})
    for said in ("the captain", "captain"):  # an article is no part of what somebody is called
        preview = await house.proposed(f"Add tea with {said} on 6 March 2027 at 12:30")
        assert [one["contact_id"] for one in preview["arguments"]["participants"]] == [bea], said


async def alias_command(house: House) -> None:
    bea, gym = await house.contact("Bea Cruz"), await house.place("City gym")
    await rule(house.me, "alias", {"phrase": "boss", "entity": {"type": "contact", "id": bea}})
    await rule(house.me, "alias", {"phrase": "the hall", "entity": {"type": "place", "id": gym}})
    preview = await house.drafted("lunch with boss on 5 March 2027 at 12:30 at the hall")
    assert [one["contact_id"] for one in preview["arguments"]["participants"]] == [bea]
    assert preview["arguments"]["place_id"] == gym


# redact_push


async def redact_job(house: House) -> None:
    """Words, people by any part of their name, and a whole kind."""
    await house.phone()
    marta = await house.contact("Marta Dias")
    await rule(house.me, "redact_push", {"match": {"words": ["clinic"], "contact_ids": [marta]}, "replacement": "[x]"})
    await reminded(house, "Call Marta about the clinics")
    (message,) = await house.pushed("todo_reminder")
    assert message["body"] == "Call [x] about the [x]"
    await rule(house.me, "redact_push", {"match": {"categories": ["daily_briefing"]}, "replacement": "Open the app"})
    today = datetime.now(ZoneInfo(ZONE)).date().isoformat()
    await house.me.send("POST", "/agents/daily-briefing/run?wait=true", json={"date": today, "push": True})
    (message,) = await house.pushed("daily_briefing")
    assert (message["title"], message["body"]) == ("Steward", "Open the app")


# never_store


async def never_store_ask(house: House) -> None:
    made = await rule(house.me, "never_store", {"words": ["salary"]}, text="Nothing about my salary")
    for words in ("Remember that my salary is 1000 euros", "Note that the salary is due on Friday"):
        bundle = await house.ask(words)
        assert made["text"] in bundle["answer"], bundle["answer"]
        assert [one["outcome"] for one in bundle["actions"]] in ([], ["refused"], ["failed"])
    assert await house.me.count("user_facts", "kind = 'soft_fact'") == await house.me.count("notes") == 0


async def never_store_direct(house: House) -> None:
    """Refused: nothing passes it; so for correcting, changing and taking a proposal."""
    made = await rule(house.me, "never_store", {"words": ["salary"], "categories": ["money"]})
    kept = await house.me.post("/facts", {"text": "I like tea"})
    note = await house.me.post("/notes", {"text": "Likes tea"})
    bad = {"text": "My salary is 1000"}
    tries = [
        ("POST", "/notes", bad),
        ("POST", "/notes", {"text": "Paid well", "category": "money"}),
        ("PATCH", f"/notes/{note['id']}", bad),
        ("POST", "/facts", bad),
        ("PATCH", f"/facts/{kept['id']}", bad),
        ("POST", f"/facts/{kept['id']}/correct", bad),
        ("POST", f"/facts/{kept['id']}/change", bad),
    ]
    for method, path, body in tries:
        answer = await house.me.send(method, path, json=body, params={"override_rule": made["id"]})
        assert (answer.status_code, answer.json()["code"]) == (409, "rule_refused"), (path, answer.text)
        assert answer.json()["rule"] == {"id": made["id"], "text": made["text"]}


async def never_store_job(house: House) -> None:
    """Extraction leaves it out, and takes the rest."""
    await rule(house.me, "never_store", {"words": ["peanuts"]})
    lines = ["I'm allergic to peanuts.", "My sister is called Rita."]
    messages = [{"speaker": "me", "text": text, "at": f"2026-03-02T10:0{at}:00Z"} for at, text in enumerate(lines)]
    item = {"external_id": "t", "source": "chat", "title": "Chat", "messages": messages}
    await house.me.post("/ingest/conversation", item)
    await house.ran("facts.extract")
    await house.until("user_facts", "kind = 'soft_fact'")
    assert [one["text"] for one in (await house.me.get("/facts", kind="soft_fact"))["items"]] == [
        "My sister is called Rita"
    ]


IMPORTS = "jobs bring events (imports, calendars, meetings), they plan none: what they bring is so (decision 0032)"
NO_PUSH = "the only push of a turn is `needs_input`, which the job sends: the job's cell"
NOTHING_KEPT = "commands write events and contacts, no notes and facts"

TABLE: dict[str, tuple[Cell | str, Cell | str, Cell | str, Cell | str]] = {
    # effect: (/ask, a command, a direct write, a job)
    "quiet_hours": (quiet_ask, NO_PUSH, "a direct write pushes nothing", quiet_job),
    "blocked_time": (held_in_ask("blocked_time"), held_in_command("blocked_time"),
                     held_direct("blocked_time"), IMPORTS),
    "earliest_start": (held_in_ask("earliest_start"), held_in_command("earliest_start"),
                       held_direct("earliest_start"), IMPORTS),
    "latest_end": (held_in_ask("latest_end"), held_in_command("latest_end"), held_direct("latest_end"), IMPORTS),
    "default_duration": (duration_ask, duration_command, duration_direct, IMPORTS),
    "default_place": (place_ask, place_command, place_direct, IMPORTS),
    "always_invite": (always_ask, always_command, always_direct, IMPORTS),
    "never_invite": (never_ask, never_command, never_direct, IMPORTS),
    "buffer": (held_in_ask("buffer"), held_in_command("buffer"), held_direct("buffer"), IMPORTS),
    "no_double_booking": (held_in_ask("no_double_booking"), held_in_command("no_double_booking"),
                          held_direct("no_double_booking"), IMPORTS),
    "units": (units_ask, units_command, units_direct, units_job),
    "language": (language_ask, language_command, language_direct, language_job),
    "tool_policy": (policy_ask, policy_command, policy_direct, "jobs call no tools: they use the services"),
    "alias": (alias_ask, alias_command, "a direct write names contacts and places by their ids",
              "jobs read others' words: what the user calls somebody is not what they do"),
    "redact_push": (NO_PUSH, NO_PUSH, "a direct write pushes nothing", redact_job),
    "never_store": (never_store_ask, NOTHING_KEPT, never_store_direct, never_store_job),
}  # fmt: skip

CELLS = [
    pytest.param(cell, id=f"{effect}-{path}")
    for effect, row in TABLE.items()
    for path, cell in zip(PATHS, row, strict=True)
    if not isinstance(cell, str)
]


def test_the_table_has_every_effect() -> None:
    assert list(TABLE) == list(EFFECTS)
    assert all(len(cell) > 20 for row in TABLE.values() for cell in row if isinstance(cell, str))


@pytest.mark.parametrize("cell", CELLS)
async def test_the_effect_binds(house: House, cell: Cell) -> None:
    await cell(house)


async def test_what_jobs_and_imports_bring_is_neither_held_nor_filled_in(house: House) -> None:
    """The column of reasons, proved: an import and a meeting at eight in the morning are what they are."""
    me, bea = house.me, await house.contact("Bea Cruz")
    for effect, parameters in (
        ("earliest_start", {"time": "10:00"}),
        ("default_duration", {"minutes": 25}),
        ("always_invite", {"contact_ids": [bea]}),
        ("no_double_booking", {}),
    ):
        await rule(me, effect, parameters)
    item = {"external_id": "1", "source": "work", "title": "Shift", "start_at": f"{DAY}T06:00", "timezone": ZONE}
    twice = {**item, "external_id": "2"}
    results = (await me.post("/ingest/event", [item, twice]))["results"]
    assert [one["status"] for one in results] == ["created", "created"]
    event = await me.get(f"/events/{results[0]['id']}")
    assert (event["end_at"], event["participants"]) == (None, [])


# What waits is asked again


async def by_retiring(house: House, rule_id: str) -> None:
    await house.me.post(f"/facts/{rule_id}/retire")


async def by_erasing(house: House, rule_id: str) -> None:
    (await house.me.send("DELETE", f"/rules/{rule_id}")).raise_for_status()


async def by_an_end(house: House, rule_id: str) -> None:
    ended = datetime.now(UTC) - timedelta(seconds=1)
    await house.me.execute("update user_facts set valid_from = null where id = :id", id=rule_id)
    await house.me.patch(f"/facts/{rule_id}", {"valid_to": ended.isoformat()})


async def by_another_effect(house: House, rule_id: str) -> None:
    await house.me.patch(f"/facts/{rule_id}", {"effect": {"type": "quiet_hours", "parameters": _elsewhen()}})


async def by_correcting(house: House, rule_id: str) -> None:
    body = {"text": "Quiet later", "effect": {"type": "quiet_hours", "parameters": _elsewhen()}}
    await house.me.post(f"/facts/{rule_id}/correct", body)


async def by_words(house: House, _: str) -> None:
    told = await house.ask("forget the rule about quiet hours")
    await house.me.post(f"/previews/{told['previews'][0]['id']}/confirm")


async def by_me(house: House, _: str) -> None:
    await house.me.patch("/me", {"quiet_hours": None})


@pytest.mark.parametrize(
    "ends", [by_retiring, by_erasing, by_an_end, by_another_effect, by_correcting, by_words, by_me]
)
async def test_what_a_rule_held_goes_out_when_it_ends(house: House, ends: Callable[[House, str], Any]) -> None:
    await house.phone()
    made = await rule(house.me, "quiet_hours", around_now())
    await reminded(house, "Call Marta")
    await house.until("pushes", "state = 'held'")
    await ends(house, made["id"])
    await house.ran("pushes.reconsider")  # it comes by itself too, every twenty seconds
    assert [one["body"] for one in await house.pushed("todo_reminder")] == ["Call Marta"]


async def test_a_rule_taken_back_lets_go_and_one_that_holds_again_holds(house: House) -> None:
    await house.phone()
    hours = around_now()
    told = await house.ask(f"no notifications from {hours['from']} to {hours['to']}")
    (preview,) = told["previews"]
    await house.me.post(f"/previews/{preview['id']}/confirm")
    await reminded(house, "Call Marta")
    await house.until("pushes", "state = 'held'")
    await house.me.post(f"/previews/{preview['id']}/undo")
    await house.ran("pushes.reconsider")
    assert [one["body"] for one in await house.pushed("todo_reminder")] == ["Call Marta"]


async def test_a_new_rule_holds_what_was_about_to_go_out(house: House) -> None:
    """A push that waits for its next try, when quiet hours begin."""
    await house.phone()
    await house.me.execute(
        "insert into pushes (id, user_id, kind, opens, url, title, body, state, due_at, attempts, sources) values "
        "(gen_random_uuid(), :me, 'todo_reminder', 'x', '/todos/x', 'Reminder', 'Later', 'queued', "
        "steward_now() + interval '1 hour', 1, '[]')"
    )
    await rule(house.me, "quiet_hours", around_now())
    assert await house.me.count("pushes", "state = 'held'") == 1
