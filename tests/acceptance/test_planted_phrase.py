"""Does an erasure leave nothing? A word of its own is planted in every kind of source, everything is made of it, the
source is erased by its route, and its word is looked for in every row of every table and in every file."""

from collections.abc import AsyncIterator
from pathlib import Path
from uuid import UUID

import pytest
import pytest_asyncio
from tests.support.expo_server import Expo, ExpoServer
from tests.support.lived import SOURCES, Lived, files_holding, holding, live, rested, root_of
from tests.support.postgres import PostgresServer
from tests.support.steward import Steward, started

PHONE = {"expo_push_token": "ExpoPushToken[phone]", "platform": "android", "timezone": "UTC"}
TOKEN = "expo-access"
OF_NO_ROUTE = ("location", "jotting")
NAMING = {"agent_calls", "fact_uses", "user_facts"}
"""Tables that name, by its id, what an agent was told, an answer used or a fact was taken from."""


@pytest_asyncio.fixture(scope="module")
async def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("planted")


@pytest_asyncio.fixture(scope="module")
async def steward(postgres: PostgresServer, home: Path) -> AsyncIterator[Steward]:
    url = await postgres.clone()
    async with (
        ExpoServer(Expo(access_token=TOKEN)) as expo,
        started(
            home, url, workers=1, job_retry_s=0.2, meeting_debounce_s=0.2, embed_model="embed",
            expo_url=expo.url, expo_access_token=TOKEN,
        ) as running,
    ):  # fmt: skip
        yield running
    await postgres.drop(url)


@pytest_asyncio.fixture(scope="module")
async def lived(steward: Steward) -> Lived:
    person = await steward.person(zone="UTC")
    await person.post("/mobile/devices", PHONE)
    return await live(steward, person)


REACHED = {
    *(
        "agent_runs",
        "agent_steps",
        "messages",
        "search_documents",
        "search_postings",
        "previews",
        "pushes",
        "briefings",
    ),
    *("conversation_summaries", "episodes", "meeting_transcripts", "meetings", "meeting_action_items", "todos"),
    *("document_parts", "documents", "event_imports", "events", "contacts", "contact_groups", "places", "locations"),
    *("user_facts", "interactions", "scratchpad"),
}


async def test_the_words_went_everywhere(lived: Lived) -> None:
    assert lived.reached >= REACHED


@pytest.mark.parametrize("source", [source for source in SOURCES if source not in OF_NO_ROUTE])
async def test_nothing_is_left_of(source: str, lived: Lived, steward: Steward, home: Path) -> None:
    before = await holding(steward.database, root_of(source))
    assert before, "it was not planted"
    dry = await lived.person.send("DELETE", f"{lived.route(source)}?dry_run=true")
    assert dry.status_code == 200, dry.text
    assert sorted(await holding(steward.database, root_of(source))) == sorted(before)
    answer = await lived.person.send("DELETE", lived.route(source))
    assert answer.status_code == 200, answer.text
    assert answer.json() == dry.json()
    await nothing_stands(source, lived, steward, home)


@pytest.mark.parametrize("source", OF_NO_ROUTE)
async def test_nothing_is_left_of_what_no_route_erases(source: str, lived: Lived, steward: Steward, home: Path) -> None:
    async with steward.database.unit_of_work_of(lived.person.id) as tx:
        await steward.runtime.eraser.erase(tx, source, UUID(lived.ids[source]))
    await nothing_stands(source, lived, steward, home)


async def nothing_stands(source: str, lived: Lived, steward: Steward, home: Path) -> None:
    await rested(steward, lived.person)
    left = await holding(steward.database, root_of(source))
    left += await holding(steward.database, lived.ids[source], but=lambda table: table not in NAMING)
    assert not left, "\n".join(left)
    assert files_holding(home, root_of(source)) == []
