"""Is each migration applied once, whole or not at all, by any number of starters?"""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import make_url, text
from tests.support.postgres import PostgresServer, execute
from tests.support.waiting import eventually

from orchestrator.db.migrate import migrate, obstacles, pending
from orchestrator.db.postgres.dump import dump, dumps, restore
from orchestrator.db.session import Database
from orchestrator.errors import DatabaseUnavailable, MigrationFailed

CONTACTS = "create table contacts (name text);\ncreate table groups (name text);\n"


@pytest.fixture
async def url(postgres: PostgresServer) -> AsyncIterator[str]:
    url = await postgres.empty()
    yield url
    await postgres.drop(url)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "0001_contacts.sql").write_text(CONTACTS)
    return tmp_path


async def value(url: str, query: str) -> object:
    database = Database(url)
    async with database.unit_of_work() as session:
        result = await session.execute(text(query))
        found = result.scalar() if result.returns_rows else None
    await database.close()
    return found


def as_role(url: str, role: str) -> str:
    return make_url(url).set(username=role).render_as_string(hide_password=False)


async def test_files_are_applied_in_order_and_once(url: str, folder: Path) -> None:
    (folder / "0002_notes.sql").write_text("alter table contacts add note text; insert into groups values ('family');")
    assert await pending(url, folder=folder) == ["0001_contacts.sql", "0002_notes.sql"]
    assert await migrate(url, folder=folder) == ["0001_contacts.sql", "0002_notes.sql"]
    assert await migrate(url, folder=folder) == []
    assert await pending(url, folder=folder) == []
    assert await value(url, "select count(*) from groups") == 1


async def test_three_starters_at_once_apply_each_file_once(url: str, folder: Path) -> None:
    (folder / "0002_slow.sql").write_text("select pg_sleep(0.4); insert into groups values ('family');")
    (folder / "0003_index.sql").write_text(
        "-- migrate: no-transaction\ncreate index concurrently groups_name on groups (name);\nselect 1;\n"
    )
    applied = await asyncio.gather(*(migrate(url, folder=folder) for _ in range(3)))
    assert sorted(map(len, applied)) == [0, 0, 3]
    assert await value(url, "select count(*) from groups") == 1
    assert await value(url, "select indisvalid from pg_index where indexrelid = 'groups_name'::regclass") is True


async def test_a_file_that_fails_leaves_nothing_of_itself(url: str, folder: Path) -> None:
    (folder / "0002_broken.sql").write_text("create table half (n int); select 1 / 0;")
    with pytest.raises(MigrationFailed, match=r"0002_broken\.sql: division by zero"):
        await migrate(url, folder=folder)
    assert await value(url, "select to_regclass('half')::text") is None
    assert await value(url, "select max(number) from schema_migrations") == 1
    (folder / "0002_broken.sql").write_text("create table half (n int);")
    assert await migrate(url, folder=folder) == ["0002_broken.sql"]


@pytest.mark.parametrize(
    ("applied", "then", "told"),
    [
        ({}, {"0001_contacts.sql": CONTACTS + "-- more"}, r"0001_contacts\.sql was changed"),
        ({"0005_late.sql": "select 1;"}, {"0003_forgotten.sql": "select 1;"}, r"0003_forgotten\.sql is out of order"),
        ({"0002_newer.sql": "select 1;"}, {"0002_newer.sql": ""}, r"newer than this Steward: it has 0002_newer\.sql"),
        *(({}, {name: "select 1;"}, name) for name in ("1_short.sql", "0002-dash.sql", "0001_again.sql")),
    ],
)
async def test_what_does_not_fit_what_was_applied_is_refused(
    url: str, folder: Path, applied: dict[str, str], then: dict[str, str], told: str
) -> None:
    for name, written in applied.items():
        (folder / name).write_text(written)
    await migrate(url, folder=folder)
    (folder / "0001_contacts.sql").write_text(CONTACTS.replace("\n", "\r\n"))
    assert await migrate(url, folder=folder) == []  # line ends are git's business
    for name, written in then.items():
        (folder / name).write_text(written)
        if not written:
            (folder / name).unlink()
    with pytest.raises(MigrationFailed, match=told):
        await migrate(url, folder=folder)


async def test_who_runs_already_goes_on_beside_a_newer_version(url: str, folder: Path) -> None:
    (folder / "0002_newer.sql").write_text("select 1;")
    await migrate(url, folder=folder)
    (folder / "0002_newer.sql").unlink()
    assert await pending(url, folder=folder, also_newer=True) == []
    with pytest.raises(MigrationFailed, match="newer than this Steward"):
        await pending(url, folder=folder)
    (folder / "0001_contacts.sql").write_text(CONTACTS + "-- more")
    with pytest.raises(MigrationFailed, match="was changed"):
        await pending(url, folder=folder, also_newer=True)


