"""How does a home get a hundred thousand messages within seconds? A block of a thousand messages, a thousand events and
a hundred contacts is taken in by the API, as they come; then it is copied in the database, its index with it.

A copy has ids of its own (by the ids and its number), comes three years after the one before, and begins at a row of
postings of its own: what the index holds of it is what it holds of the block, some positions later.
"""

import random
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
from sqlalchemy import bindparam, text
from sqlalchemy.dialects.postgresql import ARRAY, BYTEA, INTEGER, TEXT
from tests.support.steward import Person

from orchestrator.domain.foundation.search.store.postings import CHUNK, POSTING

BLOCK, CONTACTS = 1_000, 100
BATCH = 500
MESSAGES_AN_INTERACTION = 10
BEGINS = datetime(2020, 1, 1, 9, tzinfo=UTC)
NAMES = ("Ana", "Bruno", "Carla", "Duarte", "Elsa", "Filipe", "Gil", "Helena")
THINGS = ("budget", "garden", "boiler", "passport", "school", "harvest", "lease", "violin", "tyres", "holiday")
DAYS_APART = 1_100
MOST_COPIES = 2_000
AT_ONCE = 2_000
"""Rows of postings."""

_IDS = frozenset({"id", "thread_id", "entity_id", "group_id"})
_NAMED = frozenset({"external_id", "item_key"})
_MOMENTS = frozenset(
    {"at", "start_at", "end_at", "start_utc", "end_utc", "first_at", "last_at", "last_message_at", "created_at"}
)
_POSITIONS = {"search_documents": "position", "search_sessions": "first_position"}
_TABLES = ("threads", "messages", "events", "contacts", "search_documents", "search_sessions", "interactions")
_PUT = text("""
    insert into search_postings (user_id, lexeme, chunk, entries, data)
    select :me, p.lexeme, p.chunk, p.entries, p.data
      from unnest(:lexemes, :chunks, :entries, :datas) as p (lexeme, chunk, entries, data)
""").bindparams(
    bindparam("lexemes", type_=ARRAY(TEXT())),
    bindparam("chunks", type_=ARRAY(INTEGER())),
    bindparam("entries", type_=ARRAY(INTEGER())),
    bindparam("datas", type_=ARRAY(BYTEA())),
)

_ENDS = text("update search_ends set next_position = :end where user_id = :me")


