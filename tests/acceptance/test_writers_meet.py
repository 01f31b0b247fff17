"""Does every way of writing go together with every other, at the same time, for the same person? Nobody is answered
5xx, Postgres finds no deadlock, and what is left holds together."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from itertools import combinations, count
from typing import Any

import httpx
import pytest
import pytest_asyncio
from tests.support.meetings import transcript
from tests.support.postgres import PostgresServer
from tests.support.steward import Person, Steward, started
from tests.support.writers_of_work import WRITERS_OF_WORK, WritersOfWork

NAMES = ("Ana Souza", "Bruno Lima", "Carla Reis")
AT_ONCE = 2
"""Calls of each writer of a group that run beside each other."""
TOGETHER = 17
"""Writers of a group: each pair is in one of them, where pairs alone would be 528."""
FINE = frozenset({200, 201, 202, 204, 404, 409, 412, 422})
KINDS = {"event": "events", "contact": "contacts", "todo": "todos", "note": "notes", "place": "places"}
"""Kinds whose visible rows are found, and whose hidden and erased ones are not."""

Write = Callable[[], Awaitable[httpx.Response]]


class Writers:
    """Every kind of writing, over a handful of things that all of them want."""

    def __init__(self, person: Person) -> None:
        self._person = person
        self._turn: Iterator[int] = count()
        self._archive = b""

    async def begin(self) -> None:
        """There is something to write to."""
        for one in (self.ingest_ics, self.ingest_vcard, self.ingest_items, self.meeting, self.conversation):
            await one()
        self._archive = (await self._person.send("GET", "/export")).content

    def all(self) -> dict[str, Write]:
        """By name."""
        return {name: getattr(self, name) for name in WRITERS}

    def _next(self) -> int:
        return next(self._turn)

    async def _post(self, path: str, body: Any) -> httpx.Response:
        return await self._person.send("POST", path, json=body)

    async def _some(self, path: str) -> str:
        """The id of one that is there now."""
        items = (await self._person.get(path, limit=6))["items"]
        return str(items[self._next() % len(items)]["id"]) if items else "01a20000-0000-7000-8000-000000000000"

    async def ingest_ics(self) -> httpx.Response:
        version = self._next()
        events = "".join(
            f"BEGIN:VEVENT\r\nUID:u{at}@example.org\r\nDTSTAMP:20261101T080000Z\r\nSUMMARY:Yoga {version}\r\n"
            f"DTSTART;TZID=Europe/Lisbon:202612{at + 1:02}T183000\r\nDURATION:PT1H\r\n"
            f"ATTENDEE;CN=Ana Souza:mailto:ana@example.org\r\nRRULE:FREQ=WEEKLY;COUNT=4\r\nEND:VEVENT\r\n"
            for at in range(6)
        )
        file = f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//EN\r\n{events}END:VCALENDAR\r\n"
        return await self._person.send("POST", "/ingest/ics", content=file, headers={"content-type": "text/calendar"})

    async def ingest_vcard(self) -> httpx.Response:
        version = self._next()
        cards = "".join(
            f"BEGIN:VCARD\r\nVERSION:4.0\r\nUID:c{at}\r\nFN:{name}\r\nNOTE:{version}\r\n"
            f"RELATED;TYPE=friend:urn:uuid:c{(at + 1) % 3}\r\nCATEGORIES:team\r\nEND:VCARD\r\n"
            for at, name in enumerate(NAMES)
        )
        return await self._person.send("POST", "/ingest/vcard", content=cards, headers={"content-type": "text/vcard"})

    async def ingest_items(self) -> httpx.Response:
        version = self._next()
        await self._post("/ingest/todo", [{"external_id": f"t{at}", "title": f"Call {version}"} for at in range(4)])
        await self._post("/ingest/place", [{"external_id": f"p{at}", "name": f"Office {version}"} for at in (1, 0)])
        names = [{"external_id": f"i{at}", "display_name": f"{name} {version}"} for at, name in enumerate(NAMES)]
        await self._post("/ingest/contact", names[:: -1 if version % 2 else 1])
        keys = [3, 0, 2, 1] if version % 2 else [0, 1, 2, 3]
        items = [{"external_id": f"e{at}", "title": f"Lunch {version}", "start_at": "2026-12-01"} for at in keys]
        return await self._post("/ingest/event", items)

    async def location(self) -> httpx.Response:
        fix = {"lat": 38.72, "lon": -9.13, "recorded_at": "2026-11-21T08:30:00Z", "device": f"d{self._next() % 2}"}
        return await self._post("/ingest/location", [fix, {**fix, "device": "d9"}])

    async def meeting(self) -> httpx.Response:
        said = transcript(("Ana Souza", f"I will send version {self._next()} tomorrow."), meeting_id="kick-off")
        return await self._post("/ingest/meetings/transcript", said)

    async def conversation(self) -> httpx.Response:
        body = {"external_id": "talk", "messages": [{"external_id": "m1", "role": "user", "content": "Hello there"}]}
        return await self._post("/ingest/conversation", body)

    async def document(self) -> httpx.Response:
        return await self._post("/ingest/document", {"external_id": f"d{self._next() % 3}", "text": "A contract."})

    async def note(self) -> httpx.Response:
        return await self._post("/notes", {"text": f"Ana likes tea {self._next()}"})

    async def fact(self) -> httpx.Response:
        return await self._post("/facts", {"text": f"I drink tea number {self._next() % 3}", "subjects": ["tea"]})

    async def rule(self) -> httpx.Response:
        effect = {"type": "default_duration", "minutes": 30}
        body = {"text": f"Meetings last 30 minutes, {self._next() % 2}", "effect": effect}
        return await self._post("/rules", body)

    async def account(self) -> httpx.Response:
        return await self._person.send("PATCH", "/me", json={"name": f"Ana {self._next()}"})

    async def group(self) -> httpx.Response:
        await self._post("/contact-groups", {"name": "team"})
        groups = (await self._person.get("/contact-groups"))["items"]
        if not groups:
            return await self._post("/contact-groups", {"name": "team"})
        return await self._person.send("PATCH", f"/contact-groups/{groups[0]['id']}", json={"name": "team"})

    async def create(self) -> httpx.Response:
        number = self._next()
        event = {"external_id": f"made{number % 3}", "title": "Dinner", "start_at": "2026-12-24T19:00"}
        await self._post("/events", event)
        await self._post("/contacts", {"display_name": f"Dora {number}"})
        await self._post("/places", {"name": f"Bar {number}"})
        return await self._post("/todos", {"title": f"Buy {number}", "external_id": f"t{number % 5}"})

    async def change(self) -> httpx.Response:
        number = self._next()
        contact = await self._some("/contacts")
        await self._person.send("PATCH", f"/contacts/{contact}", json={"groups": ["team"], "relation": f"r{number}"})
        await self._person.send("PATCH", f"/todos/{await self._some('/todos')}", json={"title": f"Changed {number}"})
        body = {"title": f"Moved {number}", "participants": [{"contact_id": contact}]}
        return await self._person.send("PATCH", f"/events/{await self._some('/events')}", json=body)

    async def merge(self) -> httpx.Response:
        keep, away = await self._some("/contacts"), await self._some("/contacts")
        merged = await self._post("/contacts/merge", {"keep_id": keep, "merge_ids": [away]})
        if merged.status_code == 200:
            return await self._post(f"/contacts/{keep}/unmerge", {"contact_id": away})
        return merged

    async def erase(self) -> httpx.Response:
        for path in ("/contacts", "/todos", "/notes", "/facts", "/documents", "/places"):
            await self._person.send("DELETE", f"{path}/{await self._some(path)}")
        return await self._person.send("DELETE", f"/events/{await self._some('/events')}")

    async def confirm(self) -> httpx.Response:
        """A turn, and the preview that it leaves, confirmed and undone."""
        told = await self._person.try_ask(f"add milk {self._next()} to my shopping list")
        waiting = (await self._person.get("/previews", state="pending"))["items"]
        if not waiting:
            return told
        confirmed = await self._post(f"/previews/{waiting[0]['id']}/confirm", {})
        return await self._post(f"/previews/{waiting[0]['id']}/undo", {}) if confirmed.status_code == 200 else confirmed

    async def export(self) -> httpx.Response:
        await self._person.send("GET", "/export/events.ics")
        return await self._person.send("GET", "/export")

    async def bring_in(self) -> httpx.Response:
        headers = {"content-type": "application/zip"}
        return await self._person.send("POST", "/import", content=self._archive, headers=headers)


WRITERS = (
    "ingest_ics",
    "ingest_vcard",
    "ingest_items",
    "location",
    "meeting",
    "conversation",
    "document",
    "note",
    "fact",
    "rule",
    "account",
    "group",
    "create",
    "change",
    "merge",
    "erase",
    "confirm",
    "export",
    "bring_in",
)


def groups(names: Sequence[str]) -> list[list[str]]:
    """Groups of TOGETHER, until each two names are in one: the next holds as many new pairs as can be."""
    apart = set(combinations(names, 2))
    found = []
    while apart:
        group = list(min(apart))
        while len(group) < TOGETHER:
            group.append(max((name for name in names if name not in group), key=lambda name: _new(apart, group, name)))
        apart -= {pair for pair in apart if set(pair) <= set(group)}
        found.append(group)
    return found


def _new(apart: set[tuple[str, str]], group: Sequence[str], name: str) -> tuple[int, int]:
    """How many new pairs a name brings to the group, and how many it is still in."""
    its = [pair for pair in apart if name in pair]
    return sum(set(pair) <= {name, *group} for pair in its), len(its)


EVERY = (*WRITERS, *WRITERS_OF_WORK)


@pytest_asyncio.fixture(scope="module")
async def pictured(postgres: PostgresServer, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Steward]:
    """A Steward with a photo library and a worker, whose jobs write too."""
    url = await postgres.clone()
    settings: dict[str, Any] = {"llm_provider": "reader", "embed_model": "off", "workers": 1, "job_retry_s": 0.2}
    async with started(tmp_path_factory.mktemp("writers"), url, photos=True, **settings) as running:
        yield running
    await postgres.drop(url)


def test_each_writer_is_in_a_group_with_each_other() -> None:
    together = [set(group) for group in groups(EVERY)]
    assert all(any({one, other} <= group for group in together) for one, other in combinations(EVERY, 2))
    assert len(together) < 30


async def test_every_writer_goes_beside_every_other(pictured: Steward) -> None:
    ana = await pictured.with_every_scope(await pictured.owner())
    writers, of_work = Writers(ana), WritersOfWork(pictured, ana)
    await writers.begin()
    await of_work.begin()
    before = await deadlocks(ana)
    every = {**writers.all(), **{name: getattr(of_work, name) for name in WRITERS_OF_WORK}}
    for group in groups(list(every)):
        answers = await asyncio.gather(*(every[name]() for _ in range(AT_ONCE) for name in group))
        told = {answer.status_code: answer.text[:300] for answer in answers if answer.status_code not in FINE}
        assert not told, (group, told)
    assert await deadlocks(ana) == before, "the order of locks is broken (db/locks.py), though nobody noticed"
    await holds_together(ana)


async def test_ones_own_calendar_comes_in_while_its_events_go(plain: Steward) -> None:
    ana = await plain.with_every_scope(await plain.person())
    for at in range(4):
        items = [{"external_id": f"{at}-{n}", "title": f"Walk {n}", "start_at": "2026-12-01"} for n in range(15)]
        assert (await ana.send("POST", "/ingest/event", json=items)).status_code == 200
    before = await deadlocks(ana)
    file = (await ana.send("GET", "/export/events.ics")).content
    ids = [one["id"] for one in (await ana.get("/events", limit=200))["items"]]

    async def come_in() -> int:
        answer = await ana.send("POST", "/ingest/ics", content=file, headers={"content-type": "text/calendar"})
        return answer.status_code

    async def go(event_id: str) -> int:
        return (await ana.send("DELETE", f"/events/{event_id}")).status_code

    taken = [asyncio.create_task(come_in()) for _ in range(6)]
    gone = await asyncio.gather(*(go(one) for one in ids))
    assert {*gone, *(await asyncio.gather(*taken))} == {200}
    assert await deadlocks(ana) == before
    await holds_together(ana)


async def deadlocks(person: Person) -> int:
    """How many Postgres has broken in this database."""
    await person.scalar("select 1 from pg_stat_clear_snapshot()")
    return int(await person.scalar("select deadlocks from pg_stat_database where datname = current_database()"))


async def holds_together(person: Person) -> None:
    """What can be found is what is there; nothing refers to what is gone; no key is there twice."""
    for kind, table in KINDS.items():
        shown = f"(select id from {table} where user_id = :me and hidden_at is null)"
        found = f"(select entity_id from search_documents where user_id = :me and kind = '{kind}')"
        assert await person.scalar(f"select count(*) from ({shown} except {found}) as missing") == 0, kind
        assert await person.scalar(f"select count(*) from ({found} except {shown}) as ghosts") == 0, kind
        twice = f"select 1 from {table} where user_id = :me and external_id is not null group by source, external_id"
        assert await person.scalar(f"select count(*) from ({twice} having count(*) > 1) as doubled") == 0, kind
        for side in ("source", "derived"):
            dangling = (
                f"select count(*) from derivations where user_id = :me and {side}_kind = '{kind}'"
                f" and {side}_id not in (select id from {table} where user_id = :me)"
            )
            assert await person.scalar(dangling) == 0, (kind, side)
