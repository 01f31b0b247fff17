"""How does a mission go from state to state?

Each change is stored and told to who listens in one unit of work, so that nobody hears of what did not last; when it is
looked at next is put off into the queue, once a mission.
"""

from datetime import datetime
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.work.missions import repository
from orchestrator.domain.work.missions.model import Mission, MissionStep
from orchestrator.domain.work.missions.schemas import RUN, MissionRef
from orchestrator.scheduling.async_jobs import enqueue


async def move(tx: Tx, mission: Mission, state: str, now: datetime) -> None:
    """The mission's state, told to who listens."""
    mission.state, mission.updated_at, mission.version = state, now, mission.version + 1
    await tx.session.flush()
    await repository.tell(tx, mission.id, "state", {"state": state})


async def put_off(tx: Tx, mission_id: UUID, until: datetime | None = None) -> None:
    """The next wave, now or then."""
    await enqueue(
        tx.session,
        RUN,
        MissionRef(mission_id=mission_id),
        owner_id=tx.owner_id,
        run_after=until,
        dedupe_key=str(mission_id),
    )


async def tell_step(tx: Tx, mission: Mission, row: MissionStep) -> None:
    """Where a step stands, told to who listens."""
    told = {"id": row.step_key, "state": row.state, "attempts": row.attempts, "error": row.error}
    await repository.tell(tx, mission.id, "step", told)
