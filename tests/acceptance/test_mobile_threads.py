"""What does the app see of a person's conversations? Small lists, everything that waits, also after a restart."""

import asyncio
import gzip
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.acceptance.conftest import Start
from tests.support.model_script import Hang
from tests.support.steward import Person, Steward, started

from orchestrator.kit.ids import new_id

SMALL_LIST_BYTES = 400
"""Of one line of the list, before compression."""


async def propose(steward: Steward, person: Person, *titles: str, thread: str | None = None) -> dict[str, Any]:
    steward.model.calls(*(("todos_create", {"title": title}) for title in titles))
    steward.model.say("I prepared it; please confirm.")
    return await person.ask(f"Add {' and '.join(titles)} to my list", thread=thread)


async def ask_back(steward: Steward, person: Person) -> dict[str, Any]:
    """A turn that ends with a question of which Ana is meant."""
    for name in ("Ana Souza", "Ana Lima"):
        await person.post("/contacts", {"display_name": name})
    steward.model.call("events_create", {"title": "Lunch", "start_at": "2027-03-05T12:30", "participants": ["Ana"]})
    told = await person.ask("Plan lunch with Ana on 2027-03-05 at 12:30")
    assert told["status"] == "needs_input", told
    return told


async def thread_of(person: Person, *texts: str, at: str = "2026-03-02T10", title: str = "Chat") -> str:
    """A thread from elsewhere, a message a text, a minute apart."""
    said = [
        {"external_id": f"m{n}", "speaker": "Rui" if n % 2 else "me", "text": said, "at": f"{at}:{n:02}Z"}
        for n, said in enumerate(texts)
    ]
    body = {"external_id": str(new_id()), "title": title, "source": "chat-export", "messages": said}
    (result,) = (await person.post("/ingest/conversation", body))["results"]
    return str(result["id"])


async def item_of(person: Person, thread: str) -> dict[str, Any]:
    found = (await person.get("/mobile/threads"))["items"]
    (item,) = [one for one in found if one["id"] == thread]
    return dict(item)


async def test_the_list_tells_how_each_ends_and_what_waits(steward: Steward, ana: Person) -> None:
    app = await steward.with_scopes(ana, "mobile")
    assert await app.get("/mobile/threads") == {"items": [], "next_cursor": None}
    elsewhere = await thread_of(ana, "Dinner on Friday?", "Yes, at 8.", title="Weekend")
    steward.model.always("Good\n\nmorning   to you. " + "And a good day. " * 20)
    plain = (await ana.ask("Good morning"))["thread_id"]
    waiting = (await propose(steward, ana, "Buy milk", "Call Rui"))["thread_id"]
    asking = (await ask_back(steward, ana))["thread_id"]
    items = (await app.get("/mobile/threads"))["items"]
    assert [one["id"] for one in items] == [asking, waiting, plain, elsewhere]
    shown = {one["id"]: (one["waiting_previews"], one["needs_user"], one["snippet_role"]) for one in items}
    assert shown == {
        asking: (0, True, "assistant"),
        waiting: (2, True, "assistant"),
        plain: (0, False, "assistant"),
        elsewhere: (0, False, "user"),
    }
    by_id = {one["id"]: one for one in items}
    assert (by_id[elsewhere]["snippet"], by_id[elsewhere]["source"]) == ("Yes, at 8.", "chat-export")
    assert by_id[plain]["snippet"].startswith("Good morning to you. And a good day.")
    assert len(by_id[plain]["snippet"]) <= 120
    assert [one["id"] for one in (await app.get("/mobile/threads", q="dinner"))["items"]] == [elsewhere]
    await ana.patch(f"/threads/{plain}", {"archived_at": "2026-11-21T10:00:00Z"})
    assert [one["id"] for one in (await app.get("/mobile/threads", archived="true"))["items"]] == [plain]
    assert plain not in [one["id"] for one in (await app.get("/mobile/threads", archived="false"))["items"]]


