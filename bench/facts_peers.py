"""What would a prompt hear otherwise? What Steward did before it had two stages, and plain BM25, under its budget."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

from sqlalchemy import text

from bench.recall_peers import BM25, Turn
from orchestrator.db.session import Database
from orchestrator.domain.memory.facts import reading
from orchestrator.domain.memory.facts.entity import facts
from orchestrator.domain.memory.facts.filters import FactFilter
from orchestrator.domain.memory.facts.model import UserFact
from orchestrator.domain.memory.facts.retrieval.prompting import TOKENS
from orchestrator.kit.tokens import estimate
from orchestrator.language.text.normalize import content_words, stems

NEWEST, MATCHING = 300, 50
FENCE_TOKENS = 31
"""Of what stands around the facts of a prompt."""


@dataclass(frozen=True)
class Known:
    """A fact that was told so many days ago."""

    id: UUID
    text: str
    importance: int
    days_ago: int


def by_bm25(known: Sequence[Known]) -> Callable[[str], list[UUID]]:
    """The facts with the best scores that fit."""
    index = BM25([Turn(str(one.id), 0, datetime.now(UTC), "", one.text) for one in known])

    def told(question: str) -> list[UUID]:
        scores = index.scores(question)
        ordered = sorted(range(len(known)), key=lambda at: -scores[at])
        return _fitting([(known[at].id, known[at].text) for at in ordered if scores[at] > 0])

    return told


async def newest_and_words(opened: Database, owner: UUID, question: str, now: datetime) -> list[UUID]:
    """The newest facts and those that hold a word of the question, by the formula; shared words for similarity."""
    words = content_words(question)
    async with opened.unit_of_work_of(owner) as tx:
        rows = await reading.facts_now(tx, FactFilter(kind="soft_fact"), limit=NEWEST)
        there = {row.id for row in rows}
        if words:
            holding = text("select id from user_facts where user_id = :owner and folded like any(:words) limit :most")
            values = {"owner": owner, "words": [f"%{word}%" for word in words], "most": NEWEST}
            ids = set((await tx.session.scalars(holding, values)).all()) - there
            rows += (await facts.many(tx, sorted(ids)))[:MATCHING]
        days = text(
            "select distinct started_at::date from agent_runs where user_id = :owner and started_at > :since order by 1"
        )
        used = list(await tx.session.scalars(days, {"owner": owner, "since": now - timedelta(days=400)}))
    asked = [set(found) for found in stems(" ".join(words))]

    def worth(row: UserFact) -> float:
        after = sum(day > row.recorded_at.date() for day in used)
        stem = {one for found in stems(row.text) for one in found}
        shared = sum(1 for word in asked if word & stem) / len(asked) if asked else 0.0
        return float(0.30 * math.exp2(-after / 30) + 0.35 * row.importance / 10 + 0.15 * shared)

    return _fitting([(row.id, row.text) for row in sorted(rows, key=worth, reverse=True)])


def _fitting(ordered: Sequence[tuple[UUID, str]]) -> list[UUID]:
    left, kept = TOKENS - FENCE_TOKENS, []
    for fact_id, said in ordered:
        left -= estimate(f"- {said}")
        if left < 0:
            break
        kept.append(fact_id)
    return kept
