"""Does the unit of work commit once, roll back whole, and run what was asked to be last?"""

import asyncio
from dataclasses import FrozenInstanceError

import pytest
from sqlalchemy import text

from orchestrator.db.session import POOL_OVERFLOW, POOL_SIZE, SHARE_OF_ONE, Database, after_commit, before_commit
from orchestrator.db.tx import Tx, owned
from orchestrator.errors import NotReady
from orchestrator.kit.ids import new_id


@pytest.fixture
def database(own_database: Database) -> Database:
    return own_database


async def test_what_a_unit_of_work_wrote_is_there_afterwards(database: Database) -> None:
    async with database.unit_of_work() as session:
        await session.execute(text("create table probe (n int)"))
        await session.execute(text("insert into probe values (1)"))
    async with database.unit_of_work() as session:
        assert await session.scalar(text("select n from probe")) == 1


async def test_an_error_rolls_all_of_it_back(database: Database) -> None:
    async with database.unit_of_work() as session:
        await session.execute(text("create table probe (n int)"))
    ran: list[str] = []

    async def fails() -> None:
        async with database.unit_of_work() as session:
            after_commit(session, lambda: ran.append("after"))
            await session.execute(text("insert into probe values (1)"))
            raise RuntimeError("no")

    with pytest.raises(RuntimeError):
        await fails()
    async with database.unit_of_work() as session:
        assert await session.scalar(text("select count(*) from probe")) == 0
    assert ran == []


async def test_what_comes_after_the_commit_is_done_though_who_waits_is_cancelled(database: Database) -> None:
    ran: list[str] = []
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def slow() -> None:
        begun.set()
        await go_on.wait()
        ran.append("slow")

    async def wrote() -> None:
        async with database.unit_of_work() as session:
            after_commit(session, slow)
            after_commit(session, lambda: ran.append("quick"))
            await session.execute(text("create table probe (n int)"))

    asking = asyncio.create_task(wrote())
    await begun.wait()
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert ran == []
    go_on.set()
    async with asyncio.timeout(10):
        while ran != ["slow", "quick"]:  # noqa: ASYNC110  (nobody is told)
            await asyncio.sleep(0.01)


async def test_a_transaction_of_an_owner_is_one_unit_of_work(database: Database) -> None:
    owner = new_id()

    async def fails() -> None:
        async with database.unit_of_work_of(owner) as tx:
            await tx.session.execute(text("insert into probe values (2)"))
            raise RuntimeError("no")

    async with database.unit_of_work_of(owner) as tx:
        await tx.session.execute(text("create table probe (n int)"))
        await tx.session.execute(text("insert into probe values (1)"))
    with pytest.raises(RuntimeError):
        await fails()
    async with owned(database.snapshot(), owner) as later:
        assert await later.session.scalar(text("select sum(n) from probe")) == 1
        assert await later.session.scalar(text("show transaction_isolation")) == "repeatable read"
    assert tx.owner_id == later.owner_id == owner


async def test_whose_a_transaction_is_can_not_be_changed(database: Database) -> None:
    async with database.unit_of_work_of(new_id()) as tx:
        with pytest.raises(FrozenInstanceError):
            tx.owner_id = new_id()  # type: ignore[misc]
        assert tx == Tx(tx.session, tx.owner_id)


async def test_one_owner_leaves_connections_to_others(database: Database) -> None:
    ana, rui = new_id(), new_id()
    shared, go_on = asyncio.Event(), asyncio.Event()
    under_way = 0

    async def holds() -> None:
        nonlocal under_way
        async with database.unit_of_work_of(ana) as tx:
            await tx.session.execute(text("select 1"))
            under_way += 1
            if under_way == SHARE_OF_ONE:
                shared.set()
            await go_on.wait()
            async with database.unit_of_work_of(ana) as within:
                await within.session.execute(text("select 1"))

    many = [asyncio.create_task(holds()) for _ in range(POOL_SIZE + POOL_OVERFLOW + 5)]
    async with asyncio.timeout(20), database.unit_of_work_of(rui) as tx:
        await shared.wait()
        assert await tx.session.scalar(text("select 1")) == 1
    assert under_way == SHARE_OF_ONE
    go_on.set()
    await asyncio.gather(*many)
    assert under_way == len(many)


async def test_whoever_waits_in_vain_for_a_connection_is_told_to_try_again(own_database: Database) -> None:
    database = Database(own_database.url, pool_size=1, overflow=0, pool_timeout_s=0.05)
    try:
        async with database.unit_of_work() as held:
            await held.execute(text("select 1"))
            with pytest.raises(NotReady):
                async with database.unit_of_work_of(new_id()) as tx:
                    await tx.session.execute(text("select 1"))
    finally:
        await database.close()


async def test_what_asked_to_be_last_runs_once_before_the_commit(database: Database) -> None:
    ran: list[str] = []

    async def last() -> None:
        ran.append("before")

    async with database.unit_of_work() as session:
        before_commit(session, "index", last)
        before_commit(session, "index", last)
        after_commit(session, lambda: ran.append("after"))
        assert ran == []
    assert ran == ["before", "after"]


async def test_a_reused_database_is_empty_but_migrated(reused_database: Database) -> None:
    async with reused_database.unit_of_work() as session:
        assert await session.scalar(text("select count(*) from schema_migrations")) > 0
        assert await session.scalar(text("select count(*) from users")) == 0


async def _backend(database: Database) -> int:
    async with database.unit_of_work() as session:
        return int((await session.execute(text("select pg_backend_pid()"))).scalar_one())


async def test_a_connection_that_postgres_ended_costs_a_reconnect_and_no_error(database: Database) -> None:
    mine, other = Database(database.url, pool_size=1), await _backend(database)
    try:
        first = await _backend(mine)
        assert first not in {other, await _backend(database)}
        async with database.unit_of_work() as session:
            await session.execute(text("select pg_terminate_backend(:pid)"), {"pid": first})
        await asyncio.sleep(0.2)  # as long as the kernel takes to tell us
        assert await _backend(mine) != first
    finally:
        await mine.close()


async def test_a_connection_that_rested_is_asked_and_used_again(database: Database) -> None:
    mine = Database(database.url, pool_size=1, ping_after_s=0.0)
    try:
        assert await _backend(mine) == await _backend(mine)
    finally:
        await mine.close()


async def test_a_rested_connection_that_gives_no_answer_is_replaced(database: Database) -> None:
    mine = Database(database.url, pool_size=1, ping_after_s=0.0)
    try:
        first = await _backend(mine)
        async with database.unit_of_work() as session:
            await session.execute(text("select pg_terminate_backend(:pid)"), {"pid": first})
        assert await _backend(mine) != first
    finally:
        await mine.close()
