"""What should a model know about the user's present before it hears the question?

Implements the port `ContextSource` over the slices that have something to tell. They show typed fields
alone of what others wrote, so nothing here taints a run.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Protocol

from orchestrator.agent.ports.context import GOING_ON, Answered, Asked, ContextLine, ContextPart
from orchestrator.agent.types.origin import Origin
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.slices.manifest import Contribution
from orchestrator.kit.zones import named_zone
from orchestrator.language.render import clock
from orchestrator.scheduling import status

MOST_LINES = 12
LATELY = timedelta(days=1)
MOST_FAILED = 5


class Told(Protocol):
    """Who has something to tell that depends on what is asked."""

    async def part(self, tx: Tx, asked: Asked, now: datetime, zone: str, locale: str) -> ContextPart | None:
        """What is known that the turn may need; None where there is nothing."""
        ...


class Known(Told, Protocol):
    """Who knows the user."""

    async def answered(self, tx: Tx, answered: Answered) -> None:
        """Count what of it an answer used."""
        ...


class ActiveState:
    """Asks who knows the user, then each contribution in its order."""

    def __init__(
        self, contributions: Sequence[Contribution], known: Known | None = None, told: Sequence[Told] = ()
    ) -> None:
        self._contributions = tuple(contributions)
        self._known = known
        self._told = tuple(told)

    async def parts(self, tx: Tx, *, now: datetime, zone: str, locale: str, asked: Asked) -> Sequence[ContextPart]:
        """What is known of the user, what else is told, then one part with all that is going on; none where there is
        nothing."""
        known = None
        if self._known is not None:
            known = await self._known.part(tx, asked, now, zone, locale)
        going_on = None if GOING_ON in asked.untold else await self._going_on(tx, now, zone, locale)
        told = [await one.part(tx, asked, now, zone, locale) for one in self._told]
        return [part for part in (known, *told, going_on) if part is not None]

    async def _going_on(self, tx: Tx, now: datetime, zone: str, locale: str) -> ContextPart | None:
        sections, quoted = [], []
        for contribution in self._contributions:
            lines = (await contribution.lines(tx, now, zone, locale))[:MOST_LINES]
            if lines:
                sections.append("\n".join([f"{contribution.heading}:", *(f"- {line.text}" for line in lines)]))
                quoted += [ref for line in lines for ref in line.of]
        return ContextPart(GOING_ON, "\n".join(sections), Origin.OWN_DATA, tuple(quoted)) if sections else None

    async def answered(self, tx: Tx, answered: Answered) -> None:
        """See ContextSource."""
        if self._known is not None:
            await self._known.answered(tx, answered)


async def failed_jobs(tx: Tx, now: datetime, zone: str, locale: str) -> list[ContextLine]:
    """A line each, the latest first; what was taken up again since has not failed."""
    del now
    failed = await status.failures(tx, within=LATELY, limit=MOST_FAILED)
    return [
        ContextLine(
            f"{job.job_type} ({(job.last_error or 'unknown').partition(':')[0]}, {_at(job.finished_at, zone, locale)})"
        )
        for job in failed
    ]


def _at(moment: datetime | None, zone: str, locale: str) -> str:
    return clock(moment.astimezone(named_zone(zone)), locale) if moment is not None else ""
