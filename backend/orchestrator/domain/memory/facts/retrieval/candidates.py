"""Which facts may matter to what is asked? The first of two stages: those that share words with it (their subjects are
among them) or are near in meaning; beside them the profile, and those that matter most whatever is asked.

The order comes after (`relevance.py`). What is stored is never read whole: a home may have ten thousand facts.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import zip_longest
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Date, Float, and_, bindparam, cast, func, or_, select
from sqlalchemy.dialects.postgresql import ARRAY, TEXT

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.search import service as search
from orchestrator.domain.foundation.search.schemas import SearchQuery
from orchestrator.domain.memory.facts.entity import facts
from orchestrator.domain.memory.facts.filters import FactFilter
from orchestrator.domain.memory.facts.model import FactUse, UserFact
from orchestrator.domain.memory.facts.retrieval import scoring
from orchestrator.domain.memory.facts.retrieval.scopes import WIDE, Scope
from orchestrator.domain.memory.facts.schemas import PROFILE, SOFT_FACT
from orchestrator.language.text.normalize import normalize, tokens

LEAST_WANTED = 12
MOST_WANTED = 2_000
TOKENS_EACH = 20
"""A short fact: so many candidates are looked for that the room is filled."""
COMPARED = 1_000
"""Cosines of the nearest; what is farther counts as unrelated."""
SUBJECT_WORDS = 4
READ_WORDS = 100
_WIDE = sorted(WIDE)


def believed(categories: Collection[str] = ()) -> list[ColumnElement[bool]]:
    """The soft facts that hold now, by what is known now; of these categories alone, where any are named."""
    conditions = FactFilter(kind=SOFT_FACT).conditions()
    return [*conditions, UserFact.category.in_(sorted(categories))] if categories else conditions


@dataclass(frozen=True)
class Extent:
    """How many believed facts there are of a scope, how long they are together, and how many of them are profile."""

    number: int
    characters: int
    profile: int


async def extents(tx: Tx, holding: Sequence[ColumnElement[bool]]) -> dict[Scope, Extent]:
    """By scope."""
    counted = (
        func.count(),
        func.sum(func.char_length(UserFact.text)),
        func.count().filter(UserFact.category == PROFILE),
    )
    statement = (
        select(UserFact.scope_type, UserFact.scope_ref, *counted)
        .where(UserFact.user_id == tx.owner_id, UserFact.hidden_at.is_(None), *holding)
        .group_by(UserFact.scope_type, UserFact.scope_ref)
    )
    return {(kind, ref): Extent(*counts) for kind, ref, *counts in await tx.session.execute(statement)}


def wanted_for(room: int) -> int:
    """How many candidates may fill so many tokens."""
    return max(LEAST_WANTED, min(MOST_WANTED, room // TOKENS_EACH))


def of_scopes(named: Collection[Scope]) -> ColumnElement[bool]:
    """Facts that are told whatever is asked, or whose scope is one of these."""
    wide = UserFact.scope_type.in_(_WIDE)
    ways = [and_(UserFact.scope_type == kind, UserFact.scope_ref == ref) for kind, ref in sorted(named, key=str)]
    return or_(wide, *ways)


def subjects_in(text: str) -> list[str]:
    """What of a text may be the name of a subject: one to four words of it, folded."""
    found: dict[str, None] = {}
    for words in (tokens(text)[:READ_WORDS], normalize(text).split()[:READ_WORDS]):  # "c++" is no word
        for size in range(1, SUBJECT_WORDS + 1):
            for at in range(len(words) - size + 1):
                found[" ".join(words[at : at + size])] = None
    return list(found)


async def known_subjects(tx: Tx, text: str, holding: Sequence[ColumnElement[bool]]) -> frozenset[str]:
    """Those subjects of facts that the text names."""
    said = subjects_in(text)
    if not said:
        return frozenset()
    wanted = bindparam("said", said, type_=ARRAY(TEXT()))
    key = func.unnest(UserFact.subject_keys).label("key")
    keys = (
        select(key)
        .where(UserFact.user_id == tx.owner_id, UserFact.hidden_at.is_(None), *holding)
        .where(UserFact.subject_keys.overlap(wanted))
        .subquery()
    )
    return frozenset(await tx.session.scalars(select(keys.c.key).distinct())) & frozenset(said)


async def matching(tx: Tx, text: str, near: Sequence[UUID], *, limit: int) -> list[UUID]:
    """Those that share words with the text and those that are near to it, by turns, the best first."""
    words: list[UUID] = []
    if text.strip():
        hits = await search.search(tx, SearchQuery(text, kinds=(facts.kind,), limit=limit))
        words = [hit.id for hit in hits if hit.score > 0]  # without a word to look for the newest are found, at 0
    both = [one for pair in zip_longest(words, near[:limit]) for one in pair if one is not None]
    return list(dict.fromkeys(both))[:limit]


async def profile(tx: Tx, holding: Sequence[ColumnElement[bool]], *, limit: int) -> list[UUID]:
    """What is told always, the most important first."""
    statement = (
        select(UserFact.id)
        .where(UserFact.user_id == tx.owner_id, UserFact.hidden_at.is_(None), *holding, UserFact.category == PROFILE)
        .order_by(UserFact.importance.desc(), UserFact.id.desc())
        .limit(limit)
    )
    return list(await tx.session.scalars(statement))


async def standing(
    tx: Tx, holding: Sequence[ColumnElement[bool]], *, days: Sequence[date], zone: str, limit: int
) -> dict[UUID, float]:
    """Those that are the most relevant whatever is asked, the most first, by the formula without similarity."""
    used = (
        select(FactUse.fact_id, func.count().label("sessions"), func.max(FactUse.used_at).label("last"))
        .where(FactUse.user_id == tx.owner_id)
        .group_by(FactUse.fact_id)
        .subquery()
    )
    worth = _worth(used.c.sessions, used.c.last, days, zone).label("worth")
    statement = (
        select(UserFact.id, worth)
        .outerjoin(used, used.c.fact_id == UserFact.id)
        .where(UserFact.user_id == tx.owner_id, UserFact.hidden_at.is_(None), *holding)
        .order_by(worth.desc(), UserFact.id.desc())
        .limit(limit)
    )
    return {fact_id: float(value) for fact_id, value in await tx.session.execute(statement)}


def _worth(sessions: Any, last: Any, days: Sequence[date], zone: str) -> ColumnElement[float]:
    """`scoring.relevance` of a fact that is like nothing that is asked."""
    since = func.greatest(UserFact.recorded_at, UserFact.last_confirmed_at, last)
    day = cast(func.timezone(zone, since), Date())
    after = len(days) - func.width_bucket(day, bindparam("days", list(days), type_=ARRAY(Date())))
    recency = func.power(2.0, -after / float(scoring.HALF_LIFE_DAYS))
    many = func.ln(1.0 + func.coalesce(sessions, 0)) / func.ln(1.0 + scoring.MANY_SESSIONS)
    importance = UserFact.importance / float(scoring.MOST_IMPORTANT)
    parts = (
        scoring.RECENCY * cast(recency, Float()),
        scoring.FREQUENCY * cast(func.least(1.0, many), Float()),
        scoring.IMPORTANCE * cast(importance, Float()),
    )
    return parts[0] + parts[1] + parts[2]
