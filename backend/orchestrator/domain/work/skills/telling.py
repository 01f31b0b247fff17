"""What is a turn told of skills? Their names and what each is for, always, as many as there is room for; the calls of
the one that a message names.

Implements `Told` of the active state and the port `Guides`. What is told of a skill that somebody else wrote is its one
line, which the user approved with its digest; the instructions come by `use_skill`, with their label.
"""

from collections.abc import Sequence
from datetime import date, datetime
from uuid import UUID

from orchestrator.agent.ports.context import Asked, ContextPart
from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.ports.guides import NO_CHOICE, Choice
from orchestrator.db.tx import Tx
from orchestrator.domain.work.skills import repository
from orchestrator.domain.work.skills.choosing import SkillChoice
from orchestrator.domain.work.skills.selection import catalogue
from orchestrator.domain.work.skills.service import KIND, Skills
from orchestrator.domain.work.skills.shipped import shipped
from orchestrator.domain.work.skills.tools import USE
from orchestrator.llm.messages import ToolCall
from orchestrator.telemetry.logging import get_logger

PART = "skills"
_HEADING = f"Skills: instructions for tasks like these. Call {USE} with the name before you do such a task."
log = get_logger(__name__)


class SkillsTold:
    """Over the skills of this process. `choice`: who chooses where not all can be told; None: nobody."""

    def __init__(self, skills: Skills, choice: SkillChoice | None = None) -> None:
        self._skills = skills
        self._choice = choice

    async def chosen(self, owner_id: UUID, question: str, remaining_s: float) -> Choice:
        """See Guides."""
        return await self._choice.made(owner_id, question, remaining_s) if self._choice is not None else NO_CHOICE

    async def part(self, tx: Tx, asked: Asked, now: datetime, zone: str, locale: str) -> ContextPart | None:
        """The list, bounded; None where no skill is in force."""
        del zone, locale
        if PART in asked.untold:
            return None
        told, there = catalogue(await self._skills.offered(tx), asked.question, now, asked.guides)
        if not told:
            return None
        lines = [_HEADING, *(f"- {one.line}" for one in told)]
        if len(told) < there:
            log.info("skills are told in part", told=len(told), there=there)
            lines.append(f"({len(told)} of {there} are listed)")
        names = {one.name for one in told}
        rows = [row for row in await repository.enabled(tx) if row.name in names]
        quoted = tuple(EntityRef(KIND, row.id, row.name) for row in rows)
        # With room for all of them the list is the same at every question.
        return ContextPart(PART, "\n".join(lines), read=quoted, lasting=len(told) == there)

    async def named(self, tx: Tx, name: str, words: str, today: date) -> Sequence[ToolCall] | None:
        """See Guides. A skill that may not be used is called all the same: the answer says why not."""
        found = shipped().get(name)
        if found is None and not await repository.of_name(tx, name):
            return None
        calls = [ToolCall("skill_0", USE, {"name": name, "words": words} if words else {"name": name})]
        for number, step in enumerate(found.steps if found is not None else (), start=1):
            arguments = step.of(words, today)
            if arguments is not None:
                calls.append(ToolCall(f"skill_{number}", step.tool, arguments))
        return calls
