"""What reaches the user when the model lies, says nothing, breaks or hangs? A true answer, and nothing done by it."""

import asyncio
import time

import pytest
from tests.acceptance.conftest import Start
from tests.support.corpora import cases
from tests.support.model_script import Fail
from tests.support.steward import Person, Steward


@pytest.mark.parametrize(
    ("question", "claim", "locale"), cases("misbehaving_models", "a_preview_is_never_told_as_done")
)
async def test_a_preview_is_never_told_as_done(
    steward: Steward, ana: Person, question: str, claim: str, locale: str
) -> None:
    steward.model.call("todos_create", {"title": "Buy milk"})
    steward.model.always(claim)
    told = await ana.ask(question, locale=locale)
    assert (told["status"], told["actions"][0]["outcome"]) == ("preview", "waiting")
    if locale != "de-DE":
        assert claim not in told["answer"]
    assert any(
        note in told["answer"].lower() for note in ("nothing was changed", "nada foi alterado", "no se ha cambiado")
    )
    assert await ana.count("todos") == 0


async def test_success_claimed_of_a_refused_call_is_corrected(steward: Steward, ana: Person) -> None:
    await ana.auto_confirm()
    steward.model.call("events_delete", {"event": "the dentist"})
    steward.model.always("I cancelled your dentist appointment.")
    told = await ana.ask("Cancel my dentist appointment")
    assert {action["outcome"] for action in told["actions"]} <= {"refused", "failed"}
    assert told["actions"]
    assert "I cancelled your dentist" not in told["answer"]
    assert "nothing was changed" in told["answer"].lower()


async def test_what_was_done_is_told_even_by_a_model_that_denies_it(steward: Steward, ana: Person) -> None:
    await ana.auto_confirm()
    steward.model.call("todos_create", {"title": "Buy milk"})
    steward.model.always("I did nothing at all.")
    told = await ana.ask("Add milk to my list")
    assert [action["outcome"] for action in told["actions"]] == ["done"]
    assert await ana.count("todos") == 1


async def test_nothing_of_a_refused_draft_is_in_the_stream(steward: Steward, ana: Person) -> None:
    steward.model.say("ZEBRA: I've added milk to your list.")
    steward.model.always("ZEBRA again: I've added milk to your list, really.")
    told = await ana.follow("Add milk to my list")
    before_final = [str(data) for name, data in told[:-1] if name != "warning"]
    assert not any("I've added" in text for text in before_final)
    assert "".join(token["text"] for token in told.of("token")) == told.final["answer"]
    assert "I've added milk" not in told.final["answer"]


async def test_a_claim_in_an_answer_to_a_question_is_checked_too(steward: Steward, ana: Person) -> None:
    await ana.post("/todos", {"title": "Buy milk"})
    steward.model.call("get_todos", {"status": "open"})
    steward.model.always("You have milk on your list. I have also deleted your old tasks.")
    told = await ana.ask("What is on my list?")
    assert "deleted your old tasks" not in told["answer"]
    assert len((await ana.get("/todos"))["items"]) == 1


# --- the wire


async def test_a_model_that_answers_nothing(start: Start) -> None:
    async with start() as steward:
        ana = await steward.person()
        await ana.post("/todos", {"title": "Buy milk"})
        for _ in range(4):
            steward.model.empty()
        told = await ana.ask("What is on my list?")
        assert "Buy milk" in told["answer"]
        assert told["run"]["stop_reason"] == "model_unavailable"
        assert told["run"]["models"][-1]["role"] == "reader"


@pytest.mark.parametrize("how", ["status", "cut", "no_end", "in_stream", "garbage", "html"])
async def test_a_model_that_breaks_is_replaced_by_the_reader(start: Start, how: str) -> None:
    async with start() as steward:
        ana = await steward.person()
        await ana.post("/todos", {"title": "Buy milk"})
        for _ in range(6):
            if how == "status":
                steward.model.fail(500)
            elif how == "cut":
                steward.model.break_off()
            elif how == "no_end":
                steward.model.end_early()
            elif how == "in_stream":
                steward.model.error_line("llama runner process has terminated")
            elif how == "garbage":
                steward.model.malformed_json()
            else:
                steward.model.add(Fail(200, body="<html>a login page</html>"))
        told = await ana.follow("What is on my list?")
        bundle = told.final
        assert "Buy milk" in bundle["answer"]
        assert "word0" not in bundle["answer"]
        assert bundle["run"]["stop_reason"] == "model_unavailable"
        assert (bundle["status"], bundle["run"]["models"][-1]["role"]) == ("answered", "reader")
        assert told.of("warning")


