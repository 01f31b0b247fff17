"""Which work do previews put off?"""

from uuid import UUID

from pydantic import BaseModel

from orchestrator.scheduling.async_jobs import JobType


class PreviewExpiry(BaseModel):
    """The preview whose time will be up."""

    preview_id: UUID


EXPIRE = JobType("previews.expire", PreviewExpiry)
