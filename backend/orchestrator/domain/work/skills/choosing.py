"""Which of many skills help with what is asked? A search by words orders them, and the fast model, where there is one,
chooses among what it found.

The model is asked only where not all can be told, for a few seconds at most and within no transaction. What it names
counts as far as it was listed; where it gives nothing of use the order of the search stands, and after a failure it is
left alone for a while, so that no turn after the other waits for it.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from orchestrator.agent.ports.guides import NO_CHOICE, Choice
from orchestrator.agent.ports.unit_of_work import UnitOfWork
from orchestrator.agent.types.origin import Fence, Origin
from orchestrator.db.tx import owned
from orchestrator.domain.work.skills.selection import MOST_OFFERED, Offered, fits_whole, in_order
from orchestrator.domain.work.skills.service import Skills
from orchestrator.kit.clock import Clock
from orchestrator.kit.package_texts import package_text
from orchestrator.kit.text import shorten
from orchestrator.llm.gateway.router import ModelRouter
from orchestrator.llm.loose_json import parse_object
from orchestrator.llm.messages import ChatRequest, Message, Role
from orchestrator.llm.port import ModelError
from orchestrator.telemetry.logging import get_logger

MOST_LISTED = 40
"""What a small model reads at once: three thousand tokens."""
QUESTION_CHARACTERS = 1_000
ANSWER_TOKENS = 200
LONGEST_S = 4.0
RESTS = timedelta(minutes=1)
"""So long it is not asked after it failed."""

log = get_logger(__name__)


class SkillChoice:
    """The fast model's choice among the skills of this process's users. It rests after a failure; no other state."""

    def __init__(self, skills: Skills, models: ModelRouter, unit_of_work: UnitOfWork, clock: Clock) -> None:
        self._skills = skills
        self._models = models
        self._unit_of_work = unit_of_work
        self._clock = clock
        self._rests_until: datetime | None = None

    async def made(self, owner_id: UUID, question: str, remaining_s: float) -> Choice:
        """The names of those that help, the best first, and what it cost to ask; no names where all can be told
        anyway, no fast model is well, or none that is listed was named. Holds no transaction while it is asked."""
        if not question.strip() or not self._available():
            return NO_CHOICE
        async with owned(self._unit_of_work(), owner_id) as tx:
            there = await self._skills.offered(tx)
        return NO_CHOICE if fits_whole(there) else await self._among(owner_id, question, there, remaining_s)

    async def _among(self, owner_id: UUID, question: str, there: Sequence[Offered], remaining_s: float) -> Choice:
        listed = in_order(there, question, self._clock.now())[:MOST_LISTED]
        names = [one.name for one in listed]
        request = ChatRequest(
            messages=_messages(question, listed), purpose="tagging", schema=_schema(names), max_tokens=ANSWER_TOKENS
        )
        seconds = min(LONGEST_S, remaining_s)
        try:
            routed = await self._models.chat(request, user_id=owner_id, remaining_s=seconds, reader_answers=False)
        except ModelError as error:
            self._rests_until = self._clock.now() + RESTS
            log.info("skills are told in the order of the search", error=str(error))
            return NO_CHOICE
        return Choice(named_in(routed.reply.text, names), routed.cost)

    def _available(self) -> bool:
        if not self._models.fast_available:
            return False
        return self._rests_until is None or self._clock.now() >= self._rests_until


def named_in(answer: str, listed: Sequence[str]) -> tuple[str, ...]:
    """The names of an answer that were listed, each once, in its order."""
    named = (parse_object(answer) or {}).get("names")
    if not isinstance(named, list):
        return ()
    known = {name.casefold(): name for name in listed}
    found = (known.get(one.strip().removeprefix("/").casefold()) for one in named if isinstance(one, str))
    return tuple(dict.fromkeys(one for one in found if one is not None))[:MOST_OFFERED]


def _schema(names: Sequence[str]) -> dict[str, object]:
    return {
        "type": "object",
        "properties": {
            "names": {"type": "array", "items": {"type": "string", "enum": list(names)}, "maxItems": MOST_OFFERED}
        },
        "required": ["names"],
        "additionalProperties": False,
    }


def _messages(question: str, listed: Sequence[Offered]) -> tuple[Message, Message]:
    fence = Fence()
    system = package_text(__name__, "prompts/choosing.md").replace("{most}", str(MOST_OFFERED))
    told = fence.around("\n".join(f"- {one.line}" for one in listed), Origin.THIRD_PARTY)
    asked = f"Asked: {shorten(' '.join(question.split()), QUESTION_CHARACTERS)}\n\nSkills:\n{told}"
    return Message(Role.SYSTEM, f"{system}\n{fence.rule}"), Message(Role.USER, asked)
