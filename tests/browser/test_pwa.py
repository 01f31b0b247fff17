"""Can the page be installed, does it open without a connection, and do pushes and what is shared reach it?"""

import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, Worker, async_playwright, expect
from tests.browser.conftest import Visit
from tests.browser.test_access import assert_focus_seen, assert_readable
from tests.support.browser import FLAGS, WAIT_MS, Visitor, another_tab, browser, visiting
from tests.support.postgres import PostgresServer
from tests.support.push_services import Browser as Subscriber
from tests.support.push_services import PushService
from tests.support.requirements import chromium
from tests.support.steward import Person, Steward, started
from tests.support.waiting import eventually

pytestmark = pytest.mark.browser

ALLOWED = {"service_workers": "allow", "permissions": ["notifications"]}
WORKS = "navigator.serviceWorker.ready.then(() => true)"
KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys())
    for (const one of await (await caches.open(name)).keys()) found.push(new URL(one.url).pathname);
  return found;
}"""
SHOWN = """async () => (await (await navigator.serviceWorker.ready).getNotifications()).map((one) =>
  ({ title: one.title, body: one.body, data: one.data, actions: one.actions.map((button) => button.title) }))"""
PRESS = """async ([action]) => {
  const [notification] = await self.registration.getNotifications();
  self.dispatchEvent(new NotificationEvent("notificationclick", { notification, action }));
}"""
SUBSCRIBE = """(subscription) => {
  let there = null;
  PushManager.prototype.getSubscription = async () => there;
  PushManager.prototype.subscribe = async () => (there = {
    options: {}, toJSON: () => subscription, unsubscribe: async () => ((there = null), true),
  });
}"""


@pytest_asyncio.fixture(scope="module")
async def running_browser() -> AsyncIterator[Browser]:
    """The whole Chromium: the light one shows no notifications."""
    async with browser(chromium()) as running:
        yield running


@pytest.fixture
async def own_database(postgres: PostgresServer) -> AsyncIterator[str]:
    """Of a Steward that a test may stop."""
    url = await postgres.clone()
    yield url
    await postgres.drop(url)


@asynccontextmanager
async def profile(at: Path) -> AsyncIterator[BrowserContext]:
    """A browser with a profile on disk."""
    async with async_playwright() as playwright:
        context = await playwright.chromium.launch_persistent_context(
            at, executable_path=chromium(), args=list(FLAGS), permissions=["notifications"]
        )
        context.set_default_timeout(WAIT_MS)
        yield context
        await context.close()


async def worker_of(context: BrowserContext) -> Worker:
    await eventually(lambda: context.service_workers)
    return context.service_workers[0]


@asynccontextmanager
async def installed(visit: Visit, person: Person) -> AsyncIterator[Visitor]:
    """Somebody signed in, whose page's worker works."""
    async with visit(**ALLOWED) as visitor:
        await visitor.come_in(person.token)
        assert await visitor.page.evaluate(WORKS)
        yield visitor


async def test_nothing_stands_against_installing_the_page(steward: Steward, ana: Person, tmp_path: Path) -> None:
    """In a profile that is kept: nothing can be installed in a private one."""
    async with profile(tmp_path) as context:
        visitor = await another_tab(context, steward.url)
        await visitor.come_in(ana.token)
        assert await visitor.page.evaluate(WORKS)
        await visitor.open()
        session = await visitor.page.context.new_cdp_session(visitor.page)
        assert (await session.send("Page.getInstallabilityErrors"))["installabilityErrors"] == []
        told = await session.send("Page.getAppManifest")
        assert told["errors"] == []
        manifest = json.loads(told["data"])
        assert manifest["share_target"]["action"] == "/share"
        for icon in [*manifest["icons"], *(one["icons"][0] for one in manifest["shortcuts"])]:
            answer = await visitor.page.request.get(visitor.url + icon["src"])
            assert answer.headers["content-type"].startswith(icon["type"])
            if icon["type"] == "image/png":
                head = await answer.body()
                size = "x".join(str(int.from_bytes(head[at : at + 4], "big")) for at in (16, 20))
                assert size == icon["sizes"]


