"""What does the index hold of these lexemes, and what is known of the entries at these positions?"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache, partial
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import TextClause, bindparam, text
from sqlalchemy.dialects.postgresql import ARRAY, BIGINT, INTEGER, TEXT
from sqlalchemy.dialects.postgresql import UUID as PgUUID

from orchestrator.db.shared_reads import once
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.search.store.filters import Filters, typed
from orchestrator.domain.foundation.search.store.postings import PARTED, Postings, unpack

_TEXTS = ARRAY(TEXT())
_INTEGERS = ARRAY(INTEGER())
TITLE_CHARACTERS = 500
KEPT_STATEMENTS = 64
"""Of one kind, the conditions that were asked last."""
SUBJECT_KINDS = ("contact", "place")
HAPPENING_KINDS = ("event",)
_PARTED = {"parted": list(PARTED)}


@dataclass(frozen=True)
class Statistics:
    """`classes`: (entries, words) by class; `holding`: in how many entries each lexeme stands."""

    classes: dict[int, tuple[int, int]]
    holding: dict[str, int]

    def documents(self) -> int:
        """All entries of the user."""
        return sum(documents for documents, _ in self.classes.values())

    def mean_lengths(self) -> dict[int, float]:
        """Words of an entry, by class."""
        return {number: words / documents for number, (documents, words) in self.classes.items() if documents}

    def mean_length(self) -> float:
        """Words of an entry of any class."""
        return sum(words for _, words in self.classes.values()) / max(1, self.documents())


class Candidate(NamedTuple):
    """What is known of an entry before its text is read."""

    doc: int
    position: int
    kind: str
    title: str
    at: datetime | None
    own: bool
    speaker_words: list[str]
    length: int
    marks: int
    talk: bool
    grouped: bool
    whole: UUID | None = None
    """The document or meeting that it is, or is a part of."""


class Shown(NamedTuple):
    """An entry as it is shown."""

    doc: int
    kind: str
    entity_id: UUID
    external_id: str | None
    title: str
    body: str
    at: datetime | None
    origin: str
    speaker: str | None
    group_id: UUID | None


_SHOWN = ", ".join(f"d.{name}" for name in Shown._fields)

_STATISTICS = text("""
    select null as lexeme, class, documents, length from search_totals where user_id = :owner
    union all
    select lexeme, null, sum(entries), null from search_postings
     where user_id = :owner and lexeme = any(:lexemes) group by lexeme
""").bindparams(bindparam("owner", type_=PgUUID(as_uuid=True)), bindparam("lexemes", type_=_TEXTS))


_COUNTED = "steward_search_counted"


async def statistics(tx: Tx, lexemes: Sequence[str]) -> Statistics:
    """The user's totals, and the frequencies of those of `lexemes` that stand anywhere. Counted once in a transaction:
    who ranks, judges and compares asks for the same words one after the other."""
    classes: dict[int, tuple[int, int]] = {}
    counted: dict[str, int | None] = {}
    kept = tx.session.info.get(_COUNTED)
    if kept is not None and kept[0] == tx.owner_id:
        _, classes, counted = kept
    missing = [one for one in lexemes if one not in counted]
    if missing or not classes:
        key = ("search counted", tx.owner_id, *missing)
        of_classes, of_lexemes = await once(tx.session, key, partial(_counted, tx, missing))
        classes, counted = classes | of_classes, counted | dict.fromkeys(missing) | of_lexemes
        tx.session.info[_COUNTED] = (tx.owner_id, classes, counted)
    return Statistics(classes, {one: held for one in lexemes if (held := counted[one]) is not None})


async def _counted(tx: Tx, lexemes: Sequence[str]) -> tuple[dict[int, tuple[int, int]], dict[str, int]]:
    classes: dict[int, tuple[int, int]] = {}
    holding: dict[str, int] = {}
    found = await tx.session.execute(_STATISTICS, {"owner": tx.owner_id, "lexemes": list(lexemes)})
    for lexeme, number, entries, length in found:
        if lexeme is None:
            classes[number] = (int(entries), int(length))
        else:
            holding[lexeme] = int(entries)
    return classes, holding


_POSTINGS = text("""
    select lexeme, string_agg(data, '') as data from search_postings
     where user_id = :owner and lexeme = any(:lexemes) group by lexeme
