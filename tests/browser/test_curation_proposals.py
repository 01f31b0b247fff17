"""Does the user say yes or no to what others say of them, to what is up for review, and to what was learnt?"""

import pytest
from playwright.async_api import expect
from tests.support import curating
from tests.support.browser import Visitor, row
from tests.support.curating import at
from tests.support.steward import Person, Steward

from orchestrator.domain.memory.facts.entity import facts
from orchestrator.domain.memory.facts.review import proposing, questions
from orchestrator.domain.memory.facts.schemas import FactFields
from orchestrator.kit.ids import parse_id

pytestmark = pytest.mark.browser


async def asked(person: Person, about: questions.Asks, ids: list[str], text: str) -> None:
    """Have a question about these facts filed, as consolidation does."""
    async with person.database.unit_of_work_of(person.id) as tx:
        rows = await facts.many(tx, [found for one in ids if (found := parse_id(one))])
        assert await questions.ask(tx, about, rows, text, "They look alike.")


async def test_proposals_are_taken_put_right_and_dismissed(visitor: Visitor, steward: Steward, ana: Person) -> None:
    await at(visitor, "proposals")
    await expect(visitor.page.get_by_text("Nothing is proposed.")).to_be_visible()
    await curating.proposed(steward, ana, "Rui is vegetarian", "I like boats", "I own a castle")
    await visitor.page.reload()
    await expect(visitor.page.locator(".row")).to_have_count(3)
    await expect(row(visitor, "vegetarian")).to_contain_text("Proposed by")
    await row(visitor, "castle").get_by_role("button", name="Dismiss").click()
    await expect(visitor.page.locator(".row")).to_have_count(2)
    await row(visitor, "boats").get_by_role("link", name="Edit").click()
    await visitor.page.get_by_label("Text").fill("I like sailing boats")
    await visitor.button("Save").click()
    await row(visitor, "sailing").get_by_role("button", name="Take it").click()
    await expect(visitor.page.locator("#notes")).to_contain_text("Believed from now on: “I like sailing boats”.")
    assert [one["text"] for one in (await ana.get("/facts"))["items"]] == ["I like sailing boats"]
    (left,) = (await ana.get("/proposals"))["items"]
    await ana.post(f"/proposals/{left['id']}/dismiss")  # another device is quicker
    await row(visitor, "vegetarian").get_by_role("button", name="Take it").click()
    await expect(visitor.page.locator("#notes")).not_to_be_empty()
    assert len((await ana.get("/facts"))["items"]) <= 2


async def test_questions_about_facts_are_answered(visitor: Visitor, ana: Person) -> None:
    texts = ("The boat has five sails", "The boat has five sails and a flag", "I wake at six", "I wake at eight")
    ids = [(await ana.post("/facts", {"text": text}))["id"] for text in texts]
    await asked(ana, "merge", ids[:2], "The boat has five sails and a flag")
    await asked(ana, "contradiction", ids[2:], texts[2])
    await at(visitor, "review")
    merge = row(visitor, "These say the same")
    await expect(merge).to_contain_text("They look alike.")
    await expect(merge.get_by_role("link", name="The boat has five sails", exact=True)).to_be_visible()
    await merge.get_by_role("button", name="Make them one").click()
    await expect(merge).to_have_count(0)
    which = visitor.page.get_by_role("group", name="These can't both hold. Which one does?")
    await which.get_by_role("button").filter(has_text="I wake at eight").click()
    await expect(visitor.page.get_by_text("No two facts say the same")).to_be_visible()
    held = {one["text"]: one for one in (await ana.get("/facts"))["items"]}
    assert set(held) == {"The boat has five sails and a flag", "I wake at eight"}
    await at(visitor, f"fact/{held['The boat has five sails and a flag']['id']}")
    await visitor.button("Take the merge back").click()
    await expect(visitor.page.locator(".arrived")).to_contain_text("holds again")
    assert len((await ana.get("/facts"))["items"]) == 3


async def test_a_question_is_not_hidden_behind_what_others_propose(
    visitor: Visitor, steward: Steward, ana: Person
) -> None:
    ids = [(await ana.post("/facts", {"text": text}))["id"] for text in ("I wake at seven", "I wake at eight")]
    await asked(ana, "contradiction", ids, "Which of these holds?")
    async with steward.database.unit_of_work_of(ana.id) as tx:
        for number in range(101):
            fields = FactFields(text=f"Ana owns boat number {number}")
            await proposing.propose(tx, fields, agent="mcp:eager", zone="UTC")
    await at(visitor, "review")
    await expect(row(visitor, "These can't both hold")).to_be_visible()


async def test_what_is_due_is_reviewed(visitor: Visitor, ana: Person) -> None:
    await at(visitor, "review")
    await expect(visitor.page.get_by_text("Nothing is due.")).to_be_visible()
    for text in ("I work at Acme", "I drive a Volvo"):
        await ana.post("/facts", {"text": text})
    await ana.execute("update user_facts set review_after = now() - interval '2 days' where user_id = :me")
    await visitor.page.reload()
    await expect(visitor.page.locator(".row")).to_have_count(2)
    await expect(row(visitor, "Acme")).to_contain_text("Does it")
    await row(visitor, "Acme").get_by_role("button", name="It still holds").click()
    await expect(visitor.page.locator(".row")).to_have_count(1)
    await row(visitor, "Volvo").get_by_role("button", name="Retire").click()
    await visitor.page.get_by_role("dialog").get_by_role("button", name="Retire").click()
    await expect(visitor.page.get_by_text("Nothing is due.")).to_be_visible()


async def test_what_was_learnt_climbs_the_ladder(visitor: Visitor, ana: Person) -> None:
    await at(visitor, "knowledge")
    await expect(visitor.page.get_by_text("Nothing was learnt yet.")).to_be_visible()
    await visitor.button("Write one down").click()
    asks = visitor.page.get_by_role("dialog")
    await asks.get_by_label("What goes wrong").fill("async tests are not supported")
    await asks.get_by_role("button", name="Save").click()
    await expect(asks.get_by_label("What helps")).to_be_focused()
    await asks.get_by_label("What helps").fill("asyncio_mode = auto")
    await asks.get_by_role("button", name="Save").click()
    learnt = row(visitor, "asyncio_mode")
    await expect(learnt).to_contain_text("70% sure")
    await learnt.get_by_role("button", name="It is right").click()
    await expect(learnt).to_contain_text("95% sure")
    await learnt.get_by_role("button", name="Approve").click()
    await expect(learnt).to_contain_text("100% sure")
    await learnt.get_by_role("button", name="Make it wider").click()
    await asks.get_by_label("Language or domain").fill("python")
    await asks.get_by_role("button", name="Make it wider").click()
    await expect(learnt).to_contain_text("language: python")
    await learnt.get_by_text("History").click()
    await expect(learnt.locator(".way")).to_contain_text("made wider")
    await learnt.get_by_role("button", name="Edit").click()
    await asks.get_by_label("What helps").fill("asyncio_mode = strict")
    await asks.get_by_role("button", name="Save").click()
    await expect(row(visitor, "strict")).to_contain_text("70% sure")
    await row(visitor, "strict").get_by_role("button", name="Erase").click()
    await asks.get_by_role("button", name="Erase").click()
    await expect(visitor.page.get_by_text("Nothing was learnt yet.")).to_be_visible()
    assert (await ana.get("/knowledge"))["items"] == []
