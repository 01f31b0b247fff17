"""What do skills register? Their tools, their tables in archives, their erasure, and who is told when one was switched
off because its files changed."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from orchestrator.agent.ports.context import ContextLine
from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.tools.spec import ToolSpec
from orchestrator.agent.types.vocabulary import ToolGroup, Vocabulary
from orchestrator.db.portable import Portable
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.slices.erasable import Erasable
from orchestrator.domain.foundation.slices.manifest import Contribution, Slice
from orchestrator.domain.foundation.slices.means import Own, ToolMeans
from orchestrator.domain.work.skills import repository, tools
from orchestrator.domain.work.skills.model import Skill, SkillFileRow, SkillUse
from orchestrator.domain.work.skills.service import KIND, Skills

_VOCABULARY = Vocabulary(
    groups=(
        ToolGroup(tools.SCRIPTS, apart=True, words="skill script habilidade habilidad"),
        ToolGroup(
            tools.GROUP,
            apart=True,
            always=True,
            words="skill instructions procedure habilidade instruções procedimento habilidad instrucciones",
        ),
    ),
)


def _tools(means: ToolMeans) -> Sequence[ToolSpec]:
    skills = means.own.get(Skills)
    return tools.skill_tools(skills) if skills is not None else ()


def _erasables(own: Own) -> Sequence[Erasable]:
    skills = own.get(Skills)

    async def keys(tx: Tx) -> Sequence[tuple[UUID, str | None, str | None]]:
        return [(row.id, None, None) for row in await repository.everything(tx)]

    return (Erasable(kind=KIND, erase=skills.erase if skills is not None else _erase_rows, keys=keys),)


_erase_rows = Skills(None).erase
"""Of a process that has no folder of skills: the rows alone."""


async def _changed(tx: Tx, now: datetime, zone: str, locale: str) -> list[ContextLine]:
    del now, zone, locale
    rows = [row for row in await repository.everything(tx) if row.state == "changed"]
    return [ContextLine(row.name, (EntityRef(KIND, row.id, row.name),)) for row in rows]


async def _readable(tx: Tx, ids: Sequence[UUID]) -> None:
    for skill_id in ids:
        await Skills(None).readable(tx, skill_id)


SLICE = Slice(
    "skills",
    vocabulary=_VOCABULARY,
    tools_with=_tools,
    erasable_with=_erasables,
    portable=(
        Portable(Skill.__tablename__, same=(("digest", "name"),), check=_readable),
        Portable(
            SkillFileRow.__tablename__, key=("skill_id", "path"), newer=None, part_of=(Skill.__tablename__, "skill_id")
        ),
        Portable(SkillUse.__tablename__, key=("user_id", "name")),
    ),
    active_state=(Contribution("Skills that were switched off because their files changed", _changed),),
)