@pytest.mark.parametrize(
    ("extension", "told"),
    [
        ("no_such 1.0", "lacks the extension no_such; install"),
        ("vector 99.1", "at least 99.1 is needed; install"),
    ],
)
async def test_a_missing_extension_is_told_before_anything_changes(
    url: str, folder: Path, extension: str, told: str
) -> None:
    await migrate(url, folder=folder)
    (folder / "0002_one.sql").write_text("insert into groups values ('family')")
    (folder / "0003_two.sql").write_text(f"-- migrate: extension {extension}\nselect 1")
    assert told in (await obstacles(url, folder=folder))[0]
    with pytest.raises(MigrationFailed, match=told):
        await migrate(url, folder=folder)
    assert await value(url, "select count(*) from groups") == 0


async def test_an_extension_that_may_not_be_created_names_the_cure(url: str, folder: Path) -> None:
    (folder / "0001_contacts.sql").write_text("-- migrate: extension vector 0.7\ncreate extension if not exists vector")
    assert await obstacles(url, folder=folder) == []
    plain = f"plain_{url.partition('?')[0].rpartition('_')[2]}"
    await value(url, f"create role {plain} login")
    await value(url, f"grant create on schema public to {plain}")
    try:
        with pytest.raises(MigrationFailed, match="a superuser must run once: create extension vector"):
            await migrate(as_role(url, plain), folder=folder)
        await value(url, "create extension vector")
        assert await migrate(as_role(url, plain), folder=folder) == ["0001_contacts.sql"]
    finally:
        await value(url, f"drop owned by {plain}")
        await value(url, f"drop role {plain}")


async def test_a_database_that_holds_something_is_dumped_before_it_changes(url: str, folder: Path) -> None:
    kept = folder / "dumps"
    await migrate(url, folder=folder, dump_to=kept)
    assert dumps(kept) == []  # there was nothing to lose
    for number in range(2, 7):
        (folder / f"000{number}_next.sql").write_text(f"insert into groups values ('{number}');")
        await migrate(url, folder=folder, dump_to=kept)
    await migrate(url, folder=folder, dump_to=kept)
    found = dumps(kept)
    assert len(found) == 3
    assert {each.stat().st_mode & 0o777 for each in found} == {0o600}


async def test_a_dump_is_read_back_equal(url: str, folder: Path, postgres: PostgresServer) -> None:
    await migrate(url, folder=folder)
    database = Database(url)
    await execute(database, "insert into contacts values ('José'), ('Ana')")
    await database.close()
    other = await postgres.empty()
    await restore(other, await dump(url, folder / "dumps"))
    assert await value(other, "select string_agg(name, ',' order by name) from contacts") == "Ana,José"
    assert await migrate(other, folder=folder) == []
    await postgres.drop(other)


async def test_a_database_that_is_not_there_is_said_so(folder: Path) -> None:
    with pytest.raises(DatabaseUnavailable):
        await migrate("postgresql+asyncpg://nobody@127.0.0.1:1/none", folder=folder)


async def test_the_clock_of_rows_can_be_moved(database: Database) -> None:
    async with database.unit_of_work() as session:
        here = await session.scalar(text("select abs(extract(epoch from steward_now() - clock_timestamp())) < 5"))
        await session.execute(text("set local steward.clock_offset_s = '86400.5'"))
        moved = await session.scalar(text("select extract(epoch from steward_now() - statement_timestamp())::float8"))
    assert here is True
    assert moved == 86400.5


_GAVE_WAY = """
    select exists (select from pg_stat_activity where datname = current_database() and state = 'idle'
                      and query = 'ROLLBACK;')
"""


async def test_a_file_that_can_not_have_its_locks_gives_way_and_comes_again(url: str, folder: Path) -> None:
    await migrate(url, folder=folder)
    (folder / "0002_note.sql").write_text("set local lock_timeout = '20ms';\nalter table contacts add note text;\n")
    database = Database(url)
    async with database.unit_of_work() as session:
        await session.execute(text("select * from contacts"))  # a reader that takes its time
        migrating = asyncio.create_task(migrate(url, folder=folder))
        await eventually(lambda: value(url, _GAVE_WAY))
        assert await pending(url, folder=folder) == ["0002_note.sql"]
    await database.close()
    assert await migrating == ["0002_note.sql"]
