"""Does a home with one model stay responsive? What a job asks of it gives way to whoever talks, and is done all the
same."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from tests.acceptance.conftest import Start
from tests.acceptance.test_tagging import look
from tests.support.loopback_http import Recorded
from tests.support.model_script import Hang, Say, Step
from tests.support.steward import Person, Steward
from tests.support.waiting import eventually

EVENT = {"title": "Zahnarzt", "start_at": "2027-03-05T10:00", "timezone": "UTC"}
TAGS = Say(json.dumps({"tags": ["teeth"]}))


def for_tags(request: Recorded) -> bool:
    form = (request.body or {}).get("format")
    return isinstance(form, dict) and "tags" in form.get("properties", {})


def tag_calls(steward: Steward) -> list[Recorded]:
    return [one for one in steward.model.chats if for_tags(one)]


async def until_tagged(person: Person, event_id: str) -> list[str]:
    await eventually(lambda: person.count("tagged", f"entity_id = '{event_id}'"))
    found: list[str] = (await person.get(f"/events/{event_id}"))["tags"]
    return found


def answer_tags_with(steward: Steward, *steps: Step) -> None:
    left = list(steps)

    def respond(request: Recorded) -> Any:
        return left.pop(0) if for_tags(request) else None

    steward.model.respond(respond)


@asynccontextmanager
async def talking(steward: Steward, person: Person) -> AsyncIterator[None]:
    """While this block lasts a turn of the person's is under way, whose model says nothing."""
    steward.model.hang()
    before = len(steward.model.turns)
    asking = asyncio.create_task(person.ask("Tell me a story about a lighthouse, please"))
    await eventually(lambda: any(not for_tags(one) for one in steward.model.turns[before:]))
    yield
    await person.post(f"/runs/{(await person.get('/runs'))['items'][0]['id']}/cancel")
    await asking


async def test_a_jobs_call_is_broken_off_by_a_question_and_made_again(start: Start) -> None:
    async with start(workers=1) as steward:
        ana = await steward.person()
        answer_tags_with(steward, Hang(), TAGS)
        event_id = (await ana.post("/events", EVENT))["id"]
        await look(steward, ana, "events.tag")
        await eventually(lambda: len(tag_calls(steward)) == 1)
        async with talking(steward, ana):
            await eventually(lambda: tag_calls(steward)[0].aborted)
            assert len(tag_calls(steward)) == 1
        assert await until_tagged(ana, event_id) == ["teeth"]


async def test_a_jobs_call_waits_for_the_turn_of_anybody(start: Start) -> None:
    async with start(workers=1) as steward:
        ana, ben = await steward.person(), await steward.person("Ben")
        answer_tags_with(steward, TAGS)
        async with talking(steward, ben):
            event_id = (await ana.post("/events", EVENT))["id"]
            await look(steward, ana, "events.tag")
            running = "select count(*) from async_jobs where job_type = 'events.tag' and state = 'running'"
            await eventually(lambda: ana.scalar(running))
            assert tag_calls(steward) == []
        assert await until_tagged(ana, event_id) == ["teeth"]
