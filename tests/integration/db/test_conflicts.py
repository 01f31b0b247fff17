"""Is what met another transaction done again: whole, a few times, and never where it stored something already?"""

import asyncio
from collections.abc import Awaitable, Callable
from uuid import UUID

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from tests.support.people import make_user
from tests.support.postgres import execute

from orchestrator.db.locks import lock_writers
from orchestrator.db.retry import PAUSES_S, is_conflict, repeated, retry_on_disconnect
from orchestrator.db.session import Database
from orchestrator.db.tx import Tx

RAISE = "do $$ begin raise exception 'it met another' using errcode = '{state}'; end $$"


async def failing(database: Database, state: str) -> None:
    await execute(database, RAISE.format(state=state))


async def write(database: Database, name: str) -> None:
    await execute(database, "update users set name = :name", name=name)


async def read(database: Database) -> None:
    await execute(database, "select 1 from users")


@pytest.mark.parametrize("again", [repeated, retry_on_disconnect])
@pytest.mark.parametrize("state", ["40P01", "40001", "55P03", "23505", "23503"])
async def test_it_is_done_again_until_it_goes_through(
    database: Database, state: str, again: Callable[[Callable[[], Awaitable[str]]], Awaitable[str]]
) -> None:
    tries: list[int] = []

    async def work() -> str:
        tries.append(1)
        await read(database)  # what only read is no reason to stop
        if len(tries) < 3:
            await failing(database, state)
        return "done"

    assert await again(work) == "done"
    assert len(tries) == 3


async def test_it_is_bounded_and_other_faults_are_not_repeated(database: Database) -> None:
    for state, expected in (("40P01", len(PAUSES_S) + 1), ("22012", 1), ("P0001", 1)):
        tries: list[int] = []

        async def work(state: str = state, tries: list[int] = tries) -> None:
            tries.append(1)
            await failing(database, state)

        with pytest.raises(DBAPIError) as failed:
            await repeated(work)
        assert len(tries) == expected
        assert is_conflict(failed.value) is (state == "40P01")


async def test_what_stored_something_is_never_done_again_from_outside(database: Database) -> None:
    tries: list[str] = []

    async def inner() -> None:
        tries.append("inner")
        if tries.count("inner") == 1:
            await failing(database, "40P01")

    async def outer() -> None:
        tries.append("outer")
        await asyncio.create_task(write(database, "kept"))  # also from a task of its own
        await repeated(inner)
        await failing(database, "40P01")

    with pytest.raises(DBAPIError):
        await repeated(outer)
    assert tries == ["outer", "inner", "inner"]


async def test_what_may_not_be_repeated_is_not(database: Database) -> None:
    tries: list[int] = []

    async def work() -> None:
        tries.append(1)
        await failing(database, "40P01")

    with pytest.raises(DBAPIError):
        await repeated(work, may=lambda: False)
    assert len(tries) == 1


async def test_two_that_lock_in_opposite_orders_both_come_through(database: Database) -> None:
    """A real deadlock: Postgres ends one of them."""
    users = [await make_user(database) for n in range(2)]
    both = asyncio.Barrier(2)
    met: list[int] = []

    async def lock(first: UUID, second: UUID) -> None:
        async with database.unit_of_work() as session:
            await session.execute(text("update users set name = name where id = :id"), {"id": first})
            met.append(1)
            if len(met) <= 2:
                await both.wait()
            await session.execute(text("update users set name = name where id = :id"), {"id": second})

    one, other = users
    await asyncio.gather(repeated(lambda: lock(one, other)), repeated(lambda: lock(other, one)))
    assert 3 <= len(met) <= 2 * (len(PAUSES_S) + 1)  # one at least was ended; what waited too long for its lock as well


async def test_the_watch_sees_a_row_that_is_locked_before_its_owner(
    database: Database, locks_in_order: list[str]
) -> None:
    owner = await make_user(database)
    async with database.unit_of_work_of(owner) as tx:
        await lock_writers(tx)
        await tx.session.execute(text("update users set name = 'x'"))
        await lock_writers(tx)
    assert locks_in_order == []
    async with database.unit_of_work() as session:
        await session.execute(text("select 1 from users for update"))
        async with session.begin_nested():
            await lock_writers(Tx(session, owner))
    assert len(locks_in_order) == 1
    locks_in_order.clear()
