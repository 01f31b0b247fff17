"""Calendars by URL as their owner meets them: subscribed, refreshed, edited, broken, given up."""

import asyncio
import gzip
import threading
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
import pytest_asyncio
from tests.support.connecting import connected, events_of, synced
from tests.support.corpora import cases
from tests.support.feed_server import ICS, FeedServer, calendar, event
from tests.support.loopback_http import Recorded, Wire
from tests.support.postgres import PostgresServer
from tests.support.steward import Person, Steward, started

from orchestrator.kit.ids import new_id


@pytest.fixture(scope="module")
def feeds() -> Iterator[FeedServer]:
    """A server that the operator listed."""
    with FeedServer() as server:
        yield server


@pytest.fixture(scope="module")
def stranger() -> Iterator[FeedServer]:
    """A server in the private network that nobody listed."""
    with FeedServer() as server:
        yield server


@pytest_asyncio.fixture(scope="module")
async def steward(
    postgres: PostgresServer, tmp_path_factory: pytest.TempPathFactory, feeds: FeedServer
) -> AsyncIterator[Steward]:
    url = await postgres.clone()
    home = tmp_path_factory.mktemp("feeds")
    settings: dict[str, Any] = {
        "llm_provider": "reader",
        "workers": 1,
        "embed_model": "off",
        "private_hosts": (feeds.host,),
    }
    async with started(home, url, **settings) as running:
        yield running
    await postgres.drop(url)


@pytest_asyncio.fixture
async def me(steward: Steward) -> Person:
    """A user of their own with every scope."""
    return await steward.with_every_scope(await steward.person("Rui Alves"))


@pytest.fixture
def path() -> str:
    return f"/{new_id()}.ics"


async def test_a_feed_is_read_and_its_events_carry_its_name(me: Person, feeds: FeedServer, path: str) -> None:
    url = feeds.serve(path, calendar(event("a", "Stand-up"), event("b", "Review", "20270306T100000Z")))
    made = await connected(me, "ics", url)
    assert (made["state"], made["last_error"], made["has_secret"]) == ("ok", None, False)
    assert made["last_sync_at"] is not None
    assert made["last_result"]["created"] == 2
    found = await events_of(me)
    assert {title: one["calendar"] for title, one in found.items()} == {"Stand-up": "Work", "Review": "Work"}
    assert found["Review"]["origin"] == "third_party"
    assert found["Review"]["source"] == f"ics:{made['id']}"
    assert (await me.get("/search", q="Review"))["hits"][0]["id"] == found["Review"]["id"]


async def test_a_feed_that_did_not_change_is_not_sent_again(me: Person, feeds: FeedServer, path: str) -> None:
    made = await connected(me, "ics", feeds.serve(path, calendar(event("a", "Stand-up"))))
    again = await synced(me, made["id"])
    assert again["state"] == "ok"
    assert again["last_result"] == made["last_result"]
    asked = [one for one in feeds.requests if one.path == path]
    assert asked[-1].headers["if-none-match"]


async def test_gone_events_are_called_off_and_come_back_and_edited_ones_stay(
    me: Person, feeds: FeedServer, path: str
) -> None:
    both = calendar(event("a", "Stand-up"), event("b", "Review"), event("c", "Retro"))
    made = await connected(me, "ics", feeds.serve(path, both))
    before = await events_of(me)
    await me.patch(f"/events/{before['Review']['id']}", {"title": "My review"})
    feeds.serve(path, calendar(event("c", "Retrospective")))
    after = await synced(me, made["id"])
    assert (after["last_result"]["cancelled"], after["last_result"]["kept"]) == (1, 1)
    assert any("My review" in note for note in after["last_result"]["notes"])
    found = await events_of(me)
    assert found["Stand-up"]["status"] == "cancelled"
    assert found["My review"]["status"] == "confirmed"
    assert found["My review"]["absent_since"] is not None
    assert found["Retrospective"]["id"] == before["Retro"]["id"]
    assert await me.count("tombstones") == 0
    feeds.serve(path, calendar(event("a", "Stand-up"), event("b", "Review!"), event("c", "Retro")))
    await synced(me, made["id"])
    found = await events_of(me)
    assert found["Stand-up"]["status"] == "confirmed"
    assert found["My review"]["absent_since"] is None
    assert found["Stand-up"]["id"] == before["Stand-up"]["id"]


async def test_an_erased_event_does_not_come_back(me: Person, feeds: FeedServer, path: str) -> None:
    made = await connected(me, "ics", feeds.serve(path, calendar(event("a", "Stand-up"))))
    await me.send("DELETE", f"/events/{(await events_of(me))['Stand-up']['id']}")
    feeds.serve(path, calendar(event("a", "Stand-up again")))
    after = await synced(me, made["id"])
    assert after["last_result"]["erased"] == 1
    assert await events_of(me) == {}


