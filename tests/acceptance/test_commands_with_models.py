"""What do commands ask of language models, on the wire, and what becomes of answers that are wrong, late or missing?"""

import asyncio
import json
from typing import Any

import pytest
from tests.acceptance.conftest import Start
from tests.support.corpora import cases
from tests.support.loopback_http import Recorded
from tests.support.model_script import Fail, Hang, Say
from tests.support.steward import Person, Steward, previewed

STORY = "/event lunch with Marcela, paty and bebel tomorrow at Jordan's house"
READ = {
    "action": "create",
    "event": "",
    "title": "Lunch at Jordan's",
    "when": "tomorrow",
    "participants": ["Marcela", "paty", "bebel"],
    "remove": [],
    "place": "Jordan's house",
    "description": "",
}
NOTHING = {"event": "", "title": "", "when": "", "participants": [], "remove": [], "place": "", "description": ""}


def asked_for(request: Recorded, key: str) -> bool:
    """Whether a request wants an object with this key."""
    form = (request.body or {}).get("format")
    return isinstance(form, dict) and key in form.get("properties", {})


def script(steward: Steward, *answers: Any, names: Any = None) -> list[Recorded]:
    """Answer the extractions with these in order, rewordings of names with `names`; the extractions asked for."""
    left = [one if not isinstance(one, dict) else Say(json.dumps(one)) for one in answers]
    left += left[-1:] * 10
    seen: list[Recorded] = []

    def respond(request: Recorded) -> Any:
        if asked_for(request, "participants") or asked_for(request, "contact_place_links"):
            seen.append(request)
            return left.pop(0)
        if asked_for(request, "names"):
            return names if names is not None else Say('{"names": []}')
        return None

    steward.model.respond(respond)
    return seen


def people(bundle: dict[str, Any]) -> list[str]:
    return [one["name"] for one in previewed(bundle)["participants"]]


async def test_the_smart_model_reads_under_a_schema_at_high_effort(steward: Steward, ana: Person) -> None:
    seen = script(steward, READ)
    shown = await ana.ask(STORY)
    (request,) = seen
    assert request.body["model"] == "smart"
    assert set(request.body["format"]["properties"]) == set(READ)
    assert "tags" not in json.dumps(request.body)
    assert "tools" not in request.body
    system, user = (message["content"] for message in request.body["messages"])
    assert "Marcela, paty and bebel" in user
    assert "copied" in system
    assert (previewed(shown)["title"], people(shown)) == ("Lunch at Jordan's", ["Marcela", "paty", "bebel"])
    uses = {(use["role"], use["effort"]) for use in shown["run"]["models"]}
    assert ("smart", "high") in uses
    assert ("fast", "none") in uses  # the names that no contact has
    run = await ana.get(f"/runs/{shown['run']['id']}")
    assert [step["model_call"].get("purpose") for step in run["steps"]] == ["extraction", "tagging", None]


@pytest.mark.parametrize("said", cases("commands_with_models", "almost_json_is_read"))
async def test_almost_json_is_read(steward: Steward, ana: Person, said: str) -> None:
    script(steward, Say(said.replace("{reply}", json.dumps(READ)).replace("{python}", repr(READ))))
    assert people(await ana.ask(STORY)) == ["Marcela", "paty", "bebel"]


async def test_loose_shapes_are_put_right(steward: Steward, ana: Person) -> None:
    loose = {
        "title": "Lunch",
        "when": None,
        "participants": [{"name": "Marcela"}, "paty", {"name": "bebel", "role": "guest"}],
        "place": {"name": "Jordan's house"},
        "remove": "",
    }
    script(steward, loose)
    shown = await ana.ask(STORY)
    assert people(shown) == ["Marcela", "paty", "bebel"]
    assert previewed(shown)["start_at"].endswith("T12:30:00")  # "tomorrow" was said, whatever the model left out


async def test_a_time_that_nobody_said_is_not_taken(steward: Steward, ana: Person) -> None:
    script(steward, READ | {"when": "2031-01-01T03:00"})
    shown = await ana.ask(STORY)
    assert previewed(shown)["start_at"].endswith("T12:30:00")
    assert not previewed(shown)["start_at"].startswith("2031")