async def take_in_block(person: Person) -> None:
    """What the copies are made of, by the API."""
    chance = random.Random(1)
    for start in range(0, BLOCK, BATCH):
        numbers = range(start, start + BATCH)
        said = [_message(number, chance) for number in numbers]
        await person.post("/ingest/conversation", {"external_id": f"talk {start}", "source": "bench", "messages": said})
        await person.post("/ingest/event", [_event(number, chance) for number in numbers])
    await person.post("/ingest/contact", [_contact(number) for number in range(CONTACTS)])
    for number in range(BLOCK // MESSAGES_AN_INTERACTION):
        await person.post("/interactions", _interaction(number))
    await _close_block(person)


async def _close_block(person: Person) -> None:
    """The block ends with a row of postings; what comes later is behind all copies, and in none."""
    async with person.database.unit_of_work() as session:
        me = {"me": person.id}
        end = (
            await session.execute(text("select next_position from search_ends where user_id = :me"), me)
        ).scalar_one()
        chunks = -(-end // CHUNK)
        await session.execute(text("create table if not exists bench_block (user_id uuid, chunks integer)"))
        await session.execute(text("insert into bench_block values (:me, :chunks)"), {**me, "chunks": chunks})
        await session.execute(_ENDS, {**me, "end": MOST_COPIES * chunks * CHUNK})


async def copy_block(person: Person, first: int, last: int) -> None:
    """Copies `first` to `last`, this one not."""
    async with person.database.unit_of_work() as session:
        me = {"me": person.id}
        chunks = (await session.execute(text("select chunks from bench_block where user_id = :me"), me)).scalar_one()
        for table in _TABLES:
            await _copy_rows(session, table, me["me"], first, last, chunks)
        await _copy_postings(session, me["me"], first, last, chunks)
        totals = text(
            "update search_totals set documents = documents * :last / :first, length = length * :last / :first"
            " where user_id = :me"
        )
        await session.execute(totals, {**me, "first": first, "last": last})


async def _copy_rows(session: Any, table: str, me: Any, first: int, last: int, chunks: int) -> None:
    found = await session.execute(
        text("select column_name from information_schema.columns where table_name = :table and column_name <> 'doc'"),
        {"table": table},
    )
    columns = [row[0] for row in found]
    copied = [_copied(table, column, chunks) for column in columns]
    times = MESSAGES_AN_INTERACTION if table == "interactions" else 1
    where = f"position < {chunks * CHUNK}" if table == "search_documents" else _of_block(table, chunks)
    statement = text(f"""
        insert into {table} ({", ".join(f'"{one}"' for one in columns)})
        select {", ".join(copied)} from {table} t cross join generate_series({first * times}, {last * times - 1}) as k
         where t.user_id = :me and {where}
    """)
    await session.execute(statement, {"me": me})


def _of_block(table: str, chunks: int) -> str:
    if table == "search_sessions":
        return f"first_position < {chunks * CHUNK}"
    if table == "messages":
        return (
            "exists (select from threads h where h.user_id = t.user_id and h.id = t.thread_id"
            " and h.source = 'bench' and not h.external_id ~ '#')"
        )
    return "source = 'bench' and not external_id ~ '#'"


def _copied(table: str, column: str, chunks: int) -> str:
    quoted = f't."{column}"'
    if column in _IDS:
        return f"md5({quoted}::text || '#' || k)::uuid"
    if column in _NAMED or (table == "threads" and column == "title"):
        return f"{quoted} || '#' || k"
    if column in _MOMENTS:
        return f"{quoted} + make_interval(days => k * {DAYS_APART})"
    if column == _POSITIONS.get(table):
        return f"{quoted} + k * {chunks * CHUNK}"
    return quoted


async def _copy_postings(session: Any, me: Any, first: int, last: int, chunks: int) -> None:
    there = text("select lexeme, chunk, entries, data from search_postings where user_id = :me and chunk < :chunks")
    rows = (await session.execute(there, {"me": me, "chunks": chunks})).all()
    held = [np.frombuffer(row.data, dtype=POSTING) for row in rows]
    for number in range(first, last):
        for start in range(0, len(rows), AT_ONCE):
            part = range(start, min(start + AT_ONCE, len(rows)))
            values = {
                "me": me,
                "lexemes": [rows[one].lexeme for one in part],
                "chunks": [rows[one].chunk + number * chunks for one in part],
                "entries": [rows[one].entries for one in part],
                "datas": [_later(held[one], number, chunks) for one in part],
            }
            await session.execute(_PUT, values)


def _later(records: Any, number: int, chunks: int) -> bytes:
    moved = records.copy()
    moved["position"] += number * chunks * CHUNK
    days = moved["day"].astype(np.int32) + number * DAYS_APART
    moved["day"] = np.where(
        moved["day"] > np.iinfo(np.int16).min, np.minimum(days, np.iinfo(np.int16).max), moved["day"]
    )
    return bytes(moved.tobytes())


def _message(number: int, chance: random.Random) -> dict[str, Any]:
    told = f"The {chance.choice(THINGS)} of {chance.choice(NAMES)} costs {number}, we said on day {number % 365}."
    at = BEGINS + timedelta(minutes=7 * number)
    return {"external_id": f"m{number}", "speaker": chance.choice(NAMES), "text": told, "at": at.isoformat()}


def _event(number: int, chance: random.Random) -> dict[str, Any]:
    at = BEGINS + timedelta(hours=number)
    return {
        "external_id": f"e{number}",
        "source": "bench",
        "title": f"{chance.choice(THINGS).title()} with {chance.choice(NAMES)} {number}",
        "start_at": at.isoformat(),
        "end_at": (at + timedelta(minutes=50)).isoformat(),
        "timezone": "UTC",
    }


def _contact(number: int) -> dict[str, Any]:
    return {"external_id": f"c{number}", "source": "bench", "display_name": f"{NAMES[number % len(NAMES)]} No{number}"}


def _interaction(number: int) -> dict[str, Any]:
    told = {"agent": "coder", "model": "m", "session_id": f"s{number // 20}", "source": "bench"}
    said = f"Refactor module {number} of the {THINGS[number % len(THINGS)]}. " * 8
    return {**told, "external_id": f"i{number}", "prompt": said, "response": said * 2, "was_corrected": number % 6 == 0}
