"""What does tagging register? In an archive, which tags are not the user's."""

from orchestrator.db.portable import Portable
from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.domain.world.contacts.service import contacts
from orchestrator.domain.world.documents.service import documents
from orchestrator.domain.world.events.service import events
from orchestrator.domain.world.tagging import jobs, service
from orchestrator.domain.world.tagging.repository import Tagged

SLICE = Slice(
    "tagging",
    jobs_with=lambda means, _: jobs.tagging_jobs(means.models),
    scheduled=jobs.SCHEDULED,
    erasable=(service.erasable((events, contacts, documents)),),
    portable=(Portable(Tagged.__tablename__, key=("kind", "entity_id"), newer="tagged_at"),),
)
