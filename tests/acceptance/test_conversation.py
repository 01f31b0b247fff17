"""Does Steward know what was said a moment ago? A yes, a choice, a missing word, "it" and "there"."""

from typing import Any

import pytest
from tests.support.steward import Person, Steward


async def propose(
    steward: Steward, person: Person, *titles: str, say: str = "I have prepared it.", **fields: Any
) -> Any:
    steward.model.calls(*(("todos_create", {"title": title}) for title in titles))
    steward.model.say(say)
    return await person.ask(f"Add {' and '.join(titles)} to my list", **fields)


@pytest.mark.parametrize("words", ["Yes, please!", "go ahead"])
async def test_a_yes_confirms_what_was_presented(steward: Steward, ana: Person, words: str) -> None:
    told = await propose(steward, ana, "Buy milk")
    asked = len(steward.asked)
    done = await ana.ask(words, thread=told["thread_id"])
    assert done["run"]["mood"] == "confirmation"
    assert [(action["outcome"], action["preview_id"]) for action in done["actions"]] == [
        ("done", told["previews"][0]["id"])
    ]
    assert done["previews"][0]["state"] == "confirmed"
    assert await ana.count("todos") == 1
    assert len(steward.asked) == asked
    assert (await ana.get(f"/previews/{told['previews'][0]['id']}"))["state"] == "confirmed"


async def test_the_same_yes_twice_writes_once(steward: Steward, ana: Person) -> None:
    steward.model.always("There is nothing to confirm.")
    told = await propose(steward, ana, "Buy milk")
    await ana.ask("yes", thread=told["thread_id"])
    again = await ana.ask("yes", thread=told["thread_id"])
    assert not [action for action in again["actions"] if action["outcome"] == "done"]
    assert await ana.count("todos") == 1


@pytest.mark.parametrize("words", ["yes but make it oat milk", "if it is cheap, yes", "yesterday"])
async def test_what_is_no_pure_yes_confirms_nothing(steward: Steward, ana: Person, words: str) -> None:
    steward.model.always("I see.")
    told = await propose(steward, ana, "Buy milk")
    await ana.ask(words, thread=told["thread_id"])
    assert (await ana.get(f"/previews/{told['previews'][0]['id']}"))["state"] == "pending"
    assert await ana.count("todos") == 0


async def test_a_yes_later_or_elsewhere_confirms_nothing(steward: Steward, ana: Person) -> None:
    steward.model.always("Good.")
    told = await propose(steward, ana, "Buy milk")
    await ana.ask("yes")
    await ana.ask("Good morning", thread=told["thread_id"])
    await ana.ask("yes", thread=told["thread_id"])
    assert (await ana.get(f"/previews/{told['previews'][0]['id']}"))["state"] == "pending"
    assert await ana.count("todos") == 0


async def test_a_yes_after_something_else_hears_what_waits_and_the_next_one_counts(
    steward: Steward, ana: Person
) -> None:
    steward.model.always("Good.")
    told = await propose(steward, ana, "Buy milk")
    await ana.ask("Good morning", thread=told["thread_id"])
    again = await ana.ask("yes", thread=told["thread_id"])
    assert (again["status"], again["previews"][0]["id"]) == ("preview", told["previews"][0]["id"])
    assert "Buy milk" in again["answer"]
    assert await ana.count("todos") == 0
    done = await ana.ask("yes", thread=told["thread_id"])
    assert [action["outcome"] for action in done["actions"]] == ["done"]
    assert await ana.count("todos") == 1


async def test_a_yes_after_something_else_is_asked_which_of_several(steward: Steward, ana: Person) -> None:
    steward.model.always("Good.")
    told = await propose(steward, ana, "Buy milk", "Call Rui")
    await ana.ask("Good morning", thread=told["thread_id"])
    which = await ana.ask("yes", thread=told["thread_id"])
    assert (which["status"], len(which["need_user_input"]["options"])) == ("needs_input", 2)
    assert await ana.count("todos") == 0


async def test_naming_a_preview_is_not_presenting_it(steward: Steward, ana: Person) -> None:
    told = await propose(steward, ana, "Buy milk")
    waiting = told["previews"][0]["id"]
    steward.model.always(f"Shall I confirm preview {waiting}?")
    other = await ana.ask("Good morning")
    await ana.ask("yes", thread=other["thread_id"])
    assert (await ana.get(f"/previews/{waiting}"))["state"] == "pending"


async def test_a_yes_to_a_target_that_changed_presents_the_new_preview(steward: Steward, ana: Person) -> None:
    event = await ana.post("/events", {"title": "Lunch", "start_at": "2027-03-05T12:30"})
    steward.model.call("events_update", {"event": event["id"], "start_at": "2027-03-05T14:00"})
    steward.model.say("I have prepared it.")
    told = await ana.ask("Move my lunch to 14:00")
    await ana.patch(f"/events/{event['id']}", {"description": "bring cake"})
    again = await ana.ask("yes", thread=told["thread_id"])
    assert again["previews"][0]["state"] == "pending"
    assert again["previews"][0]["id"] != told["previews"][0]["id"]
    assert (await ana.get(f"/events/{event['id']}"))["start_at"].startswith("2027-03-05T12:30")
    done = await ana.ask("yes", thread=told["thread_id"])
    assert [action["outcome"] for action in done["actions"]] == ["done"]
    assert (await ana.get(f"/events/{event['id']}"))["start_at"].startswith("2027-03-05T14:00")


