"""Are facts kept with both clocks, in four acts, and do only the user's own reach what is believed?"""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from tests.support.corpora import cases
from tests.support.steward import Person, Steward


def texts(listed: dict[str, Any]) -> list[str]:
    return [item["text"] for item in listed["items"]]


async def held(person: Person, **params: Any) -> list[str]:
    """The texts that hold, sorted."""
    return sorted(texts(await person.get("/facts", limit=100, **params)))


def now() -> str:
    return datetime.now(UTC).isoformat()


async def test_a_fact_has_every_field(ana: Person) -> None:
    made = await ana.post(
        "/facts",
        {
            "text": "Ana's project uses four spaces",
            "category": "preference",
            "subjects": ["style", "style", "Python"],
            "scope": {"type": "project", "ref": "steward"},
            "importance": 8,
            "valid_from": "2026-01-01",
            "tags": ["mood:precise"],
        },
    )
    assert made["subjects"] == ["style", "Python"]
    assert made["kind"] == "soft_fact"
    assert (made["trust"], made["confidence"], made["alignment"]) == ("confirmed", 1.0, 0.0)
    assert made["scope"] == {"type": "project", "ref": "steward"}
    assert made["valid_from"] == "2026-01-01T00:00:00Z"
    assert made["effect"] is made["valid_to"] is made["superseded_at"] is made["superseded_by"] is None
    assert made["recorded_at"] <= made["last_confirmed_at"] < made["review_after"]
    assert (made["origin"], made["version"], made["provenance"]) == ("own_data", 1, [])
    read = await ana.send("GET", f"/facts/{made['id']}")
    assert read.headers["ETag"] == '"1"'
    assert read.json() == made


async def test_change_ends_what_was_true_until_then(ana: Person) -> None:
    old = await ana.post("/facts", {"text": "Ana lives in Porto", "valid_from": "2020-01-01"})
    before = now()
    new = await ana.post(f"/facts/{old['id']}/change", {"text": "Ana lives in Lisbon", "valid_from": "2026-05-01"})
    assert new["valid_from"] == "2026-04-30T23:00:00Z"  # midnight in Lisbon
    assert new["replaces"] == [old["id"]]
    ended = await ana.get(f"/facts/{old['id']}")
    assert ended["valid_to"] == new["valid_from"]
    assert ended["superseded_at"] is None
    assert await held(ana) == ["Ana lives in Lisbon"]
    assert await held(ana, as_of="2026-03-01") == ["Ana lives in Porto"]
    assert await held(ana, as_of="2019-03-01") == []
    # What was believed before the change: she still lived in Porto then, whenever is asked for.
    assert await held(ana, known_at=before) == ["Ana lives in Porto"]
    assert await held(ana, known_at=before, as_of="2026-06-01") == ["Ana lives in Porto"]
    assert await held(ana, known_at=new["recorded_at"], as_of="2026-06-01") == ["Ana lives in Lisbon"]
    assert await held(ana, known_at=old["recorded_at"], as_of="2026-06-01") == ["Ana lives in Porto"]
    assert await held(ana, known_at="2020-02-01") == []


async def test_correct_supersedes_what_was_wrong(ana: Person) -> None:
    old = await ana.post("/facts", {"text": "Rui was born in 1980", "valid_from": "2001-01-01", "importance": 7})
    before = now()
    new = await ana.post(f"/facts/{old['id']}/correct", {"text": "Rui was born in 1981"})
    assert (new["valid_from"], new["importance"]) == (old["valid_from"], 7)
    gone = await ana.get(f"/facts/{old['id']}")
    assert (gone["superseded_by"], gone["valid_to"]) == (new["id"], None)
    assert gone["superseded_at"] == new["recorded_at"]
    assert await held(ana) == await held(ana, as_of="2005-01-01") == ["Rui was born in 1981"]
    assert await held(ana, known_at=before, as_of="2005-01-01") == ["Rui was born in 1980"]
    again = await ana.send("POST", f"/facts/{old['id']}/correct", json={"text": "Rui was born in 1982"})
    assert again.status_code == 422
    assert new["id"] in again.json()["detail"]


async def test_retire_leaves_what_was(ana: Person) -> None:
    fact = await ana.post("/facts", {"text": "Plays padel on Mondays", "valid_from": "2025-01-01"})
    before = now()
    retired = await ana.post(f"/facts/{fact['id']}/retire")
    assert retired["valid_to"] is not None
    assert retired["superseded_at"] is None
    assert await held(ana) == []
    assert await held(ana, as_of="2025-06-01") == ["Plays padel on Mondays"]
    assert await held(ana, known_at=before) == ["Plays padel on Mondays"]
    again = await ana.post(f"/facts/{fact['id']}/retire")
    assert (again["valid_to"], again["version"]) == (retired["valid_to"], retired["version"])
    early = await ana.send("POST", f"/facts/{fact['id']}/retire", json={"valid_to": "2024-01-01"})
    assert early.status_code == 422


