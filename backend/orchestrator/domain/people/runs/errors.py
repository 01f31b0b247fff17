"""What can be wrong about a run that goes on?"""

from orchestrator.errors import StewardError


class RunSettled(StewardError):
    """The run was closed meanwhile (its lease had ended): nothing of this step may be stored."""
