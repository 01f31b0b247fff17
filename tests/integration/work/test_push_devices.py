"""Do devices of every kind get what is pushed, once, as the user's rules let it be told? Does `/push` keep api.md?"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any
from uuid import UUID

import httpx
import pytest
from tests.support.accounts import token_of
from tests.support.people import make_user
from tests.support.postgres import execute, scalar
from tests.support.push_services import PushService
from tests.support.pushes import device, pushed, pushing, shown, state_of, time_passes, words, worked
from tests.support.runs import preview_of
from tests.support.web import client_of, make_app

from orchestrator.agent.ports.notifications import Push
from orchestrator.agent.ports.previews import Preview
from orchestrator.api.work import pushes
from orchestrator.db.session import Database
from orchestrator.domain.memory.rules import service as rules
from orchestrator.domain.memory.rules.schemas import RuleFields
from orchestrator.domain.people.previews.service import Previews
from orchestrator.domain.work.pushes.links import GOOD_S
from orchestrator.domain.work.pushes.schemas import PRUNE
from orchestrator.domain.world.connections.vault import Vault
from orchestrator.integrations.push.channels import Channels
from orchestrator.integrations.push.fake import KeptPushes
from orchestrator.integrations.push.ntfy import Ntfy
from orchestrator.integrations.push.port import PushSender
from orchestrator.integrations.push.webpush.sender import WebPush
from orchestrator.kit.clock import SystemClock
from orchestrator.kit.ids import new_id
from orchestrator.mobile_api import devices as mobile_devices
from orchestrator.scheduling.async_jobs import enqueue
from orchestrator.scheduling.scheduled_jobs import Scheduled

HOME = "127.0.0.1"


@pytest.fixture
async def ana(database: Database) -> UUID:
    return await make_user(database)


@pytest.fixture
async def service() -> AsyncIterator[PushService]:
    async with PushService() as running:
        yield running


def sender_over(expo: PushSender, **how: Any) -> PushSender:
    """Real channels over loopback, and Expo's fake."""
    own = pushing(HOME)
    return Channels(
        expo, {"webpush": WebPush(own.hosts, own.vapid, SystemClock(), **how), "ntfy": Ntfy(own.hosts, **how)}
    )


def app_of(database: Database, *private: str) -> Any:
    app = make_app(database, [pushes.router, mobile_devices.router])
    app.state.runtime.pushing = pushing(*(private or (HOME,)))
    return app


@asynccontextmanager
async def at(
    database: Database, user: UUID, *scopes: str, private: tuple[str, ...] = ()
) -> AsyncIterator[httpx.AsyncClient]:
    token = await token_of(database, user, *(scopes or ("ask", "read", "write")))
    async with client_of(app_of(database, *private), token) as client:
        yield client


async def added(client: httpx.AsyncClient, status: int = 201, **body: Any) -> dict[str, Any]:
    answer = await client.post("/push/devices", json=body)
    assert answer.status_code == status, answer.text
    return dict(answer.json())


def topic(service: PushService, name: str = "steward-1", **more: Any) -> dict[str, Any]:
    return {"kind": "ntfy", "url": service.url, "topic": name, **more}


# --- registered, shown, removed


