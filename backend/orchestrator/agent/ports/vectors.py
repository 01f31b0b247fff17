"""Who makes the vector of what is looked for?"""

from typing import Protocol
from uuid import UUID

from orchestrator.llm.port import QueryVector


class QueryVectors(Protocol):
    """Vectors for what is looked for (implemented by ground/search)."""

    async def vector(self, owner_id: UUID, text: str) -> QueryVector | None:
        """The vector of `text`; None where it can't be had at once, then a search goes by words alone. Ask before the
        session is used: it takes its connection at its first statement."""
        ...

    async def at_hand(self, text: str) -> QueryVector | None:
        """The vector of `text` where it costs next to nothing: no model is loaded for it, nothing is read before."""
        ...
