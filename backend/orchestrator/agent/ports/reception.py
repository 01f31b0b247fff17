"""Who counts how an answer was received? Told in the unit of work of what happened; never a reason for it to fail."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.agent.ports.previews import Preview
from orchestrator.agent.ports.requests import StoredMessage
from orchestrator.agent.types.bundle import Bundle
from orchestrator.agent.types.origin import Origin


@dataclass(frozen=True)
class SettledTurn:
    """A turn whose answer was just stored. `thread_id`, `message_id` (of the question): None where it belongs to no
    thread; `window`: what was said before it; `asked_at`: about when the question came (aware); `rule_ids`: the user's
    rules that its prompts told."""

    owner_id: UUID
    run_id: UUID
    thread_id: UUID | None
    message_id: UUID | None
    question: str
    asked_at: datetime
    window: tuple[StoredMessage, ...]
    bundle: Bundle
    origin: Origin
    rule_ids: tuple[UUID, ...]


class FeedbackSink(Protocol):
    """How the user takes what Steward answers."""

    async def settled(self, session: AsyncSession, turn: SettledTurn) -> None:
        """A turn was answered; its question may say how the answer before it was taken."""
        ...

    async def edited(self, session: AsyncSession, preview: Preview, fields: Sequence[str]) -> None:
        """The user changed these fields of what a turn proposed."""
        ...

    async def undone(self, session: AsyncSession, preview: Preview) -> None:
        """The user took back what a turn wrote."""
        ...
