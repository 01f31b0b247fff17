"""Never two open facts that contradict: whatever is stated, corrected, changed, edited, retired, taken back, proposed,
ratified or imported, in three languages and any order, also at once."""

import asyncio
from contextlib import suppress
from typing import Any
from uuid import UUID

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.support.steward import Person, Steward

from orchestrator.domain.memory.facts import service
from orchestrator.domain.memory.facts.entity import facts
from orchestrator.domain.memory.facts.review import proposing
from orchestrator.domain.memory.facts.schemas import FactFields
from orchestrator.errors import VersionConflict
from orchestrator.language.statements import contradict

STATEMENTS = (
    "I live in Porto", "Moro em Lisboa", "Vivo en Madrid", "I no longer live in Porto", "Já não moro em Lisboa",
    "I like coffee", "Não gosto de café", "No me gusta el café", "I'm allergic to nuts", "I'm not allergic to nuts",
    "My birthday is 5 May", "O meu aniversário é 6 de maio", "I work at Acme", "Trabalho na Sonae",
)  # fmt: skip
MOMENTS = (None, "2019-01-01", "2024-06-01T10:00:00Z", "2026-05-01", "2030-01-01")
ACTS = ("state", "correct", "change", "patch", "retire", "confirm", "propose", "ratify", "take_back", "erase")
Act = tuple[str, str, str | None, str | None, int]
acts = st.lists(
    st.tuples(
        st.sampled_from(ACTS + ("state",) * 4),
        st.sampled_from(STATEMENTS),
        st.sampled_from(MOMENTS),
        st.sampled_from(MOMENTS),
        st.integers(0, 9),
    ),
    min_size=3,
    max_size=9,
)


async def open_pairs(person: Person) -> list[tuple[str, str]]:
    """Believed facts of one attribute that hold at one time and can't both be so. Of what began nobody knows when, the
    moment of its telling is known."""
    async with person.database.unit_of_work_of(person.id) as tx:
        rows = [
            row
            for row in await facts.repository.rows(tx, limit=500)
            if row.trust != "proposed" and row.superseded_at is None and row.attribute is not None
        ]
    found = []
    for at, one in enumerate(rows):
        for other in rows[at + 1 :]:
            same = (one.attribute, one.scope_type, one.scope_ref) == (
                other.attribute, other.scope_type, other.scope_ref
            )  # fmt: skip
            if not same or not contradict(one.attribute_value or "", other.attribute_value or ""):
                continue
            begins = max(one.valid_from or one.recorded_at, other.valid_from or other.recorded_at)
            ends = min([row.valid_to for row in (one, other) if row.valid_to is not None], default=None)
            if ends is None or begins < ends:
                found.append((one.text, other.text))
    return found


async def done(steward: Steward, person: Person, act: Act) -> httpx.Response | None:
    """One act, on the fact that the number picks where it needs one."""
    name, text, begins, ends, which = act
    body: dict[str, Any] = {"text": text, **({"valid_from": begins} if begins else {})}
    if name == "state":
        span = {"valid_to": ends} if ends and begins and ends > begins else {}
        return await person.send("POST", "/facts", json=body | span)
    if name == "propose":
        async with steward.database.unit_of_work_of(person.id) as tx:
            await proposing.propose(tx, FactFields(**body), agent="mcp:x")
        return None
    listed = "/proposals" if name == "ratify" else "/facts"
    rows = (await person.get(listed, limit=50))["items"]
    if not rows:
        return None
    fact = rows[which % len(rows)]["id"]
    if name == "take_back":
        with suppress(VersionConflict):
            async with steward.database.unit_of_work_of(person.id) as tx:
                await service.take_back(tx, UUID(fact))
        return None
    if name == "patch":
        return await person.send("PATCH", f"/facts/{fact}", json=body)
    if name == "erase":
        return await person.send("DELETE", f"/facts/{fact}")
    path = f"/proposals/{fact}/ratify" if name == "ratify" else f"/facts/{fact}/{name}"
    return await person.send("POST", path, json={"valid_to": begins} if name == "retire" else body)


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(acts)
async def test_no_order_of_acts_leaves_two_that_contradict(steward: Steward, acts: list[Act]) -> None:
    person = await steward.person()
    for act in acts:
        answer = await done(steward, person, act)
        assert answer is None or answer.status_code in {200, 201, 422}, answer.text
        assert await open_pairs(person) == [], act
    shown = (await person.get("/facts", limit=100))["items"]
    assert len(shown) == len({one["id"] for one in shown})


@pytest.mark.parametrize("number", range(2))
async def test_nor_do_acts_at_once(steward: Steward, number: int) -> None:
    """Ten at a time: each is answered, and what stands is as if they had come one after the other."""
    person = await steward.person()
    first = await person.post("/facts", {"text": "I live in Faro"})
    await asyncio.gather(
        *(person.send("POST", "/facts", json={"text": text}) for text in STATEMENTS[number::2]),
        person.send("POST", f"/facts/{first['id']}/correct", json={"text": "I live in Braga"}),
        person.send("POST", f"/facts/{first['id']}/change", json={"text": "I live in Évora"}),
        person.send("DELETE", f"/facts/{first['id']}"),
    )
    assert await open_pairs(person) == []


async def test_an_archive_brings_no_contradiction(steward: Steward) -> None:
    """What was believed later holds, wherever it was said."""
    old, new = await steward.person(), await steward.person()
    whole = {person.id: await steward.with_every_scope(person) for person in (old, new)}
    for text in ("I live in Porto", "I like coffee"):
        await old.post("/facts", {"text": text})
    await new.post("/facts", {"text": "Moro em Lisboa"})
    await new.execute("update user_facts set recorded_at = recorded_at - interval '1 year' where user_id = :me")
    await new.post("/facts", {"text": "Não gosto de café"})
    archive = (await whole[old.id].send("GET", "/export")).content
    for _ in range(2):
        answer = await whole[new.id].send("POST", "/import", content=archive)
        assert answer.status_code == 200, answer.text
        assert await open_pairs(new) == []
        held = {fact["text"]: fact for fact in (await new.get("/facts"))["items"]}
        assert set(held) == {"I live in Porto", "Não gosto de café"}
        (was,) = [one for one in held.values() if one["text"] == "I live in Porto"]
        assert len(was["replaces"]) == 1
