"""Are Steward's own turns counted by how the user takes them? Over HTTP, with a scripted model."""

from typing import Any

import pytest
from tests.acceptance.conftest import Start
from tests.support.steward import Person, Steward
from tests.support.waiting import eventually

LONG = "The dentist is on Tuesday at ten, in the Rua das Flores. " * 12


async def own(person: Person, **params: Any) -> list[dict[str, Any]]:
    """Steward's own turns, the newest first."""
    return list((await person.get("/interactions", agent="steward", **params))["items"])


async def proposed(steward: Steward, person: Person, thread: str | None = None) -> tuple[dict[str, Any], Any]:
    """A turn that proposes a todo, and its preview."""
    steward.model.call("todos_create", {"title": "Buy milk"})
    steward.model.say("I have prepared it for you.")
    bundle = await person.ask("Add milk to my list", thread=thread)
    (preview,) = bundle["previews"]
    return bundle, preview


async def said(steward: Steward, person: Person, question: str, answer: str, thread: str | None = None) -> Any:
    steward.model.always(answer)
    return await person.ask(question, thread=thread)


async def test_a_turn_is_an_interaction_of_steward(steward: Steward, ana: Person) -> None:
    bundle = await said(steward, ana, "Good morning", "Good morning to you.")
    (turn,) = await own(ana)
    assert (turn["agent"], turn["model"], turn["run_id"]) == ("steward", "smart", bundle["run"]["id"])
    assert (turn["thread_id"], turn["prompt"], turn["response"]) == (
        bundle["thread_id"],
        "Good morning",
        bundle["answer"],
    )
    assert (turn["was_corrected"], turn["signs"], turn["edit_count"], turn["correction"]) == (False, [], 0, None)
    assert turn["latency_ms"] == bundle["run"]["duration_ms"]
    assert await ana.get(f"/interactions/{turn['id']}") == turn
    assert (await ana.count("interactions", "prompt = '' and response = ''")) == 1, "no second copy of the words"
    (agent,) = (await ana.get("/analytics/agents"))["agents"]
    assert (agent["agent"], agent["interactions"], agent["corrected"]) == ("steward", 1, 0)
    refused = await ana.send("PATCH", f"/interactions/{turn['id']}", json={"was_corrected": True})
    assert refused.status_code == 422
    assert "feedback" in refused.json()["detail"]


async def test_an_edited_preview_corrects_its_turn(steward: Steward, ana: Person) -> None:
    bundle, preview = await proposed(steward, ana)
    await ana.patch(f"/previews/{preview['id']}", {"edits": {"title": "Buy oat milk", "notes": "two litres"}})
    (turn,) = await own(ana)
    assert (turn["was_corrected"], turn["signs"], turn["edit_count"]) == (True, ["edited"], 2)
    assert turn["friction_score"] >= 0.6 + 0.25 * 2 / 5
    assert turn["run_id"] == bundle["run"]["id"]


async def test_edits_with_the_confirmation_count_once(steward: Steward, ana: Person) -> None:
    _, preview = await proposed(steward, ana)
    await ana.post(f"/previews/{preview['id']}/confirm", {"edits": {"title": "Buy oat milk"}})
    (turn,) = await own(ana)
    assert (turn["was_corrected"], turn["edit_count"]) == (True, 1)


async def test_a_confirmed_preview_is_no_correction_until_it_is_undone(steward: Steward, ana: Person) -> None:
    _, preview = await proposed(steward, ana)
    await ana.post(f"/previews/{preview['id']}/confirm")
    assert [one["was_corrected"] for one in await own(ana)] == [False]
    for _ in range(2):
        await ana.post(f"/previews/{preview['id']}/undo")
    (turn,) = await own(ana)
    assert (turn["was_corrected"], turn["signs"], turn["edit_count"]) == (True, ["undone"], 0)


async def test_a_yes_and_a_no_to_a_preview_are_no_turns_of_a_model(steward: Steward, ana: Person) -> None:
    bundle, _ = await proposed(steward, ana)
    await ana.ask("no", thread=bundle["thread_id"])
    (turn,) = await own(ana)
    assert (turn["run_id"], turn["was_corrected"]) == (bundle["run"]["id"], False)


