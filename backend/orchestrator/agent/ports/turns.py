"""Where does a turn keep what it was asked, what it does and what it answered?"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, Protocol
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.agent.ports.requests import TurnRequest, Window
from orchestrator.agent.types.bundle import Bundle, Explanation, StepRecord
from orchestrator.agent.types.origin import Origin
from orchestrator.db.tx import Tx


@dataclass(frozen=True)
class Accepted:
    """`new`: the turn is this caller's to run. `repeated`: `client_message_id` was seen, `run_id` is the earlier run.
    `busy`: another turn of the thread is under way, nothing was stored. A turn over the client's own history has
    neither thread nor message."""

    kind: Literal["new", "repeated", "busy"]
    run_id: UUID | None = None
    thread_id: UUID | None = None
    message_id: UUID | None = None


@dataclass(frozen=True)
class UnfinishedRun:
    """A run whose process died: what is stored of it."""

    run_id: UUID
    owner_id: UUID
    thread_id: UUID | None
    locale: str
    question: str
    started_at: datetime
    run: Mapping[str, Any]
    steps: tuple[StepRecord, ...]


class TurnStore(Protocol):
    """Threads, messages and runs as one turn needs them."""

    async def accept(self, session: AsyncSession, request: TurnRequest, *, lease_s: float) -> Accepted:
        """Make the thread where there is none (and the client keeps no history of its own), store the question and the
        running run. Raises NotFound for a thread that is not the owner's."""
        ...

    async def window(self, tx: Tx, thread_id: UUID, *, limit: int, before: UUID | None = None) -> Window:
        """The thread's last `limit` messages, those before message `before` alone, and the newest summaries."""
        ...

    async def save_step(self, tx: Tx, run_id: UUID, step: StepRecord) -> None:
        """Insert or replace the step of that index."""
        ...

    async def save_route(self, tx: Tx, run_id: UUID, run: Mapping[str, Any]) -> None:
        """Store what was decided of a running run (the fields of `run` so far)."""
        ...

    async def finish(
        self,
        tx: Tx,
        run_id: UUID,
        *,
        bundle: Bundle,
        metadata: Mapping[str, Any],
        origin: Origin,
        explanation: Explanation,
        steps: Sequence[StepRecord] = (),
    ) -> Bundle | None:
        """Store the assistant's message and the `steps` that are not stored yet, and settle the run; answers the
        bundle with its `message_id`, or None where the run is settled already (another process closed it)."""
        ...

    async def bundle(self, tx: Tx, run_id: UUID) -> Bundle | None:
        """The stored bundle of a settled run; None while it goes on. Raises NotFound."""
        ...

    async def renew(self, session: AsyncSession, run_ids: Sequence[UUID], *, lease_s: float) -> Sequence[UUID]:
        """Extend the leases of running runs; answers those that were asked to stop."""
        ...

    async def request_cancel(self, tx: Tx, run_id: UUID) -> None:
        """Ask a running run to stop; nothing where it is settled. Raises NotFound."""
        ...

    async def unfinished(
        self, session: AsyncSession, *, limit: int, even_leased: bool = False, alive: Collection[UUID] = ()
    ) -> Sequence[UnfinishedRun]:
        """Running runs whose lease has ended, locked for this transaction (skipping those locked elsewhere);
        `even_leased`: all, for a process that knows that no other one is alive. None of `alive`."""
        ...
