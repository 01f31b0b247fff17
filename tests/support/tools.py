"""Tools as the executor calls them: propose, confirm, undo, with a real resolver."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator import catalog
from orchestrator.agent.rules.ruleset import RuleSet
from orchestrator.agent.tools.spec import Prepared, ToolContext, ToolResult, ToolSpec
from orchestrator.agent.types.clarification import NeedUserInput
from orchestrator.db.session import Database
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.search.tools import tools as search_tools
from orchestrator.domain.lifecycle.erasure.service import Erasure
from orchestrator.domain.memory.notes.tools import TOOLS as NOTES
from orchestrator.domain.senses.meetings.tools import TOOLS as MEETINGS
from orchestrator.domain.world.contacts.merging.service import Merges
from orchestrator.domain.world.contacts.tools.create_tool import TOOLS as CONTACTS
from orchestrator.domain.world.contacts.tools.merge_tools import merge_tool
from orchestrator.domain.world.contacts.tools.relate_tools import TOOLS as RELATE
from orchestrator.domain.world.documents.service import places_of
from orchestrator.domain.world.events.tools.specs import TOOLS as EVENTS
from orchestrator.domain.world.places.tools import TOOLS as PLACES
from orchestrator.domain.world.resolution.service import WorldResolver
from orchestrator.domain.world.resolution.tools import TOOLS as RESOLUTION
from orchestrator.domain.world.todos.tools import TOOLS as TODOS
from orchestrator.kit.clock import FixedClock

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
"""A Saturday."""
SPECS = {
    spec.name: spec
    for spec in (
        *search_tools(places_of),
        *NOTES,
        *MEETINGS,
        *CONTACTS,
        *RELATE,
        merge_tool(Merges(catalog.REGISTERED.referrers)),
        *EVENTS,
        *PLACES,
        *RESOLUTION,
        *TODOS,
    )
}


@dataclass
class Desk:
    """One user's tools. `zone` and `locale` are the turn's."""

    database: Database
    owner: UUID
    zone: str = "Europe/Lisbon"
    locale: str = "en-GB"
    question: str = ""
    thread_id: UUID | None = None
    clock: FixedClock = field(default_factory=lambda: FixedClock(NOW))

    def context(self, session: AsyncSession) -> ToolContext:
        """What a handler is given."""
        return ToolContext(
            tx=Tx(session, self.owner),
            clock=self.clock,
            now=self.clock.now(),
            zone=self.zone,
            locale=self.locale,
            resolver=WorldResolver(),
            eraser=Erasure(()),
            rules=RuleSet(),
            question=self.question,
            thread_id=self.thread_id,
        )

    async def read(self, tool: str, **arguments: Any) -> ToolResult:
        """The result of a read that asks nothing."""
        result = await self.ask(tool, **arguments)
        assert isinstance(result, ToolResult), result
        return result

    async def ask(self, tool: str, **arguments: Any) -> ToolResult | NeedUserInput:
        """A read's result, or its question."""
        async with self.database.unit_of_work() as session:
            return await SPECS[tool].execute(self.context(session), self._model(tool, arguments))

    async def propose(self, tool: str, **arguments: Any) -> Prepared:
        """What a write would do."""
        prepared = await self.prepare(tool, **arguments)
        assert isinstance(prepared, Prepared), prepared
        return prepared

    async def prepare(self, tool: str, **arguments: Any) -> Prepared | NeedUserInput:
        """What a write would do, or its question."""
        prepare = SPECS[tool].prepare
        assert prepare is not None
        async with self.database.unit_of_work() as session:
            return await prepare(self.context(session), self._model(tool, arguments))

    async def revise(self, tool: str, frozen: Mapping[str, Any], **edits: Any) -> Prepared:
        """The proposal with edits."""
        revise = SPECS[tool].revise
        assert revise is not None
        async with self.database.unit_of_work() as session:
            prepared = await revise(self.context(session), frozen, edits)
        assert isinstance(prepared, Prepared), prepared
        return prepared

    async def execute(self, tool: str, frozen: Mapping[str, Any]) -> ToolResult:
        """The write itself."""
        async with self.database.unit_of_work() as session:
            result = await SPECS[tool].execute(self.context(session), dict(frozen))
        assert isinstance(result, ToolResult), result
        return result

    async def do(self, tool: str, **arguments: Any) -> ToolResult:
        """Propose and execute."""
        return await self.execute(tool, (await self.propose(tool, **arguments)).arguments)

    async def undo(self, tool: str, result: ToolResult) -> str:
        """Take it back."""
        undo = SPECS[tool].undo
        assert undo is not None
        assert result.undo is not None
        async with self.database.unit_of_work() as session:
            return await undo(self.context(session), result.undo)

    async def version(self, tool: str, entity_id: UUID) -> int | None:
        """The target's present version."""
        version = SPECS[tool].version
        assert version is not None
        async with self.database.unit_of_work() as session:
            return await version(self.context(session), entity_id)

    @staticmethod
    def _model(tool: str, arguments: Mapping[str, Any]) -> Any:
        spec: ToolSpec = SPECS[tool]
        assert spec.arguments is not None
        return spec.arguments.model_validate(arguments)
