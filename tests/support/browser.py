"""A real Chromium that visits the pages: `Visitor` signs in, asks, and fails the test for what a page must never do.

A visit fails on a violated content security policy, on an exception in the page, on an error in its console, and on a
request to any other host.
"""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    ViewportSize,
    async_playwright,
    expect,
)
from tests.support.requirements import headless_chromium

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
DESKTOP: ViewportSize = {"width": 1200, "height": 800}
PHONE: ViewportSize = {"width": 360, "height": 740}
WAIT_MS = 30_000
TALK = "/#/"
"""A new conversation; the bare address shows the day."""
REFUSED = re.compile("Failed to load resource")
"""What Chromium writes for every answer of 4xx and 5xx, and for a lost connection: tests assert those themselves."""


@asynccontextmanager
async def browser(path: str | None = None) -> AsyncIterator[Browser]:
    """Debian's Chromium, without a network of its own (0.5 s): the one at `path`, else the light one."""
    path = path or headless_chromium()
    async with async_playwright() as playwright:
        running = await playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        try:
            yield running
        finally:
            await running.close()


@dataclass
class Visitor:
    """Somebody in front of the page."""

    page: Page
    url: str
    wrongs: list[str] = field(default_factory=list)

    async def open(self, path: str = TALK) -> None:
        """Load the page, or go to another of its addresses; without one the talk, loaded anew."""
        if path == TALK and self.page.url.startswith(f"{self.url}/"):
            await self.page.goto("about:blank")  # else only what stands behind `#` would change
        await self.page.goto(self.url + path)

    async def sign_in(self, token: str) -> None:
        """From the sign-in page to the conversations."""
        await self.page.get_by_label("Token or pairing code").fill(token)
        await self.page.keyboard.press("Enter")
        await expect(self.page.locator("#app")).to_be_visible()

    async def come_in(self, token: str, path: str = TALK) -> None:
        """Load the page and sign in."""
        await self.open(path)
        await self.sign_in(token)

    async def send(self, text: str) -> None:
        """Write a message and send it."""
        await self.page.locator("#question").fill(text)
        await self.page.locator("#question").press("Enter")

    async def ask(self, text: str) -> str:
        """Send a message and wait for its answer's text."""
        before = await self.answers.count()
        await self.send(text)
        await expect(self.answers).to_have_count(before + 1)
        return str(await self.answers.last.locator(".prose").inner_text())

    @property
    def answers(self) -> Any:
        """The finished answers."""
        return self.page.locator(".message.steward[data-message]")

    @property
    def card(self) -> Any:
        """The last proposal."""
        return self.page.locator(".card").last

    def button(self, name: str) -> Any:
        """The button of that name."""
        return self.page.get_by_role("button", name=name, exact=True)

    async def tab_to(self, name: str, *, most: int = 60) -> None:
        """Press Tab until the focus is on what has that accessible name."""
        for _ in range(most):
            await self.page.keyboard.press("Tab")
            if name in await self.page.evaluate(NAME_IN_FOCUS):
                return
        raise AssertionError(f"{name!r} is not reached by Tab")

    async def module(self, path: str, expression: str, argument: Any = None) -> Any:
        """What a function over one of the page's modules gives: `(m, argument) => …`, run in the page."""
        script = f"async ([path, argument]) => ({expression})(await import(path), argument)"
        return await self.page.evaluate(script, [f"/static/chat/{path}", argument])

    def assert_well(self) -> None:
        """Fail for what went wrong in the page."""
        assert not self.wrongs, self.wrongs


NAME_IN_FOCUS = """() => {
  const node = document.activeElement;
  const label = node.labels?.[0]?.textContent ?? "";
  return [node.getAttribute("aria-label"), label, node.textContent].filter(Boolean).join(" ").trim();
}"""
WATCH = """document.addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy violated: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`));"""


@asynccontextmanager
async def visiting(running: Browser, url: str, **options: Any) -> AsyncIterator[Visitor]:
    """A visitor with a browser profile of their own; `options`: those of a context (viewport, color_scheme …);
    the page's worker runs where `service_workers="allow"` is among them."""
    options = {
        "service_workers": "block",
        "viewport": DESKTOP,
        "timezone_id": "Europe/Lisbon",
        "locale": "en-GB",
        **options,
    }
    context: BrowserContext = await running.new_context(**options)
    context.set_default_timeout(WAIT_MS)
    try:
        visitor = await another_tab(context, url)
        try:
            yield visitor
        finally:
            visitor.assert_well()  # it often says why something else was not as expected
    finally:
        await context.close()


async def another_tab(context: BrowserContext, url: str) -> Visitor:
    """A further tab of the same profile."""
    visitor = Visitor(await context.new_page(), url)
    await visitor.page.add_init_script(WATCH)

    def written(message: ConsoleMessage) -> None:
        if message.type == "error" and not REFUSED.search(message.text):
            visitor.wrongs.append(message.text)

    def requested(request: Request) -> None:
        if request.url.startswith("http") and urlsplit(request.url).netloc != urlsplit(url).netloc:
            visitor.wrongs.append(f"asked another host: {request.url}")

    visitor.page.on("console", written)
    visitor.page.on("pageerror", lambda error: visitor.wrongs.append(str(error)))
    visitor.page.on("request", requested)
    return visitor


def row(visitor: Visitor, text: str) -> Any:
    """The row of that text."""
    return visitor.page.locator(".row").filter(has_text=text)
