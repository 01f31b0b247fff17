"""Can it be seen where a fact came from, and what was believed before and after? Notes by what they are about."""

from typing import Any

from tests.support.model_script import Say
from tests.support.steward import Person, Steward


async def trail(person: Person, fact: Any) -> list[Any]:
    """The fact's history: texts in the order in which they were believed."""
    return [one["text"] for one in (await person.get(f"/facts/{fact['id']}/history"))["items"]]


async def test_every_member_of_a_line_shows_all_of_it(ana: Person) -> None:
    lisbon = await ana.post("/facts", {"text": "I live in Lisbon"})
    porto = await ana.post(f"/facts/{lisbon['id']}/change", {"text": "I live in Porto"})
    gaia = await ana.post(f"/facts/{porto['id']}/correct", {"text": "I live in Gaia"})
    await ana.patch(f"/facts/{gaia['id']}", {"text": "I live in Vila Nova de Gaia"})
    other = await ana.post("/facts", {"text": "I'm allergic to peanuts"})
    line = ["I live in Lisbon", "I live in Porto", "I live in Gaia", "I live in Vila Nova de Gaia"]
    for one in (lisbon, porto, gaia):
        assert await trail(ana, one) == line
    assert await trail(ana, other) == ["I'm allergic to peanuts"]


async def test_a_quote_is_shown_among_its_words(steward: Steward, ana: Person) -> None:
    steward.model.call("remember_fact", {"text": "I'm allergic to peanuts"})
    steward.model.add(Say("I'll remember that you are allergic to peanuts."))
    bundle = await ana.ask("Yesterday we ate out. Remember that I'm allergic to peanuts")
    (fact,) = (await ana.get("/facts"))["items"]
    (shown,) = (await ana.get(f"/facts/{fact['id']}/evidence"))["items"]
    assert (shown["kind"], shown["thread_id"]) == ("message", bundle["thread_id"])
    assert shown["before"] + shown["quote"] + shown["after"] == (
        "Yesterday we ate out. Remember that I'm allergic to peanuts"
    )
    assert "allergic to peanuts" in shown["quote"]


async def test_a_source_that_says_something_else_shows_no_words_around(ana: Person) -> None:
    note = await ana.post("/notes", {"text": "Never before ten, " + "x" * 2000})
    rule = await ana.post("/rules", {"text": "Never before ten", "note_ids": [note["id"]]})
    (shown,) = (await ana.get(f"/facts/{rule['id']}/evidence"))["items"]
    assert (shown["before"], shown["after"][-1]) == ("", "…")
    await ana.patch(f"/notes/{note['id']}", {"text": "Something else"})
    (shown,) = (await ana.get(f"/facts/{rule['id']}/evidence"))["items"]
    assert (shown["before"], shown["after"]) == (None, None)
    await ana.send("DELETE", f"/notes/{note['id']}")
    assert (await ana.get(f"/facts/{rule['id']}/evidence"))["items"] == []


async def test_trails_are_of_their_user_alone(steward: Steward, ana: Person) -> None:
    fact = await ana.post("/facts", {"text": "I live in Lisbon"})
    bob = await steward.person("Bob Stone")
    for what in ("history", "evidence"):
        assert (await bob.send("GET", f"/facts/{fact['id']}/{what}")).status_code == 404
        assert (await ana.send("GET", f"/facts/none/{what}")).status_code == 404


async def test_notes_are_found_by_what_they_are_about(ana: Person) -> None:
    for text, category, agent, source in (
        ("One", "preference", "cursor", "mcp"),
        ("Two", "decision", "cursor", "mcp"),
        ("Three", "preference", None, None),
    ):
        await ana.post("/notes", {"text": text, "category": category, "agent": agent, "source": source})

    async def found(**query: Any) -> set[str]:
        return {one["text"] for one in (await ana.get("/notes", **query))["items"]}

    assert await found(category="preference") == {"One", "Three"}
    assert await found(agent="cursor", category="decision") == {"Two"}
    assert await found(source="mcp") == {"One", "Two"}
    assert await found(observed="true") == {"One", "Two"}
    assert await found(observed="false") == {"Three"}
    (two,) = (await ana.get("/notes", q="Two"))["items"]
    await ana.post("/rules", {"text": "Two it is", "note_ids": [two["id"]]})
    assert await found(promoted="true") == {"Two"}
    assert await found(promoted="false") == {"One", "Three"}
    assert await found(category="\x00 ") == {"One", "Two", "Three"}
    assert (await ana.send("GET", "/notes", params={"promoted": "perhaps"})).status_code == 422
