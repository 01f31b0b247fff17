"""Is what was only asked of Steward kept out of the evidence, and shown to who asks for it?"""

import pytest
from tests.support.people import make_user
from tests.support.tools import Desk

from orchestrator.agent.types.origin import Origin
from orchestrator.db.session import Database
from orchestrator.domain.foundation.search.schemas import SearchQuery
from orchestrator.domain.foundation.search.service import search
from orchestrator.domain.people.conversations import ingestion
from orchestrator.domain.people.conversations import service as conversations
from orchestrator.domain.people.conversations.schemas import ThreadPatch

TALK = [
    ("user", "What did Ana say about the hotel?"),
    ("assistant", "Ana booked the hotel."),
    ("user", "My favourite hotel is the Ritz"),
    ("assistant", "Noted: the hotel."),
    ("user", "add the hotel to my list"),
]


@pytest.fixture
async def desk(database: Database) -> Desk:
    owner = await make_user(database, email="me@example.org")
    async with database.unit_of_work_of(owner) as tx:
        thread = await conversations.create(tx)
        ids = [
            await conversations.append(
                tx, thread, role=role, content=content, origin=Origin.USER if role == "user" else Origin.AGENT
            )
            for role, content in TALK
        ]
        await conversations.make_findable(tx, ids)
        chat = [
            {"speaker": "me", "text": "Which hotel did you book?", "at": "2026-03-02T18:00:00Z"},
            {"speaker": "assistant", "text": "The hotel by the river", "at": "2026-03-02T18:01:00Z"},
        ]
        await ingestion.ingest(tx, [{"external_id": "c", "messages": chat}], zone="UTC")
    found = Desk(database, owner)
    found.thread_id = thread
    return found


async def told(desk: Desk, question: str, **arguments: object) -> set[str]:
    desk.question = question
    found = await desk.read("search_memories", query="hotel", **arguments)
    return {hit["text"] for hit in found.data["hits"]}


async def test_evidence_is_what_was_told(desk: Desk) -> None:
    evidence = {"My favourite hotel is the Ritz", "Which hotel did you book?", "The hotel by the river"}
    assert await told(desk, "What do you know about the hotel?") == evidence
    assert len(await told(desk, "What do you know about the hotel?", limit=2)) == 2
    async with desk.database.unit_of_work_of(desk.owner) as tx:
        assert desk.thread_id is not None
        await conversations.patch(tx, desk.thread_id, ThreadPatch(title="Renamed"))
    assert await told(desk, "What do you know about the hotel?") == evidence


async def test_who_asks_about_the_talk_is_shown_it(desk: Desk) -> None:
    shown = await told(desk, "What did I ask you about the hotel?")
    assert {text for _, text in TALK} <= shown
    question = TALK[0][1]
    assert question not in await told(desk, question)


async def test_the_users_own_search_finds_all(desk: Desk) -> None:
    async with desk.database.unit_of_work_of(desk.owner) as tx:
        hits = await search(tx, SearchQuery("hotel", limit=50))
    assert {text for _, text in TALK} <= {hit.text for hit in hits}
