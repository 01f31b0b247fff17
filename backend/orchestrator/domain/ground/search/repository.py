"""Reads and writes the index. Bulk statements take arrays: ten thousand messages are a few round trips."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import TextClause, bindparam, text
from sqlalchemy.dialects.postgresql import ARRAY, BIGINT, BOOLEAN, BYTEA, INTEGER, SMALLINT, TEXT, TIMESTAMP
from sqlalchemy.dialects.postgresql import UUID as PgUUID
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.domain.ground.search.schemas import IndexEntry
from orchestrator.domain.ground.search.sessions import APART, GAP, Session
from orchestrator.language.fold import tokens

ROW_BATCH = 20_000
_TEXTS = ARRAY(TEXT())
_UUIDS = ARRAY(PgUUID(as_uuid=True))
_BIGINTS = ARRAY(BIGINT())
_INTEGERS = ARRAY(INTEGER())
_MOMENTS = ARRAY(TIMESTAMP(timezone=True))
_OWNER = bindparam("owner", type_=PgUUID(as_uuid=True))

Key = tuple[str, int]
"""(lexeme, chunk): a row of postings."""


class Entry(NamedTuple):
    """An entry as it stands in `search_documents`."""

    doc: int
    state: str
    kind: str
    entity_id: UUID
    title: str
    body: str
    at: datetime | None
    origin: str
    speaker_words: list[str]
    group_id: UUID | None
    language: str | None
    aside: bool
    talk: bool
    lexemes: list[str] | None
    length: int | None
    counted_in: int | None
    position: int | None
    moved: bool


class Indexed(NamedTuple):
    """What was found out about an entry when it was indexed; `lexemes` joined by spaces."""

    doc: int
    lexemes: str
    length: int
    counted_in: int
    position: int
    marks: int


_ENTRY = ", ".join(f"d.{name}" for name in Entry._fields)

_PUT = text("""
    insert into search_documents as d
        (user_id, kind, entity_id, title, body, at, origin, speaker, speaker_words, group_id, external_id, language,
         aside, talk)
    select :owner, e.kind, e.entity_id, e.title, e.body, e.at, e.origin, e.speaker,
           string_to_array(e.speaker_words, ' '), e.group_id, e.external_id, e.language, e.aside, e.talk
      from unnest(:kinds, :ids, :titles, :bodies, :ats, :origins, :speakers, :speaker_words, :groups, :externals,
                  :languages, :asides, :talks)
           as e (kind, entity_id, title, body, at, origin, speaker, speaker_words, group_id, external_id, language,
                 aside, talk)
    on conflict (user_id, kind, entity_id) do update
       set state = case when d.state = 'indexed'
               and (d.body, d.at, d.origin, d.speaker, d.group_id, d.language, d.aside, d.talk)
                   is not distinct from (excluded.body, excluded.at, excluded.origin, excluded.speaker,
                                         excluded.group_id, excluded.language, excluded.aside, excluded.talk)
               and (d.group_id is not null or d.title = excluded.title) then 'indexed' else 'changed' end,
           moved = d.moved or (d.talk or excluded.talk)
               and (d.at, d.talk, d.group_id) is distinct from (excluded.at, excluded.talk, excluded.group_id),
           title = excluded.title, body = excluded.body, at = excluded.at,
           origin = excluded.origin, speaker = excluded.speaker, speaker_words = excluded.speaker_words,
           group_id = excluded.group_id, external_id = excluded.external_id, language = excluded.language,
           aside = excluded.aside, talk = excluded.talk
