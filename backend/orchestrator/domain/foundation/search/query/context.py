"""What was said just before a message, and how much does a word tell among all that the user has?

The message before is often the question that a reply answers, in words that the reply does not repeat.
"""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import Interval, bindparam, text
from sqlalchemy.dialects.postgresql import ARRAY, TEXT
from sqlalchemy.dialects.postgresql import UUID as PgUUID

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.search.schemas import SPOKEN, Said
from orchestrator.domain.foundation.search.store import reading
from orchestrator.domain.foundation.search.store.scoring import idf
from orchestrator.domain.foundation.search.store.sessions import GAP

_BEFORE = text("""
    select h.entity_id as message_id, p.entity_id, p.body, p.speaker, p.origin
      from search_documents h cross join lateral (
        select d.entity_id, d.body, d.speaker, d.origin, d.at, d.doc from search_documents d
         where d.user_id = h.user_id and d.kind = h.kind and d.group_id = h.group_id and d.state <> 'withdrawn'
           and d.at <= h.at and d.at > h.at - :gap and (d.at, d.doc) < (h.at, h.doc)
         order by d.at desc, d.doc desc limit 2
      ) p
     where h.user_id = :owner and h.kind = any(:kinds) and h.entity_id = any(:ids)
     order by h.entity_id, p.at desc, p.doc desc
""").bindparams(
    bindparam("kinds", list(SPOKEN), type_=ARRAY(TEXT())),
    bindparam("ids", type_=ARRAY(PgUUID(as_uuid=True))),
    bindparam("gap", GAP, type_=Interval()),
)


async def said_before(tx: Tx, ids: Sequence[UUID]) -> dict[UUID, list[Said]]:
    """For each of `ids`, messages or what is said in meetings, the last two of its group that were said before it, no
    longer ago than GAP; the nearest first."""
    if not ids:
        return {}
    found: dict[UUID, list[Said]] = {}
    for row in await tx.session.execute(_BEFORE, {"owner": tx.owner_id, "ids": list(ids)}):
        found.setdefault(row.message_id, []).append(Said(row.entity_id, row.body, row.speaker, row.origin))
    return found


async def weights(tx: Tx, lexemes: Sequence[str]) -> dict[str, float]:
    """What each of `lexemes` tells among the user's entries (its idf); those that stand nowhere are left out."""
    if not lexemes:
        return {}
    known = await reading.statistics(tx, lexemes)
    return {lexeme: idf(known.documents(), holding) for lexeme, holding in known.holding.items()}


_WHOLES = text("""
    select distinct coalesce(d.group_id, d.entity_id) from search_documents d
     where d.user_id = :owner and d.entity_id = any(:ids) and d.state <> 'withdrawn'
""").bindparams(bindparam("ids", type_=ARRAY(PgUUID(as_uuid=True))))


async def wholes_of(tx: Tx, ids: Sequence[UUID]) -> list[UUID]:
    """What each of `ids` belongs to: the conversation of a message, the document or meeting of a part; else itself."""
    return list(await tx.session.scalars(_WHOLES, {"owner": tx.owner_id, "ids": list(ids)})) if ids else []