async def test_devices_of_every_kind_are_registered_and_never_say_where_they_are(
    database: Database, ana: UUID, service: PushService
) -> None:
    browser = service.browser()
    apprise = {"kind": "apprise", "url": f"gotify://127.0.0.1:{service.port}/AppTokenSecret"}
    async with at(database, ana) as client:
        made = [
            await added(client, kind="expo", expo_push_token="ExpoPushToken[ana]", platform="ios"),
            await added(client, **browser.subscription(name="Laptop", timezone="Europe/Lisbon")),
            await added(client, **topic(service, token="tk_secret")),
            await added(client, **apprise),
        ]
        assert [(one["kind"], one["host"], one["enabled"]) for one in made] == [
            ("expo", None, True),
            ("webpush", HOME, True),
            ("ntfy", HOME, True),
            ("apprise", "gotify", True),
        ]
        again = await added(client, 200, **browser.subscription())
        assert (again["id"], again["name"]) == (made[1]["id"], "Laptop")
        listed = (await client.get("/push/devices")).json()
        assert [one["id"] for one in listed["items"]] == [one["id"] for one in made]
        for secret in ("/wpush/", "steward-1", "tk_secret", "AppTokenSecret", browser.subscription()["keys"]["auth"]):
            assert secret not in str(listed)
            assert secret not in str(await scalar(database, "select array_agg(d::text) from push_devices d"))
        mobile = await token_of(database, ana, "mobile")
        apps = (await client.get("/mobile/devices", headers={"Authorization": f"Bearer {mobile}"})).json()
        assert [one["id"] for one in apps["items"]] == [made[0]["id"]]
        assert set(apps["items"][0]) == {
            "id", "platform", "timezone", "enabled", "disabled_reason", "registered_at", "created_at",
        }  # fmt: skip
        for one in made:
            assert (await client.delete(f"/push/devices/{one['id']}")).status_code == 204
            assert (await client.delete(f"/push/devices/{one['id']}")).status_code == 404
        assert (await client.get("/push/devices")).json()["items"] == []
    assert await scalar(database, "select count(*) from push_devices where sealed is not null") == 0


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({}, "kind"),
        ({"kind": "pigeon"}, "kind"),
        ({"kind": "webpush", "endpoint": "https://push.example/1"}, "keys"),
        ({"kind": "webpush", "endpoint": "https://push.example/1", "keys": {"p256dh": "AA", "auth": "AA"}}, "p256dh"),
        ({"kind": "ntfy", "url": "ftp://x", "topic": "a"}, "url"),
        ({"kind": "ntfy", "url": "https://u:p@ntfy.sh", "topic": "a"}, "url"),
        ({"kind": "ntfy", "url": "https://10.0.0.1", "topic": "a"}, "STEWARD_PRIVATE_HOSTS"),
        ({"kind": "ntfy", "url": "http://127.0.0.2", "topic": "a"}, "STEWARD_PRIVATE_HOSTS"),
        ({"kind": "ntfy", "url": "https://ntfy.sh", "topic": "a/b"}, "topic"),
        ({"kind": "ntfy", "url": "https://ntfy.sh", "topic": ""}, "topic"),
        ({"kind": "apprise", "url": "json://localhost/"}, "url"),
        ({"kind": "apprise", "url": "gotify://10.0.0.1/abc"}, "STEWARD_PRIVATE_HOSTS"),
        ({"kind": "expo", "expo_push_token": "no"}, "expo_push_token"),
    ],
)
async def test_what_is_no_device_is_refused_and_says_why(
    database: Database, ana: UUID, body: dict[str, Any], said: str
) -> None:
    async with at(database, ana) as client:
        answer = await client.post("/push/devices", json=body)
    assert answer.status_code == 422
    assert answer.json()["code"] == "invalid_request"
    assert said in answer.text


async def test_scopes_and_the_key(database: Database, ana: UUID) -> None:
    async with at(database, ana, "read") as client:
        key = (await client.get("/push/vapid")).json()
        assert key == {"public_key": pushing().vapid.public}
        assert (await client.post("/push/devices", json={})).status_code == 403
        assert (await client.delete(f"/push/devices/{new_id()}")).status_code == 403
    async with at(database, ana, "ingest") as client:
        assert (await client.get("/push/devices")).status_code == 403
    async with client_of(app_of(database), None) as client:
        assert (await client.get("/push/vapid")).status_code == 401


