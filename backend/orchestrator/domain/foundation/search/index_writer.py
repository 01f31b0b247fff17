"""What does this unit of work still owe the index? Gives changed entries their positions and writes their postings."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.search import embedding, tokenizing
from orchestrator.domain.foundation.search.store import postings, repository, session_rows, vectors
from orchestrator.domain.foundation.search.store.postings import (
    ASIDE,
    ASKING,
    CHUNK,
    OWN,
    POSTING,
    TALK,
    Indexed,
    Key,
    class_of,
    day_of,
    kind_code,
    pack,
    without,
)
from orchestrator.domain.foundation.search.store.repository import Entry
from orchestrator.domain.foundation.search.store.sessions import APART, Message, Seating, Session, room_for, seat, split
from orchestrator.domain.foundation.search.text.lexemes import ASKS, Features, features_of, name_lexeme, read

T = TypeVar("T")
TITLE_WEIGHT = 2
"""A word of the title counts like this many in the text."""
MANY_ROWS = 1_000
"""Rows of postings that lose records: of more, those that lose all are deleted unread (it costs a statement)."""
A_FEW = 10
"""Entries whose words are read at once; those of more in a thread, while others are served."""
OWN_ORIGIN = "user"
NOBODY = frozenset({"user", "assistant"})
"""Speakers that are no name."""


@dataclass
class _Changes:
    """`removed`: positions by the row of postings that holds them; `added`: records by the row they go into."""

    removed: defaultdict[Key, list[int]] = field(default_factory=lambda: defaultdict(list))
    added: defaultdict[Key, list[bytes]] = field(default_factory=lambda: defaultdict(list))
    totals: defaultdict[int, list[int]] = field(default_factory=lambda: defaultdict(lambda: [0, 0]))
    indexed: list[Indexed] = field(default_factory=list)


async def flush(tx: Tx) -> None:
    """Write what is owed. Under one lock a user: two writers of one user would deadlock on the postings otherwise."""
    await _write(tx, *await repository.owed(tx))


async def renew(tx: Tx, limit: int) -> int:
    """Index so many stale entries anew; answers how many there were."""
    entries, first_position = await repository.stale(tx, limit)
    await _write(tx, entries, first_position)
    return len(entries)


async def _write(tx: Tx, entries: list[Entry], first_position: int) -> None:
    if not entries:
        return
    changed = [entry for entry in entries if entry.state != "withdrawn"]
    live = list(changed)
    gone = [entry for entry in entries if entry.state == "withdrawn"]
    positions = await _alone(tx, live, first_position)
    if talks := [entry for entry in live if entry.doc not in positions]:
        live += await _seat_talks(tx, talks, positions)
    if known := [entry.doc for entry in changed if entry.lexemes is not None]:
        await vectors.forget(tx, known)
    if any(not entry.aside for entry in changed):
        await embedding.owe(tx)
    await _apply(tx, await _changes(tx, live, gone, positions))
    if gone:
        await repository.drop(tx, [entry.doc for entry in gone])
        if groups := {entry.group_id for entry in gone if entry.talk and entry.group_id is not None}:
            await session_rows.drop_empty_sessions(tx, groups)


async def _alone(tx: Tx, entries: Sequence[Entry], first_position: int) -> dict[int, int]:
    """The positions of entries that keep theirs, or that have no neighbours."""
    positions: dict[int, int] = {}
    for entry in entries:
        if entry.position is not None and not entry.moved:
            positions[entry.doc] = entry.position
        elif entry.position is None and not entry.talk:
            positions[entry.doc] = first_position
            first_position += APART
    if left := [entry for entry in entries if entry.moved and not entry.talk]:  # they were messages of a talk
        first = await repository.keep_positions(tx, APART * len(left))
        positions.update((entry.doc, first + APART * number) for number, entry in enumerate(left))
    return positions


async def _seat_talks(tx: Tx, entries: Sequence[Entry], positions: dict[int, int]) -> list[Entry]:
    """Fill in the positions of messages of talks; answers the entries that have to move with them."""
    groups: dict[UUID, list[Message]] = {}
    for entry in entries:
        assert entry.group_id is not None
        assert entry.at is not None
        groups.setdefault(entry.group_id, []).append(Message(entry.doc, entry.at, entry.entity_id))
    spans = {group_id: _span(messages) for group_id, messages in groups.items()}
    near = await session_rows.sessions_near(tx, spans)
    plans = {group_id: seat(near.get(group_id, ()), messages) for group_id, messages in groups.items()}
    changing = {entry.doc for entry in entries}
    left = [one for plan in plans.values() for sessions, _ in plan.opened for one in sessions]
    moved = [entry for entry in await _entries_of(tx, left) if entry.doc not in changing]
    ranges = [(one.first_position, one.first_position + one.room) for one in left]
    saved: list[tuple[UUID, Session]] = []
    opened: list[tuple[UUID, list[Message], bool]] = []
    for group_id, plan in plans.items():
        saved += [(group_id, _append(one, new, positions)) for one, new in plan.appended]
        opened += _to_open(group_id, plan, moved)
    sizes = [room_for(len(messages), moved=again) for _, messages, again in opened]
    first = await repository.keep_positions(tx, sum(sizes) + APART * len(sizes)) if sizes else 0
    for (group_id, messages, _), room in zip(opened, sizes, strict=True):
        saved.append((group_id, Session(first, room, len(messages), messages[0].at, messages[-1].at)))
        positions.update((message.doc, first + number) for number, message in enumerate(messages))
        first += room + APART
    await session_rows.save_sessions(tx, saved, [start for start, _ in ranges])
    return moved


async def _entries_of(tx: Tx, sessions: Sequence[Session]) -> list[Entry]:
    ranges = [(one.first_position, one.first_position + one.room) for one in sessions]
    return await repository.entries_between(tx, ranges) if ranges else []


def _to_open(group_id: UUID, plan: Seating, moved: Sequence[Entry]) -> list[tuple[UUID, list[Message], bool]]:
    """(group, messages in order, whether the session was there before) of each session to be opened."""
    opened: list[tuple[UUID, list[Message], bool]] = []
    for sessions, new in plan.opened:
        ranges = [range(one.first_position, one.first_position + one.room) for one in sessions]
        there = [
            Message(entry.doc, entry.at, entry.entity_id)
            for entry in moved
            if entry.at is not None and any(entry.position in one for one in ranges)
        ]
        opened += [(group_id, piece, bool(sessions)) for piece in split([*there, *new])]
    return opened


def _append(session: Session, new: Sequence[Message], positions: dict[int, int]) -> Session:
    """The session with the new messages at its end."""
    start = session.first_position + session.used
    positions.update((message.doc, start + number) for number, message in enumerate(new))
    return Session(
        session.first_position,
        session.room,
        session.used + len(new),
        session.first_at,
        max(session.last_at, new[-1].at),
    )


def _span(messages: Sequence[Message]) -> tuple[datetime, datetime]:
    return min(message.at for message in messages), max(message.at for message in messages)


async def _changes(tx: Tx, live: Sequence[Entry], gone: Sequence[Entry], positions: Mapping[int, int]) -> _Changes:
    if len(live) + len(gone) <= A_FEW:
        return _changes_of(live, gone, positions, None)
    found = await tokenizing.features(tx, [(entry.body, entry.language) for entry in live])
    return await asyncio.to_thread(_changes_of, live, gone, positions, found)


def _changes_of(
    live: Sequence[Entry],
    gone: Sequence[Entry],
    positions: Mapping[int, int],
    found: Sequence[Features] | None,
) -> _Changes:
    """`found`: the features of the live ones; without them a millisecond of computing an entry."""
    changes = _Changes()
    for entry in (*live, *gone):
        _remove(changes, entry)
    for number, entry in enumerate(live):
        features = found[number] if found is not None else features_of(entry.body, entry.language)
        _add(changes, entry, positions[entry.doc], features)
    return changes


def _remove(changes: _Changes, entry: Entry) -> None:
    if entry.lexemes is None or entry.position is None:
        return
    chunk = entry.position // CHUNK
    for lexeme in entry.lexemes:
        changes.removed[lexeme, chunk].append(entry.position)
    if entry.counted_in is not None:
        total = changes.totals[entry.counted_in]
        total[0] -= 1
        total[1] -= entry.length or 0


def _add(changes: _Changes, entry: Entry, position: int, features: Features) -> None:
    (counts, length), marks = features
    if entry.group_id is None:  # the title of a grouped entry is its group's: every message would match it
        title = read(entry.title, entry.language)
        length += title.words
        for lexeme, count in title.counts.items():
            counts[lexeme] += TITLE_WEIGHT * count
    if not NOBODY.issuperset(entry.speaker_words):
        counts.update({name_lexeme(word) for word in entry.speaker_words})
    flags = TALK * entry.talk | OWN * (entry.origin == OWN_ORIGIN) | ASIDE * entry.aside
    flags |= ASKING * ((marks & ASKS) > 0)
    day, kind, chunk = day_of(entry.at), kind_code(entry.kind), position // CHUNK
    for lexeme, times in counts.items():
        changes.added[lexeme, chunk].append(pack(position, day, length, times, kind, flags))
    counted_in = class_of(entry.kind, talk=entry.talk)
    changes.indexed.append(Indexed(entry.doc, " ".join(counts), length, counted_in, position, marks))
    total = changes.totals[counted_in]
    total[0] += 1
    total[1] += length


async def _apply(tx: Tx, changes: _Changes) -> None:
    removed = changes.removed
    if len(removed) > MANY_ROWS:  # a book is erased: it had most of these rows for itself
        counts = await asyncio.to_thread(lambda: sorted((key, len(positions)) for key, positions in removed.items()))
        gone = await postings.drop_full(tx, counts)
        await _aside(len(gone), lambda: _forget(removed, gone))
    if removed:
        held = await postings.rows_of_postings(tx, await _aside(len(removed), lambda: sorted(removed)))
        rows = await _aside(len(held), lambda: _kept(changes, held))
        await postings.replace_postings(tx, rows)
    added = changes.added
    new = await _aside(len(added), lambda: [_row(key, added[key]) for key in sorted(added)])
    await postings.settle(tx, new, _totals(changes.totals), changes.indexed)


def _forget(removed: dict[Key, list[int]], keys: Iterable[Key]) -> None:
    for key in keys:
        del removed[key]


async def _aside(size: int, made: Callable[[], T]) -> T:
    """What is made of so many rows of postings: of many in a thread."""
    return made() if size <= MANY_ROWS else await asyncio.to_thread(made)


def _kept(changes: _Changes, held: Mapping[Key, bytes]) -> list[tuple[str, int, int, bytes]]:
    """The rows without what goes, and with what comes."""
    left = ((key, without(data, changes.removed[key])) for key, data in held.items())
    return [_row(key, [data, *changes.added.pop(key, ())]) for key, data in left]


def _row(key: Key, parts: Iterable[bytes]) -> tuple[str, int, int, bytes]:
    data = b"".join(parts)
    return *key, len(data) // POSTING.itemsize, data


def _totals(changed: Mapping[int, Sequence[int]]) -> dict[int, tuple[int, int]]:
    return {number: (documents, length) for number, (documents, length) in sorted(changed.items())}
