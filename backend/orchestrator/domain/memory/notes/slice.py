"""What do notes register? Words mean one by what it says, which is shown to the user alone: in the preview."""

from orchestrator.agent.tools.spec import ToolContext
from orchestrator.agent.types.vocabulary import REMEMBER_INTENT, ToolGroup, Vocabulary
from orchestrator.db.portable import ENTITY_SAME, Portable
from orchestrator.domain.foundation.entities.schemas import lines
from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.domain.foundation.withdrawal.entities import withdrawable
from orchestrator.domain.memory.notes import tools
from orchestrator.domain.memory.notes.repository import Note
from orchestrator.domain.memory.notes.service import TITLE_CHARACTERS, notes
from orchestrator.kit.text import shorten
from orchestrator.kit.zones import to_wall
from orchestrator.language import render


def _titled(ctx: ToolContext, row: Note) -> tuple[str, str, str]:
    made = render.day(to_wall(row.created_at, ctx.zone).date(), ctx.locale)
    return shorten(row.text, TITLE_CHARACTERS), made, lines([row.text, row.category, *row.subjects])


_VOCABULARY = Vocabulary(
    groups=(ToolGroup("notes", intents=frozenset({REMEMBER_INTENT}), words="note nota apontamento anotação apunte"),)
)

SLICE = Slice(
    "notes",
    vocabulary=_VOCABULARY,
    tools=tools.TOOLS,
    erasable=(notes.erasable(),),
    withdrawable=(withdrawable(notes, _titled, meant="last"),),
    portable=(Portable(Note.__tablename__, same=(ENTITY_SAME,), check=notes.read_again),),
)