async def test_a_browser_moves_with_who_holds_it_and_a_topic_does_not(
    database: Database, ana: UUID, service: PushService
) -> None:
    ben, browser = await make_user(database), service.browser()
    async with at(database, ana) as client:
        hers = await added(client, **browser.subscription(name="Ana's"))
        topics = await added(client, **topic(service))
    async with at(database, ben) as client:
        his = await added(client, 200, **browser.subscription())
        assert (his["id"], his["name"]) == (hers["id"], None)
        own = await added(client, **topic(service))
        assert own["id"] != topics["id"]
        assert (await client.delete(f"/push/devices/{topics['id']}")).status_code == 404
        assert (await client.post(f"/push/devices/{topics['id']}/test")).status_code == 404
        assert (await client.post("/push/devices/nonsense/test")).status_code == 404
    push = await pushed(database, ana)
    await worked(database, sender_over(KeptPushes()))
    assert await state_of(database, ana, push) == "sent"
    assert (len(service.ntfy), len(service.web)) == (1, 0)


async def test_a_browser_whose_subscription_changed_replaces_itself(
    database: Database, ana: UUID, service: PushService
) -> None:
    async with at(database, ana) as client:
        old = await added(client, **service.browser().subscription())
        new = await added(client, **service.browser().subscription(replaces=old["id"]))
        states = {one["id"]: one["disabled_reason"] for one in (await client.get("/push/devices")).json()["items"]}
    assert states == {old["id"]: "replaced", new["id"]: None}


async def test_expo_devices_of_an_older_home_are_carried_over(database: Database, ana: UUID) -> None:
    phone = await device(database, ana)
    async with at(database, ana) as client:
        (found,) = (await client.get("/push/devices")).json()["items"]
    assert (found["id"], found["kind"], found["enabled"]) == (str(phone.id), "expo", True)


# --- pushed to


async def test_one_push_reaches_all_and_its_state_sums_them_up(
    database: Database, ana: UUID, service: PushService
) -> None:
    expo, browser, other = KeptPushes(), service.browser(), service.browser()
    await device(database, ana)
    async with at(database, ana) as client:
        for body in (browser.subscription(), other.subscription(), topic(service)):
            await added(client, **body)
        service.gone.add("/wpush/2")
        push = await pushed(database, ana, words("Lembrete", "Ligar à Ana"))
        await worked(database, sender_over(expo))
        found = await shown(database, ana, push)
        assert found.state == "sent"
        assert sorted(one.state for one in found.receipts) == ["failed", "sent", "sent", "sent"]
        told = browser.read(service.web[0])["notification"]
        assert (told["title"], told["body"]) == ("Lembrete", "Ligar à Ana")
        assert told["navigate"].startswith("https://steward.example/#/open/todo/")
        assert service.ntfy[0]["message"] == expo.sent[0].body == "Ligar à Ana"
        listed = {one["id"]: one for one in (await client.get("/push/devices")).json()["items"]}
        gone = [one for one in listed.values() if not one["enabled"]]
        assert [one["disabled_reason"] for one in gone] == ["http_410"]
        assert gone[0]["last"]["state"] == "failed"
    await worked(database, sender_over(expo))
    assert (len(service.web), len(service.ntfy), len(expo.sent)) == (1, 1, 1)
    receipts = await scalar(database, "select count(*) from push_deliveries where receipt_due_at is not null")
    assert receipts == 1, "Expo alone gives any"


async def test_all_that_may_be_out_is_unknown_and_only_what_is_not_goes_again(
    database: Database, ana: UUID, service: PushService
) -> None:
    async with at(database, ana) as client:
        await added(client, **service.browser().subscription())
        service.hangs = True
        silent = await pushed(database, ana)
        await worked(database, sender_over(KeptPushes(), request_s=0.3))
        assert await state_of(database, ana, silent) == "unknown"
        service.hangs = False
        service.instead.append((503, {"Retry-After": "1"}))
        broken = await pushed(database, ana)
        await worked(database, sender_over(KeptPushes()))
        service.instead.append((429, {"Retry-After": "30"}))
        later = await pushed(database, ana)
        await worked(database, sender_over(KeptPushes()))
        assert [await state_of(database, ana, one) for one in (broken, later)] == ["unknown", "queued"]
        before = len(service.requests)
        await time_passes(database, timedelta(hours=1))
        await worked(database, sender_over(KeptPushes()))
        assert len(service.requests) == before + 1
        assert [await state_of(database, ana, one) for one in (silent, broken, later)] == ["unknown", "unknown", "sent"]


