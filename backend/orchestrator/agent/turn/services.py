"""What does the runtime work with? The ports, handed in once by bootstrap."""

from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from orchestrator.agent.ports.context import ContextSource, RuleSource
from orchestrator.agent.ports.dates import KnownDates
from orchestrator.agent.ports.discourse import Discourse
from orchestrator.agent.ports.erasure import Eraser
from orchestrator.agent.ports.guides import Guides
from orchestrator.agent.ports.lessons import Lessons
from orchestrator.agent.ports.notifications import Notifier
from orchestrator.agent.ports.places import PlaceContext
from orchestrator.agent.ports.previews import PreviewStore
from orchestrator.agent.ports.reception import FeedbackSink
from orchestrator.agent.ports.resolution import KnownPeople, Resolver
from orchestrator.agent.ports.turns import TurnStore
from orchestrator.agent.ports.unit_of_work import UnitOfWork
from orchestrator.agent.ports.vectors import QueryVectors
from orchestrator.agent.rules.ruleset import RuleSet
from orchestrator.agent.tools.source import ToolSource
from orchestrator.agent.tools.spec import FrozenTool, ToolContext, Tools, ToolSpec
from orchestrator.agent.types.origin import Origin
from orchestrator.agent.types.vocabulary import NOTHING, Vocabulary
from orchestrator.db.tx import Tx, owned
from orchestrator.kit.clock import Clock
from orchestrator.llm.reranking.ordering import Reranking


@dataclass(frozen=True)
class Services:
    """The ports and the tools."""

    unit_of_work: UnitOfWork
    clock: Clock
    tools: Tools
    turns: TurnStore
    previews: PreviewStore
    rules: RuleSource
    context: ContextSource
    resolver: Resolver
    eraser: Eraser
    notifier: Notifier
    lessons: Lessons
    vocabulary: Vocabulary = NOTHING
    query_vectors: QueryVectors | None = None
    reranking: Reranking = field(default_factory=Reranking)
    places: PlaceContext | None = None
    dates: KnownDates | None = None
    reception: FeedbackSink | None = None
    guides: Guides | None = None
    tool_source: ToolSource | None = None
    by_name: Mapping[str, ToolSpec] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_name", {tool.name: tool for tool in self.tools})

    def frozen_tool(self, name: str) -> FrozenTool:
        """The tool of that name, which proposes changes. Raises KeyError where there is none."""
        spec = self.by_name[name]
        if not isinstance(spec, FrozenTool):
            raise KeyError(name)
        return spec

    async def tool(self, owner_id: UUID, name: str) -> ToolSpec | None:
        """The tool of that name, one of this build or of the owner's own; None where there is none."""
        if (known := self.by_name.get(name)) is not None or self.tool_source is None:
            return known
        return await self.tool_source.named(owner_id, name)

    async def tools_for(self, owner_id: UUID, question: str) -> Tools:
        """The owner's own tools that the question may need."""
        return await self.tool_source.relevant(owner_id, question) if self.tool_source is not None else ()

    def unit_of_work_of(self, owner_id: UUID) -> AbstractAsyncContextManager[Tx]:
        """A transaction for the rows of one owner."""
        return owned(self.unit_of_work(), owner_id)

    def tool_context(
        self,
        tx: Tx,
        *,
        now: datetime,
        zone: str,
        locale: str,
        rules: RuleSet,
        scopes: frozenset[str] = frozenset(),
        question: str = "",
        run_id: UUID | None = None,
        thread_id: UUID | None = None,
        discourse: Discourse | None = None,
        message_id: UUID | None = None,
        attachments: tuple[UUID, ...] = (),
        people: KnownPeople | None = None,
    ) -> ToolContext:
        """What a handler is given for one execution."""
        return ToolContext(
            tx=tx,
            clock=self.clock,
            now=now,
            zone=zone,
            locale=locale,
            resolver=self.resolver,
            eraser=self.eraser,
            rules=rules,
            scopes=scopes,
            question=question,
            run_id=run_id,
            thread_id=thread_id,
            discourse=discourse or Discourse(),
            message_id=message_id,
            places=self.places,
            origin=Origin.OWN_DATA,
            query_vectors=self.query_vectors,
            reranking=self.reranking,
            attachments=attachments,
            people=people,
        )
