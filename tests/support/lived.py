"""A user of whom everything is known: each kind of source holds a word of its own, and everything is made of it.

A word is invented, so that wherever it (or its stem) stands it was planted there. The model is one that quotes:
whatever it is asked for holds the planted words that its prompt held, so that each derivation carries its source's.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

from sqlalchemy import text
from tests.support import papers
from tests.support.filing import settled as read_through
from tests.support.filing import upload
from tests.support.loopback_http import Recorded
from tests.support.mcp import called, connected
from tests.support.meetings import item, settled, submitted, summary, transcript
from tests.support.model_script import Call, Say, Step
from tests.support.skill_files import skill_zip
from tests.support.steward import Person, Steward
from tests.support.voices import Speakers
from tests.support.waiting import eventually

from orchestrator.db.session import Database
from orchestrator.integrations.photos.fake import FakeImmich
from orchestrator.kit.ids import new_id

PATIENCE_S = 60.0
WORD = re.compile(r"\bzq[a-z]+", re.IGNORECASE)
SOURCES = (
    *("thread", "conversation", "place", "contact", "group", "vcard", "event", "ics", "todo", "note", "document"),
    *("meeting", "location", "episode"),
    *("fact", "statement", "proposal", "rule", "interaction", "jotting"),
)
CALLED = {
    "thread": "the locker",
    "conversation": "the regatta",
    "place": "Quay Street Café",
    "contact": "Marta Lopes",
    "group": "Rowing Club",
    "vcard": "Jordan Reis",
    "event": "Dentist Friday",
    "ics": "Quarterly review",
    "todo": "Buy lacquer",
    "note": "breakfast habits",
    "document": "Lease contract",
    "meeting": "Kick-off",
    "location": "the phone",
    "episode": "Trip to Faro",
    "fact": "the kayak",
    "statement": "my dinghy",
    "proposal": "the winter",
    "rule": "the tone",
    "interaction": "the parser",
    "jotting": "the draft",
}
"""By what each source is asked for; in no name is its word."""


def word_of(source: str) -> str:
    """The word that is planted in a source: no language's stemmer changes its root."""
    return f"zq{source}ork"


OFFER = f"I'll send the {word_of('meeting')} offer by Friday."


def root_of(source: str) -> str:
    """What is looked for."""
    return word_of(source)[:-1]


def quoting(request: Recorded) -> Step | None:
    """A model that looks for what it is asked about, and says all the planted words that it was shown."""
    messages = request.body.get("messages") or []
    shown = "\n".join(str(message.get("content", "")) for message in messages)
    words = " ".join(dict.fromkeys(WORD.findall(shown)))
    schema = request.body.get("format")
    if schema:
        if "intent" in schema.get("properties", {}):
            return None
        if "action_items" in schema.get("properties", {}):
            return Say(summary(f"They spoke of {words}.", item(f"Send the {words} offer", OFFER, "Ana Reis")))
        return Say(json.dumps(_filled(schema, words)))
    if request.body.get("tools") and messages[-1]["role"] == "user":
        named = [name for name in CALLED.values() if name in messages[-1]["content"]]
        if named:
            search = ("call_l1", "search_memories", {"query": named[0]})
            return Call((search, ("call_l2", "get_facts", {"query": named[0]})))
    return Say(f"What I found says {words or 'nothing'}.")


def _filled(schema: Mapping[str, Any], words: str, root: Mapping[str, Any] | None = None) -> Any:
    root = root or schema
    if "$ref" in schema:
        return _filled(root["$defs"][schema["$ref"].rpartition("/")[2]], words, root)
    if "enum" in schema:
        return schema["enum"][0]
    if "anyOf" in schema:
        return _filled(schema["anyOf"][0], words, root)
    kind = schema.get("type")
    if kind == "object":
        return {name: _filled(one, words, root) for name, one in schema.get("properties", {}).items()}
    if kind == "array":
        simple = schema.get("items", {}).get("type") == "string"
        return words.split()[:3] if simple else []
    return {"string": f"It says {words}.", "integer": 1, "number": 1.0, "boolean": False}.get(str(kind))


