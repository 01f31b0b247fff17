"""On which day is an event that words name, or somebody's birthday? Implements the port `KnownDates`."""

from datetime import date, datetime, timedelta
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.asking.matching import scored
from orchestrator.domain.world.contacts.birthdays import next_after
from orchestrator.domain.world.contacts.service import contacts
from orchestrator.domain.world.events.filters import EventFilter
from orchestrator.domain.world.events.finding import find
from orchestrator.errors import NotFound

_AHEAD, _BACK = timedelta(days=400), timedelta(days=120)
_CANDIDATES = 2_000
_ALL_WORDS = 1.0


class DatesOfEvents:
    """KnownDates over the user's calendar and contacts."""

    async def birthday(self, tx: Tx, person: UUID, *, today: date) -> date | None:
        """The next birthday of a contact; today's counts."""
        try:
            row = await contacts.get(tx, person)
        except NotFound:
            return None
        return next_after(row.birthday or "", today)

    async def day_called(self, tx: Tx, words: str, *, now: datetime) -> date | None:
        """By its title, in any of our languages; of several the next one."""
        for wanted, back in (
            (EventFilter(since=now, until=now + _AHEAD), False),
            (EventFilter(since=now - _BACK, until=now), True),
        ):
            known = await find(tx, wanted, limit=_CANDIDATES, newest_first=back)
            for score, one in scored(words, [(one, one.title) for one in known]):
                if score >= _ALL_WORDS:
                    return one.start_at.date()
        return None
