"""What was a generation, and was it corrected? Reported by outside agents, or a turn of Steward's own (`own_turns`);
counted for the user, read back to no agent.

Interactions stand in no index: no search, prompt or MCP call shows one to an agent.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.entities.schemas import EntityOut, lines
from orchestrator.domain.foundation.entities.service import OWN_DATA, EntityService
from orchestrator.domain.foundation.search.schemas import IndexEntry
from orchestrator.domain.foundation.slices.erasable import ErasedRow
from orchestrator.domain.memory.interactions import repository, scoring
from orchestrator.domain.memory.interactions.aligning import realign, take_back, told_to
from orchestrator.domain.memory.interactions.model import Interaction
from orchestrator.domain.memory.interactions.schemas import InteractionFields, InteractionOut
from orchestrator.domain.memory.interactions.words import words
from orchestrator.errors import InvalidRequest
from orchestrator.kit.text import shorten
from orchestrator.kit.versions import Expected
from orchestrator.language.text.normalize import normalize

AGENT = "agent"
KIND = "interaction"
FOLDED_CHARACTERS = 2_000
"""Of prompt and response, that `?q=` looks into."""


class InteractionService(EntityService[Interaction, InteractionFields]):
    """Interactions."""

    kind: ClassVar[str] = KIND
    searchable: ClassVar[bool] = False
    fields = InteractionFields
    out = InteractionOut
    repository = repository.interactions

    async def columns(self, tx: Tx, fields: InteractionFields, zone: str) -> Mapping[str, Any]:
        del tx, zone
        columns = fields.model_dump(exclude={"external_id", "source", "tags"})
        corrected, edits = fields.was_corrected, fields.edit_count
        told = (fields.agent, fields.model, fields.session_id, fields.correction, fields.prompt, fields.response)
        return {
            **columns,
            "friction_score": scoring.friction(was_corrected=corrected, edit_count=edits, latency_ms=fields.latency_ms),
            "vibe_match": scoring.vibe_match(fields.response, was_corrected=corrected, edit_count=edits),
            "response_characters": len(fields.response.strip()),
            "folded": normalize(lines([text[:FOLDED_CHARACTERS] for text in told if text])),
        }

    def entry(self, row: Interaction) -> IndexEntry:
        title = shorten(f"{row.agent} · {row.model}", FOLDED_CHARACTERS)
        return IndexEntry(self.kind, row.id, title, "", row.created_at, origin=row.origin)

    async def present(self, tx: Tx, rows: Sequence[Interaction]) -> list[EntityOut]:
        said = await words(tx, rows)
        found: list[EntityOut] = []
        for row in rows:
            one = said[row.id]
            told = {"prompt": one.prompt, "response": one.response, "correction": one.correction}
            found.append(InteractionOut.model_validate(row).model_copy(update=told))
        return found

    async def create(
        self, tx: Tx, fields: InteractionFields, *, zone: str, origin: str = OWN_DATA, entity_id: UUID | None = None
    ) -> Interaction:
        row = await super().create(tx, fields, zone=zone, origin=origin, entity_id=entity_id)
        await self._told(tx, row, client=fields.agent)
        return row

    async def report(
        self, tx: Tx, fields: InteractionFields, *, client: str, zone: str, known_as: str | None = None
    ) -> Interaction:
        """What the MCP client `client` (with the token `known_as`) says happened. Raises InvalidRequest."""
        row = await super().create(tx, fields, zone=zone, origin=AGENT)
        row.client = client
        row.user_fields = []
        await self._told(tx, row, client=client, known_as=known_as)
        return row

    async def update(
        self, tx: Tx, entity_id: UUID, changes: Mapping[str, Any], *, zone: str, version: Expected = None
    ) -> Interaction:
        """Change a reported one: a correction that comes later takes back what it spoke for. Raises like any update;
        InvalidRequest for a turn of Steward's own."""
        there = await self.get(tx, entity_id)
        if there.run_id is not None:
            detail = f"This is a turn of Steward's own. Rate it instead: POST /runs/{there.run_id}/feedback."
            raise InvalidRequest(detail, errors=[{"loc": ["path", "entity_id"], "message": detail}])
        row = await super().update(tx, entity_id, changes, zone=zone, version=version)
        await realign(tx, row)
        return row

    async def touched(self, session: AsyncSession, row: Interaction) -> None:
        """The row was changed beside its fields: it is a newer version."""
        await self._bump(session, row)

    async def before_erase(self, tx: Tx, row: Interaction) -> Sequence[ErasedRow]:
        await take_back(tx, [row])
        return ()

    async def _told(self, tx: Tx, row: Interaction, *, client: str, known_as: str | None = None) -> None:
        """Note which rules its agent had been told, and speak for them where it is a vibe match."""
        row.rule_ids = await told_to(tx, client=client, known_as=known_as, session_id=row.session_id)
        await tx.session.flush()
        await realign(tx, row)


interactions = InteractionService()
