"""Do the routes of `/mobile/devices` keep api.md? For two people with one phone too."""

import asyncio
from typing import Any
from uuid import UUID

import httpx
import pytest
from tests.support.accounts import make_owner, token_of
from tests.support.corpora import cases
from tests.support.people import make_user
from tests.support.postgres import scalar
from tests.support.pushes import device, devices_of, pushed, state_of, token, worked
from tests.support.web import client_of, make_app

from orchestrator.db.session import Database
from orchestrator.domain.work.pushes.service import MOST_DEVICES
from orchestrator.integrations.push.fake import KeptPushes
from orchestrator.kit.ids import new_id
from orchestrator.mobile_api import devices

PHONE = {"expo_push_token": token("phone"), "platform": "ios", "timezone": "America/Sao_Paulo"}


async def client_for(database: Database, user: UUID, *scopes: str) -> httpx.AsyncClient:
    return client_of(make_app(database, [devices.router]), await token_of(database, user, *(scopes or ("mobile",))))


async def registered(client: httpx.AsyncClient, status: int = 201, **fields: Any) -> dict[str, Any]:
    answer = await client.post("/mobile/devices", json={**PHONE, **fields})
    assert answer.status_code == status, answer.text
    return dict(answer.json())


async def test_a_device_is_registered_and_keeps_its_id(database: Database) -> None:
    ana = await make_user(database, zone="Europe/Lisbon")
    async with await client_for(database, ana) as client:
        made = await registered(client)
        assert (made["platform"], made["timezone"], made["enabled"]) == ("ios", "America/Sao_Paulo", True)
        assert PHONE["expo_push_token"] not in str(made)
        again = await registered(client, 200, timezone="Asia/Tokyo")
        assert again["id"] == made["id"]
        assert again["timezone"] == "Asia/Tokyo"
        listed = (await client.get("/mobile/devices")).json()
        assert [one["id"] for one in listed["items"]] == [made["id"]]
        assert listed["next_cursor"] is None
    assert await scalar(database, "select captured_timezone from users where id = :u", u=ana) == "Asia/Tokyo"
    assert await scalar(database, "select last_active_at is not null from users where id = :u", u=ana)


async def test_signing_out_ends_the_pushes_until_the_device_registers_again(database: Database, ana: UUID) -> None:
    sender = KeptPushes()
    async with await client_for(database, ana) as client:
        made = await registered(client)
        waiting = await pushed(database, ana)
        answer = await client.delete(f"/mobile/devices/{made['id']}")
        assert (answer.status_code, answer.content) == (204, b"")
        assert (await client.delete(f"/mobile/devices/{made['id']}")).status_code == 404
        await worked(database, sender)
        assert sender.sent == []
        assert await state_of(database, ana, waiting) == "none"
        listed = (await client.get("/mobile/devices")).json()["items"]
        assert [(one["enabled"], one["disabled_reason"]) for one in listed] == [(False, "signed_out")]
        assert (await registered(client, 200))["id"] == made["id"]
    await pushed(database, ana)
    await worked(database, sender)
    assert [one.to for one in sender.sent] == [token("phone")]


async def test_a_phone_that_another_signs_in_on_moves_and_shows_them_nothing(database: Database) -> None:
    ana, ben, sender = await make_user(database), await make_user(database), KeptPushes()
    async with (
        await client_for(database, ana) as anas,
        await client_for(database, ben) as bens,
    ):
        made = await registered(anas)
        waiting = await pushed(database, ana)
        moved = await registered(bens, 200)
        assert moved["id"] == made["id"]
        assert (await anas.get("/mobile/devices")).json()["items"] == []
        assert (await anas.delete(f"/mobile/devices/{made['id']}")).status_code == 404
        await worked(database, sender)
        assert sender.sent == []
        assert await state_of(database, ana, waiting) == "none"
        assert (await bens.delete(f"/mobile/devices/{made['id']}")).status_code == 204


async def test_others_devices_do_not_exist(database: Database) -> None:
    ana, ben = await make_user(database), await make_user(database)
    phone = await device(database, ana)
    async with await client_for(database, ben) as client:
        for device_id in (phone.id, new_id(), "no-uuid"):
            assert (await client.delete(f"/mobile/devices/{device_id}")).status_code == 404
        assert (await client.get("/mobile/devices")).json()["items"] == []
    assert [one.enabled for one in await devices_of(database, ana)] == [True]


async def test_two_who_register_one_token_at_once_leave_one_device(database: Database) -> None:
    users = [await make_user(database) for _ in range(6)]
    made = await asyncio.gather(*(device(database, user) for user in users))
    assert len({one.id for one in made}) == 1
    assert await scalar(database, "select count(*) from push_devices") == 1


async def test_the_newest_devices_stay(database: Database, ana: UUID) -> None:
    for number in range(MOST_DEVICES + 2):
        await device(database, ana, f"p{number}")
    found = await devices_of(database, ana)
    assert [one.disabled_reason for one in found] == ["replaced"] * 2 + [None] * MOST_DEVICES
    for number in range(MOST_DEVICES + 2, 2 * MOST_DEVICES + 5):
        await device(database, ana, f"p{number}")
    found = await devices_of(database, ana)
    assert [one.enabled for one in found] == [False] * MOST_DEVICES + [True] * MOST_DEVICES


@pytest.mark.parametrize("fields", cases("devices", "what_is_no_device_is_told_without_quoting_it"))
async def test_what_is_no_device_is_told_without_quoting_it(database: Database, fields: dict[str, Any]) -> None:
    ana = await make_user(database)
    async with await client_for(database, ana) as client:
        answer = await client.post("/mobile/devices", json={**PHONE, **fields})
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_request")
    assert await scalar(database, "select count(*) from push_devices") == 0


async def test_both_forms_of_tokens_and_bare_ids_come_in(database: Database, ana: UUID) -> None:
    async with await client_for(database, ana) as client:
        for text in ("ExpoPushToken[new]", " ExponentPushToken[old] ", str(new_id())):
            await registered(client, expo_push_token=text, platform="Android")
        bare = await client.post("/mobile/devices", json={"expo_push_token": "ExpoPushToken[bare]"})
        assert bare.status_code == 201


async def test_the_scope_is_mobile(database: Database) -> None:
    owner = await make_owner(database)
    for scopes, status in ((("read", "write", "ask"), 403), (("mobile",), 201), (("admin",), 200)):
        async with await client_for(database, owner, *scopes) as client:
            assert (await client.post("/mobile/devices", json=PHONE)).status_code == status
    async with client_of(make_app(database, [devices.router]), None) as stranger:
        assert (await stranger.get("/mobile/devices")).status_code == 401
