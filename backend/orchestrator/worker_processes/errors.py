"""Why did a worker process give no answer? Each says it in words for whoever sent what it was reading."""

from orchestrator.errors import InvalidRequest, NotReady


class OutOfLimits(InvalidRequest):
    """It ran out of time, memory or room for its answer. It would do so again: a request is answered 422 with what to
    do, a job fails at once and is done again by hand alone."""


class WorkerEnded(NotReady):
    """Its process was killed or crashed. It may go better the next time; a job counts it as a death."""


class Busy(NotReady):
    """All places were taken for too long: nothing was begun."""


class WorkerFailed(Exception):
    """The function raised: a fault of ours. The message names the exception, never what was read."""
