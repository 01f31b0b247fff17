"""How is a document taken away by words? By its title, its file's name or what kind of paper it is."""

from orchestrator.agent.tools.spec import ToolContext
from orchestrator.domain.foundation.entities.schemas import lines
from orchestrator.domain.foundation.withdrawal.entities import withdrawable
from orchestrator.domain.world.documents.model import Document
from orchestrator.domain.world.documents.service import documents
from orchestrator.kit.zones import to_wall
from orchestrator.language import render


def _titled(ctx: ToolContext, row: Document) -> tuple[str, str, str]:
    added = render.day(to_wall(row.created_at, ctx.zone).date(), ctx.locale)
    return row.title, added, lines([row.title, row.filename, *row.kinds])


WITHDRAWABLE = withdrawable(documents, _titled)
