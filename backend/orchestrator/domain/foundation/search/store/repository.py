"""Where do the entries of the index stand? Bulk statements take arrays: ten thousand messages are a few round trips."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import TextClause, bindparam, text
from sqlalchemy.dialects.postgresql import ARRAY, BOOLEAN, INTEGER, TEXT

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.search.schemas import IndexEntry
from orchestrator.domain.foundation.search.store.parameters import BIGINTS, INTEGERS, MOMENTS, OWNER, TEXTS, UUIDS
from orchestrator.domain.foundation.search.store.postings import PARTED
from orchestrator.domain.foundation.search.store.sessions import APART
from orchestrator.language.text.normalize import tokens


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


_ENTRY = ", ".join(f"d.{name}" for name in Entry._fields)
_PUT = text("""
    insert into search_documents as d
        (user_id, kind, entity_id, title, body, at, origin, speaker, speaker_words, group_id, external_id, language,
         aside, talk, ends_at)
    select :owner, e.kind, e.entity_id, e.title, e.body, e.at, e.origin, e.speaker,
           string_to_array(e.speaker_words, ' '), e.group_id, e.external_id, e.language, e.aside, e.talk, e.ends_at
      from unnest(:kinds, :ids, :titles, :bodies, :ats, :origins, :speakers, :speaker_words, :groups, :externals,
                  :languages, :asides, :talks, :ends)
           as e (kind, entity_id, title, body, at, origin, speaker, speaker_words, group_id, external_id, language,
                 aside, talk, ends_at)
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
           aside = excluded.aside, talk = excluded.talk, ends_at = excluded.ends_at
