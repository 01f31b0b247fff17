"""What several readers ask alike is read once; where that fails, the next asks for itself."""

import asyncio

import pytest

from orchestrator.db.shared_reads import SharedReads


async def test_side_by_side_one_reads() -> None:
    reads, asked = SharedReads(), []

    async def read() -> int:
        asked.append(1)
        await asyncio.sleep(0.01)
        return len(asked)

    assert await asyncio.gather(*(reads.get("words", read) for _ in range(4))) == [1, 1, 1, 1]
    assert await reads.get("other words", read) == 2


async def test_a_failure_is_only_its_own() -> None:
    reads, asked = SharedReads(), []

    async def read() -> int:
        asked.append(1)
        await asyncio.sleep(0.01)
        if len(asked) == 1:
            raise ConnectionError
        return len(asked)

    found = await asyncio.gather(*(reads.get("words", read) for _ in range(3)), return_exceptions=True)
    assert isinstance(found[0], ConnectionError)
    assert found[1:] == [2, 2]


async def test_who_is_cancelled_takes_nobody_along() -> None:
    reads = SharedReads()
    may = asyncio.Event()

    async def read() -> str:
        await may.wait()
        return "read"

    first, second, third = (asyncio.create_task(reads.get("words", read)) for _ in range(3))
    await asyncio.sleep(0)
    second.cancel()
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.sleep(0)
    may.set()
    assert await third == "read"
    for gone in (first, second):
        with pytest.raises(asyncio.CancelledError):
            await gone
