"""Which entries hold these lexemes, and how well? The only module that a better ranking replaces."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import bindparam, text
from sqlalchemy.dialects.postgresql import ARRAY, DOUBLE_PRECISION, INTEGER, TEXT, TIMESTAMP
from sqlalchemy.dialects.postgresql import UUID as PgUUID
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.types import TypeEngine

K1 = 1.2
B = 0.4
"""BM25: saturation of repeated words, and how much a long text is held back (chat lines are all short)."""

_TEXTS = ARRAY(TEXT())
_UUIDS = ARRAY(PgUUID(as_uuid=True))
_INTEGERS = ARRAY(INTEGER())


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
    asides: bool = True

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
        if not self.asides:
            parts.append("not d.aside")
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
    return [Found(*row) for row in found.all()]
