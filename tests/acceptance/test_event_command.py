"""Do words after `/event` become the event that was meant, without a model: read, asked about, edited, confirmed?"""

from typing import Any

import pytest
import pytest_asyncio
from tests.support.corpora import cases
from tests.support.steward import Person, Steward, previewed

STORY = "/event lunch with Marcela, paty and bebel tomorrow at Jordan's house"


@pytest_asyncio.fixture
async def ana(plain: Steward) -> Person:
    return await plain.person()


async def known(person: Person, *people: dict[str, Any]) -> list[str]:
    """These contacts exist; their ids."""
    answer = await person.post("/ingest/contact", [{"external_id": one["display_name"], **one} for one in people])
    return [result["id"] for result in answer["results"]]


def people(bundle: dict[str, Any]) -> list[str]:
    return [one["name"] for one in previewed(bundle)["participants"]]


async def active(person: Person, bundle: dict[str, Any]) -> Any:
    return (await person.get(f"/mobile/threads/{bundle['thread_id']}"))["active_command"]


async def test_the_story(ana: Person) -> None:
    """Read, shown as a card that waits seven days, edited in words, confirmed by a yes: one event."""
    shown = await ana.ask(STORY)
    result = shown["command_result"]
    assert (shown["status"], shown["run"]["intent"], shown["run"]["stop_reason"]) == ("preview", "command", "preview")
    assert (result["command"], result["state"], result["preview"]["tool"]) == ("event", "preview", "events_create")
    first = previewed(shown)
    assert (first["title"], first["place"], people(shown)) == ("Lunch", "Jordan's house", ["Marcela", "paty", "bebel"])
    assert first["start_at"].endswith("T12:30:00")
    assert first["timezone"] == "Europe/Lisbon"
    assert "paty and bebel" in shown["answer"].splitlines()[1]  # who is no contact is told
    assert shown["previews"][0]["id"] == result["preview"]["id"]
    assert shown["ui_directives"] == [{"type": "open_draft", "preview_id": result["preview"]["id"]}]
    assert (await ana.get(f"/threads/{shown['thread_id']}"))["title"] == STORY.removeprefix("/event ")
    assert (await active(ana, shown))["pending_event_id"] == result["pending_event_id"]

    added = await ana.ask("you forgot Bob", thread=shown["thread_id"])
    assert people(added) == ["Marcela", "paty", "bebel", "Bob"]
    moved = await ana.ask("change it to 3pm", thread=shown["thread_id"])
    assert previewed(moved)["start_at"] == first["start_at"].replace("12:30", "15:00")
    assert people(moved) == ["Marcela", "paty", "bebel", "Bob"]
    assert moved["command_result"]["pending_event_id"] == result["pending_event_id"]
    old = await ana.get("/previews", state="superseded")
    assert {one["id"] for one in old["items"]} == {result["preview"]["id"], added["previews"][0]["id"]}

    done = await ana.ask("yes", thread=shown["thread_id"])
    assert done["command_result"]["state"] == "confirmed"
    assert done["command_result"]["pending_event_id"] == result["pending_event_id"]
    assert [action["outcome"] for action in done["actions"]] == ["done"]
    assert "Jordan's house" in done["answer"]
    events = (await ana.get("/events"))["items"]
    assert [(one["title"], len(one["participants"])) for one in events] == [("Lunch", 4)]
    assert await active(ana, shown) is None


@pytest.mark.parametrize(("words", "change"), cases("event_command", "an_edit_changes_what_it_names_and_nothing_else"))
async def test_an_edit_changes_what_it_names_and_nothing_else(ana: Person, words: str, change: dict[str, Any]) -> None:
    await known(ana, {"display_name": "Ana Souza"})
    shown = await ana.ask("/event lunch with Ana and rui tomorrow at Jordan's house")
    before = previewed(shown)
    assert people(shown) == ["Ana Souza", "rui"]
    edited = await ana.ask(words, thread=shown["thread_id"])
    after = previewed(edited)
    for field in ("title", "place", "description", "timezone"):
        assert after[field] == change.get(field, before[field])
    assert people(edited) == change.get("participants", ["Ana Souza", "rui"])
    assert after["start_at"].endswith(change.get("start_at", before["start_at"]))


