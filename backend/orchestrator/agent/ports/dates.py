"""On which day is something that the user keeps?"""

from datetime import date, datetime
from typing import Protocol
from uuid import UUID

from orchestrator.db.tx import Tx


class KnownDates(Protocol):
    """The days of what the user keeps (implemented by world/events)."""

    async def birthday(self, tx: Tx, person: UUID, *, today: date) -> date | None:
        """The next birthday of somebody; None where none is noted."""
        ...

    async def day_called(self, tx: Tx, words: str, *, now: datetime) -> date | None:
        """The day of the next event that all these words name, else of the last one; None where there is none. `now`:
        aware."""
        ...
