"""What is looked up to tell what somebody said, decided or promised."""

from datetime import datetime

from orchestrator.kit import lookaround
from orchestrator.reader.call_selection import wanted
from orchestrator.reader.question.model import Reading
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.reads.lookups import (
    LIMIT,
    MANY_HITS,
    QUERY_LETTERS,
    Batches,
    events_read,
    search_read,
    todos_read,
    written_to_read,
)

_SPOKEN = ("message", "meeting")
_MINE = lookaround.compile(
    r"\b(?:i|we|my|our|me|eu|meus?|minhas?|tenho|tinha|temos|fiquei|prometi|comprometi|yo|mis?|tengo|tenia|tenemos|debo|quede|je|j'ai|mes|mon|ma|dois)\b"
)
"""Asks what the user themselves are to do."""


def said_reads(reading: Reading, now: datetime) -> Batches:
    if reading.last_contact:
        theirs = wanted(
            "search_memories", kinds=["message"], speaker=reading.names[0], limit=MANY_HITS, **reading.timing
        )
        return [[events_read(reading, now), theirs]]
    both = " ".join(dict.fromkeys([*(reading.who or "").split(), *reading.words]))
    by_speaker = wanted(
        "search_memories",
        query=reading.about or ("" if reading.who else reading.line.raw[:QUERY_LETTERS]),
        kinds=list(_SPOKEN),
        speaker=reading.who,
        limit=MANY_HITS,
        **reading.timing,
    )
    wider = search_read(reading, kinds=_SPOKEN, query=both)
    # "What did Ana say in the review?": the words name the meeting, and stand in none of what she said there.
    there = [wanted("search_memories", kinds=["meeting"], speaker=reading.who, limit=LIMIT, **reading.timing)]
    mine = [] if reading.who or _MINE.search(reading.line.low) is None else written_to_read(reading)
    return [
        [*mine, by_speaker, *(there if reading.who and reading.words else [])],
        [wider],
        [search_read(reading, timed=False, query=both)],
    ]


def stated_reads(reading: Reading, now: datetime) -> Batches:
    """What was decided or promised: what meetings hold of it, then who said so, then as any other question."""
    promised = reading.kind is Kind.PROMISED
    mine = promised and reading.who is None and _MINE.search(reading.line.low) is not None
    held = wanted(
        "search_meetings",
        about="promised" if promised else "decided",
        query=reading.about,
        person="me" if mine else reading.who,
        when=reading.when,
    )
    said = wanted(
        "search_memories",
        query=reading.about,
        kinds=list(_SPOKEN),
        speaker=reading.who,
        limit=LIMIT if reading.who and not reading.words else MANY_HITS,
        **reading.timing,
    )
    rest = [todos_read(reading, status="open", timed=False), *written_to_read(reading)] if mine else []
    wide = [search_read(reading), events_read(reading, now, directed=False)] if reading.words else []
    return [[held], [*([said] if reading.who or reading.words else []), *rest], wide]
