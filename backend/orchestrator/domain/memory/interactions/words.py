"""What was asked, answered and said against it? Of Steward's own turns the words stand in their runs."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.memory.interactions.model import Interaction
from orchestrator.domain.people.runs import service as runs
from orchestrator.domain.people.runs.service import RunWords

_NONE = RunWords("", "", None, ())


@dataclass(frozen=True)
class Words:
    """Of one interaction. `correction`: what the user said of it, None where they said nothing. `sources`: the entities
    in which they stand, beside the interaction itself."""

    prompt: str
    response: str
    correction: str | None
    sources: tuple[tuple[str, UUID], ...] = ()


async def words(tx: Tx, rows: Sequence[Interaction]) -> dict[UUID, Words]:
    """By the interaction's id."""
    wanted = {run_id for row in rows for run_id in (row.run_id, row.rejected_by) if run_id is not None}
    said = await runs.words(tx, wanted) if wanted else {}
    return {row.id: _words(row, said) for row in rows}


def _words(row: Interaction, said: dict[UUID, RunWords]) -> Words:
    if row.run_id is None:
        return Words(row.prompt, row.response, row.correction)
    own = said.get(row.run_id, _NONE)
    after = said.get(row.rejected_by, _NONE) if row.rejected_by is not None else _NONE
    told = [text.strip() for text in (after.question, own.comment or "") if text.strip()]
    sources = [("run", run_id) for run_id in (row.run_id, row.rejected_by) if run_id is not None]
    sources += [("message", one) for one in (*own.messages, *after.messages[:1])]
    return Words(own.question, own.answer, "\n".join(told) or None, tuple(sources))
