"""Which notes are meant? As conditions over their table."""

from dataclasses import dataclass

from sqlalchemy import ColumnElement

from orchestrator.domain.memory.notes.repository import Note


@dataclass(frozen=True)
class NoteFilter:
    """Which notes. `promoted`: those that became part of a rule, or those that did not; `observed`: those of agents, or
    the user's own."""

    category: str | None = None
    agent: str | None = None
    source: str | None = None
    promoted: bool | None = None
    observed: bool | None = None

    def conditions(self) -> list[ColumnElement[bool]]:
        """The conditions over `notes`."""
        given = ((Note.category, self.category), (Note.agent, self.agent), (Note.source, self.source))
        found: list[ColumnElement[bool]] = [column == value for column, value in given if value is not None]
        if self.promoted is not None:
            found.append(Note.promoted_to.is_not(None) if self.promoted else Note.promoted_to.is_(None))
        if self.observed is not None:
            found.append(Note.agent.is_not(None) if self.observed else Note.agent.is_(None))
        return found