async def test_webcal_is_read_where_the_server_speaks_http_alone(me: Person, feeds: FeedServer, path: str) -> None:
    url = feeds.serve(path, calendar(event("a", "Match day"), name="Fixtures"))
    made = await connected(me, "ics", url.replace("http://", "webcal://"), name="Football")
    assert made["state"] == "ok", made
    assert (await events_of(me))["Match day"]["calendar"] == "Football"


@pytest.mark.parametrize(("status", "state", "words"), cases("connected_feeds", "refusals_are_told_in_words"))
async def test_refusals_are_told_in_words(
    me: Person, feeds: FeedServer, path: str, status: int, state: str, words: str
) -> None:
    made = await connected(me, "ics", feeds.answer(path, status))
    assert made["state"] == state
    assert words in made["last_error"]
    assert made["last_sync_at"] is None
    assert made["next_sync_at"] is not None


async def test_what_is_no_calendar_is_refused_and_cancels_nothing(me: Person, feeds: FeedServer, path: str) -> None:
    whole = calendar(event("a", "Stand-up"))
    made = await connected(me, "ics", feeds.serve(path, whole))
    for text, words in (
        ("<!doctype html><p>Log in", "web page"),
        ("hello", "no calendar"),
        ("", "no calendar"),
        (whole[: len(whole) // 2], "no whole calendar"),
    ):
        feeds.serve(path, text)
        after = await synced(me, made["id"])
        assert after["state"] in {"failing", "needs_attention"}
        assert words in after["last_error"], text
        assert (await events_of(me))["Stand-up"]["status"] == "confirmed"
    feeds.serve(path, whole + " \r\n")
    assert (await synced(me, made["id"]))["state"] == "ok"


async def test_bad_events_among_good_ones_are_told_and_cost_these_nothing(
    me: Person, feeds: FeedServer, path: str
) -> None:
    feeds.serve(
        path,
        calendar(
            event("a", "Good"),
            event("never", "Never", "20270305T100000Z", "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"),
            event("always", "Always", "20270305T100000Z", "RRULE:FREQ=DAILY;INTERVAL=0"),
            event("weeks", "No such week", "20270305T100000Z", "RRULE:FREQ=YEARLY;BYWEEKNO=53;BYMONTH=6"),
            event("b", "Good too"),
        ),
    )
    made = await connected(me, "ics", f"{feeds.url}{path}")
    told = made["last_result"]
    assert (made["state"], told["created"], told["invalid"]) == ("ok", 5, 0), made
    assert all(note.startswith("RRULE left out: ") for note in told["notes"])
    assert [
        rule for rule in ("BYMONTHDAY=30", "and 100000000") if not any(rule in note for note in told["notes"])
    ] == []
    assert {"Good", "Good too"} <= set(await events_of(me))


async def test_a_body_without_end_and_a_bomb_are_given_up(me: Person, feeds: FeedServer, path: str) -> None:
    piece = b"BEGIN:VCALENDAR\r\n" + b"X-A:" + b"a" * 1_000_000
    made = await connected(me, "ics", feeds.drip(path, piece))
    assert "larger than 32 MB" in made["last_error"]
    bomb = gzip.compress(b"BEGIN:VCALENDAR\r\n" + b"\0" * 200_000_000)
    feeds.sent(path, bomb, **{"Content-Encoding": "gzip"})
    assert "larger than 32 MB" in (await synced(me, made["id"]))["last_error"]
    feeds.sent(path, gzip.compress(calendar(event("z", "Zipped")).encode()), **{"Content-Encoding": "gzip"})
    assert (await synced(me, made["id"]))["state"] == "ok"
    assert "Zipped" in await events_of(me)


async def test_redirects_are_followed_but_not_into_the_private_network(
    me: Person, feeds: FeedServer, stranger: FeedServer, path: str
) -> None:
    feeds.serve(f"/to{path}", calendar(event("a", "Moved")))
    made = await connected(me, "ics", feeds.answer(path, 302, Location=f"/to{path}"))
    assert made["state"] == "ok", made
    stranger.serve(path, calendar(event("x", "Secret")))
    for target in (
        f"{stranger.url}{path}",
        f"http://localhost:{stranger.port}{path}",
        "http://169.254.169.254/",
        "file:///etc/passwd",
    ):
        feeds.answer(path, 302, Location=target)
        after = await synced(me, made["id"])
        assert after["state"] == "needs_attention", target
        assert "private network" in after["last_error"] or "no web address" in after["last_error"]
    feeds.answer(path, 302, Location=path)
    assert "redirects" in (await synced(me, made["id"]))["last_error"]
    assert stranger.requests == []
    assert "Secret" not in await events_of(me)


@pytest.mark.parametrize("host", cases("connected_feeds", "private_addresses_are_refused_at_once"))
async def test_private_addresses_are_refused_at_once(me: Person, stranger: FeedServer, host: str) -> None:
    url = f"http://{host.format(port=stranger.port)}/a.ics"
    answer = await me.send("POST", "/connections", json={"kind": "ics", "url": url})
    assert answer.status_code == 422, answer.text
    assert answer.json()["errors"][0]["loc"] == ["body", "url"]
    assert "STEWARD_PRIVATE_HOSTS" in answer.json()["detail"]
    assert stranger.requests == []


@pytest.mark.parametrize(("body", "field"), cases("connected_feeds", "bad_input_names_the_field"))
async def test_bad_input_names_the_field(me: Person, body: dict[str, object], field: str) -> None:
    answer = await me.send("POST", "/connections", json=body)
    assert answer.status_code == 422, answer.text
    assert field in answer.json()["errors"][0]["loc"]
    assert "pw" not in answer.text.replace("ana:pw", "")


async def test_a_password_goes_in_and_never_comes_out(me: Person, feeds: FeedServer, path: str) -> None:
    url = feeds.serve(path, calendar(event("a", "Stand-up")))
    made = await connected(me, "ics", url, username="ana", secret="s3cret-word")
    assert made["has_secret"] is True
    assert "s3cret" not in str(made)
    assert "secret" not in made
    assert feeds.requests[-1].headers["authorization"].startswith("Basic ")
    stored = await me.scalar("select encode(sealed, 'escape') from connections where user_id = :me")
    assert "s3cret" not in stored
    dumped = await me.scalar("select string_agg(payload::text, ' ') from async_jobs where user_id = :me")
    assert "s3cret" not in (dumped or "")
    elsewhere = await me.send("PATCH", f"/connections/{made['id']}", json={"url": "https://93.184.216.34/"})
    assert elsewhere.status_code == 422
    changed = await me.patch(f"/connections/{made['id']}", {"secret": None})
    assert changed["has_secret"] is False


async def test_a_password_under_another_key_says_so(me: Person, feeds: FeedServer, path: str) -> None:
    url = feeds.serve(path, calendar(event("a", "Stand-up")))
    made = await connected(me, "ics", url, username="ana", secret="word")
    await me.execute(
        "update connections set sealed = set_byte(sealed, 2, (get_byte(sealed, 2) + 1) % 256) where user_id = :me"
    )
    after = await synced(me, made["id"])
    assert after["state"] == "needs_attention"
    assert "STEWARD_SECRET_KEY_FILE" in after["last_error"]
    await me.patch(f"/connections/{made['id']}", {"secret": "word"})
    assert (await synced(me, made["id"]))["state"] == "ok"


async def test_what_is_erased_while_it_is_read_leaves_nothing(me: Person, feeds: FeedServer, path: str) -> None:
    asked, go_on = threading.Event(), threading.Event()
    text = calendar(event("a", "Stand-up"))

    async def page(_: Recorded, wire: Wire) -> None:
        asked.set()
        await asyncio.to_thread(go_on.wait, 30)
        await wire.whole(200, text, ICS)

    feeds.pages[path] = page
    made = await me.post("/connections", {"kind": "ics", "url": f"{feeds.url}{path}"})
    started_job = await me.post(f"/connections/{made['id']}/sync")
    assert await asyncio.to_thread(asked.wait, 30)
    receipt = await me.send("DELETE", f"/connections/{made['id']}")
    assert receipt.json()["deleted"] == {"connection": 1}
    go_on.set()
    await me.job_ended(started_job["job_id"])
    assert await me.scalar("select count(*) from async_jobs where user_id = :me and state = 'failed'") == 0
    assert await events_of(me) == {}


async def test_a_connection_is_changed_listed_and_made_once(me: Person, feeds: FeedServer, path: str) -> None:
    url = feeds.serve(path, calendar(event("a", "Stand-up")))
    made = await connected(me, "ics", url)
    again = await me.send("POST", "/connections", json={"kind": "ics", "url": url})
    assert (again.status_code, again.json()["id"]) == (409, made["id"])
    stale = await me.send("PATCH", f"/connections/{made['id']}", json={"name": "Team"}, headers={"If-Match": '"99"'})
    assert stale.status_code == 412
    changed = await me.patch(f"/connections/{made['id']}", {"name": "Team"})
    assert changed["name"] == "Team"
    assert (await synced(me, made["id"]))["name"] == "Team"
    assert (await events_of(me))["Stand-up"]["calendar"] == "Team"
    page = await me.get("/connections", limit=1)
    assert [one["id"] for one in page["items"]] == [made["id"]]
    assert (await me.get("/connections", q="nothing-like-it"))["items"] == []


async def test_connected_anew_an_edited_event_goes_on_and_is_not_there_twice(
    me: Person, feeds: FeedServer, path: str
) -> None:
    url = feeds.serve(path, calendar(event("a", "Stand-up"), event("b", "Review", "20270306T100000Z")))
    first = await connected(me, "ics", url)
    mine = (await events_of(me))["Stand-up"]
    await me.send("PATCH", f"/events/{mine['id']}", json={"title": "Stand-up with Rui"})
    await me.send("DELETE", f"/connections/{first['id']}")
    again = await connected(me, "ics", url)
    found = await events_of(me)
    assert set(found) == {"Stand-up with Rui", "Review"}
    assert (found["Stand-up with Rui"]["id"], found["Stand-up with Rui"]["source"]) == (
        mine["id"],
        f"ics:{again['id']}",
    )
    feeds.serve(path, calendar(event("a", "Stand-up", "20270307T100000Z"), event("b", "Review", "20270306T100000Z")))
    await synced(me, again["id"])
    found = await events_of(me)
    assert set(found) == {"Stand-up with Rui", "Review"}
    assert found["Stand-up with Rui"]["start_utc"].startswith("2027-03-07T10:00")
    assert await me.count("events") == 2


async def test_two_feeds_with_one_uid_keep_their_own(me: Person, feeds: FeedServer, path: str) -> None:
    one, two = feeds.serve(path, calendar(event("a", "Ours"))), feeds.serve(f"/x{path}", calendar(event("a", "Theirs")))
    await connected(me, "ics", one)
    mine = (await events_of(me))["Ours"]
    await me.send("PATCH", f"/events/{mine['id']}", json={"title": "Mine"})
    await connected(me, "ics", two)
    assert set(await events_of(me)) == {"Mine", "Theirs"}


async def test_giving_it_up_takes_its_events_but_not_those_that_were_edited(
    me: Person, feeds: FeedServer, path: str
) -> None:
    url = feeds.serve(path, calendar(event("a", "Stand-up"), event("b", "Review"), event("c", "Retro")))
    made = await connected(me, "ics", url, secret="pw", username="ana")
    found = await events_of(me)
    await me.patch(f"/events/{found['Review']['id']}", {"description": "bring slides"})
    told = await me.send("DELETE", f"/connections/{made['id']}?dry_run=true")
    assert told.json()["deleted"] == {"connection": 1, "event": 2}
    assert len(await events_of(me)) == 3
    receipt = await me.send("DELETE", f"/connections/{made['id']}")
    assert receipt.json()["deleted"] == {"connection": 1, "event": 2}
    assert list(await events_of(me)) == ["Review"]
    assert await me.count("connections") == 0
    assert (await me.send("GET", f"/connections/{made['id']}")).status_code == 404
    assert (await me.send("POST", f"/connections/{made['id']}/sync")).status_code == 404


async def test_a_connection_is_its_users_alone(steward: Steward, me: Person, feeds: FeedServer, path: str) -> None:
    url = feeds.serve(path, calendar(event("a", "Stand-up")))
    mine = await connected(me, "ics", url)
    owner = await steward.owner()
    for method, sub in (("GET", ""), ("PATCH", ""), ("DELETE", ""), ("POST", "/sync")):
        answer = await owner.send(method, f"/connections/{mine['id']}{sub}", json={} if method == "PATCH" else None)
        assert answer.status_code == 404, (method, sub)
    theirs = await connected(owner, "ics", url)
    assert theirs["id"] != mine["id"]
    assert "Stand-up" in await events_of(owner)
    await owner.send("DELETE", f"/connections/{theirs['id']}")
    assert "Stand-up" in await events_of(me)
    plain = await steward.person()
    assert (await plain.send("GET", "/connections")).status_code == 403


async def test_what_is_due_is_read_by_itself(steward: Steward, me: Person, feeds: FeedServer, path: str) -> None:
    made = await connected(me, "ics", feeds.serve(path, calendar(event("a", "Stand-up"))))
    feeds.serve(path, calendar(event("a", "Stand-up at ten")))
    await me.execute("update connections set next_sync_at = steward_now() where user_id = :me")
    job = await (await steward.owner()).post("/system/jobs/connections.refresh/run")
    await (await steward.owner()).job_ended(job["job_id"])
    job_id = await me.scalar(
        "select id from async_jobs where user_id = :me and job_type = 'connections.sync' order by id desc limit 1"
    )
    await me.job_ended(str(job_id))
    assert list(await events_of(me)) == ["Stand-up at ten"]
    assert made["id"]
