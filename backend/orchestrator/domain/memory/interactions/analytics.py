"""How do agents compare, where is the friction, what is corrected again and again? Counted over interactions."""

import asyncio
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Literal

from sqlalchemy import Row

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.search.text.lexemes import query_words
from orchestrator.domain.memory.interactions import repository, vibe_maps
from orchestrator.domain.memory.interactions.clustering import Clustered, clustered
from orchestrator.domain.memory.interactions.filters import InteractionFilter
from orchestrator.domain.memory.interactions.model import Interaction
from orchestrator.domain.memory.interactions.schemas import (
    AgentComparison,
    AgentTally,
    Cluster,
    Friction,
    FrictionEvent,
    FrictionParts,
    SessionTally,
    Style,
    Tally,
    TrendPoint,
    Trends,
    VibeMap,
)
from orchestrator.domain.memory.interactions.scoring import CORRECTED_WEIGHT, EDITS_WEIGHT, MOST_EDITS
from orchestrator.domain.memory.interactions.words import Words, words
from orchestrator.kit.text import shorten

MOST_AGENTS = 200
"""Agents with a model each that are told: names come from outside, and there may be as many as interactions."""
MOST_SESSIONS = 20
MOST_EVENTS = 20
LEAST_FRICTION = 0.1
"""Less than waiting twenty seconds for an answer that was right is no event."""
MOST_COMPARED = 400
"""Corrections that are compared with each other: 160 000 pairs, some tens of milliseconds."""
READ_CHARACTERS = 2_000
"""Of a correction."""
LABEL_CHARACTERS = 160
DAYS_SHOWN = 62
"""A longer time is told by weeks."""
DIGITS = 4


async def agents(tx: Tx, which: InteractionFilter) -> AgentComparison:
    """Each agent with each of its models, those with most interactions first."""
    rows = await repository.by_agent(tx, which, limit=MOST_AGENTS)
    return AgentComparison(agents=[_agent(row) for row in rows])


async def friction(tx: Tx, which: InteractionFilter) -> Friction:
    """Where the friction is."""
    counted = await repository.total_with_edits(tx, which)
    whole = tally(counted)
    sessions = await repository.by_session(tx, which, limit=MOST_SESSIONS)
    events = await repository.worst(tx, which, limit=MOST_EVENTS, least=LEAST_FRICTION)
    said = await words(tx, events)
    return Friction(
        total=whole,
        parts=_parts(counted),
        sessions=[
            SessionTally(
                session_id=row.session_id,
                interactions=row.interactions,
                corrected=row.corrected,
                friction_score=rounded(row.friction_score),
                last_at=row.last_at,
            )
            for row in sessions
        ],
        events=[
            FrictionEvent(
                id=row.id,
                session_id=row.session_id,
                agent=row.agent,
                model=row.model,
                at=row.created_at,
                friction_score=row.friction_score,
                correction=said[row.id].correction,
            )
            for row in events
        ],
    )


async def trends(tx: Tx, which: InteractionFilter, *, now: datetime, zone: str) -> Trends:
    """By day where the time asked for is at most two months, else by week; without a `since` all there is."""
    since = which.since or await repository.first_at(tx, which)
    span = (which.until or now) - since if since is not None else timedelta()
    bucket: Literal["day", "week"] = "day" if span <= timedelta(days=DAYS_SHOWN) else "week"
    rows = await repository.over_time(tx, which, bucket=bucket, zone=zone)
    return Trends(bucket=bucket, items=[TrendPoint(date=row.begins.date(), **tally(row).model_dump()) for row in rows])


async def vibe_map(tx: Tx, which: InteractionFilter) -> VibeMap:
    """What was corrected again and again: the newest corrections, those that are alike together. One without words of
    its own is told by what had been asked. The one of all corrections is kept by idle work (vibe_maps)."""
    kept = await vibe_maps.kept(tx) if which == InteractionFilter() else None
    return kept or await _drawn(tx, which)


async def draw_vibe_map(tx: Tx) -> None:
    """Cluster all corrections anew, and keep what came of it."""
    await vibe_maps.keep(tx, await _drawn(tx, InteractionFilter()))


async def _drawn(tx: Tx, which: InteractionFilter) -> VibeMap:
    rows = await repository.corrections(tx, which, limit=MOST_COMPARED)
    said = await words(tx, rows)
    texts = [_about(said[row.id]) for row in rows]
    clusters = [_cluster(one, rows, texts) for one in await asyncio.to_thread(_alike, texts)]
    together = sum(one.interactions for one in clusters)
    return VibeMap(clusters=clusters, alone=len(rows) - together, looked_at=len(rows))


async def style(tx: Tx) -> Style:
    """How all answers were received."""
    return Style.model_validate(await repository.style(tx), from_attributes=True)


async def smooth_sessions(tx: Tx) -> frozenset[str]:
    """The ids of sessions in which nothing was corrected."""
    return frozenset(await repository.smooth_sessions(tx, limit=MOST_COMPARED))


def _about(said: Words) -> str:
    return ((said.correction or "").strip() or said.prompt.strip())[:READ_CHARACTERS]


def _alike(texts: Sequence[str]) -> list[Clustered]:
    """The clusters of texts, with words that they share as they are spoken."""
    found = [query_words(text) for text in texts]
    bags = [frozenset[str]().union(*(one.lexemes for one in each)) for each in found]
    spoken = {lexeme: one.word for each in found for one in each for lexeme in one.lexemes}
    return [
        Clustered(one.members, tuple(dict.fromkeys(spoken.get(lexeme, lexeme) for lexeme in one.shared)))
        for one in clustered(bags)
    ]


def _cluster(found: Clustered, rows: Sequence[Interaction], texts: Sequence[str]) -> Cluster:
    members = [rows[place] for place in found.members]
    moments = [row.created_at for row in members]
    return Cluster(
        label=shorten(texts[found.members[0]], LABEL_CHARACTERS),
        terms=list(found.shared),
        interactions=len(members),
        share=rounded(len(members) / len(rows)),
        friction_score=rounded(sum(row.friction_score for row in members) / len(members)),
        agents=sorted({row.agent for row in members}),
        interaction_ids=[row.id for row in members],
        first_at=min(moments),
        last_at=max(moments),
    )


def _parts(row: Row[Any]) -> FrictionParts:
    """What correction and edits did not bring, waiting did."""
    number = max(1, row.interactions)
    corrections, edits = CORRECTED_WEIGHT * row.corrected / number, EDITS_WEIGHT * row.edits / MOST_EDITS / number
    waiting = max(0.0, (row.friction_score or 0.0) - corrections - edits)
    return FrictionParts(corrections=rounded(corrections), edits=rounded(edits), latency=rounded(waiting))


def _agent(row: Row[Any]) -> AgentTally:
    return AgentTally(agent=row.agent, model=row.model, **tally(row).model_dump())


def tally(row: Row[Any]) -> Tally:
    """Counted rows as they are shown."""
    return Tally(
        interactions=row.interactions,
        corrected=row.corrected,
        correction_rate=rounded(row.corrected / row.interactions) if row.interactions else None,
        friction_score=None if row.friction_score is None else rounded(row.friction_score),
        latency_ms_p50=row.latency_ms_p50,
        vibe_matches=row.vibe_matches,
    )


def rounded(value: float) -> float:
    """As rates and scores are shown."""
    return round(value, DIGITS)
