"""How does one session stand? Counted anew at each question, while it runs and when it is over.

A session is an outside agent's, by the id that the agent gave it, or Steward's own: by the id of its first message
(that of its episode), or a whole thread by the thread's.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.search.store.sessions import GAP
from orchestrator.domain.memory.interactions import aligning, call_repository, repository
from orchestrator.domain.memory.interactions.analytics import agents, rounded, tally
from orchestrator.domain.memory.interactions.filters import InteractionFilter
from orchestrator.domain.memory.interactions.schemas import ActiveRule, SessionTelemetry
from orchestrator.domain.memory.interactions.scoring import RECENT, trend
from orchestrator.domain.memory.rules.source import rules_of
from orchestrator.domain.people.conversations import service as conversations
from orchestrator.errors import NotFound
from orchestrator.kit.ids import parse_id


async def telemetry(tx: Tx, session_id: str, now: datetime, which: InteractionFilter | None = None) -> SessionTelemetry:
    """The session as it stands. One of which nothing was recorded yet, but in which something was said or called, has
    counts of zero. Raises NotFound where nothing is known of it."""
    whole = InteractionFilter(session_id=session_id)
    spanned = _wider(await repository.spanned(tx, whole), await _heard(tx, session_id))
    if spanned is None:
        raise NotFound("Nothing is known of such a session.")
    which = replace(which or whole, session_id=session_id)
    counted = await repository.total(tx, which)
    scores = await repository.latest_scores(tx, which, limit=RECENT)
    recent = sum(scores) / len(scores) if scores else None
    before = None
    if (older := counted.interactions - len(scores)) > 0:
        before = (counted.friction_score * counted.interactions - sum(scores)) / older
    started_at, last_at = spanned
    return SessionTelemetry(
        **tally(counted).model_dump(),
        session_id=session_id,
        state="running" if now - last_at <= GAP else "ended",
        started_at=started_at,
        last_at=last_at,
        recent=None if recent is None else rounded(recent),
        trend=trend(before, recent),
        alignment=None if recent is None else rounded(1 - recent),
        active_rules=await _active(tx, session_id),
        agents=(await agents(tx, which)).agents,
    )


async def _heard(tx: Tx, session_id: str) -> tuple[datetime, datetime] | None:
    """When something was first and last said or called in it, interactions apart."""
    called = await call_repository.called_in(tx, session_id)
    thread_id = parse_id(session_id)
    if thread_id is None:
        return called
    try:
        thread = await conversations.get(tx, thread_id)
    except NotFound:
        return called
    return _wider(called, (thread.created_at, thread.last_message_at or thread.created_at))


def _wider(
    one: tuple[datetime, datetime] | None, other: tuple[datetime, datetime] | None
) -> tuple[datetime, datetime] | None:
    if one is None or other is None:
        return one or other
    return min(one[0], other[0]), max(one[1], other[1])


async def _active(tx: Tx, session_id: str) -> list[ActiveRule]:
    """The rules that its agent was told last and that bind now."""
    told: Sequence[UUID] | None = await repository.newest_rules(tx, InteractionFilter(session_id=session_id))
    if told is None:
        told = await aligning.told_to(tx, client=None, known_as=None, session_id=session_id)
    binding = (await rules_of(tx.session, [tx.owner_id])).get(tx.owner_id) if told else None
    found = [binding.named(one) for one in told] if binding is not None else []
    return [ActiveRule(id=one.id, text=one.text) for one in found if one is not None]
