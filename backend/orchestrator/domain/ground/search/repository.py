"""Reads and writes the index. Bulk statements take arrays: ten thousand messages are a few round trips."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple, cast
from uuid import UUID

from sqlalchemy import bindparam, text
from sqlalchemy.dialects.postgresql import ARRAY, BIGINT, DOUBLE_PRECISION, INTEGER, TEXT, TIMESTAMP
from sqlalchemy.dialects.postgresql import UUID as PgUUID
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.types import TypeEngine

from orchestrator.domain.ground.search.schemas import IndexEntry
from orchestrator.language.fold import tokens

POSTING_BATCH = 50_000
K1 = 1.2
B = 0.4
"""BM25: saturation of repeated words, and how much a long text is held back (chat lines are all short)."""

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


class Found(NamedTuple):
    """An entry with its score."""

    kind: str
    entity_id: UUID
    external_id: str | None
    title: str
    body: str
    at: datetime | None
    origin: str
    speaker: str | None
    group_id: UUID | None
    score: float


class Totals(NamedTuple):
    """How many entries a user has, and their lexemes in all."""

    documents: int
    length: int


class WeightedLexeme(NamedTuple):
    """A lexeme to look for; those of one `term` are alternatives, of which the best counts."""

    term: int
    lexeme: str
    idf: float


@dataclass(frozen=True)
class Filters:
    """What an entry must be, whatever it says."""

    kinds: tuple[str, ...] = ()
    exclude_kinds: tuple[str, ...] = ()
    since: datetime | None = None
    until: datetime | None = None
    speaker_words: tuple[str, ...] = ()
    own_words_only: bool = False
    exclude_ids: tuple[UUID, ...] = ()

    def any(self) -> bool:
        """True where something narrows the answer beside the words."""
        return bool(self.kinds or self.since or self.until or self.speaker_words or self.own_words_only)

    def sql(self) -> tuple[str, dict[str, Any]]:
        """The conditions over `d` and their parameters."""
        parts = ["d.user_id = :owner", "d.state <> 'withdrawn'"]
        values: dict[str, Any] = {}
        for condition, name, value in (
            ("d.kind = any(:kinds)", "kinds", list(self.kinds)),
            ("d.kind <> all(:exclude_kinds)", "exclude_kinds", list(self.exclude_kinds)),
            ("d.at >= :since", "since", self.since),
            ("d.at < :until", "until", self.until),
            ("d.speaker_words @> :speaker_words", "speaker_words", list(self.speaker_words)),
            ("d.entity_id <> all(:exclude_ids)", "exclude_ids", list(self.exclude_ids)),
        ):
            if value:
                parts.append(condition)
                values[name] = value
        if self.own_words_only:
            parts.append("d.origin = 'user'")
        return " and ".join(parts), values


_FILTER_TYPES: dict[str, TypeEngine[Any]] = {
    "kinds": _TEXTS,
    "exclude_kinds": _TEXTS,
    "since": TIMESTAMP(timezone=True),
    "until": TIMESTAMP(timezone=True),
    "speaker_words": _TEXTS,
    "exclude_ids": _UUIDS,
}

_FOUND = "d.kind, d.entity_id, d.external_id, d.title, d.body, d.at, d.origin, d.speaker, d.group_id"

_PUT = text("""
    insert into search_documents
        (user_id, kind, entity_id, title, body, at, origin, speaker, speaker_words, group_id, external_id, language)
    select :owner, e.kind, e.entity_id, e.title, e.body, e.at, e.origin, e.speaker,
           string_to_array(e.speaker_words, ' '), e.group_id, e.external_id, e.language
      from unnest(:kinds, :ids, :titles, :bodies, :ats, :origins, :speakers, :speaker_words, :groups, :externals,
                  :languages)
           as e (kind, entity_id, title, body, at, origin, speaker, speaker_words, group_id, external_id, language)
    on conflict (user_id, kind, entity_id) do update
       set state = 'changed', title = excluded.title, body = excluded.body, at = excluded.at,
           origin = excluded.origin, speaker = excluded.speaker, speaker_words = excluded.speaker_words,
           group_id = excluded.group_id, external_id = excluded.external_id, language = excluded.language
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


