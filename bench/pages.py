"""How long does each page of the console take on a long life: 10,000 messages, 5,000 events, 1,000 contacts?

    STEWARD_HOME=/tmp/long steward serve &
    .venv/bin/python -m bench.pages http://127.0.0.1:8000 /tmp/long/token --fill --server-pid PID

Asked (issue 18): first paint under 1 s, each page under 200 ms. On a machine that others use too the wall times say
little; beside them stand the processor times, which do: of the page (Chromium's tasks), and of the server's process
(without Postgres') for all that the page asked. The first paint is that of a new browser; a page's time is from the
click on its name to when nothing on it loads any more, the second time that one goes there: its modules are known.
"""

import argparse
import asyncio
import os
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from typing import Any

import httpx
from playwright.async_api import Browser, CDPSession, Page, expect
from tests.support.browser import browser

MESSAGES, EVENTS, CONTACTS, TODOS, FACTS = 10_000, 5_000, 1_000, 300, 300
AT_ONCE = 1_000
TALK = 250
TIMES = 3
PATIENCE_MS = 60_000
PAGES = (
    *("today", "calendar/month", "calendar/week", "calendar/day", "calendar/agenda", "todos", "notes", "people"),
    *("documents", "proposals", "missions", "meetings", "places", "jobs", "connections", "waiting"),
    *("memory/facts", "memory/timeline", "memory/charts", "settings", "settings/data"),
)
SETTLED = """() => !document.querySelector("#page[aria-busy], #page:not([hidden]) :is([aria-busy], .progress)")
  && !document.querySelector("#page").hidden && document.querySelector("#page").childElementCount > 0"""
WORDS = "harbour lease dentist violin stair lamp orange train library bread market window garden council".split()


def life(now: datetime) -> Iterator[tuple[str, Any]]:
    """The calls that make it: `(path, body)`."""
    chance = random.Random(18)
    some = lambda count: " ".join(chance.choices(WORDS, k=count))  # noqa: E731
    people = [
        {"external_id": f"c{n}", "source": "bench", "display_name": f"{some(1).title()} {some(1).title()} {n}",
         "emails": [f"p{n}@example.org"], "birthday": f"19{50 + n % 50}-{1 + n % 12:02}-{1 + n % 28:02}"}
        for n in range(CONTACTS)
    ]  # fmt: skip
    yield from (("/ingest/contact", people[at : at + AT_ONCE]) for at in range(0, CONTACTS, AT_ONCE))
    events = []
    for n in range(EVENTS):
        start = now + timedelta(hours=(n - EVENTS * 0.7) * 5)
        end = start + timedelta(hours=1)
        events.append(
            {"external_id": f"e{n}", "source": "bench", "title": some(3), "start_at": f"{start:%Y-%m-%dT%H:00}",
             "end_at": f"{end:%Y-%m-%dT%H:00}", "timezone": "UTC",
             "participants": [{"email": f"p{n % CONTACTS}@example.org"}]}
        )  # fmt: skip
    yield from (("/ingest/event", events[at : at + AT_ONCE]) for at in range(0, EVENTS, AT_ONCE))
    yield (
        "/ingest/todo",
        [
            {
                "external_id": f"t{n}",
                "source": "bench",
                "title": some(4),
                "due_at": f"{now + timedelta(days=n - 30):%Y-%m-%dT09:00}",
            }
            for n in range(TODOS)
        ],
    )
    for talk in range(MESSAGES // TALK):
        said = [
            {"external_id": f"m{n}", "speaker": "me" if n % 2 else f"Friend {talk}", "text": some(12),
             "at": f"{now - timedelta(days=talk * 3, minutes=TALK - n):%Y-%m-%dT%H:%M:%SZ}"}
            for n in range(TALK)
        ]  # fmt: skip
        yield (
            "/ingest/conversation",
            {"external_id": f"talk{talk}", "source": "bench", "title": some(2), "messages": said},
        )
    for n in range(FACTS):
        yield (
            "/facts",
            {"text": f"{some(5)} {n}", "subjects": [some(1), some(1)], "valid_from": f"{2015 + n % 11}-03-01"},
        )


async def fill(client: httpx.AsyncClient) -> None:
    """Write the life; what is there already stays."""
    for path, body in life(datetime.now(UTC)):
        answer = await client.post(path, json=body)
        assert answer.is_success or answer.status_code == 409, (path, answer.status_code, answer.text[:300])
        print(".", end="", flush=True)
    print()


def processor_ms(pid: int | None) -> float:
    """What the process took of the processor so far."""
    if pid is None:
        return 0.0
    spent = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(spent[11]) + int(spent[12])) * 1000 / os.sysconf("SC_CLK_TCK")