""").bindparams(bindparam("owner", type_=PgUUID(as_uuid=True)), bindparam("lexemes", type_=_TEXTS))


async def postings(tx: Tx, lexemes: Sequence[str]) -> dict[str, Postings]:
    """The records of each of `lexemes`."""
    return await once(tx.session, ("search postings", tx.owner_id, *lexemes), partial(_postings, tx, lexemes))


async def _postings(tx: Tx, lexemes: Sequence[str]) -> dict[str, Postings]:
    found = await tx.session.execute(_POSTINGS, {"owner": tx.owner_id, "lexemes": list(lexemes)})
    return {lexeme: unpack(data) for lexeme, data in found}


async def candidates(tx: Tx, positions: Sequence[int], filters: Filters) -> list[Candidate]:
    """The entries at these positions that pass `filters`."""
    conditions, values = filters.sql()
    found = await tx.session.execute(
        _candidates(conditions, tuple(values)),
        {**_PARTED, "owner": tx.owner_id, "positions": list(positions), **values},
    )
    return [Candidate(*row) for row in found]


# The statements of every search are made once for all that have the same conditions: to write one out and to work out
# its key takes as long as to send it.
@lru_cache(maxsize=KEPT_STATEMENTS)
def _candidates(conditions: str, names: tuple[str, ...]) -> TextClause:
    return text(f"""
        select d.doc, d.position, d.kind, left(d.title, {TITLE_CHARACTERS}), d.at, d.origin = 'user', d.speaker_words,
               d.length, d.marks, d.talk, d.group_id is not null,
               case when d.kind = any(:parted) then coalesce(d.group_id, d.entity_id) end
          from search_documents d where d.position = any(:positions) and {conditions}
    """).bindparams(bindparam("positions", type_=_INTEGERS), bindparam("parted", type_=_TEXTS), *typed(names))  # noqa: S608  (conditions are constants)


_DOCS_AT = text("""
    select array_agg(position), array_agg(doc) from search_documents
     where user_id = :owner and position = any(:positions)
""").bindparams(bindparam("positions", type_=_INTEGERS))


async def docs_at(tx: Tx, positions: Sequence[int]) -> dict[int, int]:
    """Which entry stands at each of these positions."""
    if not positions:
        return {}
    found = await tx.session.execute(_DOCS_AT, {"owner": tx.owner_id, "positions": list(positions)})
    there, docs = found.one()  # two arrays: hundreds of rows would take three times as long
    return dict(zip(there or (), docs or (), strict=True))


_POSITIONS_OF = text("""
    select position from search_documents
     where user_id = :owner and kind = any(:kinds) and entity_id = any(:ids) and position is not null
""").bindparams(bindparam("kinds", type_=_TEXTS), bindparam("ids", type_=ARRAY(PgUUID(as_uuid=True))))


async def positions_of(tx: Tx, ids: Sequence[UUID], kinds: Sequence[str] = SUBJECT_KINDS) -> list[int]:
    """The positions of these contacts and places, or of entities of other kinds."""
    values = {"owner": tx.owner_id, "kinds": list(kinds), "ids": list(ids)}
    return list(await tx.session.scalars(_POSITIONS_OF, values))


_SHOWN_OF = text(f"select {_SHOWN} from search_documents d where d.user_id = :owner and d.doc = any(:docs)").bindparams(  # noqa: S608
    bindparam("docs", type_=ARRAY(BIGINT()))
)


async def shown(tx: Tx, docs: Sequence[int]) -> dict[int, Shown]:
    """The entries with these docs."""
    found = await tx.session.execute(_SHOWN_OF, {"owner": tx.owner_id, "docs": list(docs)})
    return {row.doc: Shown(*row) for row in found}


async def newest(tx: Tx, filters: Filters, limit: int, *, said: bool = False) -> Sequence[Shown]:
    """The entries that pass `filters`, newest first; with `said` what is said in meetings too."""
    conditions, values = filters.sql()
    found: Any = await tx.session.execute(
        _newest(conditions, tuple(values)),
        {**_PARTED, "owner": tx.owner_id, "said": said, "limit": limit, **values},
    )
    return [Shown(*row) for row in found]


@lru_cache(maxsize=KEPT_STATEMENTS)
def _newest(conditions: str, names: tuple[str, ...]) -> TextClause:
    return text(f"""
        select {_SHOWN} from search_documents d
         where {conditions} and (d.kind <> all(:parted) or d.group_id is null or :said and d.talk)
         order by d.at desc nulls last, d.doc desc limit :limit
    """).bindparams(bindparam("parted", type_=_TEXTS), *typed(names))  # noqa: S608  (conditions are constants, values are parameters)