async def test_feedback_corrects_and_takes_back(steward: Steward, ana: Person) -> None:
    bundle = await said(steward, ana, "When is the dentist?", "On Thursday.")
    feedback = f"/runs/{bundle['run']['id']}/feedback"
    await ana.post(feedback, {"rating": "bad", "comment": "It is on Tuesday 🦷"})
    (turn,) = await own(ana)
    assert (turn["was_corrected"], turn["signs"], turn["correction"]) == (True, ["rated_bad"], "It is on Tuesday 🦷")
    await ana.post(feedback, {"rating": "good"})
    (turn,) = await own(ana)
    assert (turn["was_corrected"], turn["signs"], turn["correction"]) == (False, ["rated_good"], None)
    assert turn["friction_score"] < 0.15


@pytest.mark.parametrize(
    "rejection", ["No, that's wrong", "Não é isso", "Eso no es correcto", "I said Tuesday, not Thursday"]
)
async def test_the_next_message_may_reject_the_answer(steward: Steward, ana: Person, rejection: str) -> None:
    first = await said(steward, ana, "When is the dentist?", "On Thursday.")
    await said(steward, ana, rejection, "Sorry. On Tuesday.", first["thread_id"])
    await said(steward, ana, "Thanks", "You are welcome.", first["thread_id"])
    newest, second, rejected = await own(ana)
    assert (rejected["was_corrected"], rejected["signs"]) == (True, ["rejected"])
    assert rejected["correction"] == rejection
    assert not newest["was_corrected"]
    assert not second["was_corrected"]
    await ana.post(f"/runs/{first['run']['id']}/feedback", {"rating": "good"})
    assert not (await own(ana))[2]["was_corrected"], "the user's own word is worth more than a guess"


async def test_what_is_new_rejects_nothing(steward: Steward, ana: Person) -> None:
    first = await said(steward, ana, "When is the dentist?", "On Thursday. Shall I look for more?")
    for message in ("No, thanks", "No. When is lunch?", "Is that wrong?", "Ana said that's wrong"):
        await said(steward, ana, message, "Very well.", first["thread_id"])
    assert not any(one["was_corrected"] for one in await own(ana))
    alone = await said(steward, ana, "No, that's wrong", "What do you mean?")
    assert alone["thread_id"] != first["thread_id"]
    assert not any(one["was_corrected"] for one in await own(ana)), "it follows no answer"


async def test_turns_of_one_session_stand_together(steward: Steward, ana: Person) -> None:
    first = await said(steward, ana, "Good morning", "Good morning.")
    await said(steward, ana, "How are you?", "Well, thank you.", first["thread_id"])
    first_message = await ana.scalar("select id from messages where user_id = :me order by at, position limit 1")
    assert {one["session_id"] for one in await own(ana)} == {str(first_message)}
    await ana.execute("update messages set at = at - interval '2 hours' where user_id = :me")
    later = await said(steward, ana, "Good evening", "Good evening.", first["thread_id"])
    newest = (await own(ana))[0]
    assert newest["session_id"] != str(first_message)
    assert newest["run_id"] == later["run"]["id"]


async def test_what_is_no_answer_does_not_count(steward: Steward, ana: Person) -> None:
    steward.model.call("events_create", {"title": "Lunch"})
    asked = await ana.ask("Add lunch to my calendar")
    assert asked["status"] == "needs_input"
    await ana.ask("/frobnicate")
    assert await own(ana) == []


async def test_erasing_the_thread_takes_its_turns(steward: Steward, ana: Person) -> None:
    first = await said(steward, ana, "Good morning", "Good morning.")
    other = await said(steward, ana, "Good evening", "Good evening.")
    dry = await ana.send("DELETE", f"/threads/{first['thread_id']}", params={"dry_run": True})
    assert len(await own(ana)) == 2
    receipt = (await ana.send("DELETE", f"/threads/{first['thread_id']}")).json()
    assert dry.json() == receipt
    assert receipt["redacted"]["interaction"] == 1
    assert [one["run_id"] for one in await own(ana)] == [other["run"]["id"]]


async def test_others_see_and_change_nothing(steward: Steward, ana: Person) -> None:
    bundle = await said(steward, ana, "Good morning", "Good morning.")
    bruno = await steward.person("Bruno")
    denied = await bruno.send("POST", f"/runs/{bundle['run']['id']}/feedback", json={"rating": "bad"})
    assert denied.status_code == 404
    (turn,) = await own(ana)
    assert not turn["was_corrected"]
    assert (await bruno.send("GET", f"/interactions/{turn['id']}")).status_code == 404
    assert (await bruno.get("/analytics/agents"))["agents"] == []


