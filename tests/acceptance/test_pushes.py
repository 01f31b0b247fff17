"""Is a phone reminded, by the whole application, through Expo's wire? Also after a restart, and not in quiet hours."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from tests.support.expo_server import Expo, ExpoServer
from tests.support.steward import ZONE, Person, started
from tests.support.waiting import eventually

PHONE = {"expo_push_token": "ExpoPushToken[anas-phone]", "platform": "android", "timezone": ZONE}
TOKEN = "expo-access"
PATIENCE_S = 60.0


def settings(expo: ExpoServer, **more: Any) -> dict[str, Any]:
    return {"workers": 1, "expo_url": expo.url, "expo_access_token": TOKEN, "embed_model": "off", **more}


def wall(ahead_s: float) -> str:
    at = datetime.now(UTC) + timedelta(seconds=ahead_s)
    return at.astimezone(ZoneInfo(ZONE)).replace(tzinfo=None, microsecond=0).isoformat()


async def phone_of(person: Person, **fields: Any) -> str:
    return str((await person.post("/mobile/devices", {**PHONE, **fields}))["id"])


async def test_a_todo_reminds_the_phone_at_its_time(tmp_path: Path, postgres_url: str) -> None:
    async with (
        ExpoServer(Expo(access_token=TOKEN)) as expo,
        started(tmp_path, postgres_url, **settings(expo)) as steward,
    ):
        ana, ben = await steward.person(), await steward.person("Ben")
        await phone_of(ana)
        await phone_of(ben, expo_push_token="ExpoPushToken[bens-phone]")
        todo = await ana.post("/todos", {"title": "Call Marta", "remind_at": wall(2), "timezone": ZONE})
        await expo.until_sent()
        (message,) = expo.sent
        assert (message["to"], message["body"]) == ("ExpoPushToken[anas-phone]", "Call Marta")
        assert message["data"] == {"kind": "todo_reminder", "id": todo["id"], "url": f"/todos/{todo['id']}"}
        receipt = (await ana.send("DELETE", f"/todos/{todo['id']}")).json()
        assert (receipt["deleted"], receipt["redacted"]["push"]) == ({"todo": 1}, 1)


async def test_a_reminder_that_fell_due_while_steward_was_down_comes_once(tmp_path: Path, postgres_url: str) -> None:
    async with ExpoServer(Expo(access_token=TOKEN)) as expo:
        async with started(tmp_path, postgres_url, **settings(expo, workers=0)) as steward:
            ana = await steward.person()
            await phone_of(ana)
            await ana.post("/todos", {"title": "Call Marta", "remind_at": wall(1), "timezone": ZONE})
        await asyncio.sleep(1.5)  # the time of the reminder passes
        for _ in range(2):
            async with started(tmp_path, postgres_url, **settings(expo, workers=2)):
                await expo.until_sent()
                await asyncio.sleep(1)  # no second one may come
        assert len(expo.sent) == 1


async def test_quiet_hours_hold_the_reminder(tmp_path: Path, postgres_url: str) -> None:
    async with (
        ExpoServer(Expo(access_token=TOKEN)) as expo,
        started(tmp_path, postgres_url, **settings(expo)) as steward,
    ):
        ana = await steward.person()
        await phone_of(ana)
        hours = {"from": wall(-3600)[11:16], "to": wall(3600)[11:16]}
        await ana.patch("/me", {"quiet_hours": hours})
        await ana.post("/todos", {"title": "Call Marta", "remind_at": wall(1), "timezone": ZONE})
        await eventually(lambda: ana.count("pushes", "state = 'held'"), lambda found: found != 0)
        assert expo.sent == []
        await ana.patch("/me", {"quiet_hours": None})
        await expo.until_sent()