""").bindparams(
    bindparam("kinds", type_=_TEXTS),
    bindparam("ids", type_=_UUIDS),
    bindparam("titles", type_=_TEXTS),
    bindparam("bodies", type_=_TEXTS),
    bindparam("ats", type_=_MOMENTS),
    bindparam("origins", type_=_TEXTS),
    bindparam("speakers", type_=_TEXTS),
    bindparam("speaker_words", type_=_TEXTS),
    bindparam("groups", type_=_UUIDS),
    bindparam("externals", type_=_TEXTS),
    bindparam("languages", type_=_TEXTS),
    bindparam("asides", type_=ARRAY(BOOLEAN())),
    bindparam("talks", type_=ARRAY(BOOLEAN())),
)


async def put(session: AsyncSession, owner_id: UUID, entries: Sequence[IndexEntry]) -> None:
    """Insert or replace; `entries` hold no (kind, id) twice. What changes nothing that is searched is not indexed
    again."""
    await session.execute(
        _PUT,
        {
            "owner": owner_id,
            "kinds": [entry.kind for entry in entries],
            "ids": [entry.id for entry in entries],
            "titles": [entry.title for entry in entries],
            "bodies": [entry.text for entry in entries],
            "ats": [entry.at for entry in entries],
            "origins": [str(entry.origin) for entry in entries],
            "speakers": [entry.speaker for entry in entries],
            "speaker_words": [" ".join(tokens(entry.speaker or "")) for entry in entries],
            "groups": [entry.group_id for entry in entries],
            "externals": [entry.external_id for entry in entries],
            "languages": [entry.language for entry in entries],
            "asides": [entry.aside for entry in entries],
            "talks": [entry.talk and entry.at is not None and entry.group_id is not None for entry in entries],
        },
    )


async def mark_withdrawn(session: AsyncSession, owner_id: UUID, kind: str, ids: Sequence[UUID]) -> int:
    done = await session.execute(
        text("""
            update search_documents set state = 'withdrawn'
             where user_id = :owner and kind = :kind and entity_id = any(:ids) and state <> 'withdrawn'
            returning doc
        """).bindparams(bindparam("ids", type_=_UUIDS)),
        {"owner": owner_id, "kind": kind, "ids": list(ids)},
    )
    return len(done.all())


_LOCK = "pg_advisory_xact_lock(hashtextextended('search:' || :key, 0))"


async def lock(session: AsyncSession, owner_id: UUID) -> None:
    """Hold the owner's index until the transaction ends. Whoever locks an entry's row without changing it takes this
    first: a session that moves passes locked rows over, and relies on their holders' coming after it."""
    await session.execute(
        text(f"select {_LOCK}").bindparams(bindparam("key", type_=TEXT())),
        {"key": str(owner_id)},
    )


def _locked(which: str) -> TextClause:
    """The entries `which`, read once the owner's index is locked (until the transaction ends), and the first of the
    positions kept for them: APART a new entry without neighbours. The lock comes first: whoever waits for
    it holds no counter."""
    return text(f"""
        with held as materialized (select {_LOCK}),
        chosen as materialized (
            select {_ENTRY} from held, search_documents d where d.user_id = :owner and {which}
        ),
        kept as (
            insert into search_ends as s (user_id, next_position)
            select :owner, {APART} * count(*) from chosen where position is null and not talk having count(*) > 0
            on conflict (user_id) do update set next_position = s.next_position + excluded.next_position
            returning next_position
        )
        select c.*, coalesce((select next_position from kept), 0)
                    - {APART} * (select count(*) from chosen where position is null and not talk)
          from chosen c
    """).bindparams(_OWNER, bindparam("key", type_=TEXT()))  # noqa: S608  (constants of this module)


_OWED = _locked("d.state in ('changed', 'withdrawn')")
_STALE = _locked("d.state = 'stale' and d.doc = any(:docs)").bindparams(bindparam("docs", type_=_BIGINTS))


async def owed(session: AsyncSession, owner_id: UUID) -> tuple[list[Entry], int]:
    """Entries of this transaction whose postings are to be written (no committed row is ever among them), and the first
    position kept for those that have none. Where there are any, the owner's index is locked until the transaction
    ends."""
    return _entries(await session.execute(_OWED, {"owner": owner_id, "key": str(owner_id)}))


async def stale(session: AsyncSession, owner_id: UUID, limit: int) -> tuple[list[Entry], int]:
    """The newest entries that are to be indexed anew and that nobody changes just now; see `owed`."""
    chosen = await session.scalars(
        text("""
            select doc from search_documents where user_id = :owner and state = 'stale'
             order by at desc nulls first, entity_id limit :limit for update skip locked
        """),
        {"owner": owner_id, "limit": limit},
    )
    values = {"owner": owner_id, "key": str(owner_id), "docs": list(chosen)}
    return _entries(await session.execute(_STALE, values)) if values["docs"] else ([], 0)


def _entries(found: Any) -> tuple[list[Entry], int]:
    rows = [tuple(row) for row in found]
    return [Entry(*row[:-1]) for row in rows], int(rows[0][-1]) if rows else 0


async def count_stale(session: AsyncSession, owner_id: UUID) -> int:
    found = await session.execute(
        text("select count(*) from search_documents where user_id = :owner and state = 'stale'"), {"owner": owner_id}
    )
    return int(found.scalar_one())