async def test_without_a_connection_the_page_opens_and_holds_no_answer_of_the_api(
    running_browser: Browser, tmp_path: Path, own_database: str
) -> None:
    async with AsyncExitStack() as stack:
        up = await stack.enter_async_context(AsyncExitStack())
        steward = await up.enter_async_context(started(tmp_path, own_database))
        ana = await steward.person()
        visitor = await stack.enter_async_context(visiting(running_browser, steward.url, **ALLOWED))
        await visitor.come_in(ana.token)
        await visitor.page.evaluate(WORKS)
        steward.model.say("Nothing is planned.")
        await visitor.ask("What is planned?")
        await visitor.open("/#/memory")
        await expect(visitor.page.locator("#page h2").first).to_be_visible()
        kept = await visitor.page.evaluate(KEPT)
        assert "/" in kept
        assert "/static/pushes/page.js" in kept
        assert {path for path in kept if path != "/" and not path.startswith("/static/")} == set()
        await up.aclose()  # the server is gone
        await visitor.page.reload()
        await expect(visitor.page.locator("#banner")).to_contain_text("can't be reached")
        await expect(visitor.page.locator("#starting")).to_have_count(0)


async def test_a_push_is_shown_and_opens_what_it_is_about(visit: Visit, steward: Steward, ana: Person) -> None:
    todo = await ana.post("/todos", {"title": "Buy lemons"})
    async with installed(visit, ana) as visitor:
        worker = await worker_of(visitor.page.context)
        await pushed(visitor, f"https://elsewhere.example/#/open/todo/{todo['id']}")
        (shown,) = await visitor.page.evaluate(SHOWN)
        assert (shown["title"], shown["body"], shown["actions"]) == ("Reminder", "Buy lemons", [])
        await worker.evaluate(PRESS, [""])
        await expect(visitor.page.locator("#panel")).to_contain_text("Buy lemons")
        assert await visitor.page.evaluate(SHOWN) == []
        await visitor.page.keyboard.press("Escape")
        await pushed(visitor, "not json", raw="just words")
        (shown,) = await visitor.page.evaluate(SHOWN)
        assert (shown["title"], shown["body"]) == ("Steward", "")


async def test_a_yes_from_a_notification_goes_by_its_own_address_alone(
    visit: Visit, steward: Steward, ana: Person
) -> None:
    async with PushService() as service:
        browser = service.browser()
        async with installed(visit, ana) as visitor:
            worker = await worker_of(visitor.page.context)
            buttons = [{"action": "confirm", "title": "Confirm", "url": "https://x.example/push/answers/AAAA"}]
            await pushed(visitor, "/#/waiting", buttons=buttons)
            (shown,) = await visitor.page.evaluate(SHOWN)
            assert shown["actions"] == ["Confirm"]
            await worker.evaluate(PRESS, ["confirm"])  # refused: the page is opened to answer there
            await expect(visitor.page.locator("#page h2")).to_have_text("Waiting for you")
        assert browser.endpoint
        assert service.requests == []


async def pushed(visitor: Visitor, navigate: str, *, raw: str | None = None, **more: Any) -> None:
    """Let the browser's push service deliver a message."""
    session = await visitor.page.context.new_cdp_session(visitor.page)
    registered: list[dict[str, Any]] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda told: registered.extend(told["registrations"]))
    await session.send("ServiceWorker.enable")
    await eventually(lambda: registered)
    notification = {"title": "Reminder", "body": "Buy lemons", "navigate": navigate, "app_badge": "2", **more}
    message = {"web_push": 8030, "notification": notification}
    told = {
        "origin": visitor.url,
        "registrationId": registered[0]["registrationId"],
        "data": raw or json.dumps(message),
    }
    await session.send("ServiceWorker.deliverPushMessage", told)
    await eventually(lambda: visitor.page.evaluate(SHOWN))
    await session.detach()


