"""Somebody at the page whose clicks, keys and thoughts are counted: the keystroke-level model (Card, Moran and Newell
1980: 0.28 s a key, 1.1 s to point, 0.1 s to press, 1.35 s to think before each new place)."""

import re
from dataclasses import dataclass
from typing import Any

from playwright.async_api import Locator, Page, expect

A_KEY_S, TO_POINT_S, TO_PRESS_S, TO_THINK_S = 0.28, 1.1, 0.1, 1.35
PATIENCE_MS = 30_000


@dataclass
class Hand:
    """Somebody at the page, counted."""

    page: Page
    clicks: int = 0
    keys: int = 0
    thoughts: int = 0

    async def click(self, target: Locator) -> None:
        self.clicks += 1
        self.thoughts += 1
        await target.click(timeout=PATIENCE_MS)

    async def press(self, *keys: str) -> None:
        for key in keys:
            self.keys += 1
            await self.page.keyboard.press(key)

    async def type(self, text: str) -> None:
        self.keys += len(text)
        self.thoughts += 1
        await self.page.keyboard.type(text)

    def named(self, role: Any, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role(role, name=name)

    async def to(self, name: str) -> None:
        """By a click on a page's name at the side, which a phone shows on another click."""
        if not await self.page.locator("#sidebar").is_visible():
            await self.click(self.page.locator("#menu"))
        await self.click(self.page.locator("#sidebar").get_by_role("link", name=name, exact=True))
        await self.settled()

    async def palette(self, words: str, wanted: str) -> None:
        """By Ctrl K, some letters, Enter."""
        await self.press("Control+k")
        await expect(self.page.get_by_role("combobox")).to_be_focused(timeout=PATIENCE_MS)
        await self.type(words)
        option = self.page.get_by_role("option", name=wanted).first
        await expect(option).to_be_visible(timeout=PATIENCE_MS)
        for _ in range(await self.page.locator("[role=option]").count()):
            if await option.get_attribute("aria-selected") == "true":
                break
            await self.press("ArrowDown")
        await self.press("Enter")
        await expect(self.page.locator("dialog[open]")).to_have_count(0, timeout=PATIENCE_MS)
        await self.settled()

    async def tab_to(self, target: Locator, *, most: int = 40) -> None:
        before = (
            "node => Boolean(document.activeElement.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_PRECEDING)"
        )
        key = "Shift+Tab" if await target.evaluate(before) else "Tab"
        for _ in range(most):
            if await target.evaluate("node => node === document.activeElement"):
                return
            await self.press(key)
        raise AssertionError(f"{target} is not reached by Tab")

    async def settled(self) -> None:
        await self.page.wait_for_function(
            "() => !document.querySelector('#page[aria-busy], #page:not([hidden]) :is([aria-busy], .progress)')",
            timeout=PATIENCE_MS,
        )

    async def say(self, words: str) -> str:
        """A new conversation, the words, Enter; the answer."""
        await self.press("Control+k")
        await expect(self.page.get_by_role("combobox")).to_be_focused(timeout=PATIENCE_MS)
        await self.press("Enter")  # "Begin a conversation" stands first
        await expect(self.page.locator("#question")).to_be_focused(timeout=PATIENCE_MS)
        return await self.go_on(words)

    async def go_on(self, words: str) -> str:
        answers = self.page.locator(".message.steward[data-message]")
        before = await answers.count()
        await self.type(words)
        await self.press("Enter")
        await expect(answers).to_have_count(before + 1, timeout=PATIENCE_MS)
        return str(await answers.last.inner_text())

    @property
    def seconds(self) -> float:
        return self.keys * A_KEY_S + self.clicks * (TO_POINT_S + TO_PRESS_S) + self.thoughts * TO_THINK_S
