"""What of previews goes into an archive? Those that wait expire where they arrive, at the same time."""

from orchestrator.db.portable import Portable
from orchestrator.domain.people.previews.model import PreviewRow
from orchestrator.domain.people.previews.service import plan_expiries

PORTABLES = (Portable(PreviewRow.__tablename__, same=(("idempotency_key",),), follow=plan_expiries),)
