"""Does a test that waits end, and tell what it waited for?"""

import asyncio

import pytest
from tests.support.waiting import eventually, eventually_here


async def test_what_is_looked_at_is_told_as_soon_as_it_is_met() -> None:
    seen: list[int] = []

    def look() -> int:
        seen.append(len(seen))
        return len(seen)

    async def ask() -> int:
        return look()

    assert await eventually(look, lambda number: number >= 3) == 3
    assert await eventually(ask, lambda number: number >= 5) == 5
    assert eventually_here(look, lambda number: number >= 7) == 7


async def test_a_wait_in_vain_tells_what_it_saw_last() -> None:
    with pytest.raises(AssertionError, match=r"not within 0\.02 s; last seen: 'pending'"):
        await eventually(lambda: "pending", lambda state: state == "done", within_s=0.02)
    with pytest.raises(AssertionError, match="last seen: 'pending'"):
        eventually_here(lambda: "pending", lambda state: state == "done", within_s=0.02)


async def test_what_hangs_is_broken_off() -> None:
    with pytest.raises(AssertionError, match="last seen: 'nothing'"):
        await eventually(lambda: asyncio.sleep(3600), within_s=0.02)


async def test_only_named_errors_are_looked_past() -> None:
    tries = iter([OSError("not yet"), ValueError("another")])

    def look() -> None:
        raise next(tries)

    with pytest.raises(ValueError, match="another"):
        await eventually(look, despite=(OSError,))