@pytest.mark.parametrize("locale", ["en-US", "pt-BR", "es-ES"])
async def test_the_same_in_three_languages(ana: Person, locale: str) -> None:
    words = {
        "en-US": "/event dinner with Marcela and paty tomorrow at Jordan's house",
        "pt-BR": "/event jantar com a Marcela e paty amanhã em casa do Jordan",
        "es-ES": "/event cena con Marcela y paty mañana en casa de Jordan",
    }[locale]
    shown = await ana.ask(words, locale=locale)
    assert people(shown) == ["Marcela", "paty"]
    assert "Jordan" in previewed(shown)["place"]
    assert previewed(shown)["start_at"].endswith("T19:30:00")  # dinner without a clock time


async def test_ambiguous_people_are_asked_about_and_never_guessed(ana: Person) -> None:
    souza, lima = await known(ana, {"display_name": "Ana Souza"}, {"display_name": "Ana Lima"})
    asked = await ana.ask("/event coffee with Ana and bob tomorrow at ten")
    question = asked["need_user_input"]
    assert (asked["status"], asked["command_result"]["state"], question["kind"]) == (
        "needs_input",
        "clarifying",
        "choice",
    )
    assert [option["label"].split(" (")[0] for option in question["options"]] == ["Ana Souza", "Ana Lima"]
    assert asked["ui_directives"][0]["type"] == "choose"
    assert await ana.count("previews") == 0
    pending = asked["command_result"]["pending_event_id"]
    assert (await active(ana, asked))["pending_event_id"] == pending

    option = question["options"][1]["id"]
    shown = await ana.ask(
        "Ana Lima", thread=asked["thread_id"], reply_to_clarification={"id": question["id"], "option_id": option}
    )
    assert [one["contact_id"] for one in previewed(shown)["participants"]] == [lima, None]
    assert shown["command_result"]["pending_event_id"] == pending
    state = shown["command_result"]["command_state"]
    assert [one["answer"].split(" (")[0] for one in state["clarifications"]] == ["Ana Lima"]
    assert souza != lima
    again = await ana.ask(
        "Ana Souza", thread=asked["thread_id"], reply_to_clarification={"id": question["id"], "option_id": option}
    )
    assert again["command_result"] is None  # that question is settled


@pytest.mark.parametrize("words", ["the second one", "Ana Lima", "lima"])
async def test_a_choice_is_made_in_words_too(ana: Person, words: str) -> None:
    _, lima = await known(ana, {"display_name": "Ana Souza"}, {"display_name": "Ana Lima"})
    asked = await ana.ask("/event coffee with Ana tomorrow at ten")
    shown = await ana.ask(words, thread=asked["thread_id"])
    assert [one["contact_id"] for one in previewed(shown)["participants"]] == [lima]


async def test_what_is_missing_is_asked_for_and_what_was_said_is_kept(ana: Person) -> None:
    asked = await ana.ask("/event padel with Bob at the club")
    assert (asked["status"], asked["need_user_input"]["kind"]) == ("needs_input", "text")
    shown = await ana.ask("on Friday at seven in the evening", thread=asked["thread_id"])
    assert previewed(shown)["start_at"].endswith("T19:00:00")
    assert (previewed(shown)["title"], people(shown)) == ("Padel", ["Bob"])
    assert shown["command_result"]["pending_event_id"] == asked["command_result"]["pending_event_id"]


async def test_what_exists_is_updated(ana: Person) -> None:
    made = await ana.post(
        "/events",
        {
            "title": "Lunch",
            "start_at": "2027-03-05T12:30",
            "end_at": "2027-03-05T13:30",
            "timezone": "Europe/Lisbon",
            "participants": [{"name": "Ana"}],
        },
    )
    shown = await ana.ask("/event move lunch with Ana to two")
    preview = shown["command_result"]["preview"]
    assert (preview["tool"], preview["arguments"]["event_id"]) == ("events_update", made["id"])
    assert preview["arguments"]["start_at"] == "2027-03-05T14:00:00"
    edited = await ana.ask("and add Bob", thread=shown["thread_id"])
    assert previewed(edited)["start_at"] == "2027-03-05T14:00:00"
    assert people(edited) == ["Ana", "Bob"]
    await ana.ask("yes", thread=shown["thread_id"])
    event = await ana.get(f"/events/{made['id']}")
    assert (event["start_at"], event["end_at"]) == ("2027-03-05T14:00:00", "2027-03-05T15:00:00")
    assert [one["name"] for one in event["participants"]] == ["Ana", "Bob"]


