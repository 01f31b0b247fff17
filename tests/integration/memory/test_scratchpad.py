"""Does the scratchpad keep to its session, its time and its room?"""

from uuid import UUID

import pytest
from sqlalchemy import text

from orchestrator import catalog
from orchestrator.db.tx import Tx
from orchestrator.domain.lifecycle.erasure.service import Erasure
from orchestrator.domain.memory.scratchpad import service as scratchpad
from orchestrator.domain.memory.scratchpad.schemas import SESSION_KEYS, VALUE_BYTES
from orchestrator.errors import InvalidRequest, NotFound
from orchestrator.kit.ids import new_id


async def test_what_is_kept_comes_back_to_its_session_alone(tx: Tx) -> None:
    for value in (None, 0, "x", ["á", {"b": [1.5]}], {"a": None}, False):
        await scratchpad.remember(tx, "s1", "k", value)
        assert [one.value for one in await scratchpad.recall(tx, "s1", "k")] == [value]
    assert await scratchpad.recall(tx, "s2") == []
    assert await scratchpad.recall(Tx(tx.session, new_id()), "s1") == []
    await scratchpad.remember(tx, "s1", "a", 1)
    assert [one.key for one in await scratchpad.recall(tx, "s1")] == ["a", "k"]


async def test_it_goes_by_the_one_clock(tx: Tx, owner: UUID) -> None:
    await scratchpad.remember(tx, "s", "short", 1, ttl_s=60)
    await scratchpad.remember(tx, "s", "long", 2, ttl_s=7_200)
    await tx.session.execute(text("set local steward.clock_offset_s = '61'"))
    assert [one.key for one in await scratchpad.recall(tx, "s")] == ["long"]
    assert await scratchpad.recall(tx, "s", "short") == []
    assert await scratchpad.evict(tx.session) == 1
    assert await scratchpad.evict(tx.session) == 0
    await tx.session.execute(text("set local steward.clock_offset_s = '7300'"))
    await scratchpad.remember(tx, "s", "new", 3)
    left = await tx.session.scalar(text("select count(*) from scratchpad where user_id = :me"), {"me": owner})
    assert left == 1, "what ended makes room when something is kept"


async def test_it_has_an_end(tx: Tx) -> None:
    with pytest.raises(InvalidRequest):
        await scratchpad.remember(tx, "s", "k", "x" * VALUE_BYTES)
    for number in range(SESSION_KEYS):
        await scratchpad.remember(tx, "s", f"k{number}", number)
    with pytest.raises(InvalidRequest):
        await scratchpad.remember(tx, "s", "one more", 1)
    await scratchpad.remember(tx, "s", "k0", "in the place of what was there")
    await scratchpad.remember(tx, "another session", "k", 1)
    for number in range(40):
        if number < 30:
            await scratchpad.remember(tx, "big", f"k{number}", "x" * 32_000)
        elif number == 35:
            with pytest.raises(InvalidRequest):
                await scratchpad.remember(tx, "big", "over", "x" * 32_000 * 2)


async def test_a_key_is_erased_for_good(tx: Tx, owner: UUID) -> None:
    await scratchpad.remember(tx, "s", "k", 1)
    jotting = await tx.session.scalar(text("select id from scratchpad where user_id = :me"), {"me": owner})
    erasure = Erasure(catalog.ERASABLES)
    with pytest.raises(NotFound):
        await erasure.erase(Tx(tx.session, new_id()), "jotting", jotting)
    assert (await erasure.erase(tx, "jotting", jotting)).deleted == {"jotting": 1}
    assert await scratchpad.recall(tx, "s") == []