async def page_ms(session: CDPSession) -> float:
    """What the page's main thread took of the processor so far."""
    told = {one["name"]: one["value"] for one in (await session.send("Performance.getMetrics"))["metrics"]}
    return told["TaskDuration"] * 1000


@dataclass(frozen=True)
class Visit:
    """All in milliseconds."""

    wall: float
    page: float
    server: float


async def visit(page: Page, session: CDPSession, name: str, pid: int | None) -> Visit:
    """Go there from a page that is small."""
    await page.goto(page.url.partition("#")[0] + "#/briefing/none")
    await page.wait_for_function(SETTLED, timeout=PATIENCE_MS)
    before = await page_ms(session), processor_ms(pid)
    began = time.perf_counter()
    await page.evaluate("hash => { location.hash = hash }", f"#/{name}")
    await page.evaluate("() => new Promise(done => setTimeout(done))")
    await page.wait_for_function(SETTLED, timeout=PATIENCE_MS)
    wall = (time.perf_counter() - began) * 1000
    return Visit(wall, await page_ms(session) - before[0], processor_ms(pid) - before[1])


async def first_paint(running: Browser, url: str, options: dict[str, Any]) -> tuple[float, float]:
    """When something is to be seen first, and what the page took of the processor until then, in milliseconds."""
    context = await running.new_context(**options)
    page = await context.new_page()
    session = await context.new_cdp_session(page)
    await session.send("Performance.enable", {"timeDomain": "threadTicks"})
    await page.goto(f"{url}/#/today", wait_until="commit")
    await page.wait_for_function(
        "() => performance.getEntriesByName('first-contentful-paint').length > 0", timeout=PATIENCE_MS
    )
    worked = await page_ms(session)
    at = await page.evaluate("() => performance.getEntriesByName('first-contentful-paint')[0].startTime")
    await context.close()
    return float(at), worked


async def main(url: str, token: str, pid: int | None, only: list[str]) -> None:
    """Print first paint, and a row a page."""
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    print(f"{os.cpu_count()} cores, load {load}")
    async with browser() as running:
        kept = {"origin": url, "localStorage": [{"name": "steward.token", "value": token}]}
        options: dict[str, Any] = {
            "viewport": {"width": 1280, "height": 900}, "service_workers": "block",
            "storage_state": {"cookies": [], "origins": [kept]},
        }  # fmt: skip
        paints = [await first_paint(running, url, options) for _ in range(TIMES)]
        wall, worked = (median(one[at] for one in paints) for at in (0, 1))
        print(f"first paint of a new browser: {wall:.0f} ms, of them {worked:.0f} ms of the page's processor time")
        context = await running.new_context(**options)
        page = await context.new_page()
        session = await context.new_cdp_session(page)
        await session.send("Performance.enable", {"timeDomain": "threadTicks"})
        await page.goto(f"{url}/#/today")
        await expect(page.locator("#app")).to_be_visible(timeout=PATIENCE_MS)
        await page.wait_for_function(SETTLED, timeout=PATIENCE_MS)
        print("\n| page | wall ms | page ms | server ms |\n|---|---|---|---|")
        for name in only or PAGES:
            visits = [await visit(page, session, name, pid) for _ in range(TIMES + 1)][1:]
            told = [median(getattr(one, part) for one in visits) for part in ("wall", "page", "server")]
            print(f"| {name} | {told[0]:.0f} | {told[1]:.0f} | {told[2]:.0f} |", flush=True)
        await context.close()


async def all_of_it(given: argparse.Namespace) -> None:
    """Fill where it is asked for, then look."""
    url, token = given.url.rstrip("/"), given.token.read_text("utf-8").strip()
    if given.fill:
        headers = {"Authorization": f"Bearer {token}"}
        async with httpx.AsyncClient(base_url=url, headers=headers, timeout=600, trust_env=False) as client:
            await fill(client)
    await main(url, token, given.server_pid, given.only)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url")
    parser.add_argument("token", type=Path, help="file with the owner's token")
    parser.add_argument("only", nargs="*", help=f"pages; all unless named: {', '.join(PAGES)}")
    parser.add_argument("--fill", action="store_true", help="write the long life first")
    parser.add_argument("--server-pid", type=int, help="of the process that serves")
    asyncio.run(all_of_it(parser.parse_args()))