async def test_what_another_app_shares_waits_in_the_box_until_it_is_sent(
    visit: Visit, steward: Steward, ana: Person
) -> None:
    async with installed(visit, ana) as visitor:
        await visitor.open()
        await visitor.page.evaluate(WORKS)
        landed = await visitor.page.evaluate("""async () => {
          const form = new FormData();
          form.append("title", "A recipe");
          form.append("text", "Lemon cake");
          form.append("files", new File(["Two lemons, three eggs."], "cake.txt", { type: "text/plain" }));
          const landed = await fetch("/share", { method: "POST", body: form });
          return new URL(landed.url).pathname;
        }""")
        assert landed == "/"
        await visitor.open("/#/shared")
        await expect(visitor.page.locator("#question")).to_have_value("A recipe\nLemon cake")
        await expect(visitor.page.locator("#attached")).to_contain_text("cake.txt")
        await expect(visitor.page.locator("#send")).to_be_enabled()
        assert not [path for path in await visitor.page.evaluate(KEPT) if path.startswith("/shared")]
        await assert_readable(visitor, "attached")
        steward.model.say("Noted.")
        await visitor.page.locator("#question").press("Enter")
        await expect(visitor.answers).to_have_count(1)
        await expect(visitor.page.locator("#attached")).to_be_hidden()
    (document,) = (await ana.get("/documents"))["items"]
    assert document["title"] == "cake"


async def test_without_the_worker_what_is_shared_is_not_read(steward: Steward, ana: Person) -> None:
    answer = await ana.send("POST", "/share", content=b"x" * 100)
    assert (answer.status_code, answer.headers["location"]) == (303, "/#/shared")


# --- switched on, tried, removed


@asynccontextmanager
async def at_notifications(visitor: Visitor) -> AsyncIterator[None]:
    await visitor.open("/#/notifications")
    await expect(visitor.page.locator(".push-here p").first).to_be_visible()
    yield


async def test_pushes_are_switched_on_tried_and_removed(
    running_browser: Browser, tmp_path: Path, own_database: str
) -> None:
    async with (
        PushService() as service,
        started(tmp_path, own_database, workers=1, private_hosts=("127.0.0.1",), embed_model="off") as steward,
        visiting(running_browser, steward.url, **ALLOWED) as visitor,
    ):
        ana = await steward.person()
        laptop = service.browser()
        await visitor.page.add_init_script(f"({SUBSCRIBE})({json.dumps(subscription_of(laptop))})")
        await visitor.come_in(ana.token)
        await visitor.page.evaluate(WORKS)
        page = visitor.page
        async with at_notifications(visitor):
            await expect(page.locator(".push-here")).to_contain_text("off in this browser")
            await assert_readable(visitor, "notifications, none")
            await visitor.tab_to("Switch on")
            await page.keyboard.press("Enter")
            await expect(page.locator(".push-here")).to_contain_text("on in this browser")
            row = page.locator(".push-devices li")
            await expect(row).to_have_count(1)
            await expect(row).to_contain_text("(this browser)")
            await assert_readable(visitor, "notifications, on")
            await visitor.button(
                "Try " + str(await row.locator("strong").inner_text()).removesuffix(" (this browser)")
            ).click()
            await expect(row).to_contain_text("Last: sent")
            assert laptop.read(service.web[0])["notification"]["title"] == "Steward reaches this device"
            await page.get_by_text("A topic of ntfy").click()
            await page.get_by_label("Server (ntfy.sh or your own)").fill("http://10.0.0.1")
            await visitor.button("Add").first.click()
            await expect(page.get_by_role("alert").first).to_contain_text("STEWARD_PRIVATE_HOSTS")
            await assert_readable(visitor, "notifications, wrong")
            await page.get_by_label("Server (ntfy.sh or your own)").fill(service.url)
            await visitor.button("Add").first.click()
            await expect(row).to_have_count(2)
            await visitor.button("Try 127.0.0.1").click()
            await expect(row.nth(1)).to_contain_text("Last: sent")
            assert len(service.ntfy[0]["topic"]) == 40
            await visitor.button("Remove 127.0.0.1").click()
            await expect(row).to_have_count(1)
            await assert_focus_seen(visitor, 12)
            await visitor.button("Switch off").click()
            await expect(page.locator(".push-here")).to_contain_text("off in this browser")
            await expect(row).to_have_count(0)
            await visitor.button("Switch on").click()
            await expect(row).to_have_count(1)
        await page.reload()  # it says that it is still there
        await expect(page.locator(".push-here")).to_be_visible()
        (device,) = (await ana.get("/push/devices"))["items"]
        await page.get_by_role("button", name="Settings").click()
        await visitor.button("Sign out").click()
        await expect(page.locator("#secret")).to_be_visible()
        await eventually(lambda: no_devices(ana))
        assert device["enabled"]