async def test_an_unknown_event_is_asked_about(ana: Person) -> None:
    asked = await ana.ask("/event move the dentist to two")
    assert (asked["status"], asked["need_user_input"]["kind"]) == ("needs_input", "text")
    assert "dentist" in asked["answer"]


async def test_cancelling_an_event_is_a_preview_too(ana: Person) -> None:
    await ana.post("/events", {"title": "Feast", "start_at": "2027-03-05T12:30", "timezone": "Europe/Lisbon"})
    shown = await ana.ask("/event cancel the feast")
    assert shown["command_result"]["preview"]["tool"] == "events_delete"
    refused = await ana.ask("at 4pm", thread=shown["thread_id"])
    assert refused["command_result"]["preview"]["id"] == shown["command_result"]["preview"]["id"]
    await ana.ask("yes", thread=shown["thread_id"])
    assert [one["status"] for one in (await ana.get("/events"))["items"]] == ["cancelled"]


@pytest.mark.parametrize("words", ["cancel", "/event cancel"])
async def test_a_draft_is_cancelled(ana: Person, words: str) -> None:
    shown = await ana.ask(STORY)
    dropped = await ana.ask(words, thread=shown["thread_id"])
    assert dropped["command_result"]["state"] == "cancelled"
    assert (await ana.get(f"/previews/{shown['previews'][0]['id']}"))["state"] == "cancelled"
    assert await active(ana, shown) is None
    assert await ana.count("events") == 0


async def test_a_question_that_waits_is_dropped(ana: Person) -> None:
    asked = await ana.ask("/event padel with Bob at the club")
    dropped = await ana.ask("cancel", thread=asked["thread_id"])
    assert dropped["command_result"]["state"] == "cancelled"
    assert await active(ana, asked) is None


@pytest.mark.parametrize("words", ["who is Marcela?", "add milk to my shopping list", "what is on my calendar?"])
async def test_another_subject_goes_on_without_the_command(ana: Person, words: str) -> None:
    shown = await ana.ask(STORY)
    other = await ana.ask(words, thread=shown["thread_id"])
    assert other["run"]["intent"] != "command"
    assert other["command_result"] is None
    assert (await active(ana, shown))["pending_event_id"] == shown["command_result"]["pending_event_id"]
    nothing = await ana.ask("yes", thread=shown["thread_id"])
    assert nothing["command_result"] is None  # the last message did not present it
    edited = await ana.ask("change it to 3pm", thread=shown["thread_id"])
    assert previewed(edited)["start_at"].endswith("T15:00:00")


async def test_routes_and_words_work_on_the_same_draft(ana: Person) -> None:
    """PATCH keeps the preview's zone; the draft goes on from what the editor made; confirming by a route settles it."""
    shown = await ana.ask(STORY, client_context={"timezone": "America/Sao_Paulo", "locale": "en-US"})
    preview = shown["command_result"]["preview"]
    start = preview["arguments"]["start_at"]
    patched = await ana.patch(f"/previews/{preview['id']}", {"edits": {"start_at": start.replace("12:30", "13:15")}})
    assert patched["arguments"]["timezone"] == patched["timezone"] == "America/Sao_Paulo"
    held = await active(ana, shown)
    assert held["pending_event_id"] == shown["command_result"]["pending_event_id"]
    assert held["command_state"]["preview_id"] == patched["id"]
    worded = await ana.ask("you forgot Bob", thread=shown["thread_id"])
    assert (previewed(worded)["start_at"], previewed(worded)["timezone"]) == (
        start.replace("12:30", "13:15"),
        "America/Sao_Paulo",
    )
    assert people(worded)[-1] == "Bob"
    await ana.post(f"/previews/{worded['previews'][0]['id']}/confirm")
    assert await active(ana, shown) is None
    messages = (await ana.get(f"/threads/{shown['thread_id']}/messages"))["items"]
    results = [one["metadata"]["command_result"] for one in messages if "command_result" in one["metadata"]]
    assert [one["state"] for one in results] == ["confirmed", "confirmed"]
    assert results[-1]["preview"]["state"] == "confirmed"
    assert results[0]["preview"]["state"] == "superseded"
    assert results[-1]["command_state"]["phase"] == "confirmed"


