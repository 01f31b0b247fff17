"""Which vector stands for what a user looks for? Implements the port `QueryVectors` for the tools and `GET /search`.

What the embedder is given is read in a short transaction of its own, so that none waits for the model.
"""

from uuid import UUID

from orchestrator.agent.ports.unit_of_work import UnitOfWork
from orchestrator.db.tx import owned
from orchestrator.domain.foundation.search.service import words_to_embed
from orchestrator.llm.embedding.queries import EmbedderState, QueryEmbedding
from orchestrator.llm.port import QueryVector


class Meaning:
    """See QueryVectors."""

    def __init__(self, unit_of_work: UnitOfWork, queries: QueryEmbedding) -> None:
        self._unit_of_work = unit_of_work
        self._queries = queries

    @property
    def state(self) -> EmbedderState:
        """`off`, `ok`, or `degraded` where the last query had no vector."""
        return self._queries.state

    async def at_hand(self, text: str) -> QueryVector | None:
        """See QueryVectors."""
        return await self._queries.at_hand(text)

    async def vector(self, owner_id: UUID, text: str) -> QueryVector | None:
        """See QueryVectors."""
        if self.state == "off" or not text.strip():
            return None
        async with owned(self._unit_of_work(), owner_id) as tx:
            telling = await words_to_embed(tx, text)
        return await self._queries.vector(telling)
