"""Do the data of an older Postgres come along when Steward brings a newer one?

There is one real Postgres here, so the newer one is the same under a higher version number.
"""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text
from tests.support.first_home import MakeHome

from orchestrator.db.postgres.binaries import Binaries, bundled
from orchestrator.db.postgres.dump import dump
from orchestrator.db.postgres.embedded import EmbeddedPostgres
from orchestrator.db.session import Database
from orchestrator.errors import DatabaseUnavailable


@pytest.fixture
def home(make_home: MakeHome) -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="steward-"))
    yield make_home(folder / "home")
    shutil.rmtree(folder)


@pytest.fixture
def newer() -> Binaries:
    return Binaries(bundled().site, "99.1.0")


async def written(server: EmbeddedPostgres, *statements: str) -> None:
    database = Database(server.url)
    async with database.unit_of_work() as session:
        for statement in statements:
            await session.execute(text(statement))
    await database.close()


async def words(server: EmbeddedPostgres) -> list[str]:
    database = Database(server.url)
    async with database.unit_of_work() as session:
        found = (await session.scalars(text("select word from kept order by word"))).all()
    await database.close()
    return list(found)


async def test_data_are_carried_over_as_they_are_now(home: Path, newer: Binaries) -> None:
    async with EmbeddedPostgres(home) as old:
        await written(old, "create table kept (word text)", "insert into kept values ('before')")
        await dump(old.url, old.dumps)
        await written(old, "insert into kept values ('after the dump')")
    async with EmbeddedPostgres(home, binaries=newer) as server:
        assert await words(server) == ["after the dump", "before"]
    assert (home / "postgres" / "data.postgres-18" / "PG_VERSION").exists()


async def test_without_the_old_programs_the_newest_dump_is_read(home: Path, newer: Binaries) -> None:
    async with EmbeddedPostgres(home) as old:
        await written(old, "create table kept (word text)", "insert into kept values ('before')")
        await dump(old.url, old.dumps)
    forget_old_programs(home)
    async with EmbeddedPostgres(home, binaries=newer) as server:
        assert await words(server) == ["before"]


async def test_without_programs_and_dump_nothing_is_touched(home: Path, newer: Binaries) -> None:
    async with EmbeddedPostgres(home) as old:
        await written(old, "create table kept (word text)", "insert into kept values ('before')")
    forget_old_programs(home)
    with pytest.raises(DatabaseUnavailable, match="Postgres 18"):
        await EmbeddedPostgres(home, binaries=newer).start()
    async with EmbeddedPostgres(home) as old:
        assert await words(old) == ["before"]


async def test_data_of_a_newer_postgres_are_refused(home: Path) -> None:
    async with EmbeddedPostgres(home, durable=False):
        pass
    with pytest.raises(DatabaseUnavailable, match="too old"):
        await EmbeddedPostgres(home, binaries=Binaries(bundled().site, "17.1.0")).start()


async def test_a_replacement_that_was_cut_off_at_the_end_is_finished(home: Path, newer: Binaries) -> None:
    async with EmbeddedPostgres(home) as old:
        await written(old, "create table kept (word text)", "insert into kept values ('before')")
    data = home / "postgres" / "data"
    data.rename(data.with_name("data.replaced"))
    async with EmbeddedPostgres(home) as server:
        assert await words(server) == ["before"]


def forget_old_programs(home: Path) -> None:
    for folder in (home / "postgres").glob("steward-postgres-*"):
        shutil.rmtree(folder)
