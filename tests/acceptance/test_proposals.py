"""Does nothing but the user's own act reach a hard rule or a believed fact, and is repetition no evidence?"""

from typing import Any
from uuid import UUID

import pytest
from tests.acceptance.test_facts import held, texts
from tests.support.steward import Person, Steward

from orchestrator.domain.memory.facts.entity import facts
from orchestrator.domain.memory.facts.review import proposing, questions
from orchestrator.domain.memory.facts.schemas import FactFields


async def proposed(steward: Steward, person: Person, text: str, **fields: Any) -> str:
    """Filed by an agent from outside; its id."""
    async with steward.database.unit_of_work_of(person.id) as tx:
        row = await proposing.propose(tx, FactFields(text=text, **fields), agent="mcp:claude")
    return str(row.id)


async def test_a_proposal_is_believed_by_nobody(steward: Steward, ana: Person) -> None:
    rule = await proposed(steward, ana, "Never book before ten", kind="hard_rule", confidence=1.0)
    fact = await proposed(steward, ana, "Ana likes tulips")
    assert await held(ana) == []
    assert sorted(texts(await ana.get("/proposals"))) == ["Ana likes tulips", "Never book before ten"]
    assert sorted(texts(await ana.get("/facts", trust="proposed"))) == ["Ana likes tulips", "Never book before ten"]
    assert (await ana.get("/search", q="tulips"))["hits"] == []
    shown = await ana.get(f"/facts/{rule}")
    assert (shown["trust"], shown["origin"], shown["source"], shown["confidence"]) == (
        "proposed", "agent", "mcp:claude", 0.5
    )  # fmt: skip
    for act in ("confirm", "retire", "correct", "change"):
        answer = await ana.send("POST", f"/facts/{fact}/{act}", json={"text": "x"})
        assert answer.status_code == 422, act
    # A change of its fields leaves it a proposal.
    patched = await ana.patch(f"/facts/{fact}", {"text": "Ana likes roses", "importance": 9})
    assert patched["trust"] == "proposed"
    assert await held(ana) == []


async def test_steward_s_own_questions_are_listed_apart(steward: Steward, ana: Person) -> None:
    known = [await ana.post("/facts", {"text": text}) for text in ("The boat has five sails", "The boat has six sails")]
    async with steward.database.unit_of_work_of(ana.id) as tx:
        rows = await facts.many(tx, [UUID(one["id"]) for one in known])
        assert await questions.ask(tx, "contradiction", rows, "Which of these holds?", "They differ.")
    for number in range(3):
        await proposed(steward, ana, f"Ana has {number} cats and a boat")
    (question,) = (await ana.get("/proposals", asking=True, limit=1))["items"]
    assert (question["asks"], len(question["options"])) == ("contradiction", 2)
    assert len((await ana.get("/proposals", asking=False))["items"]) == 3
    first = await ana.get("/proposals", asking=False, limit=2)
    rest = await ana.get("/proposals", asking=False, limit=2, cursor=first["next_cursor"])
    assert [one["asks"] for one in (*first["items"], *rest["items"])] == [None] * 3
    assert len((await ana.get("/proposals"))["items"]) == 4
    assert (await ana.send("GET", "/proposals", params={"asking": "maybe"})).status_code == 422


async def test_ratified_it_is_the_users_own(steward: Steward, ana: Person) -> None:
    old = await ana.post("/facts", {"text": "I live in Porto"})
    one = await proposed(steward, ana, "I live in Lisbon")
    ratified = await ana.post(f"/proposals/{one}/ratify")
    assert (ratified["trust"], ratified["confidence"], ratified["origin"]) == ("confirmed", 1.0, "own_data")
    assert ratified["replaces"] == [old["id"]]
    assert await held(ana) == ["I live in Lisbon"]
    assert texts(await ana.get("/proposals")) == []
    assert (await ana.send("POST", f"/proposals/{one}/ratify")).status_code == 422
    again = await proposed(steward, ana, "I live in Lisbon")
    known = await ana.post(f"/proposals/{again}/ratify")
    assert known["id"] == ratified["id"]  # it said so already
    assert await held(ana) == ["I live in Lisbon"]


async def test_dismissed_it_does_not_come_back(steward: Steward, ana: Person) -> None:
    one = await proposed(steward, ana, "Ana likes snow")
    await ana.post(f"/proposals/{one}/dismiss")
    assert await proposed(steward, ana, "ana likes snow") == one
    assert texts(await ana.get("/proposals")) == []
    assert await held(ana) == []


@pytest.mark.parametrize("fields", [{"trust": "confirmed"}, {"trust": "confirmed", "confidence": 1.0}])
async def test_no_field_makes_a_proposal_believed(steward: Steward, ana: Person, fields: dict[str, Any]) -> None:
    one = await proposed(steward, ana, "Ana likes rain")
    await ana.patch(f"/facts/{one}", fields)
    assert (await ana.get(f"/facts/{one}"))["trust"] == "proposed"


async def test_tokens_of_agents_reach_no_fact(steward: Steward, ana: Person) -> None:
    for scopes in (("mcp",), ("ingest",), ("ask",), ("location",)):
        agent = await steward.with_scopes(ana, *scopes)
        for kind in ("soft_fact", "hard_rule"):
            answer = await agent.send("POST", "/facts", json={"text": "x", "kind": kind})
            assert answer.status_code == 403, scopes
    assert await ana.count("user_facts") == 0


async def test_a_models_own_words_wait(steward: Steward, ana: Person) -> None:
    """A model that says more than the user did, or turns it round, gets a preview."""
    for text in ("The user is allergic to shellfish", "I'm not allergic to nuts", "The user lives in Porto"):
        steward.model.forget()
        steward.model.call("remember_fact", {"text": text})
        steward.model.always("Please have a look.")
        bundle = await ana.ask("I'm allergic to nuts")
        assert [one["outcome"] for one in bundle["actions"]] == ["waiting"], text
    assert await held(ana) == []


async def test_a_models_call_with_the_users_words_is_kept_at_once(steward: Steward, ana: Person) -> None:
    steward.model.call("remember_fact", {"text": "The user is allergic to nuts", "subjects": ["nuts"]})
    steward.model.always("Thank you.")
    bundle = await ana.ask("I'm allergic to nuts")
    assert [one["outcome"] for one in bundle["actions"]] == ["done"]
    (fact,) = (await ana.get("/facts"))["items"]
    assert (fact["text"], fact["subjects"]) == ("The user is allergic to nuts", ["nuts"])
    assert fact["provenance"][0]["quote"] == "I'm allergic to nuts"
    # The next turn's prompt tells it, fenced; its run says so, and erasing it cleans the answer.
    steward.model.forget()
    steward.model.always("Perhaps a fruit salad.")
    asked = await ana.ask("Suggest a dessert for me")
    assert "allergic to nuts" in steward.prompt()
    run = await ana.get(f"/runs/{asked['run']['id']}")
    assert "known_facts" in [part["part"] for part in run["context"]]
    receipt = (await ana.send("DELETE", f"/facts/{fact['id']}")).json()
    assert receipt["deleted"] == {"fact": 1}
    assert receipt["redacted"].get("run") or receipt["redacted"].get("message")
