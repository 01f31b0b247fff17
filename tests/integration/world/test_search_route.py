"""Does `GET /search` fuse all kinds, and keep its filters?"""

import time
from typing import Any

import httpx
import pytest
from tests.support.entities import made

CHAT = {
    "external_id": "boat",
    "title": "Boat",
    "messages": [
        {"external_id": "ask", "speaker": "me", "text": "How is the boat, Rui?", "at": "2026-03-02T18:00:00Z"},
        {"external_id": "rui", "speaker": "Rui Melo", "text": "The boat is ready.", "at": "2026-03-02T18:01:00Z"},
        {"external_id": "ana", "speaker": "Ana", "text": "Rui painted the boat green.", "at": "2026-05-04T18:00:00Z"},
        {"external_id": "bea", "speaker": "Bea", "text": "I sold my boat in Porto.", "at": "2026-06-05T23:30:00Z"},
    ],
}


@pytest.fixture
async def client(client: httpx.AsyncClient) -> httpx.AsyncClient:
    """The owner's, who had that talk."""
    assert (await client.post("/ingest/conversation", json=CHAT)).status_code == 200
    return client


async def found(client: httpx.AsyncClient, q: str, **params: Any) -> list[str]:
    answer = await client.get("/search", params={"q": q, **params})
    assert answer.status_code == 200, answer.text
    return [hit["external_id"] or hit["title"] for hit in answer.json()["hits"]]


async def test_all_kinds_are_in_one_answer(client: httpx.AsyncClient) -> None:
    await made(client, "events", title="Boat", start_at="2026-11-27T10:00:00")
    await made(client, "todos", title="Varnish the boat")
    await made(client, "notes", text="dislikes the boat")
    hits = await found(client, "boat")
    assert hits[0] == "Boat"
    assert {"ask", "rui", "ana", "bea", "Boat", "Varnish the boat"} <= set(hits)
    assert len(hits) == 7
    assert await found(client, "boat", kinds="todo") == ["Varnish the boat"]
    assert set(await found(client, "boat", kinds=["todo", "event"])) == {"Boat", "Varnish the boat"}


async def test_a_range_of_time(client: httpx.AsyncClient) -> None:
    assert set(await found(client, "boat", since="2026-05-01")) == {"ana", "bea"}
    assert set(await found(client, "boat", until="2026-05-01")) == {"ask", "rui"}
    assert await found(client, "boat", since="2026-05-01", until="2026-06-01") == ["ana"]
    assert await found(client, "boat", since="2026-06-05T23:30:00Z") == ["bea"]
    assert await found(client, "boat", until="2026-06-05T23:30:00Z", since="2026-06-05T00:00:00+00:00") == []
    assert (await client.get("/search", params={"q": "boat", "since": "soon"})).status_code == 422


async def test_subjects_by_name_and_by_id(client: httpx.AsyncClient) -> None:
    rui = await made(client, "contacts", display_name="Rui Melo", aliases=["Ruizinho"])
    porto = await made(client, "places", name="Porto")
    about_rui = {"ask", "rui", "ana"}
    assert set(await found(client, "boat", subjects="Rui")) == about_rui
    assert set(await found(client, "boat", subjects="ruizinho")) == about_rui
    assert set(await found(client, "boat", subjects=rui)) == about_rui
    assert await found(client, "boat", subjects=porto) == ["bea"]
    assert set(await found(client, "boat", subjects=["Rui", porto])) == about_rui | {"bea"}
    assert set(await found(client, "boat", subjects=f"{rui},Porto")) == about_rui | {"bea"}
    assert await found(client, "boat", subjects="me") == ["ask"]
    assert await found(client, "boat", subjects="Zacarias") == []
    assert await found(client, "boat", subjects="0192a000-0000-7000-8000-000000000000") == []
    assert await found(client, "Rui Melo", subjects=rui, kinds="contact") == ["Rui Melo"]


async def test_a_name_among_a_thousand_contacts_is_found_at_once(client: httpx.AsyncClient) -> None:
    people = [{"display_name": f"Rui Nome{number}", "external_id": f"c{number}"} for number in range(999)]
    assert (await client.post("/ingest/contact", json=[{"display_name": "Ana Só"}, *people])).status_code == 200
    began = time.process_time()  # the application runs in this process
    assert await found(client, "boat", subjects="Ana") == ["ana"]
    assert time.process_time() - began < 5  # one look at everybody takes 35 ms; a look of everybody at everybody, 35 s


async def test_the_first_agent_message_makes_a_chat_of_a_talk(client: httpx.AsyncClient) -> None:
    talk = {
        "external_id": "t",
        "messages": [
            {"external_id": "q", "speaker": "me", "text": "Any kayak?", "at": "2026-03-02T18:00:00Z"},
            {"external_id": "a", "speaker": "me", "text": "I mean the red one.", "at": "2026-03-02T18:01:00Z"},
        ],
    }
    await client.post("/ingest/conversation", json=talk)
    assert set(await found(client, "kayak")) == {"q", "a"}
    talk["messages"] = [{"external_id": "b", "speaker": "assistant", "text": "Sold out.", "at": "2026-03-02T18:02:00Z"}]
    await client.post("/ingest/conversation", json=talk)
    assert await found(client, "kayak") == ["q"]