""").bindparams(
    bindparam("kinds", type_=TEXTS),
    bindparam("ids", type_=UUIDS),
    bindparam("titles", type_=TEXTS),
    bindparam("bodies", type_=TEXTS),
    bindparam("ats", type_=MOMENTS),
    bindparam("origins", type_=TEXTS),
    bindparam("speakers", type_=TEXTS),
    bindparam("speaker_words", type_=TEXTS),
    bindparam("groups", type_=UUIDS),
    bindparam("externals", type_=TEXTS),
    bindparam("languages", type_=TEXTS),
    bindparam("asides", type_=ARRAY(BOOLEAN())),
    bindparam("talks", type_=ARRAY(BOOLEAN())),
    bindparam("ends", type_=MOMENTS),
)


async def put(tx: Tx, entries: Sequence[IndexEntry]) -> None:
    """Insert or replace; `entries` hold no (kind, id) twice. What changes nothing that is searched is not indexed
    again."""
    await tx.session.execute(
        _PUT,
        {
            "owner": tx.owner_id,
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
            "ends": [entry.ends_at for entry in entries],
        },
    )


async def mark_withdrawn(tx: Tx, kind: str, ids: Sequence[UUID]) -> int:
    done = await tx.session.execute(
        text("""
            update search_documents set state = 'withdrawn'
             where user_id = :owner and kind = :kind and entity_id = any(:ids) and state <> 'withdrawn'
            returning doc
        """).bindparams(bindparam("ids", type_=UUIDS)),
        {"owner": tx.owner_id, "kind": kind, "ids": list(ids)},
    )
    return len(done.all())


async def mark_all_withdrawn(tx: Tx, ids: Sequence[UUID]) -> None:
    await tx.session.execute(
        text("""
            update search_documents set state = 'withdrawn'
             where user_id = :owner and state <> 'withdrawn'
               and (entity_id = any(:ids) or kind = any(:parted) and group_id = any(:ids))
        """).bindparams(bindparam("ids", type_=UUIDS), bindparam("parted", type_=ARRAY(TEXT()))),
        {"owner": tx.owner_id, "ids": list(ids), "parted": list(PARTED)},
    )


async def mark_parts_withdrawn(tx: Tx, kind: str, whole: UUID, kept: Sequence[UUID]) -> int:
    done = await tx.session.execute(
        text("""
            update search_documents set state = 'withdrawn'
             where user_id = :owner and kind = :kind and group_id = :whole and state <> 'withdrawn'
               and not (entity_id = any(:kept))
            returning doc
        """).bindparams(bindparam("kept", type_=UUIDS)),
        {"owner": tx.owner_id, "kind": kind, "whole": whole, "kept": list(kept)},
    )
    return len(done.all())


_LOCK = "pg_advisory_xact_lock(hashtextextended('search:' || :key, 0))"


async def lock(tx: Tx) -> None:
    """Hold the owner's index until the transaction ends. Whoever locks an entry's row without changing it takes this
    first: a session that moves passes locked rows over, and relies on their holders' coming after it."""
    await tx.session.execute(
        text(f"select {_LOCK}").bindparams(bindparam("key", type_=TEXT())),
        {"key": str(tx.owner_id)},
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
    """).bindparams(OWNER, bindparam("key", type_=TEXT()))  # noqa: S608  (constants of this module)


_OWED = _locked("d.state in ('changed', 'withdrawn')")
_STALE = _locked("d.state = 'stale' and d.doc = any(:docs)").bindparams(bindparam("docs", type_=BIGINTS))


async def owed(tx: Tx) -> tuple[list[Entry], int]:
    """Entries of this transaction whose postings are to be written (no committed row is ever among them), and the first
    position kept for those that have none. Where there are any, the owner's index is locked until the transaction
    ends."""
    return _entries(await tx.session.execute(_OWED, {"owner": tx.owner_id, "key": str(tx.owner_id)}))


async def stale(tx: Tx, limit: int) -> tuple[list[Entry], int]:
    """The newest entries that are to be indexed anew and that nobody changes just now; see `owed`."""
    chosen = await tx.session.scalars(
        text("""
            select doc from search_documents where user_id = :owner and state = 'stale'
             order by at desc nulls first, entity_id limit :limit for update skip locked
        """),
        {"owner": tx.owner_id, "limit": limit},
    )
    values = {"owner": tx.owner_id, "key": str(tx.owner_id), "docs": list(chosen)}
    return _entries(await tx.session.execute(_STALE, values)) if values["docs"] else ([], 0)


def _entries(found: Any) -> tuple[list[Entry], int]:
    rows = [tuple(row) for row in found]
    return [Entry(*row[:-1]) for row in rows], int(rows[0][-1]) if rows else 0


async def put_off(tx: Tx, keep: int) -> int:
    """Leave all changed entries but the newest `keep` to `search.reindex`; answers how many."""
    done = await tx.session.execute(
        text("""
            update search_documents set state = 'stale'
             where user_id = :owner
               and doc in (select doc from search_documents where user_id = :owner and state = 'changed'
                            order by at desc nulls first, entity_id offset :keep)
            returning doc
        """),
        {"owner": tx.owner_id, "keep": keep},
    )
    return len(done.all())


async def count_stale(tx: Tx) -> int:
    found = await tx.session.execute(
        text("select count(*) from search_documents where user_id = :owner and state = 'stale'"), {"owner": tx.owner_id}
    )
    return int(found.scalar_one())


async def keep_positions(tx: Tx, number: int) -> int:
    """The first of so many positions that nobody else gets."""
    found = await tx.session.execute(
        text("""
            insert into search_ends as s (user_id, next_position) values (:owner, :number)
            on conflict (user_id) do update set next_position = s.next_position + excluded.next_position
            returning next_position - :number
        """).bindparams(OWNER, bindparam("number", type_=INTEGER())),
        {"owner": tx.owner_id, "number": number},
    )
    return int(found.scalar_one())


async def entries_between(tx: Tx, ranges: Sequence[tuple[int, int]]) -> list[Entry]:
    """The indexed entries whose positions lie in any of the ranges [first, end), locked. Left out is what another
    transaction changes just now: it waits for this one's lock on the index, and waiting for it would be a deadlock."""
    found = await tx.session.execute(
        text(f"""
            select {_ENTRY} from unnest(:firsts, :ends) as r (first, last)
              join search_documents d on d.user_id = :owner and d.position >= r.first and d.position < r.last
             where d.state = 'indexed' for update of d skip locked
        """).bindparams(bindparam("firsts", type_=INTEGERS), bindparam("ends", type_=INTEGERS)),  # noqa: S608
        {"owner": tx.owner_id, "firsts": [one[0] for one in ranges], "ends": [one[1] for one in ranges]},
    )
    return [Entry(*row) for row in found]


async def drop(tx: Tx, docs: Sequence[int]) -> None:
    """Delete withdrawn entries."""
    await tx.session.execute(
        text("delete from search_documents where user_id = :owner and doc = any(:docs)").bindparams(
            bindparam("docs", type_=BIGINTS)
        ),
        {"owner": tx.owner_id, "docs": list(docs)},
    )