async def test_a_thread_holds_what_its_screen_shows(steward: Steward, ana: Person) -> None:
    app = await steward.with_scopes(ana, "mobile")
    told = await propose(steward, ana, "Buy milk")
    view = await app.get(f"/mobile/threads/{told['thread_id']}")
    assert [(one["role"], one["content"]) for one in view["messages"]] == [
        ("user", "Add Buy milk to my list"),
        ("assistant", told["answer"]),
    ]
    assert view["previews"] == told["previews"]
    assert view["ui_directives"] == told["ui_directives"]
    assert (view["need_user_input"], view["active_command"], view["active_run_id"], view["next_cursor"]) == (None,) * 4
    answer = view["messages"][-1]
    assert answer["run_id"] == told["run"]["id"]
    assert answer["metadata"]["actions"] == told["actions"]
    assert answer["metadata"]["previews"] == [told["previews"][0]["id"]]
    assert not {"clarification", "context"} & answer["metadata"].keys()
    await app.post(f"/previews/{told['previews'][0]['id']}/confirm")
    after = await app.get(f"/mobile/threads/{told['thread_id']}")
    assert (after["previews"], after["ui_directives"]) == ([], [])
    assert not (await item_of(app, told["thread_id"]))["needs_user"]


async def test_linked_items_come_with_their_message(steward: Steward, ana: Person) -> None:
    event = await ana.post("/events", {"title": "Dentist", "start_at": "2027-03-05T10:00"})
    steward.model.call("get_events", {"action": "by_ids", "ids": [event["id"]]})
    steward.model.say("The dentist is on 5 March 2027 at 10:00.")
    told = await ana.ask("When is the dentist?")
    view = await ana.get(f"/mobile/threads/{told['thread_id']}")
    assert view["messages"][-1]["metadata"]["linked_items"] == told["linked_items"]
    assert [(one["type"], one["id"]) for one in told["linked_items"]] == [("event", event["id"])]


async def test_a_question_waits_until_it_is_answered(steward: Steward, ana: Person) -> None:
    told = await ask_back(steward, ana)
    thread, needs = told["thread_id"], told["need_user_input"]
    view = await ana.get(f"/mobile/threads/{thread}")
    assert (view["need_user_input"], view["ui_directives"]) == (needs, told["ui_directives"])
    chosen = next(option for option in needs["options"] if option["label"].startswith("Ana Lima"))
    steward.model.say("I prepared the lunch with Ana Lima; please confirm.")
    reply = {"id": needs["id"], "option_id": chosen["id"]}
    done = await ana.ask(chosen["label"], thread=thread, reply_to_clarification=reply)
    view = await ana.get(f"/mobile/threads/{thread}")
    assert view["need_user_input"] is None
    assert [one["id"] for one in view["previews"]] == [done["previews"][0]["id"]]


async def test_a_question_of_which_preview_ends_with_the_previews(steward: Steward, ana: Person) -> None:
    told = await propose(steward, ana, "Buy milk", "Call Rui")
    thread = told["thread_id"]
    which = await ana.ask("yes", thread=thread)
    assert which["status"] == "needs_input"
    assert (await ana.get(f"/mobile/threads/{thread}"))["need_user_input"] == which["need_user_input"]
    for preview in told["previews"]:
        assert (await item_of(ana, thread))["needs_user"]
        await ana.post(f"/previews/{preview['id']}/cancel")
    assert (await ana.get(f"/mobile/threads/{thread}"))["need_user_input"] is None
    assert not (await item_of(ana, thread))["needs_user"]


async def test_a_question_outlives_a_turn_that_was_broken_off(steward: Steward, ana: Person) -> None:
    told = await ask_back(steward, ana)
    thread = told["thread_id"]
    steward.model.hang()
    asking = asyncio.create_task(ana.try_ask("What is the weather like?", thread=thread))
    view = await ana.until(f"/mobile/threads/{thread}", lambda view: view["active_run_id"] is not None)
    assert view["need_user_input"] is None
    assert view["messages"][-1]["content"] == "What is the weather like?"
    await ana.post(f"/runs/{view['active_run_id']}/cancel")
    await asking
    view = await ana.get(f"/mobile/threads/{thread}")
    assert (view["active_run_id"], view["need_user_input"]) == (None, told["need_user_input"])


