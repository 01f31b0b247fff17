"""What happens while nobody is there: is it done, told truthfully, and does it give way to the first request?"""

import json
from typing import Any

from sqlalchemy import text
from tests.acceptance.conftest import Start
from tests.acceptance.test_consolidation import run, stated
from tests.acceptance.test_facts import texts
from tests.support.model_script import Hang, Say
from tests.support.steward import Steward
from tests.support.waiting import eventually

JOB = "memory.idle"
PATIENCE_S = 60
ALIKE = (
    "The green garage holds two red bikes and nine old tools",
    "The green garage holds two red bikes and nine old kites",
)


async def behind_its_back(steward: Steward, statement: str, **values: Any) -> list[Any]:
    """A statement that is no traffic."""
    async with steward.database.unit_of_work() as session:
        found = await session.execute(text(statement), values)
        return [tuple(row) for row in found] if found.returns_rows else []


async def nobody_for(steward: Steward, minutes: int) -> None:
    """So long since anybody was there; the next poll is due now."""
    since = "steward_now() - make_interval(mins => :minutes)"
    await behind_its_back(steward, f"update api_tokens set last_used_at = {since}", minutes=minutes)
    await behind_its_back(steward, f"update users set last_active_at = {since}", minutes=minutes)
    await behind_its_back(steward, "update scheduled_jobs set next_fire_at = steward_now() where name = :job", job=JOB)


async def ended(steward: Steward, number: int = 1) -> list[Any]:
    """The runs of the job that ended, (outcome, detail), oldest first, once there are so many."""
    over = "select outcome, detail from scheduled_job_runs where name = :job and outcome is not null order by tick_at"
    return await eventually(lambda: behind_its_back(steward, over, job=JOB), lambda found: len(found) >= number)


async def looked(steward: Steward) -> None:
    """Until the poll that is due has been made."""
    due = (
        "select 1 from scheduled_jobs where name = :job and next_fire_at <= steward_now()"
        " union all select 1 from async_jobs where job_type = :job and state in ('pending', 'running')"
    )
    await eventually(lambda: behind_its_back(steward, due, job=JOB), lambda found: not found)


async def test_after_ten_minutes_it_looks_after_what_it_knows(start: Start) -> None:
    async with start(workers=1, llm_provider="reader") as steward:
        ana = await steward.person()
        await stated(ana, "The well is twelve metres deep", "The well is twelve metres deep and dry in August")
        await ana.post(
            "/interactions",
            {"session_id": "s", "agent": "a", "model": "m", "prompt": "p", "response": "r", "was_corrected": True,
             "correction": "Use tabs, not spaces"},
        )  # fmt: skip
        await nobody_for(steward, 9)
        await looked(steward)
        assert await behind_its_back(steward, "select 1 from scheduled_job_runs where name = :job", job=JOB) == []
        await nobody_for(steward, 11)
        ((outcome, detail),) = await ended(steward)
        assert outcome in {"ok", "late"}
        assert "merges proposed: 1" in detail
        assert "friction clustered: 1" in detail
        assert len(texts(await ana.get("/proposals"))) == 1
        assert (await ana.get("/analytics/vibe-map"))["looked_at"] == 1
        # Nothing is left to do: a look that finds nothing is no run.
        await nobody_for(steward, 11)
        await looked(steward)
        assert len(await ended(steward)) == 1


async def test_it_stops_at_the_first_request_even_in_the_middle_of_a_model_call(start: Start) -> None:
    async with start(workers=1) as steward:
        ana = await steward.person()
        await stated(ana, *ALIKE)
        steward.model.add(Hang(), to="routing")
        asked = len(steward.model.chats)
        await nobody_for(steward, 11)
        await steward.model.until_chats(asked + 1, timeout_s=PATIENCE_S)
        assert "garage" in json.dumps(steward.model.chats[-1].body)
        await ana.get("/me")
        ((outcome, detail),) = await ended(steward)
        assert "somebody is there" in detail
        assert outcome == "skipped"
        assert texts(await ana.get("/proposals")) == []
        # It was lost to nobody: the next quiet time finds it.
        steward.model.add(Say(json.dumps({"text": "The green garage holds a piano"})), to="routing")
        await nobody_for(steward, 11)
        await ended(steward, 2)
        (question,) = (await ana.get("/proposals"))["items"]
        assert question["text"] == ALIKE[1]  # a word that nobody said: their own are taken


async def test_a_model_writes_one_sentence_of_both(start: Start) -> None:
    async with start(workers=1) as steward:
        ana = await steward.person()
        await stated(ana, *ALIKE)
        both = "The green garage holds two red bikes, nine old tools and kites"
        steward.model.add(Say(json.dumps({"text": both})), to="routing")
        await run(steward, JOB)
        (question,) = (await ana.get("/proposals"))["items"]
        assert question["text"] == both
        merged = await ana.post(f"/proposals/{question['id']}/ratify")
        assert (merged["text"], merged["trust"], merged["confidence"]) == (both, "confirmed", 1.0)


async def test_without_tokens_left_models_rest_and_the_rest_is_done(start: Start) -> None:
    async with start(workers=1, tokens_per_day={"inference": 1}) as steward:
        ana = await steward.person()
        await stated(ana, *ALIKE)
        await ana.execute(
            "insert into model_usage (user_id, day, purpose, model, prompt_tokens, completion_tokens, calls)"
            " values (:me, (steward_now() at time zone 'utc')::date, 'inference', 'smart', 5, 5, 1)"
        )
        asked = len(steward.model.chats)
        assert (await run(steward, JOB))["outcome"] == "ok"
        assert len(steward.model.chats) == asked
        (question,) = (await ana.get("/proposals"))["items"]
        assert question["text"] in ALIKE