async def test_a_trial_goes_to_one_device_and_says_what_became_of_it(
    database: Database, ana: UUID, service: PushService
) -> None:
    expo = KeptPushes()
    await device(database, ana)
    await execute(database, "update users set locale = 'pt-BR' where id = :u", u=ana)
    async with at(database, ana) as client:
        made = await added(client, **topic(service))

        async def tried() -> dict[str, Any]:
            import asyncio  # noqa: PLC0415

            asking = asyncio.create_task(client.post(f"/push/devices/{made['id']}/test"))
            for _ in range(100):
                await asyncio.sleep(0.05)
                if await scalar(database, "select count(*) from pushes where state in ('queued', 'held')"):
                    break
            await worked(database, sender_over(expo))
            answer = await asking
            assert answer.status_code == 200, answer.text
            return dict(answer.json())

        first = await tried()
        assert (first["state"], first["kind"], first["error"]) == ("sent", "test", None)
        assert service.ntfy[0]["title"] == "O Steward chega a este dispositivo"
        assert expo.sent == []
        service.instead.append((403, {}))
        refused = await tried()
        assert (refused["state"], refused["error"]) == ("failed", "http_403")
        service.gone.add("/")
        assert (await tried())["error"] == "http_410"
        spent = (await client.post(f"/push/devices/{made['id']}/test")).json()
        assert (spent["state"], spent["error"]) == ("none", "http_410")


async def test_a_browser_that_is_not_seen_for_two_months_takes_no_more(
    database: Database, ana: UUID, service: PushService
) -> None:
    async with at(database, ana) as client:
        await added(client, **service.browser().subscription())
        await added(client, **topic(service))
        await time_passes(database, timedelta(days=61))
        async with database.unit_of_work() as session:
            await enqueue(session, PRUNE, Scheduled(tick_at=SystemClock().now()))
        await worked(database, sender_over(KeptPushes()))
        found = (await client.get("/push/devices")).json()["items"]
        assert [one["disabled_reason"] for one in found] == ["not_seen", None]


async def test_an_address_sealed_under_another_key_is_told_and_not_sent_to(
    database: Database, ana: UUID, service: PushService
) -> None:
    async with at(database, ana) as client:
        made = await added(client, **topic(service))
    sealed = Vault(b"z" * 48).seal(UUID(made["id"]), "{}")
    await execute(database, "update push_devices set sealed = :s", s=sealed)
    push = await pushed(database, ana)
    await worked(database, sender_over(KeptPushes()))
    found = await shown(database, ana, push)
    assert (found.state, found.receipts[0].error) == ("failed", "secret_unreadable")
    assert service.requests == []


# --- buttons


async def waiting(database: Database, user: UUID, **fields: Any) -> Preview:
    """A preview that waits, and a push that calls to it."""
    preview = preview_of(user, **fields)
    async with database.unit_of_work_of(user) as tx:
        await Previews().add(tx.session, preview)
    data = {"kind": "needs_input", "id": str(preview.id), "url": f"/previews/{preview.id}"}
    push = Push("Steward needs you", "A proposal waits.", data, answers=(preview.id, preview.digest))
    await pushed(database, user, push)
    return preview


def pressed(service: PushService, label: str) -> str:
    (url,) = [one["url"] for one in service.ntfy[-1]["actions"] if one["label"] == label]
    return str(url).removeprefix("https://steward.example")