async def lock(session: AsyncSession, owner_id: UUID) -> None:
    await session.execute(
        text("select pg_advisory_xact_lock(hashtextextended('search:' || :owner, 0))"), {"owner": str(owner_id)}
    )


async def owed(session: AsyncSession, owner_id: UUID) -> list[Owed]:
    """Entries of this transaction whose postings are to be written: no committed row is ever among them."""
    found = await session.execute(
        text("""
            select doc, state, title, body, group_id, language, lexemes, length from search_documents
             where user_id = :owner and state <> 'indexed'
        """),
        {"owner": owner_id},
    )
    return [Owed(*row) for row in found]


async def remove_postings(session: AsyncSession, owner_id: UUID, old: Sequence[tuple[str, int]]) -> None:
    statement = text("""
        delete from search_postings p using unnest(:lexemes, :docs) as o (lexeme, doc)
         where p.user_id = :owner and p.lexeme = o.lexeme and p.doc = o.doc
    """).bindparams(bindparam("lexemes", type_=_TEXTS), bindparam("docs", type_=_BIGINTS))
    for start in range(0, len(old), POSTING_BATCH):
        batch = old[start : start + POSTING_BATCH]
        await session.execute(
            statement, {"owner": owner_id, "lexemes": [one[0] for one in batch], "docs": [one[1] for one in batch]}
        )


async def add_postings(session: AsyncSession, owner_id: UUID, new: Sequence[tuple[str, int, int, int]]) -> None:
    statement = text("""
        insert into search_postings (user_id, lexeme, doc, tf, length)
        select :owner, n.lexeme, n.doc, n.tf, n.length
          from unnest(:lexemes, :docs, :tfs, :lengths) as n (lexeme, doc, tf, length)
    """).bindparams(
        bindparam("lexemes", type_=_TEXTS),
        bindparam("docs", type_=_BIGINTS),
        bindparam("tfs", type_=_INTEGERS),
        bindparam("lengths", type_=_INTEGERS),
    )
    for start in range(0, len(new), POSTING_BATCH):
        batch = new[start : start + POSTING_BATCH]
        await session.execute(
            statement,
            {
                "owner": owner_id,
                "lexemes": [one[0] for one in batch],
                "docs": [one[1] for one in batch],
                "tfs": [one[2] for one in batch],
                "lengths": [one[3] for one in batch],
            },
        )


async def add_frequencies(session: AsyncSession, owner_id: UUID, deltas: Sequence[tuple[str, int]]) -> None:
    """Add to each lexeme's number of entries; those that end at none are dropped."""
    if not deltas:
        return
    await session.execute(
        text("""
            insert into search_lexemes as l (user_id, lexeme, df)
            select :owner, c.lexeme, c.delta from unnest(:lexemes, :deltas) as c (lexeme, delta)
            on conflict (user_id, lexeme) do update set df = l.df + excluded.df
        """).bindparams(bindparam("lexemes", type_=_TEXTS), bindparam("deltas", type_=_INTEGERS)),
        {"owner": owner_id, "lexemes": [one[0] for one in deltas], "deltas": [one[1] for one in deltas]},
    )
    fewer = [lexeme for lexeme, delta in deltas if delta < 0]
    if fewer:
        await session.execute(
            text("delete from search_lexemes where user_id = :owner and lexeme = any(:lexemes) and df <= 0").bindparams(
                bindparam("lexemes", type_=_TEXTS)
            ),
            {"owner": owner_id, "lexemes": fewer},
        )


async def settle(
    session: AsyncSession, owner_id: UUID, indexed: Sequence[tuple[int, str, int]], withdrawn: Sequence[int]
) -> None:
    """Mark entries as indexed with their lexemes (joined by spaces) and length; delete the withdrawn ones."""
    if indexed:
        await session.execute(
            text("""
                update search_documents d
                   set state = 'indexed', lexemes = string_to_array(i.lexemes, ' '), length = i.length
                  from unnest(:docs, :lexemes, :lengths) as i (doc, lexemes, length)
                 where d.user_id = :owner and d.doc = i.doc
            """).bindparams(
                bindparam("docs", type_=_BIGINTS),
                bindparam("lexemes", type_=_TEXTS),
                bindparam("lengths", type_=_INTEGERS),
            ),
            {
                "owner": owner_id,
                "docs": [one[0] for one in indexed],
                "lexemes": [one[1] for one in indexed],
                "lengths": [one[2] for one in indexed],
            },
        )
    if withdrawn:
        await session.execute(
            text("delete from search_documents where user_id = :owner and doc = any(:docs)").bindparams(
                bindparam("docs", type_=_BIGINTS)
            ),
            {"owner": owner_id, "docs": list(withdrawn)},
        )