async def keep_positions(session: AsyncSession, owner_id: UUID, number: int) -> int:
    """The first of so many positions that nobody else gets."""
    found = await session.execute(
        text("""
            insert into search_ends as s (user_id, next_position) values (:owner, :number)
            on conflict (user_id) do update set next_position = s.next_position + excluded.next_position
            returning next_position - :number
        """).bindparams(_OWNER, bindparam("number", type_=INTEGER())),
        {"owner": owner_id, "number": number},
    )
    return int(found.scalar_one())


# Sessions


async def sessions_near(
    session: AsyncSession, owner_id: UUID, spans: Mapping[UUID, tuple[datetime, datetime]]
) -> dict[UUID, list[Session]]:
    """The sessions of each group that lie within GAP of its span of time, in the order of time."""
    found = await session.execute(
        text("""
            select s.group_id, s.first_position, s.room, s.used, s.first_at, s.last_at
              from unnest(:groups, :firsts, :lasts) as g (group_id, first_at, last_at)
              join search_sessions s on s.user_id = :owner and s.group_id = g.group_id
               and s.last_at >= g.first_at and s.first_at <= g.last_at
             order by s.first_at, s.first_position
        """).bindparams(
            bindparam("groups", type_=_UUIDS), bindparam("firsts", type_=_MOMENTS), bindparam("lasts", type_=_MOMENTS)
        ),
        {
            "owner": owner_id,
            "groups": list(spans),
            "firsts": [first - GAP for first, _ in spans.values()],
            "lasts": [last + GAP for _, last in spans.values()],
        },
    )
    near: dict[UUID, list[Session]] = {}
    for group_id, *fields in found:
        near.setdefault(group_id, []).append(Session(*fields))
    return near


async def entries_between(session: AsyncSession, owner_id: UUID, ranges: Sequence[tuple[int, int]]) -> list[Entry]:
    """The indexed entries whose positions lie in any of the ranges [first, end), locked. Left out is what another
    transaction changes just now: it waits for this one's lock on the index, and waiting for it would be a deadlock."""
    found = await session.execute(
        text(f"""
            select {_ENTRY} from unnest(:firsts, :ends) as r (first, last)
              join search_documents d on d.user_id = :owner and d.position >= r.first and d.position < r.last
             where d.state = 'indexed' for update of d skip locked
        """).bindparams(bindparam("firsts", type_=_INTEGERS), bindparam("ends", type_=_INTEGERS)),  # noqa: S608
        {"owner": owner_id, "firsts": [one[0] for one in ranges], "ends": [one[1] for one in ranges]},
    )
    return [Entry(*row) for row in found]


async def save_sessions(
    session: AsyncSession, owner_id: UUID, rows: Sequence[tuple[UUID, Session]], gone: Sequence[int]
) -> None:
    """Insert or change sessions; delete those that begin at `gone`."""
    if gone:
        await session.execute(
            text("delete from search_sessions where user_id = :owner and first_position = any(:gone)").bindparams(
                bindparam("gone", type_=_INTEGERS)
            ),
            {"owner": owner_id, "gone": list(gone)},
        )
    if rows:
        await session.execute(
            text("""
                insert into search_sessions (user_id, first_position, room, used, group_id, first_at, last_at)
                select :owner, * from unnest(:firsts, :rooms, :used, :groups, :begins, :ends)
                on conflict (user_id, first_position) do update
                   set used = excluded.used, first_at = excluded.first_at, last_at = excluded.last_at
            """).bindparams(
                bindparam("firsts", type_=_INTEGERS),
                bindparam("rooms", type_=_INTEGERS),
                bindparam("used", type_=_INTEGERS),
                bindparam("groups", type_=_UUIDS),
                bindparam("begins", type_=_MOMENTS),
                bindparam("ends", type_=_MOMENTS),
            ),
            {
                "owner": owner_id,
                "firsts": [one.first_position for _, one in rows],
                "rooms": [one.room for _, one in rows],
                "used": [one.used for _, one in rows],
                "groups": [group_id for group_id, _ in rows],
                "begins": [one.first_at for _, one in rows],
                "ends": [one.last_at for _, one in rows],
            },
        )


