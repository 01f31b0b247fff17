"""Which learnings are meant? As conditions over their table."""

from dataclasses import dataclass

from sqlalchemy import ColumnElement

from orchestrator.domain.memory.knowledge.ladder import DOUBTED, ScopeType, State
from orchestrator.domain.memory.knowledge.model import Learning


@dataclass(frozen=True)
class LearningFilter:
    """Which learnings: of a state, scope or tool; doubted ones, or those that are not."""

    state: State | None = None
    scope_type: ScopeType | None = None
    scope_ref: str | None = None
    tool: str | None = None
    doubted: bool | None = None

    def conditions(self) -> list[ColumnElement[bool]]:
        """The conditions over `knowledge`."""
        found: list[ColumnElement[bool]] = []
        for column, value in (
            (Learning.state, self.state),
            (Learning.scope_type, self.scope_type),
            (Learning.scope_ref, self.scope_ref),
            (Learning.tool, self.tool),
        ):
            if value is not None:
                found.append(column == value)
        if self.doubted is not None:
            found.append(Learning.confidence <= DOUBTED if self.doubted else Learning.confidence > DOUBTED)
        return found