async def test_what_waits_is_there_after_a_restart(start: Start, tmp_path: Path, shared_url: str) -> None:
    async with start() as before:
        ana = await before.person()
        proposed = await propose(before, ana, "Buy milk")
        asked = await ask_back(before, ana)
        views = [await ana.get(f"/mobile/threads/{told['thread_id']}") for told in (proposed, asked)]
        listed = await ana.get("/mobile/threads")
        person = (ana.id, ana.token)
    async with started(tmp_path / "other", shared_url) as after:
        ana = after.speaking(*person)
        assert await ana.get("/mobile/threads") == listed
        assert [await ana.get(f"/mobile/threads/{told['thread_id']}") for told in (proposed, asked)] == views
        preview, needs = views[0]["previews"][0], views[1]["need_user_input"]
        assert (await ana.post(f"/previews/{preview['id']}/confirm"))["state"] == "confirmed"
        after.model.say("I prepared it; please confirm.")
        reply = {"id": needs["id"], "option_id": needs["options"][0]["id"]}
        done = await ana.ask("that one", thread=asked["thread_id"], reply_to_clarification=reply)
        assert done["previews"], done


async def test_messages_are_paged_back_and_new_ones_disturb_nothing(steward: Steward, ana: Person) -> None:
    thread = await thread_of(ana, *(f"text {number}" for number in range(11)))
    seen: list[str] = []
    cursor = None
    steward.model.always("Hello to you.")
    for page in range(20):
        view = await ana.get(f"/mobile/threads/{thread}", limit=4, **({"cursor": cursor} if cursor else {}))
        texts = [one["content"] for one in view["messages"]]
        assert texts == sorted(texts, key=lambda text: int(text.split()[1]))
        seen = texts + seen
        if page == 0:
            await ana.ask("Good morning", thread=thread)
        cursor = view["next_cursor"]
        if cursor is None:
            break
    assert seen == [f"text {number}" for number in range(11)]
    newest = await ana.get(f"/mobile/threads/{thread}", limit=2)
    assert [one["content"] for one in newest["messages"]] == ["Good morning", "Hello to you."]


@pytest.mark.parametrize("path", ["/mobile/threads", "/threads"])
async def test_who_pages_meets_each_thread_once_whatever_comes_meanwhile(
    steward: Steward, ana: Person, path: str
) -> None:
    steward.model.always("Noted.")
    threads = [await thread_of(ana, "Hello", at=f"2026-03-{day:02}T10") for day in range(1, 10)][::-1]
    seen: list[str] = []
    cursor = None
    for page in range(20):
        told = await ana.get(path, limit=2, **({"cursor": cursor} if cursor else {}))
        seen += [one["id"] for one in told["items"]]
        cursor = told["next_cursor"]
        if cursor is None:
            break
        # A new thread, one that was seen and one that was not get a message.
        await ana.ask(f"Something new {page}")
        await ana.ask("More", thread=threads[0])
        await ana.ask("More", thread=threads[-1 - page % 2])
    assert seen == threads
    again = [one["id"] for one in (await ana.get(path, limit=50))["items"]]
    assert len(again) == len(set(again)) > len(threads)


