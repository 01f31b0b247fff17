"""What does the scratchpad take and give?"""

from datetime import datetime
from typing import Any

from pydantic import BaseModel

from orchestrator.scheduling.async_jobs import JobType
from orchestrator.scheduling.scheduled_jobs import Scheduled

KIND = "jotting"
DEFAULT_TTL_S = 3_600
MOST_TTL_S = 7 * 86_400
"""What an agent wants to know for longer than a week is a note or a fact."""
VALUE_BYTES = 32_768
"""Of one value as JSON: a few pages."""
SESSION_KEYS = 500
SESSION_BYTES = 1_000_000
"""Keys, and bytes of all values, of one session."""
USER_BYTES = 20_000_000
"""Bytes of all values of all of a user's sessions."""


class Kept(BaseModel):
    """A key of a session, as its session reads it."""

    key: str
    value: Any
    expires_at: datetime


EVICT = JobType("scratchpad.evict", Scheduled)
"""Delete what has come to its end."""
