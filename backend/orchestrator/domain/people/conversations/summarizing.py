"""How do thirty messages become a few sentences? A model writes them; without one, code takes sentences from them.

The model is given no tools, and the conversation as fenced data: what others wrote in it can bring nothing about but a
summary that carries their label. A model that fails is no reason for a lesser summary: that can wait.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from orchestrator.agent.prompting.standing_rules import copied
from orchestrator.agent.types.origin import Fence, Origin, least_trusted, without_invisible
from orchestrator.domain.people.conversations.extracting import telling
from orchestrator.domain.people.conversations.said import Said, label, transcript
from orchestrator.kit.package_texts import package_text
from orchestrator.kit.text import shorten, storable
from orchestrator.llm.gateway.router import ModelRouter, Routed
from orchestrator.llm.messages import ChatRequest, Message, Role
from orchestrator.llm.port import BadModelOutput, PromptTooLong

_PROMPT = "prompts/summarise.md"

BY_CODE = "reader"
"""`generated_by` where no model wrote it."""
TEXT_CHARACTERS = 1_500
"""Of a summary: twice what is asked for. Every turn of the thread reads it, a local server 20 to 60 tokens a second."""
TRANSCRIPT_TOKENS = 4_500
"""With instructions and answer within the 8k context that adapters ask local servers for."""
ANSWER_TOKENS = 600
CALL_S = 300.0
NOTHING_SAID = "(nothing was said in words)"


@dataclass(frozen=True)
class Made:
    """A summary. `origin`: of the least trusted message; what a model worded is `agent` at best. `rules`: those of the
    user's whose words it took in."""

    text: str
    origin: Origin
    generated_by: str
    rules: tuple[UUID, ...] = ()


async def summarised(models: ModelRouter, owner_id: UUID, parts: Sequence[Said]) -> Made:
    """The summary of these messages. Raises ModelError (CapReached where the day's tokens are used up)."""
    if not models.configured:
        return by_code(parts)
    routed = await asked(models, owner_id, package_text(__name__, _PROMPT), parts)
    text = shorten(storable(without_invisible(routed.reply.text)).strip(), TEXT_CHARACTERS)
    if not text:
        raise BadModelOutput("the model gave an empty summary")
    rules = copied(routed.rules, text, "\n".join(part.text for part in parts))
    return Made(text, least_trusted([Origin.AGENT, label(parts)]), routed.reply.model, rules)


def by_code(parts: Sequence[Said]) -> Made:
    """The sentences that tell most, each with its speaker."""
    lines = [f"{speaker}: {sentence}" for speaker, sentence in telling(parts)]
    return Made(shorten("\n".join(lines), TEXT_CHARACTERS) or NOTHING_SAID, label(parts), BY_CODE)


async def asked(
    models: ModelRouter,
    owner_id: UUID,
    instructions: str,
    parts: Sequence[Said],
    *,
    schema: dict[str, object] | None = None,
    remaining_s: float = CALL_S,
) -> Routed:
    """What a model answers to `instructions` over a conversation; of one that is too long for it, less is shown once.
    Raises ModelError."""
    tokens = TRANSCRIPT_TOKENS
    try:
        return await _asked(models, owner_id, instructions, parts, schema, tokens, remaining_s)
    except PromptTooLong:
        return await _asked(models, owner_id, instructions, parts, schema, tokens // 3, remaining_s)


async def _asked(
    models: ModelRouter,
    owner_id: UUID,
    instructions: str,
    parts: Sequence[Said],
    schema: dict[str, object] | None,
    tokens: int,
    remaining_s: float,
) -> Routed:
    fence = Fence()
    request = ChatRequest(
        messages=(
            Message(Role.SYSTEM, f"{instructions}\n\n{fence.rule}"),
            Message(Role.USER, fence.around(transcript(parts, tokens=tokens), Origin.THIRD_PARTY)),
        ),
        purpose="summaries",
        schema=schema,
        max_tokens=ANSWER_TOKENS,
    )
    return await models.chat(request, user_id=owner_id, remaining_s=remaining_s, reader_answers=False)
