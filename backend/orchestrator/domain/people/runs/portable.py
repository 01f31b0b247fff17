"""What of runs goes into an archive? One that was under way is closed as interrupted where it arrives."""

from orchestrator.db.portable import Portable
from orchestrator.domain.people.runs.model import AgentRun, AgentStep, RunAnswer

PORTABLES = (
    Portable(AgentRun.__tablename__, same=(("client_message_id",),)),
    Portable(AgentStep.__tablename__, key=("run_id", "index")),
    Portable(RunAnswer.__tablename__, key=("run_id",), newer=None),
)
