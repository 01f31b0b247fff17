"""What does the active state register of its own? The work that failed, whosever it was."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from orchestrator.agent.ports.context import ContextLine
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.slices.manifest import Contribution, Slice
from orchestrator.language.render import clock
from orchestrator.scheduling import status

LATELY = timedelta(days=1)
MOST = 5


async def failed_jobs(tx: Tx, now: datetime, zone: str, locale: str) -> list[ContextLine]:
    """A line each, the latest first; what was taken up again since has not failed."""
    del now
    failed = await status.failures(tx, within=LATELY, limit=MOST)
    return [
        ContextLine(
            f"{job.job_type} ({(job.last_error or 'unknown').partition(':')[0]}, {_at(job.finished_at, zone, locale)})"
        )
        for job in failed
    ]


def _at(moment: datetime | None, zone: str, locale: str) -> str:
    return clock(moment.astimezone(ZoneInfo(zone)), locale) if moment is not None else ""


SLICE = Slice("active_state", active_state=(Contribution("Background work that failed", failed_jobs),))
