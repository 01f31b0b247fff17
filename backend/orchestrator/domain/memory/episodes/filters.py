"""Which episodes are meant? As conditions over their table."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement

from orchestrator.domain.memory.episodes.repository import Episode


@dataclass(frozen=True)
class EpisodeFilter:
    """Which episodes: those that overlap [since, until) (aware)."""

    since: datetime | None = None
    until: datetime | None = None

    def conditions(self) -> list[ColumnElement[bool]]:
        """The conditions over `episodes`."""
        found: list[ColumnElement[bool]] = []
        if self.since is not None:
            found.append(Episode.ended_at >= self.since)
        if self.until is not None:
            found.append(Episode.started_at < self.until)
        return found
