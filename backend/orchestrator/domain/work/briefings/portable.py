"""What of briefings goes into an archive? Which push told of one is forgotten: pushes stay in their home."""

from orchestrator.db.portable import Portable
from orchestrator.domain.work.briefings.model import BriefingRow

PORTABLES = (Portable(BriefingRow.__tablename__, same=(("date",),), not_told={"push_id": "null"}),)