async def test_a_button_confirms_what_was_told_once_by_the_confirm_path(
    database: Database, ana: UUID, service: PushService
) -> None:
    browser, app = service.browser(), app_of(database)
    expo = KeptPushes()
    await device(database, ana)
    async with at(database, ana) as client:
        await added(client, **topic(service))
        await added(client, **browser.subscription())
    preview = await waiting(database, ana)
    await worked(database, sender_over(expo))
    assert expo.sent[0].body == "A proposal waits.", "Expo as it was"
    assert service.ntfy[0]["message"] == "Dinner\nDinner on Friday"
    buttons = browser.read(service.web[0])["notification"]["buttons"]
    assert [one["action"] for one in buttons] == ["confirm", "cancel"]
    async with client_of(app, None) as nobody:
        address = pressed(service, "Confirm")
        assert (await nobody.get(address)).status_code == 405
        done = await nobody.post(address)
        assert done.status_code == 200, done.text
        assert done.json()["preview_id"] == str(preview.id)
        for again in (address, pressed(service, "Cancel")):
            assert (await nobody.post(again)).status_code == 404
        forged = address[:-4] + ("AAAA" if not address.endswith("AAAA") else "BBBB")
        assert (await nobody.post(forged)).status_code == 404
        assert (await nobody.post(buttons[1]["url"].removeprefix("https://steward.example"))).status_code == 200
    assert app.state.runtime.confirmer.calls == [
        ("confirm", preview.id, (preview.digest, None)),
        ("cancel", preview.id, None),
    ]


async def test_buttons_end_with_their_hour_and_with_the_device(
    database: Database, ana: UUID, service: PushService
) -> None:
    app = app_of(database)
    async with at(database, ana) as client:
        made = await added(client, **topic(service))
        await waiting(database, ana)
        await worked(database, sender_over(KeptPushes()))
        async with client_of(app, None) as nobody:
            await execute(
                database,
                "update push_deliveries set answer_until = answer_until - make_interval(secs => :s)",
                s=GOOD_S,
            )
            assert (await nobody.post(pressed(service, "Confirm"))).status_code == 404
            await waiting(database, ana)
            await worked(database, sender_over(KeptPushes()))
            await client.delete(f"/push/devices/{made['id']}")
            assert (await nobody.post(pressed(service, "Confirm"))).status_code == 404
    assert app.state.runtime.confirmer.calls == []


@pytest.mark.parametrize("why", ["tainted", "held", "decided", "scope", "redacted", "changed"])
async def test_what_is_not_the_users_own_and_told_whole_has_no_buttons(
    database: Database, ana: UUID, service: PushService, why: str
) -> None:
    scopes = ("read", "write") if why == "scope" else ()
    async with at(database, ana, *scopes) as client:
        await added(client, **topic(service))
    fields: dict[str, Any] = {"tainted": {"tainted": True}, "held": {"held_by_rules": (str(new_id()),)}}.get(why, {})
    if why == "redacted":
        await rule(
            database, ana, {"type": "redact_push", "parameters": {"match": {"words": ["friday"]}, "replacement": "…"}}
        )
    preview = await waiting(database, ana, **fields)
    if why == "decided":
        await execute(database, "update previews set state = 'cancelled' where id = :p", p=preview.id)
    if why == "changed":
        await execute(database, "update previews set digest = 'other' where id = :p", p=preview.id)
    await worked(database, sender_over(KeptPushes()))
    assert not any("actions" in one for one in service.ntfy)
    assert all(one["message"] == "A proposal waits." for one in service.ntfy)


async def rule(database: Database, user: UUID, effect: dict[str, Any]) -> None:
    fields = RuleFields.model_validate({"text": "Nothing of Fridays on my phone", "effect": effect})
    async with database.unit_of_work_of(user) as tx:
        await rules.create(tx, fields, zone="UTC")


async def test_wrong_addresses_of_buttons_are_counted(database: Database, ana: UUID) -> None:
    async with client_of(app_of(database), None) as nobody:
        found = [(await nobody.post(f"/push/answers/{'A' * 66}")).status_code for _ in range(12)]
        assert found[:10] == [404] * 10
        assert found[-1] == 429
        assert await scalar(database, "select count(*) from pushes") == 0
