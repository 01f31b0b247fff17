"""How near are these entries to what is looked for? Stores the vectors of entries and multiplies with them, exactly.

A vector belongs to an entry's text as it was embedded: whoever changes an entry forgets the vectors of another text
(`forget`), and `store` takes none for a text that has changed meanwhile. With the entry its vectors go (foreign key).
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import TextClause, bindparam, text
from sqlalchemy.dialects.postgresql import ARRAY, BIGINT, INTEGER, REAL, TEXT
from sqlalchemy.dialects.postgresql import UUID as PgUUID
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.search.store import repository
from orchestrator.domain.foundation.search.store.filters import Filters, typed
from orchestrator.llm.port import QueryVector

_BIGINTS = ARRAY(BIGINT())
NEWEST = 2**63 - 1
"""Above every doc."""
READ_CHARACTERS = 20_000
"""Of one entry; longer texts are indexed by chunk."""
KEPT_STATEMENTS = 64
"""Conditions that were asked last."""


class Unembedded(NamedTuple):
    """An entry without vectors of a model. `title` is empty where it is its group's. `digest` is its text's."""

    doc: int
    title: str
    body: str
    digest: UUID


class Embedded(NamedTuple):
    """The unit vectors of an entry: of the whole text, then of its sentences; empty where none can be made. `first`:
    the part that the first of them is, 1 where the whole text has its vector already. `owing`: those of the sentences
    are still to be made."""

    doc: int
    digest: UUID
    vectors: Sequence[Sequence[float]]
    first: int = 0
    owing: bool = False


class Product(NamedTuple):
    """Cosines with a query: of the whole text, and of its best sentence (the whole where there is only one). Scaled so
    that 0 is the cosine of unrelated texts, whatever the model."""

    whole: float
    best: float


class Coverage(NamedTuple):
    """So many entries have vectors of a model, of so many that shall have some."""

    done: int
    total: int


_PRODUCTS = text("""
    with asked as materialized (select cast(:asked as halfvec) as q)
    select coalesce(array_agg(doc), '{}'), coalesce(array_agg(whole), '{}'), coalesce(array_agg(best), '{}')
      from (select v.doc, max(v.product) filter (where v.part = 0) as whole,
                   coalesce(max(v.product) filter (where v.part > 0), max(v.product)) as best
              from (select doc, part, -(vector <#> q) as product from asked, search_vectors
                     where doc = any(:docs) and user_id = :owner and model = :model and vector_dims(vector) = :size
                     union all
                    select doc, part, -(vector <#> q) from asked, search_vectors
                     where doc = any(:beside) and part = 0
                       and user_id = :owner and model = :model and vector_dims(vector) = :size) v
             group by v.doc) p
""").bindparams(
    bindparam("asked", type_=TEXT()), bindparam("docs", type_=_BIGINTS), bindparam("beside", type_=_BIGINTS)
)


async def products(
    tx: Tx, vector: QueryVector, docs: Sequence[int], *, beside: Sequence[int] = ()
) -> dict[int, Product]:
    """The cosines of those of `docs` that have vectors of the query's model; the others are left out. Of those `beside`
    (others than `docs`) the whole text alone is compared."""
    found = await tx.session.execute(
        _PRODUCTS,
        {
            "owner": tx.owner_id,
            "model": vector.model,
            "asked": _written(tuple(vector.values)),
            "size": len(vector.values),
            "docs": sorted(docs),
            "beside": sorted(beside),
        },
    )
    there, wholes, bests = found.one()  # three arrays: eight hundred rows would take three times as long
    floor, span = vector.floor, 1 - vector.floor
    return {
        doc: Product((whole - floor) / span, (best - floor) / span)
        for doc, whole, best in zip(there, wholes, bests, strict=True)
    }


_DIGEST = "md5(case when d.group_id is null then d.title || E'\\n' else '' end || d.body)::uuid"


async def nearest(tx: Tx, vector: QueryVector, filters: Filters, *, least: float, limit: int) -> list[int]:
    """The positions of the entries that pass `filters` whose whole texts have the highest cosines, of at least `least`;
    the highest first. Exact, over all of the owner's: 0.8 ms a thousand, and 0.4 more where few of them pass."""
    conditions, values = filters.sql()
    found = await tx.session.scalars(
        _nearest(conditions, tuple(values)),
        {
            **values,
            "owner": tx.owner_id,
            "model": vector.model,
            "asked": _written(tuple(vector.values)),
            "size": len(vector.values),
            "least": vector.floor + least * (1 - vector.floor),
            "limit": limit,
        },
    )
    return list(found)


@lru_cache(maxsize=KEPT_STATEMENTS)
def _nearest(conditions: str, names: tuple[str, ...]) -> TextClause:
    # One lookup an entry, until enough have passed: a join would read all of the owner's texts, for twice the time.
    return text(f"""
        with asked as materialized (select cast(:asked as halfvec) as q)
        select passing.position from (
            select v.doc, v.vector <#> q as away from asked, search_vectors v
             where v.user_id = :owner and v.model = :model and v.part = 0 and vector_dims(v.vector) = :size
               and v.vector <#> q <= -cast(:least as real)
             order by away
        ) near cross join lateral (
            select d.position from search_documents d
             where d.doc = near.doc and d.position is not null and {conditions} limit 1
        ) passing order by near.away limit :limit
    """).bindparams(bindparam("asked", type_=TEXT()), *typed(names))  # noqa: S608  (conditions are constants)


@lru_cache(maxsize=16)
def _written(values: tuple[float, ...]) -> str:
    """A vector as Postgres reads it. A turn looks for the same one several times: to write it takes longer than to
    compare a thousand with it."""
    return f"[{','.join(str(float(one)) for one in values)}]"


_OF_KIND = text("""
    with asked as materialized (select cast(:asked as halfvec) as q)
    select coalesce(array_agg(entity_id), '{}'), coalesce(array_agg(cosine), '{}')
      from (select d.entity_id, max(-(v.vector <#> q)) as cosine
              from asked, search_documents d join search_vectors v on v.doc = d.doc
             where d.user_id = :owner and d.kind = :kind and d.state <> 'withdrawn'
               and (d.ends_at is null or d.ends_at > steward_now())
               and v.user_id = :owner and v.model = :model and vector_dims(v.vector) = :size
             group by d.entity_id order by cosine desc limit :limit) near
""").bindparams(bindparam("asked", type_=TEXT()))


async def of_kind(tx: Tx, kind: str, vector: QueryVector, *, limit: int) -> dict[UUID, float]:
    """The cosines of the entries of one kind, of whichever of their sentences is nearest; the highest first, 0 for
    unrelated texts. Exact, over all of that kind."""
    found = await tx.session.execute(
        _OF_KIND,
        {
            "owner": tx.owner_id,
            "kind": kind,
            "model": vector.model,
            "asked": _written(tuple(vector.values)),
            "size": len(vector.values),
            "limit": limit,
        },
    )
    ids, cosines = found.one()  # two arrays: a thousand rows would take three times as long
    return {one: (cosine - vector.floor) / (1 - vector.floor) for one, cosine in zip(ids, cosines, strict=True)}


_OF_ENTITIES = text("""
    select d.entity_id, cast(v.vector as real[]) from search_documents d
      join search_vectors v on v.doc = d.doc and v.part = 0 and v.model = :model and v.vector is not null
     where d.user_id = :owner and v.user_id = :owner and d.kind = :kind and d.entity_id = any(:ids)
       and d.state <> 'withdrawn'
""")


async def of_entities(tx: Tx, model: str, kind: str, ids: Sequence[UUID]) -> dict[UUID, list[float]]:
    """The vectors of the whole texts of these entries, of those that have one of this model."""
    values = {"owner": tx.owner_id, "model": model, "kind": kind, "ids": list(ids)}
    found = await tx.session.execute(_OF_ENTITIES, values)
    return {entity_id: list(vector) for entity_id, vector in found}


_FORGET = text(f"""
    delete from search_vectors v using search_documents d
     where v.doc = any(:docs) and v.user_id = :owner and d.user_id = :owner and d.doc = v.doc and v.digest <> {_DIGEST}
""").bindparams(bindparam("docs", type_=_BIGINTS))  # noqa: S608  (constants)


async def forget(tx: Tx, docs: Sequence[int]) -> None:
    """These entries changed: vectors of another text than the present one go."""
    await tx.session.execute(_FORGET, {"owner": tx.owner_id, "docs": list(docs)})


_WITHOUT = """
    d.user_id = :owner and not d.aside
    and not exists (
        select from search_vectors v where v.user_id = :owner and v.doc = d.doc and v.part = 0 and v.model = :model)
"""
_MISSING = text(f"""
    select d.doc, case when d.group_id is null then d.title else '' end, left(d.body, :characters), {_DIGEST}
      from search_documents d where {_WITHOUT} and d.doc < :before order by d.doc desc limit :limit
""")  # noqa: S608  (constants)


async def missing(tx: Tx, model: str, *, limit: int, before: int = NEWEST) -> list[Unembedded]:
    """Entries below doc `before` without vectors of `model`, newest first. What was only asked of Steward, or answered
    by it, needs none."""
    return await _unembedded(tx, _MISSING, model, limit, before)


async def _unembedded(tx: Tx, statement: TextClause, model: str, limit: int, before: int) -> list[Unembedded]:
    found = await tx.session.execute(
        statement,
        {"owner": tx.owner_id, "model": model, "limit": limit, "before": before, "characters": READ_CHARACTERS},
    )
    return [Unembedded(*row) for row in found]


_COUNT_MISSING = text(f"select count(*) from search_documents d where {_WITHOUT}")  # noqa: S608  (constants)


async def count_missing(tx: Tx, model: str) -> int:
    """How many `missing` would give in all."""
    return int((await tx.session.execute(_COUNT_MISSING, {"owner": tx.owner_id, "model": model})).scalar_one())


_OWING = """
    search_vectors v join search_documents d on d.user_id = v.user_id and d.doc = v.doc
     where v.user_id = :owner and v.model = :model and v.part = 1 and v.vector is null
"""
_OWING_SENTENCES = text(f"""
    select d.doc, '', left(d.body, :characters), v.digest from {_OWING} and v.doc < :before
     order by v.doc desc limit :limit
""")  # noqa: S608  (constants)


async def owing_sentences(tx: Tx, model: str, *, limit: int, before: int = NEWEST) -> list[Unembedded]:
    """Entries below doc `before` whose sentences have no vectors of `model` yet, newest first."""
    return await _unembedded(tx, _OWING_SENTENCES, model, limit, before)


_COUNT_OWING = text(f"select count(*) from {_OWING}")  # noqa: S608  (constants)


async def count_owing(tx: Tx, model: str) -> int:
    """How many `owing_sentences` would give in all."""
    return int((await tx.session.execute(_COUNT_OWING, {"owner": tx.owner_id, "model": model})).scalar_one())


_HOLD = text(f"""
    select d.doc from unnest(:docs, :digests) as n (doc, digest) join search_documents d on d.doc = n.doc
     where d.user_id = :owner and {_DIGEST} = n.digest for share of d skip locked
""").bindparams(bindparam("docs", type_=_BIGINTS), bindparam("digests", type_=ARRAY(PgUUID(as_uuid=True))))  # noqa: S608  (constants)
_DROP = text("delete from search_vectors where doc = any(:docs) and part >= :first and user_id = :owner").bindparams(
    bindparam("docs", type_=_BIGINTS)
)
_STORE = text("""
    insert into search_vectors (doc, part, user_id, model, digest, vector)
    select n.doc, n.part, :owner, :model, n.digest,
           case when n.at is not null then cast((:values)[(n.at - 1) * :size + 1 : n.at * :size] as halfvec) end
      from unnest(:docs, :parts, :digests, :ats) as n (doc, part, digest, at)
""").bindparams(
    bindparam("owner", type_=PgUUID(as_uuid=True)),
    bindparam("model", type_=TEXT()),
    bindparam("docs", type_=_BIGINTS),
    bindparam("parts", type_=ARRAY(INTEGER())),
    bindparam("digests", type_=ARRAY(PgUUID(as_uuid=True))),
    bindparam("ats", type_=ARRAY(INTEGER())),
    bindparam("values", type_=ARRAY(REAL())),
    bindparam("size", type_=INTEGER()),
)


async def store(tx: Tx, model: str, rows: Sequence[Embedded]) -> int:
    """Replace the vectors of entries whose text is still the one that was embedded; answers how many those were. All
    `rows` begin with the same part; the parts before it stay.

    An entry that another transaction is changing now is passed over: that one has the job made again. Their rows are
    held until the end, so that no vector of an old text can come after the change, and the owner's index before them.
    """
    await repository.lock(tx)
    values = {"owner": tx.owner_id, "docs": [row.doc for row in rows], "digests": [row.digest for row in rows]}
    held = set((await tx.session.execute(_HOLD, values)).scalars())
    kept = [row for row in rows if row.doc in held]
    if not kept:
        return 0
    first = kept[0].first
    await tx.session.execute(_DROP, {"owner": tx.owner_id, "docs": [row.doc for row in kept], "first": first})
    flat: list[float] = []
    written: list[tuple[int, int, UUID, int | None]] = []  # (doc, part, digest, which of the vectors in `flat`)
    size = next((len(row.vectors[0]) for row in kept if row.vectors), 1)
    for row in kept:
        if not row.vectors and not first:
            written.append((row.doc, 0, row.digest, None))
        for part, vector in enumerate(row.vectors, first):
            flat += vector
            written.append((row.doc, part, row.digest, len(flat) // size))
        if row.owing:
            written.append((row.doc, 1, row.digest, None))
    if not written:
        return len(kept)
    values = dict(zip(("docs", "parts", "digests", "ats"), map(list, zip(*written, strict=True)), strict=True))
    await tx.session.execute(_STORE, {"owner": tx.owner_id, "model": model, "values": flat, "size": size, **values})
    return len(kept)


async def owners_without(session: AsyncSession, model: str) -> list[UUID]:
    """Users with entries that have no vectors of `model`, or of their sentences none yet."""
    found = await session.execute(
        text("""
            select distinct d.user_id from search_documents d
             where not d.aside
               and not exists (select from search_vectors v
                                where v.user_id = d.user_id and v.doc = d.doc and v.part = 0 and v.model = :model)
             union select user_id from search_vectors where model = :model and part = 1 and vector is null
        """),
        {"model": model},
    )
    return list(found.scalars())


async def coverage(session: AsyncSession, model: str) -> Coverage:
    """Over all users, for the operator."""
    found = await session.execute(
        text("""
            select count(v.doc), count(*) from search_documents d
              left join search_vectors v
                on v.user_id = d.user_id and v.doc = d.doc and v.part = 0 and v.model = :model
             where not d.aside
        """),
        {"model": model},
    )
    return Coverage(*found.one())
