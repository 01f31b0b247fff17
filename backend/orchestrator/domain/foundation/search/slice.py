"""What does the index register? Its tool, its upkeep, and what of it goes into an archive: what can be found, as it was
given; postings and vectors are made anew."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Protocol
from uuid import UUID

from orchestrator.agent.types.vocabulary import (
    DATA_INTENT,
    GENERAL_INTENT,
    SEARCH_INTENT,
    Intent,
    ToolGroup,
    Vocabulary,
)
from orchestrator.db.portable import Portable
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.search import embedding, index_writer, service, tools
from orchestrator.domain.foundation.search.schemas import EMBED, REINDEX, IndexEntry, Reindexing, VectorsOwed
from orchestrator.domain.foundation.search.store import repository, vectors
from orchestrator.domain.foundation.search.store.vectors import Embedded, Unembedded
from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.errors import InvalidRequest
from orchestrator.kit.ids import parse_id
from orchestrator.language.speech_acts.intents import Topic
from orchestrator.llm.port import Embedder
from orchestrator.scheduling.async_jobs import enqueue
from orchestrator.scheduling.handler import JobContext, JobHandler
from orchestrator.scheduling.scheduled_jobs import External, ScheduledJob

BATCH = 32
"""Entries, with their sentences about 80 texts: half a second on one core."""
REINDEX_BATCH = 500
"""Entries; half a second, so that a turn that wants the index does not wait longer."""
REINDEX_AGAIN_S = 2
SLICE_S = 600.0
"""So long one attempt works; what is left then is another job's, so that no attempt runs into its time-out."""
SENTENCES_SLICE_S = 60.0
"""The same where only sentences are left: what is written meanwhile waits no longer for the vector of its text."""


async def embed(context: JobContext, _: VectorsOwed) -> None:
    """Handler of `search.embed`: vectors for the owner's entries that have none, newest first. Of more than a batch the
    whole texts come first, their sentences afterwards.

    The embedder works at a low priority, so turns are not held up. Raises ModelError where the model can't be had: the
    job is tried again, and searches go by words meanwhile.
    """
    owner_id, embedder = context.owner_id, context.embedder
    assert owner_id is not None
    if embedder is None:
        return
    async with context.unit_of_work_of(owner_id) as tx:
        missing = await vectors.count_missing(tx, embedder.name)
        owing = await vectors.count_owing(tx, embedder.name)
    many = missing > BATCH
    making = _Making(context, embedder, asyncio.get_running_loop().time() + SLICE_S)
    left = await making.all_of(vectors.missing, embedding.wholes if many else embedding.embedded, missing)
    if not left and (many or owing):
        making.ends_at = min(making.ends_at, asyncio.get_running_loop().time() + SENTENCES_SLICE_S)
        async with context.unit_of_work_of(owner_id) as tx:
            owing = await vectors.count_owing(tx, embedder.name)
        left = await making.all_of(vectors.owing_sentences, embedding.of_sentences, owing)
    if left:
        await embedding.owe(context.tx)


@dataclass
class _Making:
    """One attempt at making vectors; `done`: so many entries, each once for its text and once for its sentences."""

    context: JobContext
    embedder: Embedder
    ends_at: float
    done: int = 0

    async def all_of(self, wanting: "_Wanting", make: "_Make", number: int) -> bool:
        """Make those of `number` entries; whether some are left because the time is over or the process stops."""
        context, name = self.context, self.embedder.name
        assert context.owner_id is not None
        before, total = vectors.NEWEST, self.done + number
        while self.done < total:
            if context.stopping() or asyncio.get_running_loop().time() > self.ends_at:
                return True
            async with context.unit_of_work_of(context.owner_id) as tx:
                rows = await wanting(tx, name, limit=BATCH, before=before)
            if not rows:
                return False
            made = await make(self.embedder, rows)
            self.done, before = self.done + len(rows), rows[-1].doc
            async with context.unit_of_work_of(context.owner_id) as tx:
                await vectors.store(tx, name, made)
                await context.report(tx.session, self.done, max(self.done, total))
        return False


class _Wanting(Protocol):
    """Entries that want vectors, newest first."""

    async def __call__(self, tx: Tx, model: str, *, limit: int, before: int) -> list[Unembedded]: ...


_Make = Callable[[Embedder, Sequence[Unembedded]], Awaitable[list[Embedded]]]


