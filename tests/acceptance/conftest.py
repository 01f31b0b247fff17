"""A Steward for all tests, over one database: users of their own keep the tests apart."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from tests.support.by_reader import reading_steward
from tests.support.model_script import Hang
from tests.support.owners import Reader
from tests.support.owners import watched as owners_watched
from tests.support.pooler import opened
from tests.support.postgres import PostgresServer, owner_as_new
from tests.support.steward import Person, Steward, started

from orchestrator.db.distribution import tables
from orchestrator.web.sse import HEARTBEAT

OWNERS_READ = frozenset(
    f"test_{name}" for name in ("contact_command", "conversation", "documents", "event_command", "facts", "meetings")
)
"""Modules whose statements are read: those that requests ask, of turns, commands, people, events, documents, facts."""

Start = Callable[..., AbstractAsyncContextManager[Steward]]


@pytest_asyncio.fixture(scope="session")
async def shared_url(postgres: PostgresServer) -> AsyncIterator[str]:
    """A migrated database for all acceptance tests that do not take it down."""
    url = await postgres.clone()
    yield url
    await postgres.drop(url)


@pytest_asyncio.fixture(scope="session")
async def owners_reader(shared_url: str) -> Reader:
    """Reads statements; it knows the tables whose rows have an owner from the catalogue."""
    async with opened(shared_url) as database, database.unit_of_work() as session:
        return Reader(table.name for table in await tables(session) if table.distributed)


@pytest.fixture(autouse=True)
def owners_carried(request: pytest.FixtureRequest, owners_reader: Reader) -> Iterator[None]:
    """In the modules of OWNERS_READ every statement on an owned table carries its owner (docs/decisions/0129)."""
    if request.node.path.stem not in OWNERS_READ:
        yield
        return
    with owners_watched(owners_reader) as unowned:
        yield
    assert not unowned.told, "\n".join(["without their owner (tests/support/owners.py):", *unowned.told])


@pytest_asyncio.fixture(scope="session")
async def shared(shared_url: str, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Steward]:
    """One Steward for all tests that leave it as they found it."""
    async with started(tmp_path_factory.mktemp("steward"), shared_url) as steward:
        yield steward


@pytest_asyncio.fixture(scope="session")
async def plain(shared_url: str, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Steward]:
    """A Steward whose only model is the reader, for all tests that leave it as they found it."""
    async with started(tmp_path_factory.mktemp("plain"), shared_url, llm_provider="reader") as steward:
        yield steward


@pytest_asyncio.fixture(scope="session")
async def working(postgres: PostgresServer, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Steward]:
    """A Steward with a worker and no model but the reader, over a database of its own, for all tests that leave it as
    they found it."""
    async with reading_steward(postgres, tmp_path_factory.mktemp("working"), job_retry_s=0.2) as steward:
        yield steward


@pytest_asyncio.fixture(scope="module", autouse=True)
async def owner_without_a_past(shared: Steward) -> None:
    """No module meets what another one left with the first user of the shared Steward: which modules come before it on
    a worker hangs on how long each took."""
    await owner_as_new(shared.database)


@pytest_asyncio.fixture
async def rita(plain: Steward) -> Person:
    """A new user of `plain`."""
    return await plain.person("Rita Lopes")


@pytest_asyncio.fixture(scope="session", autouse=True)
async def silence(shared: Steward) -> AsyncIterator["asyncio.Task[str]"]:
    """What a stream says while its model says nothing, up to the first heartbeat after the model was asked (on a slow
    machine others come before). It is listened to from the first test on, because that takes 15 s."""
    shared.model.forget()
    shared.model.add(Hang())
    person = await shared.person("Silent")
    shared.clients.remove(person.client)
    listening = asyncio.create_task(_until_heartbeat(person))
    await shared.model.until_chats(1)
    yield listening
    listening.cancel()
    await asyncio.gather(listening, return_exceptions=True)
    await person.client.aclose()


async def _until_heartbeat(person: Person) -> str:
    seen = ""
    # It ends with its listener: left hanging, it would fall back to an unscripted model in the middle of another test.
    question = {"question": "Good morning", "on_disconnect": "cancel"}
    # A test that holds the loop is no fault of the stream: whoever waits for it bounds it.
    async with person.client.stream("POST", "/ask/stream", json=question, timeout=None) as answer:
        async for text in answer.aiter_text():
            seen += text
            if HEARTBEAT in seen.partition("event: step")[2]:
                return seen
    return seen


@pytest_asyncio.fixture
async def steward(shared: Steward) -> AsyncIterator[Steward]:
    """Steward as it comes, with a model that says what the test scripts. A test that takes the models down, or needs
    settings of its own, starts one of its own (`start`)."""
    shared.model.forget()
    yield shared
    await shared.close()
    health = shared.runtime.models.status()
    if health.state != "ok":
        await shared.time_passes(61)
    assert health.state == "ok", f"this test took the shared models down: {health}"


@pytest_asyncio.fixture
async def start(shared_url: str, tmp_path: Path, postgres: PostgresServer) -> AsyncIterator[Start]:
    """`async with start(agent_deadline_s=2) as steward:` over the same database; with workers over one of its own, for
    else they would first do all that hundreds of other tests left to be done."""
    own: list[str] = []

    @asynccontextmanager
    async def begin(**how: Any) -> AsyncIterator[Steward]:
        if how.get("workers") and not own:
            own.append(await postgres.clone())
        async with started(tmp_path, own[0] if how.get("workers") else shared_url, **how) as steward:
            yield steward

    yield begin
    for url in own:
        await postgres.drop(url)


@pytest_asyncio.fixture
async def ana(steward: Steward) -> Person:
    """A new user of `steward`."""
    return await steward.person()


@pytest_asyncio.fixture
async def postgres_url(postgres: PostgresServer) -> AsyncIterator[str]:
    """A migrated database for this test alone, to start a Steward over it again and again."""
    url = await postgres.clone()
    yield url
    await postgres.drop(url)


@pytest_asyncio.fixture
async def me(steward: Steward) -> Person:
    """Another new user of `steward`."""
    return await steward.person("Rui Alves")
