"""What is the job of idle work called?"""

from orchestrator.scheduling.async_jobs import JobType
from orchestrator.scheduling.scheduled_jobs import Scheduled

IDLE = JobType("memory.idle", Scheduled, max_attempts=2, timeout_s=3_600.0)
"""Look after what is known of all users, until somebody comes."""
