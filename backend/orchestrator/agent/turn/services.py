"""What does the runtime work with? The ports, handed in once by bootstrap."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.agent.ports import (
    ContextSource,
    EntityRef,
    Eraser,
    FeedbackSink,
    Lessons,
    Located,
    Notifier,
    PlaceContext,
    PreviewStore,
    QueryVectors,
    Resolver,
    RuleSource,
    TurnStore,
    UnitOfWork,
)
from orchestrator.agent.rules.ruleset import RuleSet
from orchestrator.agent.tools.spec import ToolContext, Tools, ToolSpec
from orchestrator.agent.types.origin import Origin
from orchestrator.agent.types.vocabulary import NOTHING, Vocabulary
from orchestrator.kit.clock import Clock


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
    places: PlaceContext | None = None
    reception: FeedbackSink | None = None
    by_name: Mapping[str, ToolSpec] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_name", {tool.name: tool for tool in self.tools})

    def tool_context(
        self,
        session: AsyncSession,
        *,
        owner_id: UUID,
        now: datetime,
        zone: str,
        locale: str,
        rules: RuleSet,
        scopes: frozenset[str] = frozenset(),
        question: str = "",
        run_id: UUID | None = None,
        thread_id: UUID | None = None,
        asked_before: tuple[str, ...] = (),
        in_mind: tuple[str, ...] = (),
        here: Located | None = None,
        about: tuple[EntityRef, ...] = (),
        spoken_of: tuple[EntityRef, ...] = (),
        message_id: UUID | None = None,
    ) -> ToolContext:
        """What a handler is given for one execution."""
        return ToolContext(
            session=session,
            owner_id=owner_id,
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
            asked_before=asked_before,
            in_mind=in_mind,
            here=here,
            about=about,
            spoken_of=spoken_of,
            message_id=message_id,
            places=self.places,
            origin=Origin.OWN_DATA,
            query_vectors=self.query_vectors,
        )