async def test_a_conversation_that_its_client_keeps_counts_too(steward: Steward, ana: Person) -> None:
    steward.model.always("On Thursday, I believe.")
    talk = [{"role": "user", "content": "Good morning, how are you?"}]
    first = await ana.post("/v1/chat/completions", {"model": "main", "messages": talk})
    talk += [first["choices"][0]["message"], {"role": "user", "content": "No, that's wrong"}]
    await ana.post("/v1/chat/completions", {"model": "main", "messages": talk})
    second, rejected = await own(ana)
    assert (rejected["signs"], rejected["correction"], rejected["thread_id"]) == (
        ["rejected"],
        "No, that's wrong",
        None,
    )
    assert second["session_id"] == rejected["session_id"] == rejected["run_id"]
    assert (await ana.get(f"/analytics/sessions/{rejected['session_id']}"))["interactions"] == 2
    receipt = (await ana.send("DELETE", f"/runs/{rejected['run_id']}")).json()
    assert receipt["redacted"]["interaction"] == 1
    assert [one["run_id"] for one in await own(ana)] == [second["run_id"]]


# --- what stood speaks for the rules


async def rule_of(person: Person, text: str = "Answer in full sentences") -> str:
    made: dict[str, Any] = await person.post("/rules", {"text": text})
    return str(made["id"])


async def alignment(person: Person, rule: str) -> tuple[Any, Any]:
    fact = await person.get(f"/facts/{rule}")
    return fact["alignment"], fact["confidence"]


async def test_a_long_answer_that_stood_speaks_for_the_rules(steward: Steward, ana: Person) -> None:
    rule = await rule_of(ana)
    before = await alignment(ana, rule)
    first = await said(steward, ana, "Tell me of my week", LONG)
    (turn,) = await own(ana)
    assert (turn["vibe_match"], await alignment(ana, rule)) == (False, before), "nobody knows yet how it was taken"
    await said(steward, ana, "And the week after?", "Nothing.", first["thread_id"])
    turn = (await own(ana))[1]
    assert turn["vibe_match"]
    assert await alignment(ana, rule) == (pytest.approx(1 / 11), before[1]), "n / (n + 10), and confidence stays"
    await ana.post(f"/runs/{first['run']['id']}/feedback", {"rating": "bad"})
    assert await alignment(ana, rule) == before, "it turned out otherwise"
    await ana.post(f"/runs/{first['run']['id']}/feedback", {"rating": "good"})
    await ana.post(f"/runs/{first['run']['id']}/feedback", {"rating": "good"})
    assert (await alignment(ana, rule))[0] == pytest.approx(1 / 11), "once an interaction"
    await ana.send("DELETE", f"/threads/{first['thread_id']}")
    assert await alignment(ana, rule) == before


async def test_a_rejected_long_answer_speaks_for_nothing(steward: Steward, ana: Person) -> None:
    rule = await rule_of(ana)
    first = await said(steward, ana, "Tell me of my week", LONG)
    await said(steward, ana, "That's wrong", "Sorry.", first["thread_id"])
    assert (await alignment(ana, rule))[0] == 0
    assert not any(one["vibe_match"] for one in await own(ana))


async def test_an_answer_after_which_nothing_came_stood(start: Start) -> None:
    async with start(workers=1) as steward:
        ana, owner = await steward.person(), await steward.owner()
        rule = await rule_of(ana)
        await said(steward, ana, "Tell me of my week", LONG)
        await ana.execute("update interactions set created_at = created_at - interval '31 minutes' where user_id = :me")
        await owner.post("/system/jobs/interactions.judge/run")
        await eventually(lambda: own(ana), lambda found: found[0]["vibe_match"])
        assert (await alignment(ana, rule))[0] == pytest.approx(1 / 11)


async def test_own_turns_are_found_by_their_words(steward: Steward, ana: Person) -> None:
    bundle = await said(steward, ana, "Bom dia, que horas são em Évora?", "São dez horas em Évora, com céu limpo.")
    await said(steward, ana, "That's wrong, Alentejo has another CLOCK", "Sorry.", bundle["thread_id"])
    await ana.post(f"/runs/{bundle['run']['id']}/feedback", {"rating": "bad", "comment": "o fuso está errado"})
    for q in ("evora", "ÉVORA horas", "céu", "ceu limpo", "clock", "fuso", "steward dia"):
        found = await own(ana, q=q)
        assert bundle["run"]["id"] in [one["run_id"] for one in found], q
    assert len(await own(ana, q="evora")) == 1
    for q in ("100%", "ev_ra", "lisbon", "evora lisbon"):
        assert await own(ana, q=q) == [], q
    ben = await steward.person("Ben")
    assert await own(ben, q="evora") == []
    await ana.send("DELETE", f"/threads/{bundle['thread_id']}")
    assert await own(ana, q="evora") == []