async def reindex(context: JobContext, _: Reindexing) -> None:
    """Handler of `search.reindex`: index anew what a migration marked as stale, newest first."""
    assert context.owner_id is not None
    async with context.unit_of_work_of(context.owner_id) as tx:
        total = await repository.count_stale(tx)
    done = 0
    ends_at = asyncio.get_running_loop().time() + SLICE_S
    while not (context.stopping() or asyncio.get_running_loop().time() > ends_at):
        async with context.unit_of_work_of(context.owner_id) as tx:
            renewed = await index_writer.renew(tx, REINDEX_BATCH)
            done += renewed
            await context.report(tx.session, done, max(done, total))
        if not renewed:
            break
    if await repository.count_stale(context.tx):  # also what others were changing meanwhile
        again = context.clock.now() + timedelta(seconds=REINDEX_AGAIN_S)
        await enqueue(
            context.session, REINDEX, Reindexing(), owner_id=context.owner_id, dedupe_key="all", run_after=again
        )


JOBS = (JobHandler(EMBED, embed), JobHandler(REINDEX, reindex))
SCHEDULED = (
    ScheduledJob(EMBED, External(), source="an entry of the index without a vector"),
    ScheduledJob(REINDEX, External(), source="a migration that made the index stale"),
)


COLUMNS = (
    *("kind", "entity_id", "title", "body", "at", "origin", "speaker", "group_id", "external_id", "language"),
    *("aside", "talk", "ends_at"),
)
_DERIVED = 5


def comes_with(row: Mapping[str, Any]) -> UUID | None:
    """The id of the row that an entry stands for; of a passage, whose own id is derived (RFC 9562, version 5), that of
    the whole it is a passage of. None where it names none."""
    entity = parse_id(row.get("entity_id"))
    return parse_id(row.get("group_id")) if entity is not None and entity.version == _DERIVED else entity


async def write(tx: Tx, rows: Sequence[Mapping[str, Any]]) -> None:
    """Index the entries of an archive, a little later. Raises InvalidRequest."""
    await service.index_later(tx, [_entry(row) for row in rows])


def _entry(row: Mapping[str, Any]) -> IndexEntry:
    """Raises InvalidRequest."""
    try:
        return IndexEntry(
            kind=str(row["kind"]),
            id=UUID(row["entity_id"]),
            title=str(row["title"]),
            text=str(row["body"]),
            at=datetime.fromisoformat(row["at"]) if row["at"] is not None else None,
            origin=str(row["origin"]),
            speaker=row["speaker"],
            group_id=UUID(row["group_id"]) if row["group_id"] is not None else None,
            external_id=row["external_id"],
            language=row["language"],
            aside=bool(row["aside"]),
            talk=bool(row["talk"]),
            ends_at=datetime.fromisoformat(row["ends_at"]) if row.get("ends_at") is not None else None,
        )
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise InvalidRequest("An entry of the index can't be read.") from error


_ANEW = "made of the index's entries where they arrive"
_VOCABULARY = Vocabulary(
    groups=(
        ToolGroup(
            "search",
            intents=frozenset({SEARCH_INTENT, "document_search", GENERAL_INTENT}),
            searches=True,
            words=("find look up messages said procurar pesquisar mensagens buscar mensajes conversaciones"),
        ),
    ),
    intents=(
        Intent(SEARCH_INTENT, 10, looks_up=True, was_said="always"),
        Intent(DATA_INTENT, 20, everything=True, looks_up=True, was_said="unless_recorded"),
        Intent(GENERAL_INTENT, 110),
    ),
    records=frozenset({Topic.COUNT, Topic.MOST}),
    instructions={
        "wider": "Nothing was found so far. Search what was said and written: call search_memories, then answer."
    },
)

SLICE = Slice(
    "search",
    vocabulary=_VOCABULARY,
    tools_over=lambda registered: tools.tools(registered.places_of),
    jobs=JOBS,
    scheduled=SCHEDULED,
    portable=(
        Portable(
            "search_documents",
            key=("user_id", "kind", "entity_id"),
            newer=None,
            only=COLUMNS,
            with_any=comes_with,
            before=service.withdraw_all,
            write=write,
        ),
    ),
    left_out={
        **dict.fromkeys(("search_postings", "search_totals", "search_ends", "search_sessions"), _ANEW),
        "search_vectors": f"{_ANEW}, by the model that is there",
    },
)