@dataclass
class Lived:
    """The ids of what was planted, by source; `reached`: the tables in which planted words stood then."""

    person: Person
    ids: dict[str, str] = field(default_factory=dict)
    reached: frozenset[str] = frozenset()

    def route(self, source: str) -> str:
        """Where the source is erased."""
        folder = {
            "thread": "threads",
            "conversation": "threads",
            "place": "places",
            "contact": "contacts",
            "group": "contact-groups",
            "vcard": "contacts",
            "event": "events",
            "ics": "events",
            "todo": "todos",
            "note": "notes",
            "document": "documents",
            "meeting": "meetings",
            "location": "locations",
            "episode": "episodes",
            "fact": "facts",
            "statement": "threads",
            "proposal": "facts",
            "rule": "rules",
            "interaction": "interactions",
        }[source]
        return f"/{folder}/{self.ids[source]}"


def today(hour: int) -> str:
    """A wall time of today."""
    return f"{datetime.now(UTC):%Y-%m-%d}T{hour:02}:00:00"


async def live(steward: Steward, person: Person) -> Lived:
    """Plant everything, and let everything be made of it. Needs a worker."""
    lived = Lived(person)
    steward.model.respond(quoting)
    for plant in (_people, _world, _connected, _served, _papers, _undertaken, _talk, _senses, _facts):
        await plant(lived)
    if steward.immich is not None:
        await _photographed(steward.immich, lived)
    await _stated(steward, lived)
    await _by_agents(steward, lived)
    await _derived(steward, lived)
    lived.reached = frozenset(row.partition(":")[0] for row in await holding(steward.database, "zq"))
    return lived


async def _people(lived: Lived) -> None:
    person, ids = lived.person, lived.ids
    ids["place"] = (
        await person.post("/places", {"name": CALLED["place"], "aliases": [word_of("place")], "description": "Quay"})
    )["id"]
    twin = await person.post("/places", {"name": f"{CALLED['place']} (old)"})
    await person.post("/places/merge", {"keep_id": ids["place"], "merge_ids": [twin["id"]]})
    ids["contact"] = (
        await person.post(
            "/contacts",
            {
                "display_name": CALLED["contact"],
                "notes": f"Allergic to {word_of('contact')}",
                "nicknames": [word_of("contact").title()],
                "emails": [{"value": f"{word_of('contact')}@example.org"}],
            },
        )
    )["id"]
    other = await person.post("/contacts", {"display_name": "Rui Alves", "groups": [CALLED["group"]]})
    groups = (await person.get("/contact-groups"))["items"]
    ids["group"] = next(one["id"] for one in groups if one["name"] == CALLED["group"])
    await person.patch(f"/contact-groups/{ids['group']}", {"description": f"They row {word_of('group')}"})
    await person.post(f"/contacts/{other['id']}/relationships", {"contact_id": ids["contact"], "label": "Sister"})
    double = await person.post("/contacts", {"display_name": "Rui A."})
    await person.post("/contacts/merge", {"keep_id": other["id"], "merge_ids": [double["id"]]})
    card = (
        f"BEGIN:VCARD\r\nVERSION:4.0\r\nUID:card-1\r\nFN:{CALLED['vcard']}\r\nNOTE:Likes {word_of('vcard')}\r\n"
        f"ADR;TYPE=home:;;Rua {word_of('vcard')} 5;Lisboa;;1200-001;Portugal\r\nEND:VCARD\r\n"
    )
    answer = await person.send("POST", "/ingest/vcard", content=card.encode(), headers={"content-type": "text/vcard"})
    assert answer.status_code == 200, answer.text
    ids["vcard"] = answer.json()["results"][0]["id"]


