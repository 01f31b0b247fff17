"""With which words would several facts be one? The most telling of their own, or a model's where code finds nothing in
it that they don't say and nothing missing."""

from collections.abc import Sequence
from uuid import UUID

from orchestrator.agent.types.origin import Fence, Origin, without_invisible
from orchestrator.domain.memory.facts.schemas import TEXT_CHARACTERS
from orchestrator.domain.memory.facts.similarity import reading
from orchestrator.kit.package_texts import package_text
from orchestrator.kit.text import shorten, storable
from orchestrator.llm.gateway.router import ModelRouter
from orchestrator.llm.loose_json import parse_object
from orchestrator.llm.messages import ChatRequest, Message, Role
from orchestrator.llm.port import ModelError
from orchestrator.telemetry.logging import get_logger

CALL_S = 60.0
ANSWER_TOKENS = 200
LONGEST = 600
"""Characters of a fact that a model is asked to put into one sentence with another; longer ones keep their words."""
_MUCH_LONGER = 1.2
"""Of all of them together: what is longer than that has something added."""
_SCHEMA = {
    "type": "object",
    "properties": {"text": {"type": "string"}},
    "required": ["text"],
    "additionalProperties": False,
}

log = get_logger(__name__)


def most_telling(texts: Sequence[str]) -> int:
    """Which says most, by the words that say something; of equal ones the first."""
    return max(range(len(texts)), key=lambda at: (len(reading(texts[at]).words), -at))


def says_all(text: str, others: Sequence[str]) -> bool:
    """Whether every word of the others that says something stands in `text`."""
    told = reading(text).stems
    return all(not told.isdisjoint(word) for other in others for word in reading(other).words)


async def fused(models: ModelRouter, owner_id: UUID, texts: Sequence[str]) -> str | None:
    """One sentence for all of them, by a model; None where there is none, or what it wrote can't be used."""
    if not models.configured or any(len(text) > LONGEST for text in texts):
        return None
    fence = Fence()
    told = "\n".join(f"- {text}" for text in texts)
    request = ChatRequest(
        messages=(
            Message(Role.SYSTEM, f"{package_text(__name__, 'prompts/fuse.md')}\n\n{fence.rule}"),
            Message(Role.USER, fence.around(told, Origin.THIRD_PARTY)),
        ),
        purpose="inference",
        schema=_SCHEMA,
        max_tokens=ANSWER_TOKENS,
        ruled=True,
    )
    try:
        routed = await models.chat(request, user_id=owner_id, remaining_s=CALL_S, reader_answers=False)
    except ModelError as error:
        log.info("facts keep their own words", why=type(error).__name__)
        return None
    value = parse_object(routed.reply.text) or {}
    text = storable(without_invisible(str(value.get("text") or ""))).strip()
    text = " ".join(shorten(text, TEXT_CHARACTERS).split())
    return text if text and faithful(text, texts) else None


def faithful(text: str, sources: Sequence[str]) -> bool:
    """Whether a sentence says what its sources say: every word of its own, number, name and "not" stands in one of
    them, and no number, name or "not" of theirs is missing."""
    if len(text) > _MUCH_LONGER * sum(len(one) for one in sources):
        return False
    mine, theirs = reading(text), [reading(one) for one in sources]
    stems = frozenset[str]().union(*(one.stems for one in theirs))
    plain = frozenset[str]().union(*(one.plain for one in theirs))
    if any(stems.isdisjoint(word) for word in mine.words):
        return False
    if any(one.turned != mine.turned for one in theirs):
        return False
    numbers = frozenset[str]().union(*(one.numbers for one in theirs))
    names = frozenset[str]().union(*(one.names for one in theirs))
    return mine.numbers == numbers and mine.names <= plain and names <= mine.plain