async def add_totals(session: AsyncSession, owner_id: UUID, documents: int, length: int) -> None:
    await session.execute(
        text("""
            insert into search_totals as t (user_id, documents, length) values (:owner, :documents, :length)
            on conflict (user_id) do update
               set documents = t.documents + excluded.documents, length = t.length + excluded.length
        """),
        {"owner": owner_id, "documents": documents, "length": length},
    )


async def totals(session: AsyncSession, owner_id: UUID) -> Totals:
    found = await session.execute(
        text("select documents, length from search_totals where user_id = :owner"), {"owner": owner_id}
    )
    row = found.one_or_none()
    return Totals(*row) if row is not None else Totals(0, 0)


async def frequencies(session: AsyncSession, owner_id: UUID, lexemes: Sequence[str]) -> dict[str, int]:
    """In how many entries each of `lexemes` stands; those that stand in none are left out."""
    found = await session.execute(
        text("select lexeme, df from search_lexemes where user_id = :owner and lexeme = any(:lexemes)").bindparams(
            bindparam("lexemes", type_=_TEXTS)
        ),
        {"owner": owner_id, "lexemes": list(lexemes)},
    )
    return {row.lexeme: row.df for row in found}


async def ranked(
    session: AsyncSession,
    owner_id: UUID,
    wanted: Sequence[WeightedLexeme],
    filters: Filters,
    *,
    mean_length: float,
    limit: int,
) -> Sequence[Found]:
    """The entries that hold any of `wanted` and pass `filters`, best first, then newest first."""
    conditions, values = filters.sql()
    statement = text(f"""
        with wanted as (
            select * from unnest(:terms, :lexemes, :idfs) as w (term, lexeme, idf)
        ), matched as (
            select p.doc, w.term,
                   max(w.idf * p.tf * (:k1 + 1) / (p.tf + :k1 * (1 - :b + :b * p.length / :mean_length))) as part
              from wanted w join search_postings p on p.user_id = :owner and p.lexeme = w.lexeme
             group by p.doc, w.term
        ), scored as (
            select doc, sum(part) as score from matched group by doc
        )
        select {_FOUND}, s.score from scored s join search_documents d on d.doc = s.doc
         where {conditions}
         order by round(s.score::numeric, 2) desc, d.at desc nulls last, d.doc desc
         limit :limit
    """).bindparams(  # noqa: S608  (conditions are chosen from constants, values are parameters)
        bindparam("terms", type_=_INTEGERS),
        bindparam("lexemes", type_=_TEXTS),
        bindparam("idfs", type_=ARRAY(DOUBLE_PRECISION())),
        bindparam("k1", type_=DOUBLE_PRECISION()),
        bindparam("b", type_=DOUBLE_PRECISION()),
        bindparam("mean_length", type_=DOUBLE_PRECISION()),
        *(bindparam(name, type_=_FILTER_TYPES[name]) for name in values),
    )
    found = await session.execute(
        statement,
        {
            "owner": owner_id,
            "terms": [one.term for one in wanted],
            "lexemes": [one.lexeme for one in wanted],
            "idfs": [one.idf for one in wanted],
            "k1": K1,
            "b": B,
            "mean_length": mean_length,
            "limit": limit,
            **values,
        },
    )
    return [Found(*row) for row in found]


async def newest(session: AsyncSession, owner_id: UUID, filters: Filters, limit: int) -> Sequence[Found]:
    """The entries that pass `filters`, newest first."""
    conditions, values = filters.sql()
    statement = text(f"""
        select {_FOUND}, 0.0 as score from search_documents d
         where {conditions} order by d.at desc nulls last, d.doc desc limit :limit
    """).bindparams(*(bindparam(name, type_=_FILTER_TYPES[name]) for name in values))  # noqa: S608
    found = await session.execute(statement, {"owner": owner_id, "limit": limit, **values})
    return [Found(*row) for row in cast("Sequence[Any]", found.all())]
