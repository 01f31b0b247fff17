"""What does the active state register of its own? The work that failed, whosever it was."""

from orchestrator.domain.foundation.slices.manifest import Contribution, Slice
from orchestrator.domain.lifecycle.active_state.service import failed_jobs

SLICE = Slice("active_state", active_state=(Contribution("Background work that failed", failed_jobs),))
