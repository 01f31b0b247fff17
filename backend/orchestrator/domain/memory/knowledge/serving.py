"""Which knowledge is another agent told? What the user approved, where it holds."""

from orchestrator.db.tx import Tx
from orchestrator.domain.memory.facts.retrieval.scopes import names
from orchestrator.domain.memory.knowledge import repository
from orchestrator.domain.memory.knowledge.model import Learning
from orchestrator.domain.memory.knowledge.schemas import ApprovedOut

MOST_READ = 500


async def approved_for(tx: Tx, project_context: str | None) -> list[ApprovedOut]:
    """Approved knowledge that holds in the project, or for a language, that the context names, and what holds
    everywhere; the narrowest first."""
    rows = await repository.approved(tx, limit=MOST_READ)
    return [ApprovedOut.model_validate(row) for row in rows if _holds(row, project_context or "")]


def _holds(row: Learning, context: str) -> bool:
    return row.scope_type == "universal" or names(context, row.scope_ref or "")