async def test_a_patch_keeps_the_id_and_what_was_believed(ana: Person) -> None:
    fact = await ana.post("/facts", {"text": "Rui likes jazz", "importance": 3})
    before = now()
    path = f"/facts/{fact['id']}"
    patched = await ana.patch(path, {"text": "Rui likes fado", "importance": 4})
    assert (patched["id"], patched["version"], patched["importance"]) == (fact["id"], 2, 4)
    assert await held(ana) == ["Rui likes fado"]
    assert await held(ana, known_at=before) == ["Rui likes jazz"]
    stale = await ana.send("PATCH", path, json={"importance": 5}, headers={"If-Match": '"1"'})
    assert stale.status_code == 412
    tagged = await ana.patch(path, {"tags": ["music"]})
    assert tagged["recorded_at"] == patched["recorded_at"]  # nothing else is believed


@pytest.mark.parametrize(("first", "second", "third"), cases("facts", "never_two_open_facts_that_contradict"))
async def test_never_two_open_facts_that_contradict(ana: Person, first: str, second: str, third: str) -> None:
    one = await ana.post("/facts", {"text": first})
    two = await ana.post("/facts", {"text": second})
    assert two["replaces"] == [one["id"]]
    assert await held(ana) == [second]
    assert (await ana.get(f"/facts/{one['id']}"))["valid_to"] is not None
    three = await ana.post("/facts", {"text": third})
    assert three["replaces"] == [two["id"]]
    assert await held(ana) == [third]


async def test_what_can_hold_together_stays(ana: Person) -> None:
    stated = [
        "I'm allergic to nuts", "I'm allergic to shrimp", "My sister is called Ana", "My sister is called Rita",
        "I live in Porto", "Rui lives in Lisbon", "I like coffee", "I speak Spanish", "I speak Portuguese",
        "Rui doesn't like coffee",
    ]  # fmt: skip
    for text in stated:
        await ana.post("/facts", {"text": text})
    # Where a project has its own, both hold; a time that is over meets nothing of today.
    await ana.post("/facts", {"text": "I live in Berlin", "scope": {"type": "project", "ref": "novel"}})
    await ana.post("/facts", {"text": "I live in Faro", "valid_from": "2001-01-01", "valid_to": "2002-01-01"})
    assert await held(ana) == sorted([*stated, "I live in Berlin"])


async def test_the_same_again_weighs_more_and_is_no_truer(ana: Person) -> None:
    one = await ana.post("/facts", {"text": "I like tea", "importance": 9, "confidence": 0.6})
    for importance in (10, 10):
        again = await ana.send("POST", "/facts", json={"text": "i like  TEA!"})
        assert (again.status_code, again.json()["id"]) == (200, one["id"])
        assert (again.json()["importance"], again.json()["confidence"]) == (importance, 0.6)
    assert await held(ana) == ["I like tea"]


async def test_statements_at_once_leave_one(ana: Person) -> None:
    towns = ["Porto", "Lisbon", "Faro", "Braga", "Evora", "Beja"]
    await asyncio.gather(*(ana.post("/facts", {"text": f"I live in {town}"}) for town in towns))
    assert len(await held(ana)) == 1


async def test_who_may(steward: Steward, ana: Person) -> None:
    writer, reader = await steward.with_scopes(ana, "read", "write"), await steward.with_scopes(ana, "read")
    soft = await writer.post("/facts", {"text": "Rui plays chess"})
    rule = await ana.post("/facts", {"text": "Answer briefly", "kind": "hard_rule"})
    assert (await writer.send("POST", "/facts", json={"text": "x", "kind": "hard_rule"})).status_code == 403
    assert (await reader.send("POST", "/facts", json={"text": "x"})).status_code == 403
    for method, path, body in (
        ("PATCH", f"/facts/{rule['id']}", {"text": "Answer at length"}),
        ("PATCH", f"/facts/{soft['id']}", {"kind": "hard_rule"}),
        ("POST", f"/facts/{rule['id']}/correct", {"text": "x"}),
        ("POST", f"/facts/{soft['id']}/correct", {"text": "x", "kind": "hard_rule"}),
        ("POST", f"/facts/{soft['id']}/change", {"text": "x", "kind": "hard_rule"}),
        ("POST", f"/facts/{rule['id']}/retire", {}),
        ("DELETE", f"/facts/{rule['id']}", None),
        ("POST", f"/facts/{soft['id']}/confirm", None),
        ("POST", f"/proposals/{soft['id']}/ratify", None),
        ("POST", f"/proposals/{soft['id']}/dismiss", None),
    ):
        answer = await writer.send(method, path, json=body)
        assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing"), (method, path)
    other = await steward.person("Rui")
    for method, path in (
        ("GET", f"/facts/{soft['id']}"), ("PATCH", f"/facts/{soft['id']}"), ("DELETE", f"/facts/{soft['id']}"),
        ("POST", f"/facts/{soft['id']}/correct"), ("POST", f"/facts/{soft['id']}/change"),
        ("POST", f"/facts/{soft['id']}/retire"), ("POST", f"/facts/{soft['id']}/confirm"),
        ("POST", f"/proposals/{soft['id']}/ratify"), ("POST", f"/proposals/{soft['id']}/dismiss"),
    ):  # fmt: skip
        answer = await other.send(method, path, json={"text": "x"})
        assert answer.status_code == 404, (method, path)
    assert await held(other) == []


