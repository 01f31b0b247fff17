"""What does the index keep of a lexeme in an entry? One record: how records are packed, read and taken out, and the
rows that they stand in.

Bulk statements take arrays: ten thousand messages are a few round trips.
"""

import struct
from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import bindparam, text
from sqlalchemy.dialects.postgresql import ARRAY, BYTEA, SMALLINT

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.search.store.parameters import BIGINTS, INTEGERS, OWNER, TEXTS

ROW_BATCH = 4_000
Key = tuple[str, int]
"""(lexeme, chunk): a row of postings."""


class Indexed(NamedTuple):
    """What was found out about an entry when it was indexed; `lexemes` joined by spaces."""

    doc: int
    lexemes: str
    length: int
    counted_in: int
    position: int
    marks: int


async def rows_of_postings(tx: Tx, keys: Sequence[Key]) -> dict[Key, bytes]:
    """The records of these rows."""
    found: dict[Key, bytes] = {}
    for start in range(0, len(keys), ROW_BATCH):
        batch = keys[start : start + ROW_BATCH]
        rows = await tx.session.execute(
            text("""
                select p.lexeme, p.chunk, p.data from unnest(:lexemes, :chunks) as k (lexeme, chunk)
                  join search_postings p on p.user_id = :owner and p.lexeme = k.lexeme and p.chunk = k.chunk
            """).bindparams(bindparam("lexemes", type_=TEXTS), bindparam("chunks", type_=INTEGERS)),
            {"owner": tx.owner_id, "lexemes": [key[0] for key in batch], "chunks": [key[1] for key in batch]},
        )
        found |= {(row.lexeme, row.chunk): row.data for row in rows}
    return found


_REPLACE = text("""
    with emptied as (
        delete from search_postings p using unnest(:lexemes, :chunks, :entries) as k (lexeme, chunk, entries)
         where k.entries = 0 and p.user_id = :owner and p.lexeme = k.lexeme and p.chunk = k.chunk
    )
    update search_postings p set entries = k.entries, data = k.data
      from unnest(:lexemes, :chunks, :entries, :data) as k (lexeme, chunk, entries, data)
     where k.entries > 0 and p.user_id = :owner and p.lexeme = k.lexeme and p.chunk = k.chunk
""").bindparams(
    OWNER,
    bindparam("lexemes", type_=TEXTS),
    bindparam("chunks", type_=INTEGERS),
    bindparam("entries", type_=INTEGERS),
    bindparam("data", type_=ARRAY(BYTEA())),
)


async def drop_full(tx: Tx, counts: Sequence[tuple[Key, int]]) -> list[Key]:
    """Delete, unread, the rows that hold as many records as `counts` says are to go; answers which they were."""
    gone: list[Key] = []
    for start in range(0, len(counts), ROW_BATCH):
        batch = counts[start : start + ROW_BATCH]
        rows = await tx.session.execute(
            text("""
                delete from search_postings p using unnest(:lexemes, :chunks, :entries) as k (lexeme, chunk, entries)
                 where p.user_id = :owner and p.lexeme = k.lexeme and p.chunk = k.chunk and p.entries = k.entries
                returning p.lexeme, p.chunk
            """).bindparams(
                bindparam("lexemes", type_=TEXTS),
                bindparam("chunks", type_=INTEGERS),
                bindparam("entries", type_=INTEGERS),
            ),
            {
                "owner": tx.owner_id,
                "lexemes": [key[0] for key, _ in batch],
                "chunks": [key[1] for key, _ in batch],
                "entries": [count for _, count in batch],
            },
        )
        gone += [(row.lexeme, row.chunk) for row in rows]
    return gone


async def replace_postings(tx: Tx, rows: Sequence[tuple[str, int, int, bytes]]) -> None:
    """Put (lexeme, chunk, entries, records) in place of what those rows hold; a row without entries is deleted."""
    for start in range(0, len(rows), ROW_BATCH):
        await tx.session.execute(_REPLACE, {"owner": tx.owner_id, **_columns(rows[start : start + ROW_BATCH])})


_APPEND = """
    insert into search_postings as p (user_id, lexeme, chunk, entries, data)
    select :owner, k.lexeme, k.chunk, k.entries, k.data
      from unnest(:lexemes, :chunks, :entries, :data) as k (lexeme, chunk, entries, data)
    on conflict (user_id, lexeme, chunk) do update
       set entries = p.entries + excluded.entries, data = p.data || excluded.data
"""
_APPEND_PARAMETERS = (
    OWNER,
    bindparam("lexemes", type_=TEXTS),
    bindparam("chunks", type_=INTEGERS),
    bindparam("entries", type_=INTEGERS),
    bindparam("data", type_=ARRAY(BYTEA())),
)
_APPEND_ONLY = text(_APPEND).bindparams(*_APPEND_PARAMETERS)
_SETTLE = text(f"""
    with appended as ({_APPEND}), counted as (
        insert into search_totals as t (user_id, class, documents, length)
        select :owner, * from unnest(:classes, :documents, :lengths)
        on conflict (user_id, class) do update
           set documents = t.documents + excluded.documents, length = t.length + excluded.length
    )
    update search_documents d
       set state = 'indexed', moved = false, lexemes = string_to_array(i.lexemes, ' '), length = i.length,
           counted_in = i.counted_in, position = i.position, marks = i.marks
      from unnest(:docs, :texts, :doc_lengths, :doc_classes, :positions, :marks)
           as i (doc, lexemes, length, counted_in, position, marks)
     where d.user_id = :owner and d.doc = i.doc
""").bindparams(  # noqa: S608  (constants of this module)
    *_APPEND_PARAMETERS,
    bindparam("classes", type_=ARRAY(SMALLINT())),
    bindparam("documents", type_=BIGINTS),
    bindparam("lengths", type_=BIGINTS),
    bindparam("docs", type_=BIGINTS),
    bindparam("texts", type_=TEXTS),
    bindparam("doc_lengths", type_=INTEGERS),
    bindparam("doc_classes", type_=ARRAY(SMALLINT())),
    bindparam("positions", type_=INTEGERS),
    bindparam("marks", type_=ARRAY(SMALLINT())),
)


