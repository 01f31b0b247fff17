"""What do runs register? One that was under way is closed as interrupted where an archive arrives."""

from orchestrator.db.portable import Portable
from orchestrator.domain.foundation.slices.erasable import Erasable
from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.domain.people.runs import redaction
from orchestrator.domain.people.runs.model import AgentRun, AgentStep, RunAnswer

SLICE = Slice(
    "runs",
    erasable=(Erasable(kind="run", erase=redaction.erase_run, redact=redaction.redact, keys=redaction.keys),),
    portable=(
        Portable(AgentRun.__tablename__, same=(("client_message_id",),)),
        Portable(AgentStep.__tablename__, key=("run_id", "index")),
        Portable(RunAnswer.__tablename__, key=("run_id",), newer=None),
    ),
)