@pytest.mark.parametrize(
    ("body", "loc"),
    [
        ({}, ["body", "text"]),
        ({"text": " "}, ["body", "text"]),
        ({"text": "x" * 4001}, ["body", "text"]),
        ({"text": "x", "kind": "rule"}, ["body", "kind"]),
        ({"text": "x", "importance": 11}, ["body", "importance"]),
        ({"text": "x", "confidence": 1.5}, ["body", "confidence"]),
        ({"text": "x", "scope": {"type": "project"}}, ["body", "scope"]),
        ({"text": "x", "scope": {"type": "planet", "ref": "mars"}}, ["body", "scope", "type"]),
        ({"text": "x", "effect": {"type": "units", "parameters": {}}}, ["body"]),
        ({"text": "x", "valid_from": "May"}, ["body", "valid_from"]),
        ({"text": "x", "valid_from": "2026-05-02", "valid_to": "2026-05-01"}, ["valid_to"]),
        ({"text": "my password is hunter2!"}, ["text"]),
        ({"text": "card 4111 1111 1111 1111"}, ["text"]),
    ],
)
async def test_bad_facts_are_told_by_field(ana: Person, body: dict[str, Any], loc: list[str]) -> None:
    answer = await ana.send("POST", "/facts", json=body)
    assert answer.status_code == 422, answer.text
    assert answer.json()["errors"][0]["loc"] == loc, answer.text
    assert "hunter2" not in answer.text
    assert await held(ana) == []


async def test_bad_queries_are_told(ana: Person) -> None:
    for query in ({"as_of": "May"}, {"known_at": "x"}, {"scope": "planet"}, {"kind": "rule"}, {"trust": "x"},
                  {"cursor": "x"}):  # fmt: skip
        answer = await ana.send("GET", "/facts", params=query)
        assert answer.status_code == 422, query
    assert (await ana.send("GET", "/facts/none")).status_code == 404


async def test_found_while_it_holds_and_erased_for_good(ana: Person) -> None:
    async def found(word: str) -> list[str]:
        return [hit["title"] for hit in (await ana.get("/search", q=word, kinds="fact"))["hits"]]

    old = await ana.post("/facts", {"text": "Collects stamps of Angola"})
    assert await found("stamps") == ["Collects stamps of Angola"]
    new = await ana.post(f"/facts/{old['id']}/correct", {"text": "Collects coins of Angola"})
    assert await found("Angola") == ["Collects coins of Angola"]
    dry = await ana.send("DELETE", f"/facts/{new['id']}?dry_run=true")
    gone = await ana.send("DELETE", f"/facts/{new['id']}")
    assert gone.json()["deleted"] == dry.json()["deleted"] == {"fact": 2}  # with its earlier, wrong wording
    for fact in (old, new):
        assert (await ana.send("GET", f"/facts/{fact['id']}")).status_code == 404
    assert await found("Angola") == []
    assert await held(ana, known_at=old["recorded_at"]) == []


async def test_an_external_id_is_one_fact(ana: Person) -> None:
    body = {"text": "Wears size 42", "external_id": "f1", "source": "shoes"}
    made = await ana.post("/facts", body)
    again = await ana.send("POST", "/facts", json={**body, "text": "Wears size 43"})
    assert (again.status_code, again.json()["code"], again.json()["id"]) == (409, "already_exists", made["id"])
    new = await ana.post(f"/facts/{made['id']}/correct", {"text": "Wears size 41"})
    assert (new["external_id"], new["source"]) == ("f1", "shoes")


async def test_confirm_puts_the_review_off(ana: Person) -> None:
    soon = (datetime.now(UTC) + timedelta(days=1)).isoformat()
    fact = await ana.post("/facts", {"text": "Wears glasses", "review_after": soon, "confidence": 0.5})
    confirmed = await ana.post(f"/facts/{fact['id']}/confirm")
    assert confirmed["review_after"] > fact["review_after"]
    assert (confirmed["confidence"], confirmed["version"]) == (1.0, 2)
    assert confirmed["last_confirmed_at"] > fact["last_confirmed_at"]