async def drop_empty_sessions(session: AsyncSession, owner_id: UUID, groups: Collection[UUID]) -> None:
    """Delete the sessions of these groups in which no entry stands any more."""
    await session.execute(
        text("""
            delete from search_sessions s where s.user_id = :owner and s.group_id = any(:groups) and not exists (
                select 1 from search_documents d where d.user_id = :owner
                   and d.position >= s.first_position and d.position < s.first_position + s.room)
        """).bindparams(bindparam("groups", type_=_UUIDS)),
        {"owner": owner_id, "groups": sorted(groups)},
    )


# Postings


async def rows_of_postings(session: AsyncSession, owner_id: UUID, keys: Sequence[Key]) -> dict[Key, bytes]:
    """The records of these rows."""
    found: dict[Key, bytes] = {}
    for start in range(0, len(keys), ROW_BATCH):
        batch = keys[start : start + ROW_BATCH]
        rows = await session.execute(
            text("""
                select p.lexeme, p.chunk, p.data from unnest(:lexemes, :chunks) as k (lexeme, chunk)
                  join search_postings p on p.user_id = :owner and p.lexeme = k.lexeme and p.chunk = k.chunk
            """).bindparams(bindparam("lexemes", type_=_TEXTS), bindparam("chunks", type_=_INTEGERS)),
            {"owner": owner_id, "lexemes": [key[0] for key in batch], "chunks": [key[1] for key in batch]},
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
    _OWNER,
    bindparam("lexemes", type_=_TEXTS),
    bindparam("chunks", type_=_INTEGERS),
    bindparam("entries", type_=_INTEGERS),
    bindparam("data", type_=ARRAY(BYTEA())),
)


async def replace_postings(session: AsyncSession, owner_id: UUID, rows: Sequence[tuple[str, int, int, bytes]]) -> None:
    """Put (lexeme, chunk, entries, records) in place of what those rows hold; a row without entries is deleted."""
    for start in range(0, len(rows), ROW_BATCH):
        await session.execute(_REPLACE, {"owner": owner_id, **_columns(rows[start : start + ROW_BATCH])})


_APPEND = """
    insert into search_postings as p (user_id, lexeme, chunk, entries, data)
    select :owner, k.lexeme, k.chunk, k.entries, k.data
      from unnest(:lexemes, :chunks, :entries, :data) as k (lexeme, chunk, entries, data)
    on conflict (user_id, lexeme, chunk) do update
       set entries = p.entries + excluded.entries, data = p.data || excluded.data
"""
_APPEND_PARAMETERS = (
    _OWNER,
    bindparam("lexemes", type_=_TEXTS),
    bindparam("chunks", type_=_INTEGERS),
    bindparam("entries", type_=_INTEGERS),
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
    bindparam("documents", type_=_BIGINTS),
    bindparam("lengths", type_=_BIGINTS),
    bindparam("docs", type_=_BIGINTS),
    bindparam("texts", type_=_TEXTS),
    bindparam("doc_lengths", type_=_INTEGERS),
    bindparam("doc_classes", type_=ARRAY(SMALLINT())),
    bindparam("positions", type_=_INTEGERS),
    bindparam("marks", type_=ARRAY(SMALLINT())),
)


async def settle(
    session: AsyncSession,
    owner_id: UUID,
    rows: Sequence[tuple[str, int, int, bytes]],
    totals: Mapping[int, tuple[int, int]],
    indexed: Sequence[Indexed],
) -> None:
    """Append (lexeme, chunk, entries, records) to the postings, add (documents, length) to the totals of each class,
    and mark entries as indexed."""
    first = max(len(rows) - ROW_BATCH, 0)
    for start in range(0, first, ROW_BATCH):
        batch = rows[start : min(start + ROW_BATCH, first)]
        await session.execute(_APPEND_ONLY, {"owner": owner_id, **_columns(batch)})
    values = {
        "owner": owner_id,
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
    await session.execute(_SETTLE, values)


def _columns(rows: Sequence[tuple[str, int, int, bytes]]) -> dict[str, list[Any]]:
    return {
        "lexemes": [one[0] for one in rows],
        "chunks": [one[1] for one in rows],
        "entries": [one[2] for one in rows],
        "data": [one[3] for one in rows],
    }


async def drop(session: AsyncSession, owner_id: UUID, docs: Sequence[int]) -> None:
    """Delete withdrawn entries."""
    await session.execute(
        text("delete from search_documents where user_id = :owner and doc = any(:docs)").bindparams(
            bindparam("docs", type_=_BIGINTS)
        ),
        {"owner": owner_id, "docs": list(docs)},
    )
