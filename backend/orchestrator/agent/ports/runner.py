"""How do the doors and the jobs have a turn run?"""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol
from uuid import UUID

from orchestrator.agent.ports.requests import TurnRequest
from orchestrator.agent.types.bundle import Bundle


@dataclass(frozen=True)
class TurnEvent:
    """One event of the stream (api.md): `run.started`, `route`, `step`, `tool.started`, `tool.finished`, `token`,
    `need_user_input`, `preview`, `warning`, `final`, `error`."""

    name: str
    data: Mapping[str, Any]


class AgentRunner(Protocol):
    """The controller as the doors and the briefing see it. Nothing here raises for what a model did."""

    async def run(self, request: TurnRequest) -> Bundle:
        """The whole turn; a cancelled caller does not end it. Raises Conflict (`thread_busy`) and NotFound."""
        ...

    def stream(self, request: TurnRequest) -> AsyncIterator[TurnEvent]:
        """The same turn as events; the last one is `final`."""
        ...

    async def cancel(self, owner_id: UUID, run_id: UUID) -> None:
        """End a run between executions. Raises NotFound."""
        ...