def subscription_of(browser: Subscriber) -> dict[str, Any]:
    told = browser.subscription()
    return {"endpoint": told["endpoint"], "keys": told["keys"]}


async def no_devices(person: Person) -> bool:
    return (await person.get("/push/devices"))["items"] == []


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("Object.defineProperty(window, 'isSecureContext', { value: false })", "HTTPS is missing"),
        ("delete window.PushManager", "knows no pushes"),
        (
            "delete window.PushManager; Object.defineProperty(navigator, 'userAgent', { value: 'iPhone' })",
            "Installation is missing",
        ),
        ("Object.defineProperty(Notification, 'permission', { value: 'denied' })", "Permission is missing"),
        ("navigator.serviceWorker.register = () => Promise.reject(new Error('no'))", "worker can't run"),
    ],
)
async def test_what_is_missing_for_pushes_is_said(visit: Visit, ana: Person, script: str, said: str) -> None:
    async with visit(**ALLOWED) as visitor:
        await visitor.page.add_init_script(script)
        await visitor.come_in(ana.token)
        async with at_notifications(visitor):
            await expect(visitor.page.locator(".push-here")).to_contain_text(said)
            await assert_readable(visitor, said)


async def test_a_push_service_that_never_answers_is_given_up(visit: Visit, ana: Person) -> None:
    async with visit(**ALLOWED) as visitor:
        await visitor.page.add_init_script(
            "PushManager.prototype.subscribe = () => new Promise(() => {});"
            "const late = setTimeout;"
            "window.setTimeout = (act, ms, ...more) => late(act, ms === 20000 ? 50 : ms, ...more);"
        )
        await visitor.come_in(ana.token)
        await visitor.page.evaluate(WORKS)
        async with at_notifications(visitor):
            await visitor.button("Switch on").click()
            await expect(visitor.page.locator("#notes")).to_contain_text("did not answer")
            await expect(visitor.page.locator(".push-here")).to_contain_text("off in this browser")
    assert await no_devices(ana)


async def test_a_briefing_and_proposals_have_pages_of_their_own(visit: Visit, ana: Person) -> None:
    await ana.post("/todos", {"title": "Call the bank", "due_at": f"{datetime.now(UTC):%Y-%m-%d}T23:30:00Z"})
    async with visit(locale="en-US") as visitor:
        await visitor.come_in(ana.token)
        await visitor.open("/#/briefing")
        await expect(visitor.page.locator("#page")).to_contain_text("There is no briefing yet.")
        await assert_readable(visitor, "no briefing")
        await visitor.button("Make it now").click()
        await expect(visitor.page.locator("#page")).to_contain_text("Call the bank")
        await expect(visitor.page.locator("#page h2")).to_be_focused()
        made = await ana.get("/briefings/latest")
        assert "PM" in made["markdown"]  # as that browser writes its times
        await visitor.open(f"/#/briefing/{made['id']}")
        await expect(visitor.page.locator("#page h2")).to_have_text(made["title"])
        await assert_readable(visitor, "briefing")
        await visitor.open("/#/briefing/00000000-0000-0000-0000-000000000000")
        await expect(visitor.page.locator("#page")).to_contain_text("no such briefing")
        await visitor.open("/#/proposed")
        await expect(visitor.page.locator("#page")).to_contain_text("Nothing is proposed")
