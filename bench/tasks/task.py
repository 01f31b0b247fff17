"""A task, the life that it is played on, and the ways that many of them have in common."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import httpx
from playwright.async_api import expect

from bench.tasks.hand import PATIENCE_MS, Hand

SETTLES_S = 20.0
WAYS = ("mouse", "keys", "words")


@dataclass
class World:
    """The life that is worked on; `way`: what is made for one way must not be found by another."""

    client: httpx.AsyncClient
    way: str
    zone: ZoneInfo
    run: str
    ids: dict[str, str] = field(default_factory=dict)

    async def get(self, path: str, **query: Any) -> Any:
        answer = await self.client.get(path, params=query)
        answer.raise_for_status()
        return answer.json()

    async def post(self, path: str, body: Any = None) -> Any:
        answer = await self.client.post(path, json=body or {})
        answer.raise_for_status()
        return answer.json()

    def day(self, ahead: int) -> str:
        return (datetime.now(self.zone) + timedelta(days=ahead)).date().isoformat()

    def name(self, what: str) -> str:
        return f"{what} {'ABC'[WAYS.index(self.way)]}{self.run}"

    async def events(self, title: str) -> list[Any]:
        found = (await self.get("/events", since=self.day(0), until=self.day(60), limit=500))["items"]
        return [one for one in found if title.lower() in one["title"].lower() and one["status"] != "cancelled"]

    async def without(self, title: str) -> None:
        """What an earlier run left."""
        for one in await self.events(title):
            (await self.client.delete(f"/events/{one['id']}")).raise_for_status()

    async def mission(self) -> Any:
        return await self.get(f"/missions/{self.ids['mission']}")

    async def todos(self, title: str) -> list[Any]:
        return [one for one in (await self.get("/todos", limit=500))["items"] if title.lower() in one["title"].lower()]


Play = Callable[[Hand, World], Awaitable[Any]]


@dataclass(frozen=True)
class Task:
    """`done` is asked of the API afterwards, or of what was read on the page, which the way answers."""

    title: str
    mouse: Play | None
    keys: Play | None
    words: Play | None
    done: Callable[[World, Any], Awaitable[bool]]
    before: Callable[[World], Awaitable[Any]] | None = None


async def seen(hand: Hand, text: str) -> str:
    """What the page shows, once it shows that."""
    await expect(hand.page.locator("#main").get_by_text(text).first).to_be_visible(timeout=PATIENCE_MS)
    return text


def told(*texts: str) -> Callable[[World, Any], Awaitable[bool]]:
    async def done(_: World, answer: Any) -> bool:
        return any(text.lower() in str(answer).lower() for text in texts)

    return done


async def confirmed(hand: Hand) -> None:
    await hand.go_on("yes")


def at_side(page: str, *, then: str, shows: str) -> Play:
    async def play(hand: Hand, _: World) -> str:
        await hand.to(page)
        await hand.click(hand.page.locator("#page").get_by_role("link", name=then).first)
        await hand.settled()
        return await seen(hand, shows)

    return play


def by_palette(letters: str, wanted: str, *, shows: str) -> Play:
    async def play(hand: Hand, _: World) -> str:
        await hand.palette(letters, wanted)
        return await seen(hand, shows)

    return play


def asked(question: str) -> Play:
    async def play(hand: Hand, _: World) -> str:
        return await hand.say(question)

    return play


def asked_and_confirmed(question: Callable[[World], str]) -> Play:
    async def play(hand: Hand, world: World) -> str:
        answer = await hand.say(question(world))
        if await hand.page.locator('.card[data-state="pending"]').count():
            answer = await hand.go_on("yes")
        return answer

    return play