async def test_a_yes_means_what_the_user_edited(ana: Person) -> None:
    shown = await ana.ask(STORY)
    preview = shown["command_result"]["preview"]
    await ana.patch(f"/previews/{preview['id']}", {"edits": {"title": "Feast"}})
    done = await ana.ask("yes", thread=shown["thread_id"])
    assert done["command_result"]["state"] == "confirmed"
    assert [one["title"] for one in (await ana.get("/events"))["items"]] == ["Feast"]


async def test_a_yes_never_means_what_was_not_shown(ana: Person) -> None:
    """The event changed meanwhile: the first yes shows it anew, the second carries it out."""
    made = await ana.post("/events", {"title": "Lunch", "start_at": "2027-03-05T12:30", "timezone": "Europe/Lisbon"})
    shown = await ana.ask("/event move lunch to two")
    await ana.patch(f"/events/{made['id']}", {"description": "bring cake"})
    again = await ana.ask("yes", thread=shown["thread_id"])
    assert again["command_result"]["state"] == "preview"
    assert again["previews"][0]["id"] != shown["previews"][0]["id"]
    done = await ana.ask("yes", thread=shown["thread_id"])
    assert done["command_result"]["state"] == "confirmed"
    event = await ana.get(f"/events/{made['id']}")
    assert (event["start_at"], event["description"]) == ("2027-03-05T14:00:00", "bring cake")


async def test_an_unclear_edit_is_asked_about_and_the_preview_waits(ana: Person) -> None:
    _, lima = await known(ana, {"display_name": "Ana Souza"}, {"display_name": "Ana Lima"})
    shown = await ana.ask("/event coffee with Bob tomorrow at ten")
    asked = await ana.ask("you forgot Ana", thread=shown["thread_id"])
    assert (asked["command_result"]["state"], asked["previews"]) == ("clarifying", [])
    assert asked["command_result"]["preview"]["id"] == shown["previews"][0]["id"]
    refused = await ana.ask("yes", thread=shown["thread_id"])
    assert await ana.count("events") == 0, refused
    asked = await ana.ask("you forgot Ana", thread=shown["thread_id"])
    edited = await ana.ask("the second one", thread=shown["thread_id"])
    assert [one["contact_id"] for one in previewed(edited)["participants"]] == [None, lima]


async def test_two_drafts_in_two_threads_and_two_users(plain: Steward, ana: Person) -> None:
    eva = await plain.person("Eva")
    one, two = await ana.ask(STORY), await ana.ask("/event dinner with Rui on Friday at nine")
    hers = await eva.ask("/event breakfast with Zoe tomorrow")
    assert len({each["command_result"]["pending_event_id"] for each in (one, two, hers)}) == 3
    assert (await eva.try_ask("yes", thread=one["thread_id"])).status_code == 404
    stolen = await eva.try_ask(
        "x", thread=hers["thread_id"], reply_to_clarification={"id": one["run"]["id"], "text": "x"}
    )
    assert stolen.status_code == 404
    await ana.ask("change it to 3pm", thread=one["thread_id"])
    assert (await active(ana, two))["pending_event_id"] == two["command_result"]["pending_event_id"]
    await ana.ask("yes", thread=two["thread_id"])
    assert [event["title"] for event in (await ana.get("/events"))["items"]] == ["Dinner"]
    assert await eva.count("events") == 0
    assert await active(ana, one) is not None


async def test_a_second_draft_in_a_thread_leaves_the_first_preview_waiting(ana: Person) -> None:
    one = await ana.ask(STORY)
    two = await ana.ask("/event dinner with Rui on Friday at nine", thread=one["thread_id"])
    assert (await active(ana, one))["pending_event_id"] == two["command_result"]["pending_event_id"]
    await ana.ask("yes", thread=one["thread_id"])
    assert (await active(ana, one))["pending_event_id"] == one["command_result"]["pending_event_id"]


async def test_previews_of_commands_wait_seven_days(ana: Person) -> None:
    shown = await ana.ask(STORY)
    life = await ana.scalar("select extract(epoch from expires_at - created_at) from previews where user_id = :me")
    assert float(life) == 7 * 24 * 3600
    await ana.execute("update previews set expires_at = steward_now() - interval '1 s' where user_id = :me")
    assert await active(ana, shown) is None
    late = await ana.ask("change it to 3pm", thread=shown["thread_id"])
    assert late["command_result"] is None
    assert await ana.count("events") == 0


