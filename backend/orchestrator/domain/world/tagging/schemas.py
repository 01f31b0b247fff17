"""Which jobs make tags?"""

from orchestrator.scheduling.async_jobs import JobType
from orchestrator.scheduling.scheduled_jobs import Scheduled

TIMEOUT_S = 600.0
TAG_EVENTS = JobType("events.tag", Scheduled, max_attempts=2, timeout_s=TIMEOUT_S)
TAG_CONTACTS = JobType("contacts.tag", Scheduled, max_attempts=2, timeout_s=TIMEOUT_S)
TAG_DOCUMENTS = JobType("documents.tag", Scheduled, max_attempts=2, timeout_s=TIMEOUT_S)