@pytest.mark.parametrize(
    ("answer", "warned"),
    [
        (Say("I can't do that."), "built-in reader"),
        (Say('{"title": "Lu'), "built-in reader"),
        (READ | NOTHING, "could not be read"),
    ],
)
async def test_what_can_not_be_read_is_asked_once_more_then_the_reader_reads(
    steward: Steward, ana: Person, answer: Any, warned: str
) -> None:
    seen = script(steward, answer)
    told = await ana.follow(STORY)
    assert len(seen) > 1
    assert people(told.final) == ["Marcela", "paty", "bebel"]
    assert any(warned in one["message"] for one in told.of("warning"))
    assert told.final["run"]["stop_reason"] == "model_unavailable"
    assert "reader" in {use["role"] for use in told.final["run"]["models"]}


async def test_models_that_fail_or_hang_leave_it_to_the_reader(start: Start) -> None:
    async with start(agent_deadline_s=4, llm_timeout_s=1) as steward:
        ana = await steward.person()
        for failure in (Fail(500, "out of memory"), Hang()):
            steward.model.respond(lambda request, failure=failure: failure)
            told = await ana.follow(STORY)
            assert told.final["status"] == "preview"
            assert people(told.final) == ["Marcela", "paty", "bebel"]
            assert told.of("warning")
            assert told.final["run"]["stop_reason"] == "model_unavailable"


async def test_additions_never_remove_and_removals_are_said(steward: Steward, ana: Person) -> None:
    script(steward, READ, {"action": "change", **NOTHING, "participants": ["Bob"]})
    shown = await ana.ask(STORY)
    added = await ana.ask("you forgot Bob", thread=shown["thread_id"])
    assert people(added) == ["Marcela", "paty", "bebel", "Bob"]
    # a small model that repeats only what is new, and a changed title that is none
    script(steward, {"action": "change", **NOTHING, "remove": ["paty"], "title": "Lunch at Jordan's"})
    gone = await ana.ask("leave paty out please", thread=shown["thread_id"])
    assert people(gone) == ["Marcela", "bebel", "Bob"]
    assert previewed(gone)["title"] == "Lunch at Jordan's"


async def test_an_edit_is_read_with_the_draft_and_what_was_said(steward: Steward, ana: Person) -> None:
    seen = script(steward, READ, {"action": "change", **NOTHING, "when": "3pm"})
    shown = await ana.ask(STORY)
    moved = await ana.ask("could we do it at 3pm instead, please", thread=shown["thread_id"])
    if moved["command_result"] is None:
        pytest.fail(moved["answer"])
    assert previewed(moved)["start_at"].endswith("T15:00:00")
    user = seen[-1].body["messages"][-1]["content"]
    assert "Draft:" in user
    assert "Marcela" in user
    assert "Said before: lunch with Marcela" in user


async def test_an_unrelated_message_goes_on_as_a_turn(steward: Steward, ana: Person) -> None:
    script(steward, READ, {"action": "unrelated", **NOTHING})
    shown = await ana.ask(STORY)
    steward.model.say("The weather is fine, as far as I know.")
    other = await ana.ask("I bought a new car", thread=shown["thread_id"])
    assert other["command_result"] is None
    assert other["run"]["intent"] != "command"
    run = await ana.get(f"/runs/{other['run']['id']}")
    assert run["steps"][0]["model_call"]["purpose"] == "extraction"  # what it took to know
    view = await ana.get(f"/mobile/threads/{shown['thread_id']}")
    assert view["active_command"]["pending_event_id"] == shown["command_result"]["pending_event_id"]


async def test_the_clarification_and_the_earlier_reading_go_into_the_next_round(steward: Steward, ana: Person) -> None:
    first = READ | {"when": "", "place": ""}
    seen = script(steward, first, READ | {"when": "on Friday at one", "participants": ["Zoe"], "title": ""})
    asked = await ana.ask("/event lunch with Marcela, paty and bebel")
    assert asked["need_user_input"]["kind"] == "text"
    shown = await ana.ask("on Friday at one, and bring Zoe along", thread=asked["thread_id"])
    user = seen[-1].body["messages"][-1]["content"]
    assert f"You asked: {asked['need_user_input']['question']}" in user
    assert "Read so far:" in user
    assert "Marcela" in user
    assert people(shown) == ["Marcela", "paty", "bebel", "Zoe"]
    assert previewed(shown)["start_at"].endswith("T13:00:00")


