"""How is a note taken away by words? By what it says. What it says is shown to the user alone: in the preview."""

from orchestrator.agent.tools.spec import ToolContext
from orchestrator.domain.foundation.entities.schemas import lines
from orchestrator.domain.foundation.withdrawal.entities import withdrawable
from orchestrator.domain.memory.notes.model import Note
from orchestrator.domain.memory.notes.service import TITLE_CHARACTERS, notes
from orchestrator.kit.text import shorten
from orchestrator.kit.zones import to_wall
from orchestrator.language import render


def _titled(ctx: ToolContext, row: Note) -> tuple[str, str, str]:
    made = render.day(to_wall(row.created_at, ctx.zone).date(), ctx.locale)
    return shorten(row.text, TITLE_CHARACTERS), made, lines([row.text, row.category, *row.subjects])


WITHDRAWABLE = withdrawable(notes, _titled, meant="last")
