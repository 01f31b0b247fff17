"""Reads and writes the index. Bulk statements take arrays: ten thousand messages are a few round trips."""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import bindparam, text
from sqlalchemy.dialects.postgresql import ARRAY, BIGINT, BOOLEAN, INTEGER, TEXT, TIMESTAMP
from sqlalchemy.dialects.postgresql import UUID as PgUUID
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.domain.ground.search.schemas import IndexEntry
from orchestrator.language.fold import tokens

POSTING_BATCH = 50_000
_TEXTS = ARRAY(TEXT())
_UUIDS = ARRAY(PgUUID(as_uuid=True))
_BIGINTS = ARRAY(BIGINT())
_INTEGERS = ARRAY(INTEGER())


class Owed(NamedTuple):
    """An entry whose postings this unit of work has still to write or remove."""

    doc: int
    state: str
    title: str
    body: str
    group_id: UUID | None
    language: str | None
    lexemes: list[str] | None
    length: int | None


_PUT = text("""
    insert into search_documents
        (user_id, kind, entity_id, title, body, at, origin, speaker, speaker_words, group_id, external_id, language,
         aside)
    select :owner, e.kind, e.entity_id, e.title, e.body, e.at, e.origin, e.speaker,
           string_to_array(e.speaker_words, ' '), e.group_id, e.external_id, e.language, e.aside
      from unnest(:kinds, :ids, :titles, :bodies, :ats, :origins, :speakers, :speaker_words, :groups, :externals,
                  :languages, :asides)
           as e (kind, entity_id, title, body, at, origin, speaker, speaker_words, group_id, external_id, language,
                 aside)
    on conflict (user_id, kind, entity_id) do update
       set state = 'changed', title = excluded.title, body = excluded.body, at = excluded.at,
           origin = excluded.origin, speaker = excluded.speaker, speaker_words = excluded.speaker_words,
           group_id = excluded.group_id, external_id = excluded.external_id, language = excluded.language,
           aside = excluded.aside
""").bindparams(
    bindparam("kinds", type_=_TEXTS),
    bindparam("ids", type_=_UUIDS),
    bindparam("titles", type_=_TEXTS),
    bindparam("bodies", type_=_TEXTS),
    bindparam("ats", type_=ARRAY(TIMESTAMP(timezone=True))),
    bindparam("origins", type_=_TEXTS),
    bindparam("speakers", type_=_TEXTS),
    bindparam("speaker_words", type_=_TEXTS),
    bindparam("groups", type_=_UUIDS),
    bindparam("externals", type_=_TEXTS),
    bindparam("languages", type_=_TEXTS),
    bindparam("asides", type_=ARRAY(BOOLEAN())),
)


async def put(session: AsyncSession, owner_id: UUID, entries: Sequence[IndexEntry]) -> None:
    """Insert or replace; `entries` hold no (kind, id) twice."""
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


_OWED = text("""
    with held as materialized (select pg_advisory_xact_lock(hashtextextended('search:' || :key, 0)))
    select doc, state, title, body, group_id, language, lexemes, length
      from held, search_documents where user_id = :owner and state <> 'indexed'
""").bindparams(bindparam("owner", type_=PgUUID(as_uuid=True)), bindparam("key", type_=TEXT()))


async def owed(session: AsyncSession, owner_id: UUID) -> list[Owed]:
    """Entries of this transaction whose postings are to be written: no committed row is ever among them. Where there
    are any, the owner's index is locked until the transaction ends."""
    found = await session.execute(_OWED, {"owner": owner_id, "key": str(owner_id)})
    return [Owed(*row) for row in found]


_REMOVE_POSTINGS = text("""
    delete from search_postings p using unnest(:lexemes, :docs) as o (lexeme, doc)
     where p.user_id = :owner and p.lexeme = o.lexeme and p.doc = o.doc
""").bindparams(bindparam("lexemes", type_=_TEXTS), bindparam("docs", type_=_BIGINTS))


