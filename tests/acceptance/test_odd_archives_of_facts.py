"""Archives whose facts lie: what can't be read is refused, and no rule is made that the user did not make."""

from typing import Any

import pytest
from tests.acceptance.test_odd_archives import archive, empty, every, rosa  # noqa: F401  (fixtures)
from tests.acceptance.test_portability import changed, exported, try_import
from tests.support.steward import Person, Steward

EARLY = {"title": "Swim", "start_at": "2027-03-05T08:00", "end_at": "2027-03-05T09:00"}
RULE = {"text": "Never before 10", "effect": {"type": "earliest_start", "parameters": {"time": "10:00"}}}


@pytest.fixture
async def facts_of_another(empty: Steward) -> bytes:  # noqa: F811
    """A fact and a rule."""
    owner = await empty.owner()
    if not (await owner.get("/rules"))["items"]:
        await owner.post("/rules", RULE)
        await owner.post("/facts", {"text": "I live in Porto"})
    return await exported(owner)


@pytest.mark.parametrize(
    "values",
    [
        {"provenance": [{}]},
        {"provenance": [5]},
        {"provenance": {"kind": "message"}},
        {"provenance": [{"kind": "message", "id": "x", "start": 0, "end": 1, "quote": "a"}]},
        {"effect": [1]},
        {"effect": {"type": "nope", "parameters": []}},
        {"effect": {"type": "earliest_start", "parameters": {"time": "99:99"}}},
        {"replaces": ["01996d2e-0000-7000-8000-000000000000"], "superseded_by": "01996d2e-0000-7000-8000-000000000000"},
        {"valid_from": "infinity"},
        {"valid_from": "2026-01-01T00:00:00Z", "valid_to": "2020-01-01T00:00:00Z"},
        {"trust": "gospel"},
        {"importance": 99},
        {"confidence": "NaN"},
        {"scope_type": "project", "scope_ref": None},
        {"attribute": "self lives_in", "attribute_value": None},
        {"text": "x" * 200_000},
    ],
)
async def test_facts_that_nobody_could_read(
    rosa: Person,  # noqa: F811
    facts_of_another: bytes,
    values: dict[str, Any],
) -> None:
    answer = await try_import(rosa, changed(facts_of_another, "user_facts", every(**values)))
    assert answer.status_code in {200, 422}, answer.text
    assert "user_facts" in answer.text
    # Whichever: everything goes on.
    for path in ("/facts", "/rules", "/proposals", "/export", "/me"):
        assert (await rosa.send("GET", path)).status_code == 200
    for fact in (await rosa.get("/facts"))["items"]:
        assert (await rosa.send("GET", f"/facts/{fact['id']}")).status_code == 200
        assert (await rosa.send("POST", f"/facts/{fact['id']}/confirm")).status_code in {200, 422}
        assert (await rosa.send("DELETE", f"/facts/{fact['id']}")).status_code == 200
    assert (await rosa.send("POST", "/facts", json={"text": "I live in Faro"})).status_code == 201
    assert (await rosa.send("POST", "/events", json=EARLY)).status_code in {201, 409}


@pytest.mark.parametrize("origin", ["agent", "third_party"])
async def test_a_rule_of_an_agents_waits(rosa: Person, facts_of_another: bytes, origin: str) -> None:  # noqa: F811
    lying = changed(facts_of_another, "user_facts", every(origin=origin, trust="confirmed"))
    assert (await try_import(rosa, lying)).status_code == 200
    assert (await rosa.get("/rules"))["items"] == []
    assert [one["text"] for one in (await rosa.get("/proposals"))["items"]] == [RULE["text"]]
    assert (await rosa.send("POST", "/events", json=EARLY)).status_code == 201


async def test_the_users_own_rule_binds_there_too(rosa: Person, facts_of_another: bytes) -> None:  # noqa: F811
    assert (await try_import(rosa, facts_of_another)).status_code == 200
    assert (await rosa.send("POST", "/events", json=EARLY)).json()["code"] == "rule_held"


async def test_an_older_archive_does_not_bring_back_what_ended(empty: Steward, rosa: Person) -> None:  # noqa: F811
    owner = await empty.owner()
    for text in ("My parking space is number 41", "My locker has the number 77"):
        made = await owner.post("/facts", {"text": text})
        if "parking" in text:
            await owner.post(f"/facts/{made['id']}/retire")
    older = changed(await exported(owner), "search_documents", every(ends_at=None))
    assert (await try_import(rosa, older)).status_code == 200
    found = [hit["title"] for hit in (await rosa.get("/search", q="number", kinds="fact"))["hits"]]
    assert found == ["My locker has the number 77"]