# --- clarifications


async def _which_ana(steward: Steward, person: Person) -> Any:
    for name in ("Ana Souza", "Ana Lima"):
        await person.post("/contacts", {"display_name": name})
    steward.model.call("events_create", {"title": "Lunch", "start_at": "2027-03-05T12:30", "participants": ["Ana"]})
    told = await person.ask("Plan lunch with Ana on 2027-03-05 at 12:30")
    assert (told["status"], told["run"]["stop_reason"]) == ("needs_input", "needs_input"), told
    assert told["run"]["clarification_requests_count"] == 1
    needs = told["need_user_input"]
    assert {option["label"].split(",")[0] for option in needs["options"]} >= {"Ana Souza", "Ana Lima"}
    assert needs["question"] in told["answer"]
    assert told["ui_directives"][0]["clarification_id"] == needs["id"]
    return told


@pytest.mark.parametrize("way", ["option", "text", "words", "ordinal"])
async def test_an_ambiguous_name_is_asked_and_the_answer_goes_on(steward: Steward, ana: Person, way: str) -> None:
    told = await _which_ana(steward, ana)
    needs = told["need_user_input"]
    wanted = next(option for option in needs["options"] if "Lima" in option["label"])
    steward.model.always("I have prepared the lunch with Ana Lima.")
    fields: dict[str, Any] = {"thread": told["thread_id"]}
    question = "Ana Lima"
    if way == "option":
        fields["reply_to_clarification"] = {"id": needs["id"], "option_id": wanted["id"]}
    elif way == "text":
        fields["reply_to_clarification"] = {"id": needs["id"], "text": "Ana Lima"}
    elif way == "ordinal":
        question = "the first one" if needs["options"][0] == wanted else "the second one"
    done = await ana.ask(question, **fields)
    (preview,) = done["previews"]
    assert "Ana Lima" in preview["summary"]
    assert "Ana Souza" not in preview["summary"]
    await ana.post(f"/previews/{preview['id']}/confirm")
    (event,) = (await ana.get("/events"))["items"]
    assert [one["name"] for one in event["participants"]] == ["Ana Lima"]


async def test_replies_to_no_clarification_are_told(steward: Steward, ana: Person) -> None:
    told = await _which_ana(steward, ana)
    thread, needs = told["thread_id"], told["need_user_input"]
    for reply in ({"id": "no-such", "option_id": "x"}, {"id": needs["id"], "option_id": "no-such"}):
        answer = await ana.try_ask("That one", thread=thread, reply_to_clarification=reply)
        assert answer.status_code == 404, answer.text
        assert await ana.count("previews") == 0
    bruno = await steward.person("Bruno Dias")
    answer = await bruno.try_ask(
        "x", reply_to_clarification={"id": needs["id"], "option_id": needs["options"][0]["id"]}
    )
    assert answer.status_code in {200, 404}
    assert await bruno.count("previews") == 0


async def test_an_unclear_time_is_asked(steward: Steward, ana: Person) -> None:
    steward.model.call("events_create", {"title": "Dentist"})
    told = await ana.ask("Book the dentist appointment")
    assert told["status"] == "needs_input"
    assert told["need_user_input"]["question"]
    assert await ana.count("previews") == 0
    steward.model.always("I have prepared it.")
    done = await ana.ask("5 March 2027 at 10:00", thread=told["thread_id"])
    (preview,) = done["previews"]
    assert preview["arguments"]["start_at"].startswith("2027-03-05T10:00")


# --- what "it" is


async def test_what_an_answer_was_about_is_known_in_the_next_turn(steward: Steward, ana: Person) -> None:
    event = await ana.post(
        "/events", {"title": "Dentist", "start_at": "2027-03-05T10:00", "location_text": "Rua Augusta 5"}
    )
    steward.model.call("get_events", {"action": "by_range", "since": "2027-03-05", "until": "2027-03-06"})
    steward.model.say("The dentist is on 5 March at 10:00.")
    first = await ana.ask("What do I have on 5 March 2027?")
    assert first["linked_items"] == [{"type": "event", "id": event["id"], "title": "Dentist"}]
    (_, answer) = (await ana.get(f"/threads/{first['thread_id']}/messages"))["items"]
    assert answer["metadata"]["context"]["events"] == [{"id": event["id"], "title": "Dentist"}]
    assert answer["metadata"]["linked_items"] == first["linked_items"]
    steward.model.call("get_events", {"action": "by_ids", "ids": [event["id"]]})
    steward.model.say("At Rua Augusta 5.")
    second = await ana.ask("And where is it?", thread=first["thread_id"])
    assert event["id"] in steward.prompt(-2), "the model was not told what was spoken of"
    assert second["linked_items"][0]["id"] == event["id"]


async def test_the_window_holds_what_was_said(steward: Steward, ana: Person) -> None:
    steward.model.always("Nice to meet you.")
    first = await ana.ask("Hello, I am learning the xylophone")
    await ana.ask("Good evening", thread=first["thread_id"])
    assert "xylophone" in steward.prompt()
    assert "Nice to meet you." in steward.prompt()
    messages = (await ana.get(f"/threads/{first['thread_id']}/messages"))["items"]
    assert [message["role"] for message in messages] == ["user", "assistant"] * 2