async def test_a_plain_answer_needs_no_model(steward: Steward, ana: Person) -> None:
    seen = script(steward, READ | {"when": ""})
    asked = await ana.ask("/event lunch with Marcela")
    shown = await ana.ask("tomorrow at one", thread=asked["thread_id"])
    assert previewed(shown)["start_at"].endswith("T13:00:00")
    assert len(seen) == 1


@pytest.mark.parametrize(
    "shape", cases("commands_with_models", "the_fast_model_rewords_names_and_the_resolver_decides")
)
async def test_the_fast_model_rewords_names_and_the_resolver_decides(steward: Steward, ana: Person, shape: Any) -> None:
    """What the user said tells two people apart; a model's own idea of who is meant never does."""
    for name, where in (("Ana Souza", "Acme"), ("Ana Lima", "Globex")):
        await ana.post("/contacts", {"display_name": name, "organization": where})
    said = "/event lunch tomorrow with Dr. Ana, the one from Acme"
    script(steward, READ | {"participants": ["Dr. Ana"]}, names=Say(json.dumps(shape)))
    assert people(await ana.ask(said)) == ["Ana Souza"]
    # the same hint without such words of the user is a guess: they are asked
    script(steward, READ | {"participants": ["Dr. Ana"]}, names=Say(json.dumps(shape)))
    asked = await ana.ask("/event lunch tomorrow with Dr. Ana")
    assert asked["command_result"]["state"] == "clarifying"
    assert len(asked["need_user_input"]["options"]) == 2


async def test_a_shortened_name_is_not_somebody_else(steward: Steward, ana: Person) -> None:
    await ana.post("/contacts", {"display_name": "Ana Souza"})
    reworded = {"names": [{"phrase": "Ana Lima", "name": "Ana", "detail": ""}]}
    script(steward, READ | {"participants": ["Ana Lima"]}, names=Say(json.dumps(reworded)))
    shown = await ana.ask("/event lunch tomorrow with Ana Lima")
    assert [(one["name"], one["contact_id"]) for one in previewed(shown)["participants"]] == [("Ana Lima", None)]


async def test_participants_are_the_models_alone(steward: Steward, ana: Person) -> None:
    """No fast path beside it and no pruning behind it."""
    script(steward, READ | {"participants": ["Marcela", "the neighbours"]})
    assert people(await ana.ask(STORY)) == ["Marcela", "the neighbours"]


async def test_contacts_are_read_as_a_graph(steward: Steward, ana: Person) -> None:
    person = {"nicknames": [], "emails": [], "phones": [], "organization": "", "title": "", "birthday": "", "notes": ""}
    graph = {
        "contacts": [
            {"name": "Marta Reis", **person, "emails": ["marta@example.org", "made@up.example"], "groups": []},
            {"name": "Rui", **person, "groups": []},
        ],
        "relationships": [
            {"person": "Marta Reis", "label": "older sister", "of": "me", "reciprocal_label": ""},
            {"person": "Marta Reis", "label": "wife", "of": "Rui", "reciprocal_label": "husband"},
        ],
        "contact_place_links": [{"person": "Marta Reis", "place": "Rua Augusta 10", "label": "home"}],
    }
    script(steward, graph)
    words = "/contact Marta Reis, my older sister, marta@example.org, married to Rui, lives at Rua Augusta 10"
    shown = await ana.ask(words)
    found = previewed(shown)
    assert found["contacts"][0]["emails"] == ["marta@example.org"]  # the other one nobody said
    assert [(one["label"], one["reciprocal_label"]) for one in found["relationships"]][1] == ("Wife", "Husband")
    assert found["relationships"][0]["label"] == "Older Sister"
    assert found["contact_place_links"][0]["label"] == "Home"
    await ana.ask("yes", thread=shown["thread_id"])
    assert await ana.count("contacts") == 2
    assert await ana.count("places") == 1


async def test_cancelling_the_run_leaves_no_draft(steward: Steward, ana: Person) -> None:
    script(steward, Hang())
    asking = asyncio.create_task(ana.ask(STORY))
    await steward.model.until_chats(1)
    (run,) = (await ana.get("/runs"))["items"]
    await ana.post(f"/runs/{run['id']}/cancel")
    stopped = await asking
    assert (stopped["status"], stopped["run"]["stop_reason"]) == ("stopped", "cancelled")
    assert stopped["command_result"] is None
    assert await ana.count("previews") == 0
