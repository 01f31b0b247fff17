"""What do stays register? The job that computes them, the tools that tell them, and their table in archives."""

from orchestrator.db.portable import Portable
from orchestrator.domain.foundation.slices.erasable import Erasable
from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.domain.senses.locations.schemas import COMPUTE_STAYS, ComputeStays
from orchestrator.domain.senses.stays import service
from orchestrator.domain.senses.stays.repository import Stay
from orchestrator.domain.senses.stays.schemas import KIND
from orchestrator.domain.senses.stays.tools import history_tools
from orchestrator.scheduling.handler import JobContext, JobHandler
from orchestrator.scheduling.scheduled_jobs import External, ScheduledJob


async def compute(context: JobContext, _: ComputeStays) -> None:
    """Handler of `stays.compute`: a year of samples is many transactions, each of some weeks."""
    assert context.owner_id is not None
    while True:
        async with context.unit_of_work_of(context.owner_id) as tx:
            if not await service.settle(tx):
                return
            if context.stopping() and await service.settle_later(tx):
                return


SLICE = Slice(
    "stays",
    tools_with=history_tools,
    jobs=(JobHandler(COMPUTE_STAYS, compute),),
    scheduled=(ScheduledJob(COMPUTE_STAYS, External(), source="samples that came, changed or went"),),
    erasable=(Erasable(kind=KIND, redact=service.redact),),
    portable=(Portable(Stay.__tablename__),),
)