async def test_a_model_that_breaks_after_a_write_does_not_write_again(start: Start) -> None:
    async with start() as steward:
        ana = await steward.person()
        await ana.auto_confirm()
        steward.model.call("todos_create", {"title": "Buy milk"})
        told = await ana.ask("Add milk to my list")
        assert [action["outcome"] for action in told["actions"]] == ["done"]
        assert told["run"]["stop_reason"] == "model_unavailable"
        assert await ana.count("todos") == await ana.count("previews") == 1


async def test_a_model_that_hangs_is_left_at_the_deadline(start: Start) -> None:
    async with start(agent_deadline_s=2.5) as steward:
        ana = await steward.person()
        await ana.post("/todos", {"title": "Buy milk"})
        steward.model.hang(times=6)
        begun = time.monotonic()
        told = await ana.ask("What is on my list?")
        assert time.monotonic() - begun < 30  # six of them would hang for minutes
        assert told["run"]["stop_reason"] in {"deadline", "model_unavailable"}
        assert "Buy milk" in told["answer"]


async def test_a_model_that_hangs_after_a_write_leaves_an_answer_that_tells_it(start: Start) -> None:
    async with start(agent_deadline_s=2.5) as steward:
        ana = await steward.person()
        await ana.auto_confirm()
        steward.model.call("todos_create", {"title": "Buy milk"})
        steward.model.hang(times=6)
        told = await ana.ask("Add milk to my list")
        assert [action["outcome"] for action in told["actions"]] == ["done"]
        assert "Buy milk" in told["answer"]
        assert await ana.count("todos") == 1


async def test_calls_written_as_text_are_calls(start: Start) -> None:
    async with start() as steward:
        ana = await steward.person()
        await ana.post("/todos", {"title": "Buy milk"})
        steward.model.say('```json\n{"name": "get_todos", "arguments": {"status": "open"}}\n```')
        steward.model.say("Buy milk is on it.")
        told = await ana.ask("What is on my list?")
        assert (told["answer"], told["run"]["tool_calls"]) == ("Buy milk is on it.", 1)


async def test_a_prompt_that_is_too_long_is_asked_again_shorter(start: Start) -> None:
    async with start() as steward:
        ana = await steward.person()
        await ana.post("/todos", {"title": "Buy milk"})
        steward.model.too_long()
        steward.model.call("get_todos", {"status": "open"})
        steward.model.say("Buy milk is on it.")
        told = await ana.ask("What is on my list?")
        assert (told["run"]["stop_reason"], told["answer"]) == ("final_answer", "Buy milk is on it.")


async def test_every_model_gone_and_back_again(start: Start) -> None:
    async with start() as steward:
        ana = await steward.person()
        await ana.post("/todos", {"title": "Buy milk"})
        await asyncio.to_thread(steward.model.stop)
        told = await ana.follow("What is on my list?")
        assert told.final["run"]["stop_reason"] == "model_unavailable"
        assert "Buy milk" in told.final["answer"]
        assert told.of("warning")
        assert (await ana.get("/ready"))["model"] == "degraded"
        again = await ana.ask("What is on my list?")
        assert (again["run"]["stop_reason"], again["status"]) == ("model_unavailable", "answered")
        await asyncio.to_thread(steward.model.start)
        await steward.time_passes(61)
        steward.model.call("get_todos", {"status": "open"})
        steward.model.say("Just the milk.")
        back = await ana.ask("What is on my list?")
        assert (back["answer"], back["run"]["stop_reason"]) == ("Just the milk.", "final_answer")
        assert (await ana.get("/ready"))["model"] == "ok"


async def test_tokens_of_the_day_used_up(start: Start) -> None:
    async with start(tokens_per_day={"turn": 1}) as steward:
        ana = await steward.person()
        await ana.post("/todos", {"title": "Buy milk"})
        steward.model.always("Hello to you.")
        assert (await ana.ask("Hello"))["answer"] == "Hello to you."
        told = await ana.follow("What is on my list?")
        assert "Buy milk" in told.final["answer"]
        assert told.final["run"]["models"][-1]["role"] == "reader"
        assert any("cap" in warning["message"] for warning in told.of("warning"))
        asked = len(steward.asked)
        bruno = await steward.person("Bruno Dias")
        assert (await bruno.ask("Hello"))["answer"] == "Hello to you."
        assert len(steward.asked) == asked + 1


@pytest.mark.parametrize(
    ("question", "claim", "truth"), cases("misbehaving_models", "a_proposal_that_was_refused_is_not_told_as_waiting")
)
async def test_a_proposal_that_was_refused_is_not_told_as_waiting(
    steward: Steward, ana: Person, question: str, claim: str, truth: str
) -> None:
    steward.model.call("events_create", {"event": {"title": "Lunch", "when": "tomorrow at 1"}})
    steward.model.always(claim)
    told = await ana.ask(question)
    assert [action["outcome"] for action in told["actions"]] == ["refused"]
    assert (told["status"], told["previews"]) == ("answered", [])
    assert truth in told["answer"]
