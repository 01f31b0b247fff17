"""A life to curate: notes that agents filed, facts with a past, proposals, answers with friction."""

from typing import Any

from playwright.async_api import expect
from tests.support.browser import Visitor
from tests.support.mcp import called, connected
from tests.support.steward import Person, Steward

NOTES = (
    ("Never schedule anything before 10", "preference", "claude-code"),
    ("No meetings before ten, he said again", "preference", "claude-code"),
    ("Likes the command first, then the explanation", "preference", "cursor"),
    ("Uses pytest, never unittest", "decision", "cursor"),
)


async def notes(person: Person) -> list[Any]:
    """Four notes of two agents, oldest first."""
    return [
        await person.post("/notes", {"text": text, "category": category, "agent": agent, "source": "mcp"})
        for text, category, agent in NOTES
    ]


async def moved(person: Person) -> tuple[Any, Any, Any]:
    """Lisbon until May, then Porto, which was wrong: Gaia."""
    lisbon = await person.post("/facts", {"text": "I live in Lisbon", "subjects": ["home"], "valid_from": "2020-01-01"})
    porto = await person.post(f"/facts/{lisbon['id']}/change", {"text": "I live in Porto", "valid_from": "2026-05-01"})
    gaia = await person.post(f"/facts/{porto['id']}/correct", {"text": "I live in Gaia"})
    return lisbon, porto, gaia


async def proposed(steward: Steward, person: Person, *texts: str) -> None:
    """A program from outside says these of the person."""
    async with connected(steward.url, await token(steward, person, "mcp")) as client:
        for text in texts:
            await called(client, "remember_fact", text=text)


async def token(steward: Steward, person: Person, *scopes: str) -> str:
    """A further token of theirs."""
    body = {"name": "my editor", "scopes": list(scopes), "user_id": str(person.id)}
    return str((await (await steward.owner()).post("/tokens", body))["token"])


async def rubbed(person: Person, *, days: int = 12) -> None:
    """One answer a day by an agent, each third corrected; and a second agent that never is."""
    for day in range(days):
        corrected = day % 3 == 0
        body = {
            "session_id": f"s{day % 2}",
            "agent": "claude-code",
            "model": "sonnet",
            "prompt": f"Write test {day}",
            "response": "def test() -> None: …",
            "was_corrected": corrected,
            "correction": "No classes around tests" if corrected else None,
            "latency_ms": 1500 * day,
            "edit_count": day % 4,
        }
        made = await person.post("/interactions", body)
        aged = f"update interactions set created_at = created_at - interval '{day} days' where id = '{made['id']}'"
        await person.execute(aged)
    calm = {"session_id": "calm", "agent": "cursor", "model": "gpt", "prompt": "Hi", "response": "x" * 600}
    await person.post("/interactions", {**calm, "was_corrected": False})


# The page hears of its new address before this does, which came later.
_GO = """to => new Promise(gone => {
  addEventListener("hashchange", () => gone(), { once: true });
  location.href = to;
})"""


async def at(visitor: Visitor, view: str) -> None:
    """Go to a view of the memory page, and wait until it is there: not the view before, nor a note that it comes."""
    address = f"{visitor.url}/#/memory/{view}"
    if visitor.page.url.startswith(f"{visitor.url}/#/") and visitor.page.url != address:
        await visitor.page.evaluate(_GO, address)
    else:
        await visitor.page.goto(address)
    await expect(visitor.page.locator(".memory-body:not([aria-busy])")).to_be_visible()
    await expect(visitor.page.locator(".memory-body").locator("[aria-busy], .progress")).to_have_count(0)
