"""What is the job of consolidation called, and what does one look come to?"""

from dataclasses import dataclass

from orchestrator.scheduling.async_jobs import JobType
from orchestrator.scheduling.scheduled_jobs import Scheduled

CONSOLIDATE = JobType("facts.consolidate", Scheduled, max_attempts=3, timeout_s=1_800.0)
"""Compare the facts of all users that were not compared as they are, and look after what was learned."""


@dataclass
class Tally:
    """What was done, for the history of the scheduled job."""

    compared: int = 0
    merges: int = 0
    contradictions: int = 0
    verified: int = 0
    marked: int = 0

    @property
    def told(self) -> str:
        """In words."""
        parts = [
            (self.compared, "facts compared"),
            (self.merges, "merges proposed"),
            (self.contradictions, "contradictions asked about"),
            (self.verified, "learned facts re-verified"),
            (self.marked, "put up for review"),
        ]
        return ", ".join(f"{words}: {number}" for number, words in parts if number)
