"""What should a model know about the user's present before it hears the question?

Implements the port `ContextSource` over the slices that have something to tell (`catalog.py`). They show typed fields
alone of what others wrote, so nothing here taints a run.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.agent.origin import Origin
from orchestrator.agent.ports import ContextPart

Lines = Callable[[AsyncSession, UUID, datetime, str, str], Awaitable[Sequence[str]]]
"""(session, owner_id, now, zone, locale) -> short lines; `now` is aware, in UTC."""
MOST_LINES = 12


@dataclass(frozen=True)
class Contribution:
    """One slice's part of the active state under a heading."""

    heading: str
    lines: Lines


class ActiveState:
    """Asks each contribution in its order."""

    def __init__(self, contributions: Sequence[Contribution]) -> None:
        self._contributions = tuple(contributions)

    async def parts(
        self, session: AsyncSession, owner_id: UUID, *, now: datetime, zone: str, locale: str
    ) -> Sequence[ContextPart]:
        """One part with all that is going on; none where nothing is."""
        sections = []
        for contribution in self._contributions:
            lines = await contribution.lines(session, owner_id, now, zone, locale)
            if lines:
                sections.append("\n".join([f"{contribution.heading}:", *(f"- {line}" for line in lines[:MOST_LINES])]))
        return [ContextPart("active_state", "\n".join(sections), Origin.OWN_DATA)] if sections else []
