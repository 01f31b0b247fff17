"""Is what a notification's button says done, once, by the one confirm path? Through all of Steward and ntfy's wire."""

from pathlib import Path
from urllib.parse import urlsplit

import httpx
from tests.acceptance.test_needs_input import MILK, PREPARED, asking, held
from tests.support.push_services import PushService
from tests.support.steward import started
from tests.support.waiting import eventually


async def test_a_yes_from_a_notification_writes_exactly_what_was_told(tmp_path: Path, postgres_url: str) -> None:
    async with (
        PushService() as service,
        started(tmp_path, postgres_url, workers=1, private_hosts=("127.0.0.1",), embed_model="off") as steward,
        httpx.AsyncClient(base_url=steward.url) as nobody,
    ):
        ana = await steward.person()
        await ana.post("/push/devices", {"kind": "ntfy", "url": service.url, "topic": "steward-1"})
        answer = held(steward, MILK, PREPARED)
        async with asking(steward, ana):
            pass
        answer()
        await service.until_taken()
        (told,) = service.ntfy
        assert "Buy milk" in told["message"]
        addresses = {one["label"]: urlsplit(one["url"]).path for one in told["actions"]}
        assert (await ana.get("/todos"))["items"] == []
        done = await nobody.post(addresses["Confirm"])
        assert done.status_code == 200, done.text
        assert done.json()["state"] == "confirmed"
        assert done.json()["message"].startswith("Done: ")
        assert [one["title"] for one in (await ana.get("/todos"))["items"]] == ["Buy milk"]
        for spent in addresses.values():
            assert (await nobody.post(spent)).status_code == 404
        (preview,) = (await ana.get("/previews"))["items"]
        assert preview["state"] == "confirmed"
        assert len((await ana.get("/todos"))["items"]) == 1


async def test_a_preview_that_was_decided_elsewhere_is_told_as_such(tmp_path: Path, postgres_url: str) -> None:
    async with (
        PushService() as service,
        started(tmp_path, postgres_url, workers=1, private_hosts=("127.0.0.1",), embed_model="off") as steward,
        httpx.AsyncClient(base_url=steward.url) as nobody,
    ):
        ana = await steward.person()
        await ana.post("/push/devices", {"kind": "ntfy", "url": service.url, "topic": "steward-1"})
        answer = held(steward, MILK, PREPARED)
        async with asking(steward, ana):
            pass
        answer()
        await service.until_taken()
        (preview,) = (await eventually(lambda: ana.get("/previews"), lambda found: bool(found["items"])))["items"]
        await ana.post(f"/previews/{preview['id']}/cancel")
        (confirm,) = [one["url"] for one in service.ntfy[0]["actions"] if one["label"] == "Confirm"]
        refused = await nobody.post(urlsplit(confirm).path)
        assert (refused.status_code, refused.json()["code"]) == (409, "preview_cancelled")
        assert (await ana.get("/todos"))["items"] == []