async def settle(
    tx: Tx,
    rows: Sequence[tuple[str, int, int, bytes]],
    totals: Mapping[int, tuple[int, int]],
    indexed: Sequence[Indexed],
) -> None:
    """Append (lexeme, chunk, entries, records) to the postings, add (documents, length) to the totals of each class,
    and mark entries as indexed."""
    first = max(len(rows) - ROW_BATCH, 0)
    for start in range(0, first, ROW_BATCH):
        batch = rows[start : min(start + ROW_BATCH, first)]
        await tx.session.execute(_APPEND_ONLY, {"owner": tx.owner_id, **_columns(batch)})
    values = {
        "owner": tx.owner_id,
        **_columns(rows[first:]),
        "classes": list(totals),
        "documents": [one[0] for one in totals.values()],
        "lengths": [one[1] for one in totals.values()],
        "docs": [one.doc for one in indexed],
        "texts": [one.lexemes for one in indexed],
        "doc_lengths": [one.length for one in indexed],
        "doc_classes": [one.counted_in for one in indexed],
        "positions": [one.position for one in indexed],
        "marks": [one.marks for one in indexed],
    }
    await tx.session.execute(_SETTLE, values)


def _columns(rows: Sequence[tuple[str, int, int, bytes]]) -> dict[str, list[Any]]:
    return {
        "lexemes": [one[0] for one in rows],
        "chunks": [one[1] for one in rows],
        "entries": [one[2] for one in rows],
        "data": [one[3] for one in rows],
    }


CHUNK = 2_048
"""Positions of one row: a word of every fifth message stays below 5 kB a row; 100 000 messages are 50 to 200 rows."""

KINDS = ("message", "event", "contact", "place", "todo", "note", "document", "fact", "episode", "meeting")
"""The kinds that a record tells; entries of others are found too, a filter reads them from `search_documents`."""
OTHER_KIND = 0
PARTED = ("document", "meeting")
"""The kinds whose text is found by its parts: entries of the same kind with the whole as their group."""

TALK, OWN, ASIDE, ASKING = 1, 2, 4, 8
"""Flags of a record: stands in a session, was said by the user, is no evidence, ends with a question."""

NO_DAY = -32_768
_FIRST_DAY, _LAST_DAY = -32_767, 32_767
_EPOCH_ORDINAL = datetime(1970, 1, 1, tzinfo=UTC).toordinal()
_MOST_TIMES = 255
_LONGEST = 65_535

POSTING = np.dtype(
    [("position", "<i4"), ("day", "<i2"), ("length", "<u2"), ("times", "u1"), ("kind", "u1"), ("flags", "u1")]
)
"""`day`: of its time in UTC, since 1970; `length`: its words; `times`: how often the lexeme stands in it."""
_RECORD = struct.Struct("<ihHBBB")
assert _RECORD.size == POSTING.itemsize
TALK_CLASS, MESSAGE_CLASS, OTHER_CLASS = 0, 1, 2
"""Entries of which the lengths are compared with each other's."""


def class_of(kind: str, *, talk: bool) -> int:
    """Which entries' lengths an entry's is compared with."""
    if talk:
        return TALK_CLASS
    return MESSAGE_CLASS if kind == "message" else OTHER_CLASS


Postings = NDArray[np.void]
"""An array of POSTING."""


def day_of(at: datetime | None) -> int:
    """The day of a record."""
    if at is None:
        return NO_DAY
    return max(_FIRST_DAY, min(_LAST_DAY, at.astimezone(UTC).toordinal() - _EPOCH_ORDINAL))


def kind_code(kind: str) -> int:
    """The number that stands for a kind in a record."""
    return KINDS.index(kind) + 1 if kind in KINDS else OTHER_KIND


def pack(position: int, day: int, length: int, times: int, kind: int, flags: int) -> bytes:
    """One record."""
    return _RECORD.pack(position, day, min(length, _LONGEST), min(times, _MOST_TIMES), kind, flags)


def unpack(data: bytes) -> Postings:
    """The records of a row, or of several joined."""
    return np.frombuffer(data, dtype=POSTING)


def without(data: bytes, positions: Collection[int]) -> bytes:
    """`data` less the records of these positions."""
    records = unpack(data)
    return records[~np.isin(records["position"], np.fromiter(positions, dtype=np.int32))].tobytes()
