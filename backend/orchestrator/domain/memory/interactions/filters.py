"""Which interactions are meant? As conditions over their table."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, or_

from orchestrator.domain.memory.interactions.model import Interaction
from orchestrator.kit.ids import parse_id


@dataclass(frozen=True)
class InteractionFilter:
    """Which interactions: of [since, until) (aware), of one agent, model or session (or a whole thread, by its id)."""

    since: datetime | None = None
    until: datetime | None = None
    agent: str | None = None
    model: str | None = None
    session_id: str | None = None

    def conditions(self) -> list[ColumnElement[bool]]:
        """The conditions over `interactions`."""
        found: list[ColumnElement[bool]] = []
        if self.since is not None:
            found.append(Interaction.created_at >= self.since)
        if self.until is not None:
            found.append(Interaction.created_at < self.until)
        for column, value in ((Interaction.agent, self.agent), (Interaction.model, self.model)):
            if value is not None:
                found.append(column == value)
        if self.session_id is not None:
            of_session: ColumnElement[bool] = Interaction.session_id == self.session_id
            thread_id = parse_id(self.session_id)
            found.append(of_session if thread_id is None else or_(of_session, Interaction.thread_id == thread_id))
        return found
