"""Is what only reads read from a follower, and never from one that is behind or gone? Two real Postgres servers, the
second a streaming replica of the first.
"""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

import pytest
import pytest_asyncio
from sqlalchemy import text
from tests.support.following import Followed, followed
from tests.support.people import make_user
from tests.support.steward import Person, started
from tests.support.waiting import eventually

from orchestrator.cli.doctor.examining import examine
from orchestrator.cli.doctor.findings import Check
from orchestrator.db.follower import MOST_LAG_S, Follower, Reads
from orchestrator.db.session import Database
from orchestrator.db.tx import Tx
from orchestrator.settings import Settings
from orchestrator.telemetry.metrics import METRICS


@dataclass
class Clock:
    at: float = 0.0

    def __call__(self) -> float:
        return self.at


@pytest_asyncio.fixture(scope="module")
async def pair(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Followed]:
    async with followed(tmp_path_factory.mktemp("followed")) as pair:
        yield pair


@pytest_asyncio.fixture
async def primary(pair: Followed) -> AsyncIterator[Database]:
    database = Database(pair.primary_url)
    yield database
    await database.close()


@pytest_asyncio.fixture
async def second(pair: Followed) -> AsyncIterator[Database]:
    database = Database(pair.follower_url)
    yield database
    await database.close()


async def is_follower(tx: Tx) -> bool:
    return bool((await tx.session.execute(text("select pg_is_in_recovery()"))).scalar_one())


async def name_of(tx: Tx) -> str:
    return str((await tx.session.execute(text("select name from users where id = :id"), {"id": tx.owner_id})).scalar())


async def renamed(database: Database, owner_id: UUID, name: str) -> None:
    async with database.unit_of_work_of(owner_id) as tx:
        await tx.session.execute(text("update users set name = :name where id = :id"), {"name": name, "id": owner_id})


async def looked(follower: Follower, state: str) -> None:
    async def look() -> str:
        await follower.look()
        return follower.state

    assert await eventually(look, lambda found: found == state) == state


async def test_one_who_wrote_reads_their_own_words_and_others_the_followers(
    pair: Followed, primary: Database, second: Database
) -> None:
    ana, bea = await make_user(primary, name="Ana"), await make_user(primary, name="Bea")
    await eventually(pair.follows_everything, bool)
    follower = Follower(primary, second)
    reads = Reads(primary, follower)
    assert reads.state in {"gone", "lags"}, "nobody looked"
    assert not await reads.read(ana, is_follower)
    without_time = Follower(primary, second, clock=Clock())  # else a slow machine would be a lagging follower
    for one in (follower, without_time):
        await looked(one, "ok")
    assert await Reads(primary, without_time).read(ana, is_follower)
    await pair.stand_still()
    await renamed(primary, ana, "Ana Reis")
    assert await reads.read(ana, name_of) == "Ana Reis"
    assert not await reads.read(ana, is_follower)
    assert await Reads(primary, without_time).read(bea, is_follower)
    await pair.go_on()


async def test_a_follower_that_stands_still_is_left_and_come_back_to(
    pair: Followed, primary: Database, second: Database
) -> None:
    clock = Clock()
    follower = Follower(primary, second, clock=clock)
    reads = Reads(primary, follower)
    ana, bea = await make_user(primary, name="Ana"), await make_user(primary, name="Bea")
    await looked(follower, "ok")
    clock.at += MOST_LAG_S + 1
    await looked(follower, "ok")  # nothing was written meanwhile: it is where the primary is
    await pair.stand_still()
    await renamed(primary, bea, "Bia")
    clock.at += 1
    await follower.look()
    assert follower.lag_s == pytest.approx(1), "it is where the primary was at the last look"
    assert reads.state == "ok"
    clock.at += MOST_LAG_S
    await follower.look()
    assert reads.state == "lags"
    assert not await reads.read(ana, is_follower)
    await pair.go_on()
    await looked(follower, "ok")
    assert await reads.read(ana, is_follower)


async def test_what_writes_after_all_is_done_by_the_primary(primary: Database, second: Database) -> None:
    follower = Follower(primary, second, clock=Clock())
    ana = await make_user(primary, name="Ana")
    await looked(follower, "ok")

    async def rename(tx: Tx) -> None:
        await tx.session.execute(text("update users set name = 'Bea' where id = :id"), {"id": tx.owner_id})

    await Reads(primary, follower).read(ana, rename)
    assert follower.state == "ok", "the statement was at fault"
    async with primary.unit_of_work_of(ana) as tx:
        assert await name_of(tx) == "Bea"


async def test_another_database_is_no_follower(pair: Followed, primary: Database, reused_database: Database) -> None:
    for other in (reused_database, primary):
        follower = Follower(primary, other)
        await follower.look()
        assert (follower.state, follower.why) == ("gone", "it follows another database, or none")


def answered(by: str) -> float:
    return float(METRICS.registry.get_sample_value("steward_reads_total", {"by": by}) or 0)


async def by_the_follower(person: Person, path: str) -> bool:
    """Whether it answered this request."""
    before = answered("follower")
    assert (await person.send("GET", path)).status_code == 200
    return answered("follower") > before


async def checked(settings: Settings) -> Check:
    (found,) = [check async for check in examine(settings) if check.name == "follower"]
    return found


async def test_searches_analytics_and_exports_are_the_followers_until_it_is_gone(
    pair: Followed, tmp_path: Path
) -> None:
    asked = {"llm_provider": "reader", "embed_model": "off"}
    async with started(tmp_path / "writes", pair.primary_url, **asked) as steward:
        ana = await steward.owner()
        await ana.post("/todos", {"title": "Repot the ficus"})
    await eventually(pair.follows_everything, bool)
    async with started(tmp_path / "reads", pair.primary_url, database_read_url=pair.follower_url, **asked) as steward:
        ana = await steward.owner()
        await ana.until("/ready", lambda ready: ready["follower"] == "ok")
        assert [hit["title"] for hit in (await ana.get("/search", q="ficus"))["hits"]] == ["Repot the ficus"]
        for path in ("/search?q=ficus", "/analytics/friction", "/export"):
            await eventually(lambda path=path: by_the_follower(ana, path), bool)  # on a slow machine it may lag
        assert "steward_follower_lag_seconds" in (await ana.send("GET", "/metrics")).text
        assert (await checked(steward.runtime.settings)).state in {"ok", "note"}

        await ana.post("/todos", {"title": "Water the ficus"})
        assert len((await ana.get("/search", q="ficus"))["hits"]) == 2, "what one wrote is there"

        url = pair.follower_url
        await pair.end_follower()
        try:
            assert len((await ana.get("/search", q="ficus"))["hits"]) == 2
            assert (await ana.send("GET", "/export")).status_code == 200
            await ana.until("/ready", lambda ready: ready["follower"] == "gone")
            gone = await checked(steward.runtime.settings)
        finally:
            await pair.begin_follower()
        assert gone.state == "broken"
        assert "the database itself" in gone.advice
        assert pair.follower_url == url
        await ana.until("/ready", lambda ready: ready["follower"] == "ok")