async def remove_postings(session: AsyncSession, owner_id: UUID, old: Sequence[tuple[str, int]]) -> None:
    """Delete (lexeme, doc)."""
    for start in range(0, len(old), POSTING_BATCH):
        batch = old[start : start + POSTING_BATCH]
        values = {"owner": owner_id, "lexemes": [one[0] for one in batch], "docs": [one[1] for one in batch]}
        await session.execute(_REMOVE_POSTINGS, values)


_ADD_POSTINGS = text("""
    insert into search_postings (user_id, lexeme, doc, tf, length)
    select :owner, n.lexeme, n.doc, n.tf, n.length
      from unnest(:lexemes, :docs, :tfs, :lengths) as n (lexeme, doc, tf, length)
""").bindparams(
    bindparam("lexemes", type_=_TEXTS),
    bindparam("docs", type_=_BIGINTS),
    bindparam("tfs", type_=_INTEGERS),
    bindparam("lengths", type_=_INTEGERS),
)


async def add_postings(session: AsyncSession, owner_id: UUID, new: Sequence[tuple[str, int, int, int]]) -> None:
    """Insert (lexeme, doc, times, length of the entry)."""
    for start in range(0, len(new), POSTING_BATCH):
        batch = new[start : start + POSTING_BATCH]
        lexemes, docs, tfs, lengths = (list(column) for column in zip(*batch, strict=True))
        values = {"owner": owner_id, "lexemes": lexemes, "docs": docs, "tfs": tfs, "lengths": lengths}
        await session.execute(_ADD_POSTINGS, values)


_SETTLE = text("""
    with counted as (
        insert into search_lexemes as l (user_id, lexeme, df)
        select :owner, c.lexeme, c.delta from unnest(:counted, :deltas) as c (lexeme, delta)
        on conflict (user_id, lexeme) do update set df = l.df + excluded.df
    ), indexed as (
        update search_documents d
           set state = 'indexed', lexemes = string_to_array(i.lexemes, ' '), length = i.length
          from unnest(:docs, :lexemes, :lengths) as i (doc, lexemes, length)
         where d.user_id = :owner and d.doc = i.doc
    )
    insert into search_totals as t (user_id, documents, length) values (:owner, :documents, :length)
    on conflict (user_id) do update
       set documents = t.documents + excluded.documents, length = t.length + excluded.length
""").bindparams(
    bindparam("owner", type_=PgUUID(as_uuid=True)),
    bindparam("counted", type_=_TEXTS),
    bindparam("deltas", type_=_INTEGERS),
    bindparam("docs", type_=_BIGINTS),
    bindparam("lexemes", type_=_TEXTS),
    bindparam("lengths", type_=_INTEGERS),
    bindparam("documents", type_=BIGINT()),
    bindparam("length", type_=BIGINT()),
)


async def settle(
    session: AsyncSession,
    owner_id: UUID,
    deltas: Sequence[tuple[str, int]],
    indexed: Sequence[tuple[int, str, int]],
    *,
    documents: int,
    length: int,
) -> None:
    """Add to each lexeme's number of entries and to the totals; mark entries as indexed, with their lexemes (joined by
    spaces) and length."""
    values = {
        "owner": owner_id,
        "counted": [one[0] for one in deltas],
        "deltas": [one[1] for one in deltas],
        "docs": [one[0] for one in indexed],
        "lexemes": [one[1] for one in indexed],
        "lengths": [one[2] for one in indexed],
        "documents": documents,
        "length": length,
    }
    await session.execute(_SETTLE, values)


async def drop_unused(session: AsyncSession, owner_id: UUID, lexemes: Sequence[str]) -> None:
    """Delete those of `lexemes` that no entry has any more."""
    await session.execute(
        text("delete from search_lexemes where user_id = :owner and lexeme = any(:lexemes) and df <= 0").bindparams(
            bindparam("lexemes", type_=_TEXTS)
        ),
        {"owner": owner_id, "lexemes": list(lexemes)},
    )


async def drop(session: AsyncSession, owner_id: UUID, docs: Sequence[int]) -> None:
    """Delete withdrawn entries."""
    await session.execute(
        text("delete from search_documents where user_id = :owner and doc = any(:docs)").bindparams(
            bindparam("docs", type_=_BIGINTS)
        ),
        {"owner": owner_id, "docs": list(docs)},
    )
