"""Where do tools come from that are not of this build? A source gives an owner's, for a question or by name."""

from collections.abc import Sequence
from typing import Protocol
from uuid import UUID

from orchestrator.agent.tools.spec import ToolSpec


class ToolSource(Protocol):
    """Tools that an owner has beside those of this build."""

    async def relevant(self, owner_id: UUID, question: str) -> Sequence[ToolSpec]:
        """Those few that the question may need, the likeliest first."""
        ...

    async def named(self, owner_id: UUID, name: str) -> ToolSpec | None:
        """The one of that name, as it may be called now; None where there is none."""
        ...
