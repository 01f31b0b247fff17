"""What does the index keep of a lexeme in an entry? One record, and how records are packed, read and taken out."""

import struct
from collections.abc import Collection
from datetime import UTC, datetime

import numpy as np
from numpy.typing import NDArray

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