async def test_an_unchanged_read_is_304_and_a_changed_one_is_not(steward: Steward, ana: Person) -> None:
    told = await propose(steward, ana, "Buy milk")
    await ana.post("/mobile/devices", {"expo_push_token": f"ExpoPushToken[{new_id()}]", "platform": "ios"})
    one = f"/mobile/threads/{told['thread_id']}"
    tags = {}
    for path in ("/mobile/threads", one, "/mobile/devices", "/mobile/system/jobs"):
        first = await ana.send("GET", path)
        tags[path] = first.headers["etag"]
        assert first.headers["cache-control"] == "private, no-cache"
        for known in (tags[path], f'"other", {tags[path]}', tags[path].removeprefix("W/"), "*"):
            again = await ana.send("GET", path, headers={"If-None-Match": known})
            assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tags[path]), path
        other = await ana.send("GET", path, headers={"If-None-Match": '"other"'})
        assert (other.status_code, other.json()) == (200, first.json())
    await ana.post(f"/previews/{told['previews'][0]['id']}/cancel")
    for path in ("/mobile/threads", one):
        changed = await ana.send("GET", path, headers={"If-None-Match": tags[path]})
        assert changed.status_code == 200, path
        assert changed.headers["etag"] != tags[path]
    bruno = await steward.person("Bruno Dias")
    answer = await bruno.send("GET", one, headers={"If-None-Match": tags[one]})
    assert answer.status_code == 404


async def test_thirty_threads_are_small(steward: Steward, ana: Person) -> None:
    for day in range(1, 31):
        long = f"What about the {day}th? " + "We could meet at the station, or somewhere else. " * 10
        await thread_of(ana, "Hello", long, at=f"2026-03-{day:02}T10", title=f"Plans for the {day}th with everybody")
    async with httpx.AsyncClient(
        base_url=steward.url, headers={"Authorization": f"Bearer {ana.token}"}, verify=False
    ) as client:
        plain = await client.get("/mobile/threads", headers={"Accept-Encoding": "identity"})
        packed = await client.get("/mobile/threads", headers={"Accept-Encoding": "br, gzip;q=0.8"})
        refused = await client.get("/mobile/threads", headers={"Accept-Encoding": "gzip;q=0"})
        async with client.stream("GET", "/mobile/threads", headers={"Accept-Encoding": "gzip"}) as raw:
            wire = b"".join([part async for part in raw.aiter_raw()])
    assert len(plain.json()["items"]) == 30
    assert len(plain.content) < 30 * SMALL_LIST_BYTES
    assert (packed.json(), packed.headers["etag"]) == (plain.json(), plain.headers["etag"])
    assert "content-encoding" not in plain.headers
    assert "content-encoding" not in refused.headers
    assert gzip.decompress(wire) == plain.content
    assert len(wire) < len(plain.content) / 3


async def test_only_the_owner_with_the_scope_sees_them(steward: Steward, ana: Person) -> None:
    told = await propose(steward, ana, "Buy milk")
    path = f"/mobile/threads/{told['thread_id']}"
    bruno = await steward.person("Bruno Dias")
    assert (await bruno.get("/mobile/threads"))["items"] == []
    assert (await bruno.send("GET", path)).status_code == 404
    narrow = await steward.with_scopes(ana, "ask", "read", "write")
    for each in ("/mobile/threads", path, "/mobile/system/jobs"):
        answer = await narrow.send("GET", each, headers={"If-None-Match": "*"})
        assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing")
        stranger = await narrow.send("GET", each, headers={"Authorization": "", "If-None-Match": "*"})
        assert stranger.status_code == 401
    for unknown in ("none", str(new_id()), "%00"):
        assert (await ana.send("GET", f"/mobile/threads/{unknown}")).status_code == 404
    for query in ({"limit": "0"}, {"cursor": "xx"}, {"cursor": "x\x00"}, {"limit": "x"}):
        for each in ("/mobile/threads", path):
            answer = await ana.send("GET", each, params=query)
            assert (answer.status_code, answer.json()["code"]) == (422, "invalid_request"), (each, query)


async def test_what_is_not_built_does_not_exist(ana: Person) -> None:
    assert (await ana.send("GET", f"/mobile/events/{new_id()}/photos")).status_code == 404


async def test_a_hanging_turn_keeps_nobody_from_reading(steward: Steward, ana: Person) -> None:
    steward.model.add(Hang())
    asking = asyncio.create_task(ana.try_ask("Good morning", on_disconnect="cancel"))
    await steward.model.until_chats(1)
    (item,) = (await ana.get("/mobile/threads"))["items"]
    assert (item["snippet"], item["snippet_role"], item["needs_user"]) == ("Good morning", "user", False)
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)