async def _world(lived: Lived) -> None:
    person, ids = lived.person, lived.ids
    ids["event"] = (
        await person.post(
            "/events",
            {
                "title": CALLED["event"],
                "description": f"Bring the {word_of('event')}",
                "location_text": f"Room {word_of('event')}",
                "start_at": today(23),
                "participants": [{"contact_id": ids["contact"]}],
            },
        )
    )["id"]
    file = (
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//t//EN\r\nBEGIN:VEVENT\r\nUID:ics-1\r\nDTSTAMP:20260101T000000Z\r\n"
        f"SUMMARY:{CALLED['ics']}\r\nDESCRIPTION:About {word_of('ics')}\r\nX-SOMETHING:{word_of('ics')}\r\n"
        f"DTSTART:{datetime.now(UTC):%Y%m%d}T220000Z\r\nRRULE:FREQ=WEEKLY;COUNT=4\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    )
    answer = await person.send("POST", "/ingest/ics", content=file.encode(), headers={"content-type": "text/calendar"})
    assert answer.status_code == 200, answer.text
    ids["ics"] = answer.json()["results"][0]["id"]
    soon = (datetime.now(UTC) + timedelta(seconds=3)).replace(tzinfo=None, microsecond=0).isoformat()
    ids["todo"] = (
        await person.post(
            "/todos",
            {
                "title": f"{CALLED['todo']} {word_of('todo')}",
                "notes": f"Of {word_of('todo')}",
                "due_at": today(21),
                "remind_at": soon,
                "timezone": "UTC",
            },
        )
    )["id"]
    ids["note"] = (await person.post("/notes", {"text": f"About {CALLED['note']}: eats {word_of('note')} every day"}))[
        "id"
    ]


async def _connected(lived: Lived) -> None:
    """An address book elsewhere, as it was read once, and a change that was written into a calendar."""
    ids = {"connection": new_id(), "collection": new_id(), "event": lived.ids["event"]}
    for statement in (
        "insert into connections (id, user_id, kind, url, username, sealed, state)"
        " values (:connection, :me, 'carddav', 'https://dav.example.org/', 'ana', '\\x00', 'ok')",
        "insert into connection_collections (id, user_id, connection_id, href, name)"
        " values (:collection, :me, :connection, 'https://dav.example.org/ana/people/', 'People')",
        "insert into connection_objects (collection_id, href, user_id, etag, uid)"
        " values (:collection, '/ana/people/a.vcf', :me, '\"1\"', 'a')",
        "insert into connection_groups (collection_id, uid, user_id, name, members)"
        " values (:collection, 'g', :me, 'Choir', '{a}')",
        "insert into event_writes (event_id, user_id, state) values (cast(:event as uuid), :me, 'written')",
    ):
        await lived.person.execute(statement, **{name: one for name, one in ids.items() if f":{name}" in statement})


async def _served(lived: Lived) -> None:
    """An MCP server with an approved tool, which was stopped."""
    for statement in (
        "insert into mcp_servers (id, user_id, name, slug, transport, url, sealed, enabled, state)"
        " values (:server, :me, 'Wiki', 'wiki', 'http', 'https://wiki.example.org/mcp', '\\x00', false, 'stopped')",
        "insert into mcp_tools (id, user_id, server_id, name, offered_as, definition, pin, approved_pin, approved)"
        " select gen_random_uuid(), :me, id, 'find', 'wiki__find', d, 'p', 'p', d from mcp_servers,"
        " jsonb_build_object('title', '', 'description', 'Finds', 'input_schema', jsonb_build_object('type', 'object'),"
        " 'annotations', '{}'::jsonb) d where user_id = :me",
    ):
        await lived.person.execute(statement, **({"server": new_id()} if ":server" in statement else {}))


async def _served(lived: Lived) -> None:
    """An MCP server with an approved tool, which was stopped."""
    for statement in (
        "insert into mcp_servers (id, user_id, name, slug, transport, url, sealed, enabled, state)"
        " values (gen_random_uuid(), :me, 'Wiki', 'wiki', 'http', 'https://wiki.example.org/mcp', '\\x00', false,"
        " 'stopped')",
        "insert into mcp_tools (id, user_id, server_id, name, offered_as, definition, pin, approved_pin, approved)"
        " select gen_random_uuid(), :me, id, 'find', 'wiki__find', d, 'p', 'p', d from mcp_servers,"
        " jsonb_build_object('title', '', 'description', 'Finds', 'input_schema', jsonb_build_object('type', 'object'),"
        " 'annotations', jsonb_build_object()) d where user_id = :me",
    ):
        await lived.person.execute(statement)


async def _papers(lived: Lived) -> None:
    text_of = (
        f"{CALLED['document']}\nTenant: {CALLED['contact']}\nThe tenant pays for {word_of('document')} each month.\n"
        * 3
    )
    made = await upload(lived.person, "lease.pdf", papers.pdf(text_of), title=CALLED["document"])
    lived.ids["document"] = made["id"]


async def _undertaken(lived: Lived) -> None:
    """What work is done with: agents, a folder with a file, a skill. They hold no planted word: nothing is derived of
    them."""
    await lived.person.get("/agents")
    folder = await lived.person.post("/workspaces", {"name": "Spring"})
    await lived.person.send("PUT", f"/workspaces/{folder['id']}/files/plan.md", content=b"# Plan\n")
    headers = {"Content-Type": "application/zip"}
    made = (await lived.person.send("POST", "/skills", content=skill_zip(), headers=headers)).json()
    await lived.person.post(f"/skills/{made['name']}/approve", {"digest": made["digest"]})


async def _talk(lived: Lived) -> None:
    person, ids = lived.person, lived.ids
    first = await person.ask(f"Remember about {CALLED['thread']}: its code is {word_of('thread')}")
    ids["thread"] = first["thread_id"]
    began = datetime.now(UTC) - timedelta(days=2)
    messages = [
        {
            "external_id": str(number),
            "speaker": "me" if number % 2 else "Bia",
            "text": f"In {CALLED['conversation']} number {number} we sail the {word_of('conversation')}",
            "at": (began + timedelta(minutes=number)).isoformat(),
        }
        for number in range(60)
    ]
    told = f"Remember that the regatta is sailed with {word_of('conversation')} oars."
    messages.append({"external_id": "60", "speaker": "me", "text": told, "at": messages[-1]["at"]})
    body = {"external_id": "talk-1", "source": "chat", "title": "A talk", "messages": messages}
    await person.post("/ingest/conversation", body)
    ids["conversation"] = await person.scalar(
        "select id::text from threads where external_id = 'talk-1' and user_id = :me"
    )


async def _photographed(immich: FakeImmich, lived: Lived) -> None:
    person, ids = lived.person, lived.ids
    seen = immich.person("Ana Reis")
    photo = immich.asset(datetime(2026, 11, 20, 10, tzinfo=UTC), people=[seen])
    await person.send("PUT", f"/contacts/{ids['contact']}/photo-person", json={"person_id": str(seen)})
    await person.post(f"/events/{ids['event']}/photos", {"asset_id": str(photo)})


async def _senses(lived: Lived) -> None:
    person, ids = lived.person, lived.ids
    word = word_of("meeting")
    said = (("Rui", f"Who sends the {word} offer?"), ("Ana Reis", OFFER))
    await submitted(person, transcript(*said, started_at="2026-11-20T10:00:00Z", ended_at="2026-11-20T10:30:00Z"))
    ids["meeting"] = "kick-off"
    await voices_of(person, ids["contact"])
    sample = {
        "external_id": "fix-1",
        "source": "test",
        "captured_at": "2026-11-20T10:00:00Z",
        "lat": 38.7,
        "lon": -9.1,
        "device": f"phone of {word_of('location')}",
    }
    sat = [{**sample, "external_id": f"sat-{hour}", "captured_at": f"2026-11-21T{hour}:00:00Z"} for hour in (10, 11)]
    await person.post("/ingest/location", [sample, *({**one, "device": "watch"} for one in sat)])
    ids["location"] = await person.scalar("select id::text from locations where user_id = :me and device <> 'watch'")
    assert len((await person.get("/stays"))["items"]) == 1
    await person.execute(
        "insert into proposed_events (id, user_id, confidence, score, place_id, title, start_at, end_at, timezone, day,"
        " suggested_summary, reason, evidence, expires_at)"
        " select gen_random_uuid(), :me, 'medium', 0.5, cast(cast(:place as text) as uuid),"
        " cast(:title as text), started_at, ended_at, timezone, '2026-11-21', cast(:title as text),"
        " cast(:title as text), jsonb_build_array(jsonb_build_object('field', 'title', 'kind', 'place',"
        " 'id', cast(:place as text), 'text', cast(:title as text))),"
        " steward_now() + interval '7 days' from stays where user_id = :me",
        place=ids["place"],
        title=f"At the {word_of('place')}",
    )
    ids["episode"] = (
        await person.post(
            "/episodes",
            {"title": CALLED["episode"], "summary": f"They ate {word_of('episode')}", "event_type": "trip"},
        )
    )["id"]


async def voices_of(person: Person, contact_id: str) -> None:
    """A voice that is learnt, one that nobody knows, and one that it was not; of a meeting that is yet to come."""
    await person.send("PUT", f"/contacts/{contact_id}/voice", json={"enabled": True})
    speakers = Speakers()
    said = [
        {"speaker": "S1", "contact_id": contact_id, "embedding": speakers.clip(speakers.speaker()), "speech_s": 9.5},
        {"speaker": "S2", "contact_id": None, "embedding": speakers.clip(speakers.speaker()), "speech_s": 4.0}
        | {"rejected_contact_id": contact_id},
    ]
    answer = await person.send("POST", "/meetings/speakers/confirm", json={"meeting_id": "v-1", "assignments": said})
    assert answer.status_code == 200, answer.text


async def _facts(lived: Lived) -> None:
    """A fact (in the place of one that was wrong), a rule, and what somebody reports of an agent."""
    person, ids = lived.person, lived.ids
    fact = {"text": f"{CALLED['fact']} is painted light {word_of('fact')}", "subjects": [word_of("fact")]}
    wrong = (await person.post("/facts", fact))["id"]
    right = {"text": f"{CALLED['fact']} is painted dark {word_of('fact')}"}
    ids["fact"] = (await person.post(f"/facts/{wrong}/correct", right))["id"]
    ids["rule"] = (await person.post("/rules", {"text": f"Keep {CALLED['rule']} {word_of('rule')}"}))["id"]
    generation = {
        "session_id": word_of("interaction"),
        "agent": "coder",
        "model": "small",
        "prompt": f"Write {CALLED['interaction']} of {word_of('interaction')}",
        "response": f"def {word_of('interaction')}() -> None: …",
        "was_corrected": True,
        "correction": f"No {word_of('interaction')} in it",
    }
    ids["interaction"] = (await person.post("/interactions", generation))["id"]


async def _stated(steward: Steward, lived: Lived) -> None:
    """A fact that was told in a turn, taken from the message by its span."""
    text = f"{CALLED['statement']} is called {word_of('statement')}"

    def remember(request: Recorded) -> Step | None:
        messages = request.body.get("messages") or []
        if request.body.get("tools") and messages and messages[-1]["role"] == "user":
            return Call((("call_r1", "remember_fact", {"text": text}),))
        return quoting(request)

    steward.model.respond(remember)
    bundle = await lived.person.ask(f"Remember that {text}")
    assert [one["outcome"] for one in bundle["actions"]] == ["done"], bundle
    lived.ids["statement"] = bundle["thread_id"]
    steward.model.respond(quoting)


async def _by_agents(steward: Steward, lived: Lived) -> None:
    """What an agent from outside files, keeps for its session and looks up."""
    async with connected(steward.url, lived.person.token) as agent:
        said = await called(agent, "remember_fact", text=f"Likes {CALLED['proposal']} for its {word_of('proposal')}")
        lived.ids["proposal"] = said["id"]
        value = {"text": [f"{CALLED['jotting']} of {word_of('jotting')}"]}
        await called(agent, "remember_short_term", session_id="s-1", key=word_of("jotting"), value=value)
        assert (await called(agent, "search_memories", query=CALLED["event"]))["hits"]
    lived.ids["jotting"] = await lived.person.scalar("select id::text from scratchpad where user_id = :me")


async def _derived(steward: Steward, lived: Lived) -> None:
    """Wait for the jobs, then have everything read by turns, a briefing made, a change proposed."""
    person = lived.person
    await read_through(person, lived.ids["document"])
    await settled(person)
    await rested(steward, person)
    for source, name in CALLED.items():
        if source not in {"thread", "location"}:
            await person.ask(f"What do you know about {name}?")
    for _ in range(2):
        await person.ask(f"What do you know about {CALLED['conversation']}?", thread=lived.ids["conversation"])
    said = [{"role": "user", "content": f"What do you know about {CALLED['note']}?"}]
    answer = await person.send("POST", "/v1/chat/completions", json={"model": "main", "messages": said})
    assert answer.status_code == 200, answer.text
    for source, tool in (("event", "events_update"), ("todo", "todos_complete")):
        await _proposed(steward, lived, source, tool)
    answer = await person.send("POST", "/agents/daily-briefing/run?wait=true", timeout=PATIENCE_S)
    assert answer.status_code < 300, answer.text
    await rested(steward, person)


async def _proposed(steward: Steward, lived: Lived, source: str, tool: str) -> None:
    """A preview that quotes its target."""
    arguments: dict[str, Any] = {source: lived.ids[source]}
    if source == "event":
        arguments["description"] = f"Bring two {word_of('event')}"

    def propose(request: Recorded) -> Step | None:
        messages = request.body.get("messages") or []
        if request.body.get("tools") and messages and messages[-1]["role"] == "user":
            return Call((("call_p1", tool, arguments),))
        return quoting(request)

    steward.model.respond(propose)
    bundle = await lived.person.ask(f"Please change {CALLED[source]} as we said")
    assert bundle["previews"], bundle
    steward.model.respond(quoting)


async def rested(steward: Steward, person: Person) -> None:
    """Wait until nothing of the person's is under way or due; what waits for its time comes at once."""
    for table in ("events", "contacts", "documents"):
        await person.execute(f"update {table} set updated_at = updated_at - interval '1 minute' where user_id = :me")
    await person.execute("update threads set sessions_due_at = steward_now() - interval '1 hour' where user_id = :me")
    owner = await steward.owner()
    tags = ("events.tag", "contacts.tag", "documents.tag")
    for job in (*tags, "episodes.distil", "facts.extract"):
        answer = await owner.send("POST", f"/system/jobs/{job}/run")
        assert answer.status_code == 202, answer.text

    async def at_work() -> int:
        await person.execute(
            "update async_jobs set run_after = steward_now() where user_id = :me and state = 'pending' "
            "and job_type not in ('previews.expire', 'pushes.receipts')"
        )
        return int(await person.scalar(_AT_WORK))

    await eventually(at_work, lambda number: number == 0)


_AT_WORK = """
    select count(*) from async_jobs
     where state = 'running' and (user_id = :me or user_id is null)
        or state = 'pending' and job_type not in ('previews.expire', 'pushes.receipts')
           and (user_id = :me or user_id is null and run_after <= steward_now())
"""


async def holding(database: Database, needle: str, *, but: Callable[[str], bool] = lambda _: False) -> list[str]:
    """`table: row` of every row of every table that holds the text, also as bytes, whatever the column's type."""
    found: list[str] = []
    async with database.unit_of_work() as session:
        tables = await session.scalars(
            text(
                "select relname from pg_class "
                "where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'm')"
            )
        )
        for table in sorted(tables):
            if but(table):
                continue
            rows = await session.scalars(
                text(f"select t::text from {table} t where t::text ilike :text or t::text ilike :bytes"),
                {"text": f"%{needle}%", "bytes": f"%{needle.encode().hex()}%"},
            )
            found += [f"{table}: {row}" for row in rows]
    return found


def files_holding(folder: Path, needle: str) -> list[str]:
    """Every file under a folder that holds the text, packed PDFs unread."""
    found = []
    for path in folder.rglob("*"):
        if path.is_file() and needle.encode() in path.read_bytes():
            found.append(str(path))
    return found


def ids_of(lived: Lived) -> set[UUID]:
    """The ids that are ids."""
    return {UUID(one) for one in lived.ids.values() if one != "kick-off"}


__all__ = [
    "CALLED", "SOURCES", "Lived", "files_holding", "holding", "ids_of", "item", "live", "quoting", "rested", "root_of",
    "today", "word_of",
]  # fmt: skip
