"""Where does a frozen write wait for its user?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.types.bundle import PreviewState
from orchestrator.agent.types.origin import Origin
from orchestrator.db.tx import Tx

WAITING_AT_ONCE = 20
"""A prompt and a thread never need more waiting previews than this."""


@dataclass(frozen=True)
class Preview:
    """A frozen write as it is stored. `draft` is what a client's editor shows; `target_version` the version of
    `target` when it was frozen; `idempotency_key` is given to effects outside the database. `undo` is the payload of
    the tool's exact inverse once it was executed, `result_version` the target's version then."""

    id: UUID
    owner_id: UUID
    tool: str
    title: str
    summary: str
    arguments: Mapping[str, Any]
    draft: Mapping[str, Any]
    digest: str
    editable_fields: tuple[str, ...]
    timezone: str
    locale: str
    idempotency_key: str
    created_at: datetime
    expires_at: datetime
    state: PreviewState = "pending"
    origin: Origin = Origin.OWN_DATA
    tainted: bool = False
    target: EntityRef | None = None
    target_version: int | None = None
    held_by_rules: tuple[str, ...] = ()
    superseded_by: UUID | None = None
    last_error: str | None = None
    result: Mapping[str, Any] | None = None
    undo: Mapping[str, Any] | None = None
    undo_until: datetime | None = None
    thread_id: UUID | None = None
    run_id: UUID | None = None
    lease_until: datetime | None = None


class PreviewStore(Protocol):
    """Frozen writes. The runtime decides every transition; the store keeps them."""

    async def add(self, session: AsyncSession, preview: Preview) -> None:
        """Store a new preview."""
        ...

    async def get(self, tx: Tx, preview_id: UUID, *, for_update: bool = False) -> Preview:
        """The preview; with `for_update` its row is locked, so that concurrent confirms wait. Raises NotFound."""
        ...

    async def find(self, tx: Tx, preview_id: UUID) -> Preview | None:
        """The preview, or None where it was never committed."""
        ...

    async def save(self, session: AsyncSession, preview: Preview) -> None:
        """Replace the stored state of an existing preview."""
        ...

    async def pending(
        self, tx: Tx, *, thread_id: UUID | None = None, limit: int = WAITING_AT_ONCE
    ) -> Sequence[Preview]:
        """Previews that still wait and have not expired, newest first."""
        ...

    async def stuck(self, session: AsyncSession, *, limit: int) -> Sequence[Preview]:
        """`executing` previews whose lease has ended, locked for this transaction."""
        ...