async def test_erasing_somebody_takes_their_name_out_of_the_draft(ana: Person) -> None:
    (made,) = await known(ana, {"display_name": "Marcela Dias"})
    shown = await ana.ask(STORY)
    assert "Marcela Dias" in shown["answer"]
    await ana.send("DELETE", f"/contacts/{made}")
    messages = (await ana.get(f"/threads/{shown['thread_id']}/messages"))["items"]
    assert "Marcela Dias" not in str(messages)
    assert "Marcela Dias" not in str(await ana.get(f"/runs/{shown['run']['id']}"))
    assert await active(ana, shown) is None


async def test_a_repeated_message_makes_one_draft(ana: Person) -> None:
    one = await ana.ask(STORY, client_message_id="m1")
    two = await ana.ask(STORY, client_message_id="m1")
    assert one["run"]["id"] == two["run"]["id"]
    assert await ana.count("previews") == 1


async def test_empty_unknown_and_new(ana: Person) -> None:
    empty = await ana.ask("/event")
    assert (empty["status"], empty["command_result"]) == ("answered", None)
    assert "/event lunch" in empty["answer"]
    unknown = await ana.ask("/vent lunch")
    assert all(name in unknown["answer"] for name in ("/vent", "/event", "/contact", "/new"))
    fresh = await ana.ask("/new Holidays", thread=empty["thread_id"])
    assert fresh["thread_id"] == fresh["command_result"]["thread_id"] != empty["thread_id"]
    thread = await ana.get(f"/threads/{fresh['thread_id']}")
    assert thread["title"] == "Holidays"
    follow = await ana.ask("what is on my calendar?", thread=fresh["thread_id"])
    assert follow["thread_id"] == fresh["thread_id"]
    assert (await ana.ask("/new"))["thread_id"]


async def test_a_run_of_a_command_is_explained_and_streamed(ana: Person) -> None:
    told = await ana.follow(STORY)
    assert {"run.started", "step", "tool.finished", "token", "preview", "final"} <= set(told.names)
    run = await ana.get(f"/runs/{told.final['run']['id']}")
    assert run["intent"] == "command"
    assert [step["model_call"].get("purpose") for step in run["steps"]] == ["extraction", None]
    (proposal,) = run["steps"][-1]["proposals"]
    assert (proposal["tool"], proposal["verdict"]) == ("events_create", "hold")
    assert run["models"][0]["role"] == "reader"


async def test_the_same_words_without_the_slash_give_the_same_preview(ana: Person) -> None:
    by_command = await ana.ask("/event lunch with Marcela, paty and bebel tomorrow at Jordan's house")
    by_words = await ana.ask("schedule lunch with Marcela, paty and bebel tomorrow at Jordan's house")
    preview = by_words["previews"][0]
    for field in ("start_at", "end_at", "timezone", "participants", "place"):
        assert preview["arguments"][field] == previewed(by_command)[field]
    assert "lunch" in preview["arguments"]["title"].lower()


async def test_a_chat_client_that_keeps_its_own_history_can_use_it(ana: Person) -> None:
    """No thread, no message stored: the state is found with the answer that the client sends back."""
    messages = [{"role": "user", "content": STORY}]

    async def said() -> str:
        answer = await ana.post("/v1/chat/completions", {"model": "main", "messages": messages})
        text: str = answer["choices"][0]["message"]["content"]
        messages.append({"role": "assistant", "content": text})
        return text

    assert "Marcela, paty and bebel" in await said()
    messages.append({"role": "user", "content": "change it to 3pm"})
    assert "15:00" in await said()
    messages.append({"role": "user", "content": "yes"})
    await said()
    assert [one["start_at"][11:16] for one in (await ana.get("/events"))["items"]] == ["15:00"]
    assert await ana.count("threads") == 0


@pytest.mark.parametrize(("words", "edit", "opens"), cases("event_command", "a_few_words_do_not_change_the_language"))
async def test_a_few_words_do_not_change_the_language(ana: Person, words: str, edit: str, opens: str) -> None:
    locale = "es-ES" if "mañana" in words else "pt-PT"
    shown = await ana.ask(f"/event {words}", locale=locale)
    edited = await ana.ask(edit, thread=shown["thread_id"], locale=locale)
    assert edited["answer"].startswith(opens), edited["answer"]
    assert edited["command_result"]["state"] == "preview"
