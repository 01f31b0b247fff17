"""How much work is a task on the console? Forty of them, each by mouse, by keys and by words, played in Chromium.

    steward demo --port 9160 &
    .venv/bin/python -m bench.tasks http://127.0.0.1:9160 …-demo/token
    .venv/bin/python -m bench.tasks http://127.0.0.1:9160 …-demo/token --phone 22 23

Clicks and keys are counted as a person makes them (a shortcut is one key, a word its letters). The seconds are those
of the keystroke-level model (`hand.py`), and beside them what the machine took, which says little on one that is busy.
Each way is judged by what the API says afterwards; `—`: that way does not lead there. Told too is what nobody should
meet: a focus that was lost, a raw identifier on the page.
"""

import argparse
import asyncio
import random
import re
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from zoneinfo import ZoneInfo

import httpx
from playwright.async_api import Browser, Page, ViewportSize, expect
from tests.support.browser import PHONE, browser
from tests.support.waiting import eventually

from bench.tasks import everyday, household
from bench.tasks.hand import PATIENCE_MS, Hand
from bench.tasks.task import SETTLES_S, WAYS, Play, Task, World

TASKS = (*everyday.TASKS, *household.TASKS)
DESK: ViewportSize = {"width": 1280, "height": 900}
CLUMSY = 6
"""Clicks; what takes more is told."""
RAW = re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{20,}|\b[a-z]+_[a-z_]+\b")


@dataclass(frozen=True)
class Played:
    """One way of one task. `why`: what went wrong, where it did not lead there; `met`: what nobody should meet."""

    hand: Hand
    took_s: float
    why: str = ""
    met: tuple[str, ...] = ()

    @property
    def cell(self) -> str:
        if self.why:
            return "—"
        return f"{self.hand.clicks} / {self.hand.keys} / {self.hand.seconds:.0f} s ({self.took_s:.1f} s)"


async def played(task: Task, way: str, opened: Page, world: World) -> Played | None:
    """None where the task has no such way."""
    play: Play | None = getattr(task, way)
    if play is None:
        return None
    if task.before is not None:
        await task.before(world)
    await opened.reload()
    hand = Hand(opened)
    await expect(opened.locator("#app")).to_be_visible(timeout=PATIENCE_MS)
    await hand.settled()
    began = time.perf_counter()
    try:
        answer = await play(hand, world)
        took = time.perf_counter() - began
        if answer is None:  # judged by the API, which has it a moment later
            await eventually(lambda: task.done(world, None), within_s=SETTLES_S)
        right = await task.done(world, answer)
        why = "" if right else f"not so afterwards; told: {str(answer)[:160]!r}"
        return Played(hand, took, why, tuple([one async for one in met(hand, way)]))
    except (AssertionError, Exception) as error:  # noqa: BLE001 - a way that fails is a row of the table
        return Played(hand, time.perf_counter() - began, f"{type(error).__name__}: {str(error)[:300]}")


async def met(hand: Hand, way: str) -> AsyncIterator[str]:
    """What a way should not bring about."""
    if hand.clicks > CLUMSY:
        yield f"{hand.clicks} clicks"
    if way != "mouse" and await hand.page.evaluate("() => document.activeElement === document.body"):
        yield "the focus is nowhere"
    shown = await hand.page.locator("body").inner_text()
    if raw := sorted(set(RAW.findall(shown))):
        yield f"raw: {', '.join(raw[:5])}"


@asynccontextmanager
async def page_of(running: Browser, url: str, token: str, zone: ZoneInfo, *, phone: bool) -> AsyncIterator[Page]:
    """Somebody who is signed in."""
    kept = {"origin": url, "localStorage": [{"name": "steward.token", "value": token}]}
    context = await running.new_context(
        viewport=PHONE if phone else DESK, locale="en-GB", timezone_id=str(zone), service_workers="block",
        has_touch=phone, storage_state={"cookies": [], "origins": [kept]},
    )  # fmt: skip
    page = await context.new_page()
    await page.goto(f"{url}/#/today")
    try:
        yield page
    finally:
        await context.close()


async def main(url: str, token: str, only: list[int], *, phone: bool) -> None:
    """Play them one after another, print the table."""
    headers = {"Authorization": f"Bearer {token}"}
    rows: list[str] = []
    wrong: list[str] = []
    async with httpx.AsyncClient(base_url=url, headers=headers, timeout=60, trust_env=False) as client:
        run = "".join(random.choices("bcdfghjklmnpqrstvwxz", k=3))  # a second run meets nothing of the first
        zone = ZoneInfo((await client.get("/me")).json()["timezone"] or "UTC")
        async with browser() as running:
            for number, task in enumerate(TASKS, start=1):
                if only and number not in only:
                    continue
                cells = []
                for way in ("mouse",) if phone else WAYS:
                    async with page_of(running, url, token, zone, phone=phone) as page:
                        one = await played(task, way, page, World(client, way, zone, run))
                    cells.append(one.cell if one else "")
                    if one is not None:
                        told = [*([one.why] if one.why else []), *one.met]
                        wrong += [f"{number} {task.title}, by {way}: {each}" for each in told]
                rows.append(f"| {number} | {task.title} | {' | '.join(cells)} |")
                print(rows[-1], flush=True)
    print(f"\n| | task | {'finger' if phone else 'mouse | keys | words'} |\n|---|---|---|{'' if phone else '---|---|'}")
    print("\n".join(rows))
    print("\nclicks / keys / seconds by the keystroke-level model (seconds that the machine took)")
    print("\n".join(wrong))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url")
    parser.add_argument("token", type=Path, help="file with the token of the demo's owner")
    parser.add_argument("only", nargs="*", type=int, help="numbers of tasks; all unless named")
    parser.add_argument("--phone", action="store_true", help="by finger on a phone's width alone")
    given = parser.parse_args()
    asyncio.run(main(given.url.rstrip("/"), given.token.read_text("utf-8").strip(), given.only, phone=given.phone))
