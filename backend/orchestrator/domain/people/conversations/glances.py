"""What does a list show of a thread beside its title? How it ends, and what it asks of the user."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from orchestrator.agent.types.bundle import NeedUserInputOut
from orchestrator.db.tx import Tx
from orchestrator.domain.people.conversations import repository
from orchestrator.kit.text import shorten

SNIPPET = 120
_READ = 4 * SNIPPET
"""Of a message that begins with markup or blank lines so much still gives a full snippet."""


@dataclass(frozen=True)
class Glance:
    """`role`, `snippet`: of the last message; None and empty where there is none. `asks`: what the last message asks of
    the user, where it asks; `clarification`: the same as a turn resumes it. A run that was broken off (interrupted,
    cancelled) answered nothing: what was asked before it still is."""

    role: str | None
    snippet: str
    asks: NeedUserInputOut | None
    clarification: Mapping[str, Any]


async def glances(tx: Tx, thread_ids: Sequence[UUID]) -> dict[UUID, Glance]:
    """One a thread."""
    rows = await repository.glances(tx, thread_ids, length=_READ) if thread_ids else ()
    return {
        row.id: Glance(
            role=row.role,
            snippet=shorten(" ".join((row.said or "").split()), SNIPPET),
            asks=NeedUserInputOut.model_validate(row.asked) if row.asked else None,
            clarification=row.clarification or {},
        )
        for row in rows
    }
