"""What did outside agents call, and what were they told? A record a call, without its words, kept for 90 days."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.cursors import id_mark
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.slices.erasable import REBUILT
from orchestrator.domain.memory.interactions import call_repository
from orchestrator.domain.memory.interactions.schemas import CallOut
from orchestrator.kit.paging import Page, PageRequest, encode_cursor

CallOutcome = Literal["done", "waiting", "asked", "refused", "failed"]
MOST_TOLD = 200
"""Entities of one answer that are remembered."""


@dataclass(frozen=True)
class AgentCallRecord:
    """A call as it is remembered. `told`: (kind, id) of what its answer was made of; `client`: how the program calls
    itself, `known_as`: how the user called its token."""

    client: str
    known_as: str
    tool: str
    outcome: CallOutcome
    duration_ms: int
    session_id: str | None = None
    preview_id: UUID | None = None
    told: tuple[tuple[str, UUID], ...] = ()


async def record(tx: Tx, call: AgentCallRecord) -> None:
    """Remember it."""
    told = [{"type": kind, "id": str(entity_id)} for kind, entity_id in dict.fromkeys(call.told[:MOST_TOLD])]
    await call_repository.add(
        tx,
        client=call.client,
        known_as=call.known_as,
        tool=call.tool,
        outcome=call.outcome,
        session_id=call.session_id,
        preview_id=call.preview_id,
        told=told,
        duration_ms=call.duration_ms,
    )


async def list_calls(
    tx: Tx,
    page: PageRequest,
    *,
    client: str | None = None,
    tool: str | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
) -> Page[CallOut]:
    """The newest first. Raises InvalidRequest for a cursor of another list."""
    rows = await call_repository.page(
        tx, after=id_mark(page.cursor), limit=page.limit + 1, client=client, tool=tool, since=since, until=until
    )
    shown = [CallOut.model_validate(row) for row in rows[: page.limit]]
    return Page(shown, encode_cursor(str(shown[-1].id)) if len(rows) > page.limit else None)


async def redact(tx: Tx, erased: Sequence[tuple[str, UUID]]) -> Mapping[str, int]:
    """Take erased entities out of what calls were told of; counts `agent_call`."""
    gone = [entity_id for kind, entity_id in erased if kind != REBUILT]
    number = await call_repository.forget_told(tx, gone)
    return {"agent_call": number} if number else {}


async def prune(session: AsyncSession) -> int:
    """Forget those of long ago, of all users; answers how many."""
    return await call_repository.prune(session)
