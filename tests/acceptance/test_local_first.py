"""Is a turn that the reader understands whole carried out without a model, and is the model asked for the rest?"""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from tests.support.steward import Person, Steward, previewed, started


@pytest_asyncio.fixture(scope="module")
async def first(shared_url: str, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Steward]:
    """A Steward with a scripted model that is asked for what the reader does not understand whole."""
    async with started(tmp_path_factory.mktemp("first"), shared_url, local_first=True) as steward:
        yield steward


@pytest_asyncio.fixture
async def ben(first: Steward) -> Person:
    first.model.forget()
    return await first.person("Ben Stone")


async def test_a_question_of_a_day_asks_no_model_and_says_who_answered(first: Steward, ben: Person) -> None:
    await ben.post("/events", {"title": "Dentist", "start_at": "2030-03-04T10:00:00", "end_at": "2030-03-04T11:00:00"})
    told = await ben.ask("what have I got on 4 March 2030?")
    assert "Dentist" in told["answer"]
    assert [one["role"] for one in told["run"]["models"]] == ["reader"]
    assert first.model.chats == []


async def test_a_card_its_amendment_and_its_yes_ask_no_model(first: Steward, ben: Person) -> None:
    made = await ben.ask("book padel on 4 March 2030 at 8pm")
    assert made["previews"][0]["arguments"]["start_at"].endswith("20:00:00")
    moved = await ben.ask("no, at nine", thread=made["thread_id"])
    assert previewed(moved)["start_at"].endswith("21:00:00")
    done = await ben.ask("yes", thread=made["thread_id"])
    assert done["status"] == "answered"
    assert await ben.count("events") == 1
    assert first.model.chats == []


async def test_what_is_not_understood_whole_is_the_models(first: Steward, ben: Person) -> None:
    first.model.say('{"intent": "general", "confidence": 0.9}')
    first.model.say("A haiku has five, seven and five syllables.")
    told = await ben.ask("explain to me how a haiku is built")
    assert "seven" in told["answer"]
    assert "reader" not in {one["role"] for one in told["run"]["models"]}


async def test_where_the_reader_finds_nothing_the_model_goes_on_with_what_it_looked_at(
    first: Steward, ben: Person
) -> None:
    first.model.call("search_memories", {"query": "opera"})
    first.model.say("I found nothing about an opera.")
    told = await ben.ask("when does the opera open?")
    assert "opera" in told["answer"]
    assert {one["role"] for one in told["run"]["models"]} == {"reader", "smart"}
    asked = first.model.chats[-1].body["messages"]
    assert any(message["role"] == "tool" for message in asked)


async def test_by_setting_a_model_is_asked_every_time(steward: Steward, ana: Person) -> None:
    steward.model.call("get_todos", {"status": "open"})
    steward.model.say("Nothing is open.")
    told = await ana.ask("what is on my list?")
    assert told["answer"].startswith("Nothing is open")
    assert "reader" not in {one["role"] for one in told["run"]["models"]}
